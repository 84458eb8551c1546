import { contentHash } from '../../item-bank/items/content-hash.ts';
import type { Item } from '../../item-bank/items/item.ts';
import { normaliseText } from '../../item-bank/items/normalise-text.ts';
import { type RandomStream, randomStream } from '../random.ts';
import { noneOfAbove, shuffleOptions, wrongHint } from './change-options.ts';
import { misspell } from './misspell.ts';
import type { SpellingTables } from './spelling-tables.ts';
import type { ItemVariant, Misspelling } from './variants.ts';

/** How items are changed. */
export interface ChangeSettings {
  /** Share of the characters that misspellings change, in (0, 1]. */
  readonly share: number;
  readonly seed: string | number;
  readonly tables: SpellingTables;
}

/** For Latin and Chinese text; symbols go anywhere. */
const CHINESE: readonly Misspelling[] = ['shape', 'homophones', 'traditional', 'symbols'];
const LATIN: readonly Misspelling[] = ['keyboard', 'look-alikes', 'swaps', 'symbols'];

/**
 * An item as a variant asks it, with the hash of its new content; null where the variant does not apply. The key stays right: see
 * `protectedUnits` for misspellings, which change context, stem and the questions of a case and leave options and reference answers. A change
 * depends on the item, the variant and the seed alone.
 */
export function changeItem(
  item: Item,
  variant: ItemVariant,
  { share, seed, tables }: ChangeSettings,
): Item | null {
  if (variant === 'repeat') return item;
  const random = randomStream(seed, 'stress', variant, item.id);
  const changed = contentOf(item, variant, share, tables, random);
  if (changed === null) return null;
  // What is known of the original does not hold for its variant.
  const { explanation: _, human: __, ...rest } = { ...item, ...changed } as Item;
  const hash = contentHash(rest as Item);
  return hash === item.hash ? null : ({ ...rest, hash } as Item);
}

function contentOf(
  item: Item,
  variant: Exclude<ItemVariant, 'repeat'>,
  share: number,
  tables: SpellingTables,
  random: RandomStream,
): Partial<Item> | null {
  const isChinese = /^zh\b/i.test(item.language);
  const language = isChinese ? 'zh' : 'en';
  switch (variant) {
    case 'none-of-above':
      return 'options' in item ? noneOfAbove(item, language) : null;
    case 'wrong-hint':
      return 'options' in item ? wrongHint(item, language, random) : null;
    case 'shuffle':
      return 'options' in item ? shuffleOptions(item, random) : null;
    case 'traditional':
      return inTraditional(item, tables);
    case 'typos':
      return misspelt(item, isChinese ? CHINESE : LATIN, share, tables, random);
    default:
      return misspelt(item, [variant], share, tables, random);
  }
}

/**
 * All texts of a choice in traditional characters; null if none differs, if two options become one, and for open questions and cases: their
 * references are in simplified characters, and answers in others would count as wrong.
 */
function inTraditional(item: Item, { traditional }: SpellingTables): Partial<Item> | null {
  if (!('options' in item)) return null;
  const options = Object.fromEntries(
    Object.entries(item.options).map(([letter, text]) => [letter, traditional(text)]),
  );
  const texts = Object.values(options).map(normaliseText);
  if (new Set(texts).size < texts.length) return null;
  const context = item.context === undefined ? {} : { context: traditional(item.context) };
  return { ...context, stem: traditional(item.stem), options };
}

function misspelt(
  item: Item,
  kinds: readonly Misspelling[],
  share: number,
  tables: SpellingTables,
  random: RandomStream,
): Partial<Item> | null {
  const { context, stem } = item;
  const questions = item.type === 'case' ? item.key.map(({ question }) => question) : [];
  const quoted =
    item.type === 'case'
      ? item.key.flatMap(({ answers }) => answers)
      : item.type === 'open'
        ? item.key
        : Object.values(item.options);
  const texts = [...(context === undefined ? [] : [context]), stem, ...questions];
  const changed = misspell(texts, { kinds, share, tables, quoted }, random);
  if (changed === null) return null;
  const result: { context?: string; stem?: string; key?: Item['key'] } = {};
  if (context !== undefined) result.context = changed.shift()!;
  result.stem = changed.shift()!;
  if (item.type === 'case')
    result.key = item.key.map(({ answers }, k) => ({ question: changed[k], answers }));
  return result as Partial<Item>;
}
