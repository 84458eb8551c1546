import { isBuiltinBank } from '../../../item-bank/builtin/load.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { fail } from '../../errors.ts';
import type { PromptfooQuestion } from '../../files/harness/promptfoo-form.ts';
import type { PromptVariant } from '../../prompt/prompt.ts';
import { promptOf } from '../../prompt/prompt.ts';
import { randomStream, shuffle } from '../../random.ts';
import type { Store } from '../../store/store.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import { defaultItems } from '../live/test-defaults.ts';

/**
 * The questions of a form with their text, in the order of the ids.
 * @throws BANK_WITHOUT_TEXT; OPTIONS_CONFLICT for an item that is no choice question
 */
export async function formQuestions(
  store: Store,
  bank: string,
  ids: readonly string[],
  variant: PromptVariant,
): Promise<PromptfooQuestion[]> {
  const items = new Map<string, Item>();
  if ((await store.bank(bank)) !== undefined)
    for await (const item of store.items(bank, ids)) items.set(item.id, item);
  return ids.map((id) => {
    const item = items.get(id);
    if (item === undefined) {
      const count = ids.filter((other) => !items.has(other)).length;
      return fail('BANK_WITHOUT_TEXT', { bank, item: id, count });
    }
    if (!isChoice(item))
      fail('OPTIONS_CONFLICT', {
        options: '--format promptfoo',
        reason: `item ${id} is of type ${item.type}; only single and multiple choice questions can be scored by letters.`,
      });
    return { item, question: promptOf(item, { variant }).messages.at(-1)!.content };
  });
}

/**
 * Choice questions of a bank of the database, drawn at random, in the order of the bank.
 * @param wanted how many; undefined for the usual length of a test
 * @throws NAME_UNKNOWN; TOO_MANY_ITEMS
 */
export async function randomChoiceItems(
  store: Store,
  bank: string,
  wanted: number | undefined,
  seed: number,
): Promise<string[]> {
  if (!isBuiltinBank(bank)) await bankOf(store, bank);
  const ids: string[] = [];
  for await (const item of store.items(bank))
    if (isChoice(item) && item.status === 'active') ids.push(item.id);
  const count = wanted ?? defaultItems(ids.length);
  if (count > ids.length)
    fail('TOO_MANY_ITEMS', {
      asked: count,
      available: ids.length,
      where: `bank ${bank}, counting choice questions,`,
    });
  const drawn = new Set(shuffle(ids.slice(), randomStream(seed, 'form')).slice(0, count));
  return ids.filter((id) => drawn.has(id));
}

function isChoice(item: Item): boolean {
  return item.type === 'single' || item.type === 'multiple';
}
