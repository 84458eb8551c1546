import type { FinishReason } from '../finish-reason.ts';
import type { ChatMessage } from '../prompt/message.ts';

/** One question to an examinee: what a model is sent, or what recorded and simulated examinees look up. */
export interface Question {
  /** The id of the item. */
  readonly item: string;
  readonly messages: readonly ChatMessage[];
  /**
   * Texts that may follow the messages: the examinee is asked how likely each one is, and writes nothing. The output of the reply is
   * then a `LikelihoodOutput`. Absent if an answer is to be written.
   */
  readonly continuations?: readonly string[];
  /**
   * The only texts that the field `label` of the reply, a JSON object, may have. Endpoints that know `response_format` write no other; the
   * rest are asked without it. Absent if the reply is free.
   */
  readonly choices?: readonly string[];
  /** True if the embedding of the message is asked for, of which there is one: `readEmbedding` reads the output of the reply. */
  readonly embeds?: true;
  /** Tells repeats of the same question apart, from 0: each is asked again and has a place of its own in a cache. */
  readonly repeat: number;
  /**
   * Tells questions apart that may happen to have the same words, such as criticisms of two answers that are one text: each is
   * a draw of its own. Absent if the same words may share a reply.
   */
  readonly draw?: string;
}

export interface TokenCounts {
  readonly prompt: number;
  /** Of the answer, thinking included. */
  readonly completion: number;
  /** Of the thinking, where the endpoint tells. */
  readonly reasoning: number;
}

/** What an endpoint reports about the model that wrote a reply; null where it reports nothing. */
export interface ServedModel {
  /** The field `model` of the reply. */
  readonly model: string | null;
  /** The field `system_fingerprint`. */
  readonly fingerprint: string | null;
}

/** What came back. An empty output is a reply as well. */
export interface Reply {
  readonly output: string;
  /** What the endpoint returned apart as thinking; null if it did not. A block within the output stays there. */
  readonly thinking: string | null;
  readonly finishReason: FinishReason;
  readonly tokens: TokenCounts;
  /**
   * In dollars by the price table of the configuration; 0 if there is none. A cached reply costs nothing. It includes the
   * greatest possible cost of earlier requests that may be charged for (too late, cut, no answer), and of a reply whose tokens
   * the endpoint did not count.
   */
  readonly cost: number;
  /** From the request that succeeded to its end, in milliseconds. */
  readonly latency: number;
  /** Requests it took, from 1; 0 from a cache. */
  readonly attempts: number;
  readonly cached: boolean;
  /** Why the endpoint refused this question for good, such as a context that is too long; else null. */
  readonly refused: string | null;
  /** Present if it was refused because it is longer than the context of the model. */
  readonly isTooLong?: true;
  /** Absent if the endpoint reports neither, or if no endpoint was asked. */
  readonly served?: ServedModel;
  /** When an earlier run was given this reply, ISO 8601. Absent unless the reply is reused. */
  readonly reusedFrom?: string;
}

/** An examinee: a model behind an endpoint, recorded answers, or a simulation. */
export interface Examinee {
  readonly name: string;
  /**
   * Asks, and answers once. Safe to call concurrently; how many questions are in flight is held within its limits.
   * @param signal ends everything
   * @param hold ends waiting, for a place among those in flight or for a retry, and not what is in flight
   * @throws EXAMINEE_FAILED if no reply is to be had: retries used up, key refused, model unknown; with the `cost` of
   *   what may be charged for, in dollars
   */
  ask(question: Question, signal?: AbortSignal, hold?: AbortSignal): Promise<Reply>;
}

/** Replies that were paid for, by everything that matters for them. */
export interface ReplyCache {
  get(key: string): Promise<Reply | undefined>;
  put(key: string, reply: Reply): Promise<void>;
}
