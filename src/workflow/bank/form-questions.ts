import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { fail } from '../../errors.ts';
import type { AskedQuestion } from '../../files/harness/asked-question.ts';
import type { PromptVariant } from '../../prompt/prompt.ts';
import { promptOf } from '../../prompt/prompt.ts';
import { randomStream, shuffle } from '../../random.ts';
import type { Store } from '../../store/store.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import { defaultItems } from '../live/test-defaults.ts';

/** Formats of a form that bring the text of its questions. */
export type TextFormat = 'promptfoo' | 'batch';

/** The items that a format can ask: promptfoo reads letters only, and a batch asks all turns of a case at once. */
const ASKS: Readonly<
  Record<TextFormat, { asks(item: Item): boolean; readonly words: string; readonly why: string }>
> = {
  promptfoo: {
    asks: (item) => isChoice(item) && item.images === undefined,
    words: 'choice questions without images',
    why: 'only single and multiple choice questions can be scored by letters, and its prompt is a text without images',
  },
  batch: {
    asks: (item) => item.type !== 'case' && !isScoredElsewhere(item),
    words: 'questions that are no cases and whose answers need no judge or program',
    why: 'the turns of a case depend on the answers before them, and recorded answers have no judge or program to score them',
  },
};

/**
 * The questions of a form with their text, in the order of the ids.
 * @throws BANK_WITHOUT_TEXT; OPTIONS_CONFLICT for an item that the format cannot ask
 */
export async function formQuestions(
  store: Store,
  bank: string,
  ids: readonly string[],
  { variant, format }: { readonly variant: PromptVariant; readonly format: TextFormat },
): Promise<AskedQuestion[]> {
  const items = new Map<string, Item>();
  if ((await store.bank(bank)) !== undefined)
    for await (const item of store.items(bank, ids)) items.set(item.id, item);
  return ids.map((id) => {
    const item = items.get(id);
    if (item === undefined) {
      const count = ids.filter((other) => !items.has(other)).length;
      return fail('BANK_WITHOUT_TEXT', { bank, item: id, count });
    }
    if (!ASKS[format].asks(item))
      fail('OPTIONS_CONFLICT', {
        options: `--format ${format}`,
        reason: `item ${id} is of type ${item.type}${item.images === undefined ? '' : ' with images'}; ${ASKS[format].why}.`,
      });
    return { item, messages: promptOf(item, { variant }).messages };
  });
}

/**
 * Questions of a bank of the database that a format can ask, drawn at random, in the order of the bank.
 * @param wanted how many; undefined for the usual length of a test
 * @throws NAME_UNKNOWN; TOO_MANY_ITEMS
 */
export async function randomQuestions(
  store: Store,
  bank: string,
  wanted: number | undefined,
  { seed, format }: { readonly seed: number; readonly format: TextFormat },
): Promise<string[]> {
  if (!isBuiltinBank(bank)) await bankOf(store, bank);
  const ids: string[] = [];
  for await (const item of store.items(bank))
    if (ASKS[format].asks(item) && item.status === 'active') ids.push(item.id);
  const count = wanted ?? defaultItems(ids.length);
  if (count > ids.length)
    fail('TOO_MANY_ITEMS', {
      asked: count,
      available: ids.length,
      where: `bank ${bank}, counting ${ASKS[format].words},`,
    });
  const drawn = new Set(shuffle(ids.slice(), randomStream(seed, 'form')).slice(0, count));
  return ids.filter((id) => drawn.has(id));
}

/** Whether a judge or a program scores the answers. */
function isScoredElsewhere(item: Item): boolean {
  const metric = 'metric' in item ? item.metric?.name : undefined;
  return metric === 'rubric' || metric === 'command';
}

function isChoice(item: Item): boolean {
  return item.type === 'single' || item.type === 'multiple';
}
