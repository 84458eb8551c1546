import { fail, ThetarankError } from '../errors.ts';
import { AnswerAwaited } from '../examinee/batch/answer-awaited.ts';
import type { Examinee, Reply } from '../examinee/examinee.ts';
import type { Conversation } from '../prompt/conversation.ts';
import { keepable } from '../text/keepable.ts';
import {
  askConversation,
  type ConversationReplies,
  conversationAnswer,
  cutOf,
  type ItemAnswer,
} from './ask-conversation.ts';
import type { OpenItem } from './call-queue.ts';
import { mostOfCall } from './most-of-call.ts';
import { type Taken, tokensOf } from './run-budgets.ts';
import type { CallServices, RunCall } from './run-calls.ts';
import { NO_REPLY, type RunAnswer } from './run-record.ts';

/** Of an answer that no question was needed for. */
const UNASKED: ConversationReplies = { version: 'unasked', replies: [] };
const NOTHING: Taken = { dollars: 0, tokens: 0 };

/**
 * The answer to a call, paid for and kept; or why it was not asked.
 * @throws RUN_BUSY; EXAMINEE_FAILED, EMBEDDING_FAILED and other errors, after the cost is charged
 */
export async function paidAnswer(
  call: RunCall,
  at: OpenItem,
  services: CallServices,
  stop: AbortSignal,
): Promise<RunAnswer | 'budget' | 'stopped'> {
  const { budgets } = services;
  const seen = seenBy(call, at);
  const given = call.given?.(at.item, seen) ?? null;
  if (given !== null) return kept(call, at, services, conversationAnswer(at.item, UNASKED, given));
  const conversation = call.conversation(at.item, seen);
  const most = mostOfCall(call, conversation, at.item);
  if (!(await budgets.reserve(most))) return 'budget';
  const paid: Payment = { replies: [], taken: NOTHING };
  try {
    if (stop.aborted) return 'stopped';
    return await keptAnswer(call, at, conversation, most, services, stop, paid);
  } finally {
    budgets.settle(most, paid.taken);
  }
}

/** Keeps an answer. @throws RUN_BUSY */
async function kept(
  call: RunCall,
  { position }: Pick<OpenItem, 'position'>,
  { store, run, placeOf, now }: CallServices,
  given: ItemAnswer,
): Promise<RunAnswer> {
  const answer = { examinee: call.id, place: placeOf(position), ...given, at: now() };
  if ((await store.append(run, [answer])) === 0)
    fail('RUN_BUSY', { run, examinee: answer.examinee, place: answer.place });
  return answer;
}

/** The outputs that a call sees. */
function seenBy({ before }: RunCall, { outputs }: OpenItem): string[] {
  return before.map((other) => outputs.get(other) ?? '');
}

/** What an answer has cost so far. */
interface Payment {
  /** Every reply, also of a conversation that fails. */
  readonly replies: Reply[];
  taken: Taken;
}

async function keptAnswer(
  call: RunCall,
  at: OpenItem,
  conversation: Conversation,
  most: Taken,
  services: CallServices,
  stop: AbortSignal,
  paid: Payment,
): Promise<RunAnswer> {
  const { item, position } = at;
  const { store, run, abort, now } = services;
  const place = services.placeOf(position);
  const { repeat, draw } = call;
  const about = { item: item.id, repeat, ...(draw === undefined ? {} : { draw }) };
  const examinee = noting(call.examinee, paid.replies);
  try {
    const asked = await askConversation(examinee, about, conversation, abort, stop);
    paid.taken = takenBy(asked.replies, most);
    // What other calls see must not depend on whether it was read back from the store.
    const outputs = asked.replies.map(({ output }) => keepable(output));
    const said = { outputs, cut: cutOf(asked.replies) };
    const read = await call.read(item, said, seenBy(call, at), abort);
    paid.taken = { ...paid.taken, dollars: paid.taken.dollars + (read.cost ?? 0) };
    return await kept(call, at, services, conversationAnswer(item, asked, read));
  } catch (error) {
    // An answer that is awaited comes again with those before it, which are paid then.
    if (error instanceof AnswerAwaited) throw error;
    paid.taken = takenInVain(paid.replies, most, error);
    const kept = takenBy(paid.replies, NOTHING).dollars;
    const at = now();
    const source = `${call.id} at ${place}, ${at}`;
    // Kept replies come from the record next time; what failed requests cost is in none of them.
    const charges = [
      { source, at, dollars: kept, tokens: paid.taken.tokens },
      { source: `${NO_REPLY}${source}`, at, dollars: paid.taken.dollars - kept, tokens: 0 },
    ].filter(({ dollars, tokens }) => dollars > 0 || tokens > 0);
    if (charges.length > 0) await store.charge(run, charges);
    throw error;
  }
}

/**
 * The cost of a conversation without an answer. Questions of a case that were answered before come from the cache next time,
 * and cost nothing there.
 */
function takenInVain(replies: readonly Reply[], most: Taken, error: unknown): Taken {
  const taken = takenBy(replies, most);
  if (error instanceof ThetarankError && error.code === 'EXAMINEE_FAILED')
    return { ...taken, dollars: Number(error.details.cost ?? 0) };
  if (error instanceof ThetarankError && error.code === 'EMBEDDING_FAILED')
    return { ...taken, dollars: taken.dollars + Number(error.details.cost ?? 0) };
  return taken;
}

/** What replies have taken; at most where no endpoint counted their tokens. */
function takenBy(replies: readonly Reply[], most: Taken): Taken {
  const dollars = replies.reduce((sum, reply) => sum + reply.cost, 0);
  return { dollars, tokens: tokensOf(replies) ?? most.tokens };
}

/** An examinee whose replies are noted in `paid`, also if their conversation fails. */
function noting(examinee: Examinee, paid: Reply[]): Examinee {
  return {
    name: examinee.name,
    async ask(...question) {
      const reply = await examinee.ask(...question);
      paid.push(reply);
      return reply;
    },
  };
}
