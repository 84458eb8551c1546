import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { fail } from '../../errors.ts';
import { conversationOf } from '../../prompt/conversation.ts';
import {
  ALL_VARIANTS,
  PROMPT_LANGUAGES,
  type Prompt,
  type PromptOptions,
  promptOf,
} from '../../prompt/prompt.ts';
import { CASE_HISTORIES } from '../../prompt/seal-prompt.ts';
import { chooseShots, shotSplit } from '../../prompt/shots.ts';
import type { Store } from '../../store/store.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import { oneOf } from './one-of.ts';

/** The item and the prompt settings, by option names. */
export interface PromptRequest {
  readonly bank: string;
  readonly item: string;
  readonly variant: string;
  readonly language?: string | undefined;
  readonly shots: number;
  readonly shotsFrom: string;
  readonly seed: number;
  readonly system?: string | undefined;
  /** What stands after the earlier questions of a case. */
  readonly history?: string | undefined;
  /** The answers so far, to a case. */
  readonly answer?: readonly string[] | undefined;
}

/**
 * The messages to a model for an item of a bank.
 * @throws NAME_UNKNOWN, ITEM_UNKNOWN, BANK_WITHOUT_TEXT, OPTIONS_CONFLICT
 */
export async function itemPrompt(store: Store, request: PromptRequest): Promise<Prompt> {
  const item = await itemOf(store, request.bank, request.item);
  return promptFor(item, await promptOptions(store, item, request), request);
}

/** @throws NAME_UNKNOWN; ITEM_UNKNOWN; BANK_WITHOUT_TEXT for an item of a built-in bank that no text was attached to */
async function itemOf(store: Store, bank: string, id: string): Promise<Item> {
  const builtin = isBuiltinBank(bank) ? loadBuiltinBank(bank).items : [];
  if (builtin.length === 0) await bankOf(store, bank);
  if ((await store.bank(bank)) !== undefined)
    for await (const item of store.items(bank, [id])) return item;
  if (!builtin.includes(id)) fail('ITEM_UNKNOWN', { item: id, where: `bank ${bank}` });
  return fail('BANK_WITHOUT_TEXT', { bank, item: id, count: 1 });
}

async function promptOptions(
  store: Store,
  item: Item,
  request: PromptRequest,
): Promise<PromptOptions> {
  const variant = oneOf('prompt variant', request.variant, ALL_VARIANTS);
  const language =
    request.language === undefined
      ? undefined
      : oneOf('prompt language', request.language, PROMPT_LANGUAGES);
  const history =
    request.history === undefined
      ? undefined
      : oneOf('case history', request.history, CASE_HISTORIES);
  const { shots: count, shotsFrom: from, seed, system } = request;
  if (count === 0) return { variant, language, system, history };
  const [tag, value] = shotSplit(from);
  const split: Item[] = [];
  for await (const other of store.items(request.bank))
    if (other.tags[tag] === value) split.push(other);
  return { variant, language, system, shots: chooseShots(split, item, { count, from, seed }) };
}

/** @throws OPTIONS_CONFLICT for answers where no further turn follows them */
function promptFor(
  item: Item,
  how: PromptOptions,
  { answer: answers = [] }: PromptRequest,
): Prompt {
  if (answers.length === 0) return promptOf(item, how);
  const turns = item.type === 'case' ? item.key.length : 1;
  if (item.type !== 'case' || answers.length >= turns)
    return fail('OPTIONS_CONFLICT', {
      options: '--answer',
      reason: `item ${item.id} has ${turns} question${turns === 1 ? '' : 's'}, so no question follows after ${answers.length} answer${answers.length === 1 ? '' : 's'}. Leave some --answer out.`,
    });
  return conversationOf(item, how).next(answers);
}
