import { letterAt, lettered } from '../letters.ts';

type Options = Readonly<Record<string, string>>;

/** The letter of each option under the label that a log has for it: `1` for the first, `A`, the text itself. */
export interface Labelled {
  readonly options: Options;
  readonly labels: readonly string[];
  /** True where the log has the labels, false where they are the letters from A. */
  readonly areStated: boolean;
}

/** Options of a logged document: a list, letters to texts, or `{text: […], label: […]}`; undefined for anything else. */
export function loggedOptions(value: unknown): Labelled | undefined {
  if (isTexts(value)) return labelled(value, []);
  if (typeof value !== 'object' || value === null) return undefined;
  const { text, label } = value as { text?: unknown; label?: unknown };
  if (isTexts(text)) return labelled(text, isTexts(label) ? label : []);
  const entries = Object.entries(value);
  const isLetters = entries.every(([name, one]) => /^[A-Z]$/.test(name) && typeof one === 'string');
  if (!isLetters || entries.length < 2) return undefined;
  return labelled(
    entries.map(([, one]) => one as string),
    entries.map(([name]) => name),
  );
}

/**
 * Options in columns of a logged document, one an option; blank ones at the end are none.
 * @param offered how many options the model was offered, 0 where that is not known: columns of another number are something
 * else
 */
export function loggedColumns(
  doc: Readonly<Record<string, unknown>>,
  columns: readonly string[],
  offered: number,
): Labelled | undefined {
  const cells = columns.map((column) => doc[column] ?? '');
  if (!cells.every((cell) => typeof cell === 'string' || typeof cell === 'number'))
    return undefined;
  const texts = cells.map(String);
  const count = texts.findLastIndex((text) => text.trim() !== '') + 1;
  if (count < 2 || (offered > 0 && count !== offered)) return undefined;
  const numbers = columns.map((column) => /\d+$/.exec(column)?.[0]);
  return labelled(texts.slice(0, count), numbers.every((one) => one !== undefined) ? numbers : []);
}

/** Options by letter from A, each with its label in the log. */
export function labelled(texts: readonly string[], labels: readonly string[]): Labelled {
  return {
    options: lettered(texts.map((text) => text.trim())),
    labels: texts.map((_, k) => labels[k] ?? letterAt(k)),
    areStated: labels.length > 0,
  };
}

/** The letters that the targets of a log name, each found by `lettersOf`, ascending. */
export function targetLetters(
  target: unknown,
  lettersOf: (one: unknown) => string | readonly string[],
): string[] {
  const targets = Array.isArray(target) ? target : [target];
  return [...new Set(targets.flatMap(lettersOf))].sort();
}

/** The letter of the option with a label; `(B)` and `B.` are common. */
export function letterOfLabel(text: string, { labels }: Labelled): string | undefined {
  const bare = text.trim().replaceAll(/^\(|[).]$/g, '');
  const at = labels.findIndex((label) => label.trim() === bare);
  return at === -1 ? undefined : letterAt(at);
}

/** The letter of the option with a text. */
export function letterOfText(text: string, { options }: Labelled): string | undefined {
  return Object.keys(options).find((letter) => options[letter] === text.trim());
}

function isTexts(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.length >= 2 && value.every((text) => typeof text === 'string')
  );
}
