import { setImmediate } from 'node:timers/promises';
import type { Item } from '../../../../item-bank/items/item.ts';
import { ThetarankError } from '../../../errors.ts';
import { AnswerAwaited } from '../../../examinee/batch/answer-awaited.ts';
import type { Examinee, Question } from '../../../examinee/examinee.ts';
import type { Conversation } from '../../../prompt/conversation.ts';
import { askConversation } from '../../../run/ask-conversation.ts';
import type { SynthesisJob } from '../synthesis-job.ts';

/** A question that can be asked now: all that it sees is kept. Calls and items go by their positions. */
export interface ReadyRequest {
  readonly call: number;
  readonly item: number;
  readonly question: Question;
  /** The question of its conversation, from 0. */
  readonly turn: number;
  readonly conversation: Conversation;
}

/** What finding them needs from outside. */
export interface ReadyServices {
  itemAt(item: number): Promise<Item>;
  /** As that of `runCalls`. */
  outputsOf(item: number): Promise<ReadonlyMap<number, string>>;
  /** Whether the model of a call has ended. */
  hasEnded(model: string): boolean;
  /** Told once an item that lacks something: how many rounds of batches it still takes at the least. */
  onItem(rounds: number): void;
}

/**
 * The questions that are ready and have no answer, items in their order, calls in that of the plan. Of a conversation about
 * a case it is the first question without one.
 */
export async function* readyRequests(
  {
    plan,
    design,
    calls,
    kept,
    needed,
  }: Pick<SynthesisJob, 'plan' | 'design' | 'calls' | 'kept' | 'needed'>,
  { itemAt, outputsOf, hasEnded, onItem }: ReadyServices,
): AsyncGenerator<ReadyRequest> {
  for (let item = 0; item < design.items; item++) {
    const missing = needed(item).filter((call) => !kept.isKept(call, item));
    if (missing.length === 0) continue;
    const [content, outputs] = await Promise.all([itemAt(item), outputsOf(item)]);
    /** Rounds until each missing call has its answer. */
    const rounds = new Map<number, number>();
    for (const call of missing) {
      const { before, examinee, model, repeat, draw } = calls[call];
      let turns =
        content.type === 'case' && plan.calls[call].stage !== 'debate' ? content.key.length : 1;
      if (before.every((other) => kept.isKept(other, item)) && !hasEnded(model)) {
        const conversation = calls[call].conversation(
          content,
          before.map((other) => outputs.get(other) ?? ''),
        );
        const awaited = await firstAwaited(
          examinee,
          { item: content.id, repeat, ...(draw === undefined ? {} : { draw }) },
          conversation,
        );
        if (awaited !== null) {
          turns = conversation.turns - awaited.turn;
          yield { call, item, conversation, ...awaited };
        }
      }
      const wait = Math.max(0, ...before.map((other) => rounds.get(other) ?? 0));
      rounds.set(call, wait + turns);
    }
    onItem(Math.max(...rounds.values()));
    // All of it may be there at once: an interrupt, and what shows how far it is, have their turn here.
    await setImmediate();
  }
}

/** The first question of a conversation that has no answer; null if none is awaited. */
async function firstAwaited(
  examinee: Examinee,
  about: Pick<Question, 'item' | 'repeat' | 'draw'>,
  conversation: Conversation,
): Promise<{ question: Question; turn: number } | null> {
  let turn = 0;
  const counting: Examinee = {
    name: examinee.name,
    async ask(question) {
      const reply = await examinee.ask(question);
      turn++;
      return reply;
    },
  };
  try {
    await askConversation(counting, about, conversation);
    return null;
  } catch (error) {
    if (error instanceof AnswerAwaited) return { question: error.question, turn };
    if (error instanceof ThetarankError && error.code === 'EXAMINEE_FAILED') return null;
    throw error;
  }
}
