import { count, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { RequestNotice } from '../services.ts';
import type { SettingWords } from './configuration/setting-words.ts';
import type { RetryReason } from './reply/request-outcome.ts';

/** A first answer that takes longer is spoken of, in milliseconds. */
const SILENCE = 3000;
/** A failure is spoken of for this long after it was met last, if answers came since, in milliseconds. */
const LINGER = 10_000;

/** The failures of requests for one reason. */
export interface RequestFailure {
  readonly latest: Extract<RequestNotice, { kind: 'retry' }>;
  /** Failures so far. */
  readonly times: number;
  /** The first one since requests last went well, and the latest one, in milliseconds since 1970. */
  readonly since: number;
  readonly at: number;
}

/** Requests that wait for the first answer of all. */
export interface RequestSilence {
  readonly inFlight: number;
  readonly timeoutSeconds: number;
  /** When anything came, or the first of the requests in flight was sent, in milliseconds since 1970. */
  readonly since: number;
}

/** What goes wrong with the requests to one model, while it lasts. */
export class RequestTroubles {
  readonly #now: () => number;
  readonly #failures = new Map<RetryReason, RequestFailure>();
  #timeoutSeconds = 0;
  #inFlight = 0;
  #answers = 0;
  #since: number;
  #answeredAt = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
    this.#since = now();
  }

  get isAnswered(): boolean {
    return this.#answers > 0;
  }

  /** The failures for all reasons that were ever met. */
  get failures(): ReadonlyMap<RetryReason, RequestFailure> {
    return this.#failures;
  }

  note(notice: RequestNotice): void {
    const now = this.#now();
    if (notice.kind === 'sent') {
      this.#timeoutSeconds = notice.timeoutSeconds;
      if (this.#inFlight++ === 0) this.#since = now;
      return;
    }
    this.#since = now;
    if (notice.kind === 'over') {
      this.#inFlight--;
      if (!notice.isAnswered) return;
      this.#answers++;
      this.#answeredAt = now;
      return;
    }
    const known = this.#failures.get(notice.reason);
    this.#failures.set(notice.reason, {
      latest: notice,
      times: (known?.times ?? 0) + 1,
      since: known !== undefined && this.#lasts(known) ? known.since : now,
      at: now,
    });
  }

  /** The failures that last. */
  current(): RequestFailure[] {
    return [...this.#failures.values()].filter((failure) => this.#lasts(failure));
  }

  /** Null if an answer came, or the first one is not late yet. */
  silence(): RequestSilence | null {
    const [inFlight, since, timeoutSeconds] = [this.#inFlight, this.#since, this.#timeoutSeconds];
    return !this.isAnswered && inFlight > 0 && this.#now() - since >= SILENCE
      ? { inFlight, since, timeoutSeconds }
      : null;
  }

  #lasts({ at }: RequestFailure): boolean {
    return this.#answeredAt < at || this.#now() - at < LINGER;
  }
}

/** Milliseconds until the next request after a failure; 0 if it was sent. @param now milliseconds since 1970 */
export function retryIn({ latest, at }: RequestFailure, now: number): number {
  return Math.max(0, at + latest.wait - now);
}

/**
 * Which retry follows when, and what happened. What happens next goes first: narrow terminals cut the end off.
 * @param now milliseconds since 1970; null where it is said elsewhere when the retry follows
 */
export function failureText(
  failure: RequestFailure,
  isAnswered: boolean,
  now: number | null,
): string {
  const { latest, times } = failure;
  const { detail, retry, of } = latest;
  const left = now === null ? null : retryIn(failure, now);
  const next = left === null ? '' : left === 0 ? ' now' : ` in ${secondsText(left)}`;
  const some = isAnswered ? '' : ', no answer yet';
  const often = times === 1 ? '' : ` (${count(times)} failures so far${some})`;
  return `retry ${retry} of ${of}${next}${often}: ${plainText(detail).replace(/\.$/, '')}.`;
}

/** How many requests wait, and for how long at most. @param passed milliseconds so far; null where that is said elsewhere */
export function silenceText(
  { inFlight, timeoutSeconds }: RequestSilence,
  words: SettingWords,
  passed: number | null,
): string {
  const soFar = passed === null ? '' : `${secondsText(passed)} so far, `;
  return `${plural(inFlight, 'request')} ${inFlight === 1 ? 'waits' : 'wait'} for the first answer (${soFar}up to ${count(timeoutSeconds)} s; to give up sooner, lower ${words.timeoutSeconds})`;
}

function secondsText(milliseconds: number): string {
  return `${count(Math.ceil(milliseconds / 1000))} s`;
}
