import { NO_LIKELIHOODS } from '../reply/read-likelihood-reply.ts';
import type { RequestOutcome } from '../reply/request-outcome.ts';

/** Servers name the fields that they do not have: llama-server says "Only no echo is supported". */
const FIELD = /\becho\b|logprobs/i;
/** No such path: a server for chats alone, or an unknown model. */
const NO_PATH = /^HTTP (?:404|405|501)\b/;

/** What a failed request for log-likelihoods means: a server that cannot answer it is not asked again. */
export function likelihoodFailure(outcome: RequestOutcome): RequestOutcome {
  if (outcome.kind === 'answer' || outcome.kind === 'refused') return outcome;
  const reason = outcome.kind === 'retry' ? outcome.detail : outcome.reason;
  if (FIELD.test(reason)) return { kind: 'failed', reason, todo: NO_LIKELIHOODS };
  if (outcome.kind === 'failed' && NO_PATH.test(reason))
    return { ...outcome, todo: `${outcome.todo} ${NO_LIKELIHOODS}` };
  return outcome;
}
