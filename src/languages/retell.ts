/**
 * Chinese by English sentence, with places for what stands in it: `{n}` (a single letter) for a figure, `{name}` for any text, both
 * carried over as they are; `{Why}`, with a capital, for a phrase that is told again too, where the list has it.
 */
export type Told = Readonly<Record<string, string>>;

/** Longer texts are not told again: they are logs or data. */
const LONGEST = 2000;
/** Phrases within phrases. */
const DEPTH = 4;
const PLACE = /\{(\w+)\}/g;
/** Signs, digits and the words of figures: `0.31 ± .004`, `< .001`, `1e-5`. */
const FIGURE = '([\\d.,%<>=±×−+∞– e-]+?)';
const ANY = '(.+?)';
/** Between two sentences. */
const BETWEEN = /(?<=[.!?…])\s+/u;

interface Template {
  readonly pattern: RegExp;
  readonly places: readonly string[];
  readonly wording: string;
  /** Whether it has hardly a letter of its own: it tells only what it can tell in all places. */
  readonly isBare: boolean;
}

/** Letters that a template has of its own, at least, or it is bare. */
const OWN_LETTERS = 9;

/**
 * Tells sentences again that are kept as English text, such as the reason of a session: without their values, which the text
 * contains, they could not be made anew. Several sentences are told one by one.
 * @returns a function that gives null for a text that the list does not have as a whole
 */
export function reteller(told: Told): (english: string) => string | null {
  let templates: readonly Template[] | null = null;
  const one = (sentence: string, depth: number): string | null => {
    if (Object.hasOwn(told, sentence)) return told[sentence];
    templates ??= templatesOf(told);
    for (const { pattern, places, wording, isBare } of templates) {
      const found = pattern.exec(sentence);
      if (found === null) continue;
      const values = places.map((name, k) => {
        const value = found[k + 1];
        if (isFigure(name)) return withZero(value);
        if (!isPhrase(name)) return value;
        const own = depth > 0 ? several(value, depth - 1) : null;
        return own ?? (isBare ? null : value);
      });
      if (values.includes(null)) continue;
      return wording.replace(PLACE, (_, name: string) => values[places.indexOf(name)]!);
    }
    return null;
  };
  /** The parts of a list, if each is told; it stops at the first that is not. */
  const list = (parts: readonly string[], mark: string, depth: number): string | null => {
    const toldParts: string[] = [];
    for (const part of parts) {
      const own = one(part, depth);
      if (own === null) return null;
      toldParts.push(own);
    }
    return parts.length > 1 ? toldParts.join(mark) : null;
  };
  const several = (text: string, depth: number): string | null => {
    // Within a sentence a list goes first: a place for any text would take the whole rest of it.
    const listed =
      depth === DEPTH || Object.hasOwn(told, text)
        ? null
        : (list(text.split(/(?<=\)); /), '；', depth) ?? list(text.split(', '), '、', depth));
    if (listed !== null) return listed;
    const sentences = text.split(BETWEEN);
    const parts = sentences.map((sentence) => one(sentence, depth));
    if (parts.every((part) => part !== null)) return parts.join('');
    return sentences.length > 1 ? one(text, depth) : null;
  };
  return (english) => {
    if (Object.hasOwn(told, english)) return told[english];
    const text = english.trim();
    return text === '' || text.length > LONGEST ? null : several(text, DEPTH);
  };
}

/** Figures as Chinese writes them: `.31` of English is 0.31. */
export function withZero(figures: string): string {
  return figures.replace(/(?<![\d.])\.(?=\d)/g, '0.');
}

const isPhrase = (name: string) => /^[A-Z]/.test(name);
const isFigure = (name: string) => /^[a-z]$/.test(name);

/** Those with the most fixed letters first: they say the most. */
function templatesOf(told: Told): Template[] {
  return Object.entries(told)
    .filter(([english]) => english.search(PLACE) >= 0)
    .sort(([a], [b]) => b.replace(PLACE, '').length - a.replace(PLACE, '').length)
    .map(([english, wording]) => {
      const places = [...english.matchAll(PLACE)].map(([, name]) => name);
      const fixed = english.split(/\{\w+\}/).map(escaped);
      const pattern = fixed.map((part, k) =>
        k === 0 ? part : `${isFigure(places[k - 1]) ? FIGURE : ANY}${part}`,
      );
      const isBare = english.replace(PLACE, '').replace(/[^a-z]/gi, '').length < OWN_LETTERS;
      return { pattern: new RegExp(`^${pattern.join('')}$`, 'su'), places, wording, isBare };
    });
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
