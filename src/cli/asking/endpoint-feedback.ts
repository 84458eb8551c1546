import {
  FIELD_WORDS,
  type SettingWords,
} from '../../examinee/endpoint/configuration/setting-words.ts';
import type { RetryReason } from '../../examinee/endpoint/reply/request-outcome.ts';
import {
  failureText,
  type RequestFailure,
  RequestTroubles,
  silenceText,
} from '../../examinee/endpoint/request-troubles.ts';
import { type Clock, type EndpointNotice, SYSTEM_CLOCK } from '../../examinee/services.ts';
import { plainText } from '../../plain-text.ts';
import { printNote } from '../output/typed-commands.ts';

/** How often what is not well is looked at again, in milliseconds. */
const TICK = 1000;
/** Without a terminal, the least time between two lines about one cause. */
const REPEAT = 20_000;

/** Says what goes wrong at endpoints while it lasts: a line per model and cause, with what happens next. */
export interface EndpointFeedback {
  /** To be called with all notices of all models. */
  readonly onNotice: (notice: EndpointNotice) => void;
  /** What is not well now, a line per model and cause. */
  lines(): string[];
  /**
   * From now on lines are shown by a progress that is rewritten, which is called when they may have changed; by default they
   * are written one after another, at most every 20 seconds per cause.
   */
  showBy(redraw: () => void): void;
  stop(): void;
}

/** What is known of the requests of one model, and which of it was written. */
interface Asked {
  readonly model: string;
  readonly baseUrl: string;
  readonly troubles: RequestTroubles;
  /** Failures when they were last written, and when that was. */
  readonly written: Map<RetryReason, { readonly times: number; readonly at: number }>;
  silenceWrittenAt: number;
}

/** @param wordsOf how hints call the settings of a model @param write one line */
export function endpointFeedback(
  wordsOf: (model: string) => SettingWords = () => FIELD_WORDS,
  clock: Clock = SYSTEM_CLOCK,
  write: (line: string) => void = printNote,
): EndpointFeedback {
  const models = new Map<string, Asked>();
  const end = new AbortController();
  let redraw: (() => void) | null = null;
  let isTicking = false;

  const silenceLines = ({ model, baseUrl, troubles }: Asked): string[] => {
    const silence = troubles.silence();
    if (silence === null) return [];
    const text = silenceText(silence, wordsOf(model), clock.now() - silence.since);
    return [`${plainText(model)}: ${text} of ${baseUrl}.`];
  };

  const look = () => {
    if (redraw !== null) return redraw();
    const now = clock.now();
    for (const asked of models.values()) {
      if (now - asked.silenceWrittenAt >= REPEAT)
        for (const line of silenceLines(asked)) {
          asked.silenceWrittenAt = now;
          write(line);
        }
      const { troubles, written } = asked;
      for (const [reason, failure] of troubles.failures) {
        const { times, at } = written.get(reason) ?? { times: 0, at: Number.NEGATIVE_INFINITY };
        if (failure.times === times || now - at < REPEAT) continue;
        written.set(reason, { times: failure.times, at: now });
        write(failureLine(asked, failure, now));
      }
    }
  };

  const tick = async () => {
    isTicking = true;
    while (!end.signal.aborted) {
      await clock.sleep(TICK, end.signal);
      look();
    }
  };

  const askedOf = ({ examinee, baseUrl }: EndpointNotice): Asked => {
    const troubles = new RequestTroubles(() => clock.now());
    const made = {
      ...{ model: examinee, baseUrl, troubles, written: new Map() },
      silenceWrittenAt: Number.NEGATIVE_INFINITY,
    };
    models.set(examinee, made);
    return made;
  };

  return {
    onNotice(notice) {
      // Its sleep ends with an error where it is stopped.
      if (!isTicking) tick().catch(() => {});
      (models.get(notice.examinee) ?? askedOf(notice)).troubles.note(notice);
      if (notice.kind === 'retry') look();
    },
    lines() {
      return [...models.values()].flatMap((asked) => [
        ...silenceLines(asked),
        ...asked.troubles.current().map((failure) => failureLine(asked, failure, clock.now())),
      ]);
    },
    showBy(draw) {
      redraw = draw;
    },
    stop: () => end.abort(),
  };
}

/** So many failures of one kind are no chance: what to do is said, even if answers come. */
const OFTEN = 4;

function failureLine(
  { model, troubles: { isAnswered } }: Pick<Asked, 'model' | 'troubles'>,
  failure: RequestFailure,
  now: number,
): string {
  const todo = !isAnswered || failure.times >= OFTEN ? ` ${failure.latest.todo}` : '';
  return `${plainText(model)}: ${failureText(failure, isAnswered, now)}${todo}`;
}
