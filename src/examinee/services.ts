import type { ChatMessage } from '../prompt/message.ts';
import type { TooLong } from '../scoring/absent.ts';
import type { SettingWords } from './endpoint/configuration/setting-words.ts';
import type { RetryReason } from './endpoint/reply/request-outcome.ts';
import type { ReplyCache } from './examinee.ts';
import type { EndpointGate } from './gate/endpoint-gate.ts';

/** A clock that is passed in, so that waits can be tested without waiting. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `milliseconds`, or rejects as soon as the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** What happened to a question. Never a key; the text of questions and outputs only in `text`, if that was asked for. */
export interface ExamineeEvent {
  readonly event: 'answered' | 'cached' | 'retry' | 'refused' | 'failed' | 'cache-failed';
  readonly examinee: string;
  readonly item: string;
  readonly repeat: number;
  /** Requests so far. */
  readonly attempts: number;
  /** Why, in a few fixed words, such as `rate-limit`. */
  readonly reason?: string;
  /** Milliseconds until the next request. */
  readonly wait?: number;
  readonly text?: { readonly messages: readonly ChatMessage[]; readonly output: string };
}

/**
 * What becomes of a request: `sent`; `over`, with an answer or without one; and `retry`, if another request follows.
 * Endpoints' words are short, and without keys and questions.
 */
export type RequestNotice =
  | {
      readonly kind: 'sent';
      /** How long its answer is waited for. */
      readonly timeoutSeconds: number;
    }
  | { readonly kind: 'over'; readonly isAnswered: boolean }
  | {
      readonly kind: 'retry';
      readonly reason: RetryReason;
      readonly detail: string;
      /** What a person can do about it. */
      readonly todo: string;
      /** Which retry follows, from 1, of how many at most, after this number of milliseconds. */
      readonly retry: number;
      readonly of: number;
      readonly wait: number;
    };

/** The same with the model and its address, for whoever tells a person while it lasts. */
export type EndpointNotice = RequestNotice & {
  readonly examinee: string;
  readonly baseUrl: string;
};

/** What an examinee behind an endpoint needs from outside. */
export interface EndpointServices extends Clock {
  /** Where keys are found. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Root of the streams that spread waits, one for each question and repeat. */
  readonly seed: string;
  readonly cache: ReplyCache | null;
  /** Shared by all examinees of one endpoint: `endpointGates`. */
  readonly gate: EndpointGate;
  readonly log: (event: ExamineeEvent) => void;
  /** Is told at once what becomes of requests. */
  readonly notice?: (notice: EndpointNotice) => void;
  /** How hints call the settings of the model; by the fields of its configuration if left out. */
  readonly words?: SettingWords;
  /**
   * True where answers of the model are known already, such as those of a run that is resumed: where all questions are
   * refused, the configuration is then not what is suspected.
   */
  readonly hasAnswered?: boolean;
  /** What becomes of a question that is longer than the context of the model: it fails as `missing`, or is refused, by default. */
  readonly tooLong?: TooLong;
  /** True puts the text of questions and outputs into events. */
  readonly logsText?: boolean;
}

/** The longest a timer of Node can wait: 24.8 days. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The time of this machine, which may be set forward and back. A sleep that is ended costs no error of its own, as one of node:timers/promises does. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
        Math.min(milliseconds, LONGEST_TIMER),
      );
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

/**
 * The time of this machine as it was when the process began, and what has passed since: it never jumps, so pauses and limits of a
 * process that runs for months last as long as they should.
 */
export const STEADY_CLOCK: Clock = {
  ...SYSTEM_CLOCK,
  now: () => performance.timeOrigin + performance.now(),
};
