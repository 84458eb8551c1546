import type { SettingWords } from '../configuration/setting-words.ts';
import type { RequestOutcome, RetryReason } from '../reply/request-outcome.ts';
import { contextLimit, fits } from './context-limit.ts';
import { errorKind } from './error-kind.ts';
import { imageError } from './image-error.ts';

/** What an endpoint says about an error, as far as it does. */
export interface EndpointError {
  /** 0: it came with a status of success. */
  readonly status: number;
  readonly message: string;
  readonly code: string | null;
  readonly param: string | null;
  /** All that it says, names of errors and messages, without the question; to tell what it is about. */
  readonly said: string;
  /** Whether the question has pictures. */
  readonly hasImages: boolean;
  /** In milliseconds, where the endpoint asks for it. */
  readonly wait: number | null;
  /** The host a redirect leads to. */
  readonly location: string | null;
}

/** What an error that came with a status of success is called. */
export const NO_STATUS = 'an error instead of an answer';

/** Of a server that expects TLS: nginx, Go. */
const TO_TLS = /HTTP request (?:was sent )?to (?:an )?HTTPS/i;

const PAY = 'Add credit at the provider, or use another API key.';
/** Statuses that servers refuse pictures with; llama.cpp uses 500, OpenRouter 404. */
const IMAGE_STATUSES: readonly number[] = [400, 404, 413, 415, 422, 500, 501];
const NO_IMAGES =
  'The question has pictures and the model takes none: use a model that reads pictures, or leave out items with pictures (tag or status).';
const HAS_IMAGES = 'The question has pictures: check that the model reads pictures.';
const ASK_ACCESS = 'Ask the provider for access to the model, or use another API key.';

/**
 * The outcome for the status of a response without an answer. Only errors about this question refuse it, because a refused
 * question counts as not answered for good. All other errors can be fixed once for all questions.
 * @param words for settings in hints
 */
export function statusOutcome(error: EndpointError, words: SettingWords): RequestOutcome {
  const { status, code, message, param } = error;
  const kind = errorKind(error);
  const reason = `${status === 0 ? NO_STATUS : `HTTP ${status}`}${code === null ? '' : `, ${code}`}${message === '' ? '' : `: ${message}`}`;
  const retry = (why: RetryReason): RequestOutcome => ({
    kind: 'retry',
    reason: why,
    detail: reason,
    wait: error.wait,
  });
  const checkKey = `Check the API key, and that ${words.keyVariable} names the environment variable that holds it.`;
  const failed = (todo: string): RequestOutcome => ({ kind: 'failed', reason, todo });
  if (status >= 300 && status < 400)
    return {
      kind: 'failed',
      reason: `HTTP ${status}: a redirect to ${error.location ?? 'nowhere'}`,
      todo: 'Redirects are not followed, because the API key would be sent along. If you trust the address it leads to, use that address.',
    };
  const image = error.hasImages && IMAGE_STATUSES.includes(status) ? imageError(error.said) : null;
  if (image === 'bad-image') return { kind: 'refused', reason };
  if (image === 'no-images') return failed(NO_IMAGES);
  const context = status < 500 ? contextLimit(error.said) : null;
  if (context !== null && !fits(context)) return { kind: 'refused', reason, isTooLong: true };
  // The question fits: it is the answer that may be too long.
  if (context !== null)
    return failed(
      `Lower ${words.maxTokens}: the model has room for ${context.limit} tokens, this question takes ${context.question} of them, and ${context.answer} were asked for besides.`,
    );
  switch (status) {
    case 0:
    case 400:
    case 403:
    case 413:
    case 422:
      if (TO_TLS.test(error.said))
        return failed('Write https:// instead of http:// in the address.');
      if (kind === 'content') return { kind: 'refused', reason };
      if (kind === 'context') return { kind: 'refused', reason, isTooLong: true };
      if (kind === 'credit') return failed(PAY);
      if (kind === 'key') return failed(checkKey);
      if (kind === 'permission' || status === 403) return failed(ASK_ACCESS);
      if (kind === 'setting')
        return failed(`Change ${param ?? 'the setting named there'} in ${words.all}.`);
      return status === 413
        ? { kind: 'refused', reason }
        : failed(
            `Check the name of the model, ${words.sampling}, ${words.extraBody} and ${words.extraHeaders}.${error.hasImages ? ` ${HAS_IMAGES}` : ''}`,
          );
    case 401:
      return failed(kind === 'credit' ? PAY : checkKey);
    case 402:
      return failed(PAY);
    case 404:
      if (kind === 'credit') return failed(PAY);
      return failed(
        kind === 'key'
          ? checkKey
          : 'Check the name of the model, and that the address ends as the provider documents it, usually in /v1.',
      );
    case 429:
      if (kind === 'credit') return failed(PAY);
      return kind === 'key' ? failed(checkKey) : retry('rate-limit');
    case 408:
    case 409:
    case 425:
      return retry('busy');
    case 503:
    case 529:
      return retry('overload');
    default:
      return status >= 500 ? retry('server') : failed(`Check the address and ${words.all}.`);
  }
}

/** What to do where requests were used up and the model has never answered. */
export function withoutAnswer(reason: RetryReason, words: SettingWords): string {
  switch (reason) {
    case 'overload':
    case 'server':
    case 'busy':
      return 'Look at the log of the server, and check that it has loaded the model.';
    default:
      return afterRetries(reason, words);
  }
}

/** What to do where requests were used up. @param words for settings in hints */
export function afterRetries(reason: RetryReason, words: SettingWords): string {
  const { concurrency, retries } = words;
  switch (reason) {
    case 'rate-limit':
      return `Lower ${words.requestsPerMinute}, ${words.tokensPerMinute} or ${concurrency}, or raise ${retries}.`;
    case 'overload':
    case 'server':
    case 'busy':
      return `Try again later, lower ${concurrency}, or raise ${retries}.`;
    case 'network':
      return 'Check that the endpoint is running, its address and the network.';
    case 'timeout':
      return `Raise ${words.timeoutSeconds}, or lower ${words.maxTokens} or ${concurrency}.`;
    case 'cut':
      return 'Find out what closes the connection, such as the time limit of a proxy.';
    case 'given-up':
      return 'Look for the question in the log of the endpoint.';
    case 'interrupted':
      return `Lower ${concurrency} to 1: the server answers one request at a time.`;
    case 'garbage':
      return 'Check that the address is that of an OpenAI-compatible endpoint.';
  }
}
