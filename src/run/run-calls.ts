import type { Item } from '../../item-bank/items/item.ts';
import type { ThetarankError } from '../errors.ts';
import type { Examinee } from '../examinee/examinee.ts';
import type { Cut } from '../finish-reason.ts';
import type { Conversation } from '../prompt/conversation.ts';
import type { ReadAnswer } from './ask-conversation.ts';
import { CallLoop } from './call-loop.ts';
import type { KeptCalls } from './kept-calls.ts';
import type { RunBudgets, Taken } from './run-budgets.ts';
import type { ModelOutcome } from './run-models.ts';
import type { RunAnswer, RunStore } from './run-record.ts';

/** What one model is asked about an item, where other calls may have to be answered first. */
export interface RunCall {
  /** Kept as the examinee of its answers. */
  readonly id: string;
  readonly model: string;
  /** The calls whose outputs it sees, by position. */
  readonly before: readonly number[];
  /** Shared by all calls that ask one model in one way. */
  readonly examinee: Examinee;
  /** The `repeat` of its questions. */
  readonly repeat: number;
  /** The `draw` of its questions. */
  readonly draw?: string;
  /** @param seen outputs as they are kept, in the order of `before` */
  conversation(item: Item, seen: readonly string[]): Conversation;
  /** The most that a conversation can take. */
  most(conversation: Conversation): Taken;
  /** The most that scoring an answer to an item can cost besides, in dollars; nothing by default. */
  mostOfScoring?(item: Item): number;
  /** An answer that needs no question, such as the judgement of an empty text; null where it is asked for. */
  given?(item: Item, seen: readonly string[]): ReadAnswer | null;
  /**
   * @param said what the conversation came to, fewer outputs than its turns if it ended early
   * @param seen as above
   * @param signal ends what scores them
   * @throws what scores them may throw
   */
  read(
    item: Item,
    said: Said,
    seen: readonly string[],
    signal: AbortSignal,
  ): ReadAnswer | Promise<ReadAnswer>;
}

/** What was said in a conversation. */
export interface Said {
  /** As they are kept. */
  readonly outputs: readonly string[];
  /** By output, whether it ended at the limit of tokens. */
  readonly cut: readonly Cut[];
}

/** The calls to ask. Calls and items are given by their positions. */
export interface CallWork {
  /** Every call after those it sees. */
  readonly calls: readonly RunCall[];
  readonly items: number;
  /** The calls that an item needs, ascending, with all that they see. */
  needed(item: number): readonly number[];
}

/** What asking calls needs from outside. */
export interface CallServices {
  readonly store: Pick<RunStore, 'append' | 'charge'>;
  readonly run: number;
  /** Kept answers; updated here. */
  readonly kept: KeptCalls;
  itemAt(item: number): Promise<Item>;
  /** The place of an item in the record, from 1. */
  placeOf(item: number): number;
  /** The outputs that missing calls of an item see, of those that are kept: asked for once an item, in their order. */
  outputsOf(item: number): Promise<ReadonlyMap<number, string>>;
  readonly budgets: Pick<RunBudgets, 'reserve' | 'settle' | 'late'>;
  /** Most calls of one model in flight. */
  readonly concurrency: number;
  /** The time, ISO 8601. */
  now(): string;
  /** Ends asking; what is in flight is still kept. */
  readonly stop: AbortSignal;
  /** Ends what is in flight too. */
  readonly abort: AbortSignal;
  onAnswer(call: number, item: number, answer: RunAnswer): void;
  /** A call got no answer, and stays missing. */
  onFailure(call: number, item: number, error: ThetarankError): void;
}

/**
 * Asks every call that is needed and not kept, once: items in their order, a call as soon as all that it sees is kept. An
 * answer counts only when the store has it: after a kill at any time, exactly the answers not kept are asked again. A call
 * whose question gets no answer stays missing, and so do those that see it. A model whose endpoint fails ends alone; the others
 * go on. Anything else that goes wrong ends asking for all of them. Memory does not grow with the number of items: few are open
 * at once, and only these have texts.
 *
 * @returns how each model ended; what is still missing is what `kept` lacks
 * @throws RUN_BUSY if another process answers for the same run; any error of the store
 */
export function runCalls(work: CallWork, services: CallServices): Promise<ModelOutcome[]> {
  return new CallLoop(work, services).run();
}
