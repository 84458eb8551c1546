import type { Item } from '../../item-bank/items/item.ts';
import type { Conversation } from '../prompt/conversation.ts';
import type { Taken } from './run-budgets.ts';
import type { RunCall } from './run-calls.ts';

/** The most that a call about an item can take: its conversation, and what scores the answer. */
export function mostOfCall(
  call: Pick<RunCall, 'most' | 'mostOfScoring'>,
  conversation: Conversation,
  item: Item,
): Taken {
  const own = call.most(conversation);
  return { ...own, dollars: own.dollars + (call.mostOfScoring?.(item) ?? 0) };
}
