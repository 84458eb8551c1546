import { type RandomStream, randomInteger, shuffle } from '../random.ts';
import { isTurning, protectedUnits } from './protected.ts';
import type { SpellingTables } from './spelling-tables.ts';
import type { Misspelling } from './variants.ts';

/** Symbols that no number, formula or option is written with. */
const SYMBOLS = '#*~^|_@&';
/** Letters beside each other on a QWERTY keyboard. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і1',
  l: '1',
  o: 'о0',
  p: 'р',
  s: 'ѕ5',
  x: 'х',
  y: 'у',
};
const LATIN = /^[a-z]$/i;
const HAN = /^[\u3400-\u9fff]$/;

/** The neighbours of each letter, in its row. */
const NEIGHBOURS = new Map(
  ROWS.flatMap((row) =>
    [...row].map((letter, k) => [letter, (row[k - 1] ?? '') + (row[k + 1] ?? '')] as const),
  ),
);

export interface MisspellSettings {
  readonly kinds: readonly Misspelling[];
  /** Share of the characters, in (0, 1]. */
  readonly share: number;
  readonly tables: SpellingTables;
  /** Texts that stay whole wherever they stand. */
  readonly quoted: readonly string[];
}

/**
 * Misspells texts: round(share × N) changes in all of them together, N the number of UTF-16 units that are no white space. One
 * change is a character replaced, a symbol inserted after one, or two neighbours exchanged. Places are drawn without
 * replacement from those not protected; of the kinds that can change the place, one is drawn.
 *
 * @returns null if there are too few places
 */
export function misspell(
  texts: readonly string[],
  { kinds, share, tables, quoted }: MisspellSettings,
  random: RandomStream,
): string[] | null {
  const units = texts.map((text) => text.split(''));
  const masks = texts.map((text) => protectedUnits(text, quoted));
  const places = units.flatMap((own, part) => own.map((_, at) => ({ part, at })));
  const isBlank = ({ part, at }: (typeof places)[number]) => /\s/.test(units[part][at]);
  const filled = places.filter((place) => !isBlank(place));
  const changes = Math.round(share * filled.length);
  if (changes === 0) return null;
  const free = shuffle(
    filled.filter(({ part, at }) => masks[part][at] === 0),
    random,
  );
  let done = 0;
  for (const { part, at } of free) {
    if (done === changes) break;
    const mask = masks[part];
    // The neighbour of an exchange.
    if (mask[at] !== 0) continue;
    const own = units[part];
    for (const kind of shuffle([...kinds], random)) {
      const next = own[at + 1];
      const isNextFree = mask[at + 1] === 0;
      const found = changed(kind, own[at], isNextFree ? next : undefined, tables, random);
      if (found === null) continue;
      own[at] = found;
      mask[at] = 1;
      if (kind === 'swaps') {
        own[at + 1] = texts[part][at];
        mask[at + 1] = 1;
      }
      done++;
      break;
    }
  }
  return done < changes ? null : units.map((own) => own.join(''));
}

/**
 * What stands instead of a character; null where the kind does not fit it.
 * @param next the unit after it; undefined if it is protected or changed, or the text ends
 */
function changed(
  kind: Misspelling,
  character: string,
  next: string | undefined,
  { shape, sound, traditional }: SpellingTables,
  random: RandomStream,
): string | null {
  const lower = character.toLowerCase();
  switch (kind) {
    case 'shape':
      return oneOf(safe(shape.get(character), character), random);
    case 'homophones':
      return oneOf(safe(sound.get(character), character), random);
    case 'traditional': {
      if (!HAN.test(character)) return null;
      const other = traditional(character);
      return other === character || other.length !== 1 ? null : other;
    }
    case 'symbols':
      return next === undefined ? null : character + oneOf(SYMBOLS, random);
    case 'keyboard':
      return asWritten(character, oneOf(NEIGHBOURS.get(lower) ?? '', random));
    case 'look-alikes':
      return oneOf(LOOK_ALIKES[character] ?? '', random);
    case 'swaps':
      return next !== undefined &&
        next.toLowerCase() !== lower &&
        [character, next].every((one) => LATIN.test(one))
        ? next
        : null;
  }
}

function safe(characters: string | undefined, own: string): string {
  return [...(characters ?? '')].filter((one) => one !== own && !isTurning(one)).join('');
}

function oneOf(characters: string, random: RandomStream): string | null {
  return characters === '' ? null : characters[randomInteger(random, characters.length)];
}

function asWritten(character: string, found: string | null): string | null {
  return found !== null && character !== character.toLowerCase() ? found.toUpperCase() : found;
}
