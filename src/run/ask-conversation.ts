import type { Item } from '../../item-bank/items/item.ts';
import type { Examinee, Question, Reply } from '../examinee/examinee.ts';
import { failAfter } from '../examinee/fail-after.ts';
import { type Cut, type FinishReason, isCutAt } from '../finish-reason.ts';
import type { Conversation } from '../prompt/conversation.ts';
import { TOO_LONG_WRONG } from '../scoring/absent.ts';
import type { OutputScore } from '../scoring/score-output.ts';
import type { RunAnswer } from './run-record.ts';

/** The record of an answered item, without its examinee, its place and its time. */
export type ItemAnswer = Omit<RunAnswer, 'examinee' | 'place' | 'at'>;

/** What came of a conversation. */
export interface ConversationReplies {
  /** Of the first prompt. */
  readonly version: string;
  /** One per question asked; fewer than turns if one was refused or no more were needed. */
  readonly replies: readonly Reply[];
}

/** The answer read from a conversation, and its kept text. */
export type ReadAnswer = Pick<OutputScore, 'extracted' | 'rule' | 'reason' | 'score'> & {
  readonly output: string;
  /** What scoring it has cost besides, in dollars; nothing by default. */
  readonly cost?: number;
};

/**
 * Asks the questions of a conversation one after another, until it is over or the endpoint refuses one for good.
 * @throws EXAMINEE_FAILED, with the cost of the questions before it as well
 */
export async function askConversation(
  examinee: Examinee,
  about: Pick<Question, 'item' | 'repeat' | 'draw'>,
  conversation: Conversation,
  signal?: AbortSignal,
  hold?: AbortSignal,
): Promise<ConversationReplies> {
  const replies: Reply[] = [];
  const outputs: string[] = [];
  const first = conversation.next([]);
  for (let prompt = first; ; prompt = conversation.next(outputs)) {
    const { messages, continuations, choices } = prompt;
    const asked = {
      ...about,
      messages,
      ...(continuations === undefined ? {} : { continuations }),
      ...(choices === undefined ? {} : { choices }),
    };
    const reply = await examinee
      .ask(asked, signal, hold)
      .catch((error) => failAfter(sum(replies, 'cost'), error));
    replies.push(reply);
    outputs.push(reply.output);
    if (
      reply.refused !== null ||
      replies.length === conversation.turns ||
      conversation.isOver?.(outputs) === true
    )
      return { version: first.version, replies };
  }
}

/** The record of a conversation about an item. */
export function conversationAnswer(
  item: Item,
  { version, replies }: ConversationReplies,
  { output, extracted, rule, reason, score, cost = 0 }: ReadAnswer,
): ItemAnswer {
  const thoughts = replies.flatMap(({ thinking }) => thinking ?? []);
  const tokens = replies.map((reply) => reply.tokens);
  return {
    item: item.id,
    itemHash: item.hash,
    prompt: version,
    output,
    thinking: thoughts.length === 0 ? null : thoughts.join('\n\n'),
    extracted,
    rule,
    reason: extracted === null ? (endpointReason(replies) ?? reason) : reason,
    score,
    finishReason: worstFinish(replies),
    tokens: {
      prompt: sum(tokens, 'prompt'),
      completion: sum(tokens, 'completion'),
      reasoning: sum(tokens, 'reasoning'),
    },
    cost: sum(replies, 'cost') + cost,
    latency: sum(replies, 'latency'),
    attempts: sum(replies, 'attempts'),
    cached: replies.every(({ cached }) => cached),
    refused: replies.find(({ refused }) => refused !== null)?.refused ?? null,
    ...originOf(replies),
  };
}

/** Why there is no answer, where the endpoint says it: a question that is too long, or a filter that held the answer back. */
function endpointReason(replies: readonly Reply[]): string | null {
  if (replies.some(({ isTooLong }) => isTooLong)) return TOO_LONG_WRONG;
  return worstFinish(replies) === 'content_filter' ? 'refusal' : null;
}

function sum<K extends string>(of: readonly Readonly<Record<K, number>>[], key: K): number {
  return of.reduce((total, one) => total + one[key], 0);
}

/** The model of the last reply that names one, and the time of the oldest reply that is reused. */
function originOf(replies: readonly Reply[]): Pick<Reply, 'served' | 'reusedFrom'> {
  const served = replies.findLast((reply) => reply.served !== undefined)?.served;
  const [oldest] = replies.flatMap(({ reusedFrom }) => reusedFrom ?? []).sort();
  return {
    ...(served === undefined ? {} : { served }),
    ...(oldest === undefined ? {} : { reusedFrom: oldest }),
  };
}

/** By reply, whether it ended at the limit of tokens. */
export function cutOf(replies: readonly Reply[]): Cut[] {
  return replies.map(({ finishReason }) => isCutAt(finishReason));
}

/** The first reason of a conversation that is not its natural end. */
function worstFinish(replies: readonly Reply[]): FinishReason {
  return replies.find(({ finishReason }) => finishReason !== 'stop')?.finishReason ?? 'stop';
}
