import { RETRY_REASONS, type RetryReason } from './request-outcome.ts';

/** What happened since an examinee was made. Numbers of questions, where nothing else is said. */
export interface EndpointCounts {
  asked: number;
  /** Replies from the endpoint and from the cache; `refused` are replies as well. */
  answered: number;
  cached: number;
  /** Requests that were sent. */
  requests: number;
  /** Requests that were worth another one, by reason, whether there was another one or not. */
  readonly retries: Record<RetryReason, number>;
  refused: number;
  /** Ended at the limit of tokens, by a content filter. */
  truncated: number;
  filtered: number;
  /** Answers without any text. */
  empty: number;
  /** Answers whose tokens the endpoint did not count: they stand as 0, at the most they can have cost. */
  usageUnknown: number;
  /** Ended in EXAMINEE_FAILED. */
  failed: number;
  /** Reads and writes of the cache that failed. The answer is kept all the same. */
  cacheFailed: number;
  /** Tokens of the answers of the endpoint; dollars of all requests, with what those that came to nothing may have cost. */
  promptTokens: number;
  completionTokens: number;
  cost: number;
  /** Those of them for requests that came to nothing, at the most that they may have cost. */
  lostCost: number;
}

export function noCounts(): EndpointCounts {
  return {
    asked: 0,
    answered: 0,
    cached: 0,
    requests: 0,
    retries: Object.fromEntries(RETRY_REASONS.map((reason) => [reason, 0])) as Record<
      RetryReason,
      number
    >,
    refused: 0,
    truncated: 0,
    filtered: 0,
    empty: 0,
    usageUnknown: 0,
    failed: 0,
    cacheFailed: 0,
    promptTokens: 0,
    completionTokens: 0,
    cost: 0,
    lostCost: 0,
  };
}
