import type { ChatMessage } from '../prompt/message.ts';
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
  /**
   * True where answers of the model are known already, such as those of a run that is resumed: where all questions are
   * refused, the configuration is then not what is suspected.
   */
  readonly hasAnswered?: boolean;
  /** True puts the text of questions and outputs into events. */
  readonly logsText?: boolean;
}

/** The longest a timer of Node can wait: 24.8 days. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The time of this machine. A sleep that is ended costs no error of its own, as one of node:timers/promises does. */
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
