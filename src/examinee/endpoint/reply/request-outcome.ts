import type { FinishReason } from '../../../finish-reason.ts';
import type { ServedModel } from '../../examinee.ts';

export const RETRY_REASONS = [
  'rate-limit',
  'overload',
  'server',
  'busy',
  'network',
  'timeout',
  'cut',
  'given-up',
  'interrupted',
  'garbage',
] as const;

/** 429; 503 and 529; other 5xx; 408, 409 and 425; no connection; too slow; ended early; given up by the endpoint; ended for another request; not an answer at all. */
export type RetryReason = (typeof RETRY_REASONS)[number];

/** Tokens of one answer as the endpoint counts them. */
export interface Usage {
  readonly prompt: number;
  /** Of the prompt, those the endpoint had in a cache of its own. */
  readonly cachedPrompt: number;
  readonly completion: number;
  readonly reasoning: number;
}

/** An answer as it was read from an endpoint. */
export interface Answer {
  readonly output: string;
  readonly thinking: string | null;
  readonly finishReason: FinishReason;
  /** Null if the endpoint does not tell. */
  readonly usage: Usage | null;
  /** Null if the endpoint reports neither a model nor a fingerprint. */
  readonly served: ServedModel | null;
}

/** What came of one request. */
export type RequestOutcome =
  | { readonly kind: 'answer'; readonly answer: Answer }
  /** Worth another request, after `wait` milliseconds where the endpoint says so. */
  | {
      readonly kind: 'retry';
      readonly reason: RetryReason;
      readonly detail: string;
      readonly wait: number | null;
      /** Given if it seems that the address has no such model or server: what to do if none has ever answered. */
      readonly absent?: string;
    }
  /** This question is refused, and would be again. `isTooLong`: it does not fit into the context of the model. */
  | { readonly kind: 'refused'; readonly reason: string; readonly isTooLong?: boolean }
  /** Every question would end so. `isBilled`: an answer was written, though. */
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly todo: string;
      readonly isBilled?: boolean;
    };

/**
 * Whether the endpoint may charge for a request that came to nothing: it was at work when the request was given up, or
 * what it sent is of no use. Where it did not take the request, it does not.
 */
export function mayBeBilled(outcome: RequestOutcome): boolean {
  if (outcome.kind === 'retry')
    return ['timeout', 'cut', 'given-up', 'interrupted', 'garbage'].includes(outcome.reason);
  return outcome.kind === 'failed' && outcome.isBilled === true;
}

export const garbage = (detail: string): Extract<RequestOutcome, { kind: 'retry' }> => ({
  kind: 'retry',
  reason: 'garbage',
  detail,
  wait: null,
});
