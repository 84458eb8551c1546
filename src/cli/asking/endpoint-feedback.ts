import {
  FIELD_WORDS,
  type SettingWords,
} from '../../examinee/endpoint/configuration/setting-words.ts';
import type { RetryReason } from '../../examinee/endpoint/reply/request-outcome.ts';
import { type Clock, type EndpointNotice, SYSTEM_CLOCK } from '../../examinee/services.ts';
import { count, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import { printNote } from '../output/typed-commands.ts';

/** A first answer that takes longer is spoken of, in milliseconds. */
const SILENCE = 3000;
/** How often what is not well is looked at again. */
const TICK = 1000;
/** Without a terminal, the least time between two lines about one cause. */
const REPEAT = 20_000;
/** A cause is shown on a terminal for this long after its last failure, if answers came since. */
const LINGER = 10_000;

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

/** The failures of one model for one reason. */
interface Cause {
  latest: Extract<EndpointNotice, { kind: 'retry' }>;
  times: number;
  at: number;
  /** Failures when they were last written, and when that was. */
  written: { readonly times: number; readonly at: number };
}

/** What is known of the requests of one model. */
interface Asked {
  readonly model: string;
  readonly baseUrl: string;
  readonly timeoutSeconds: number;
  readonly causes: Map<RetryReason, Cause>;
  inFlight: number;
  answers: number;
  /** When anything came, or the first of the requests in flight was sent. */
  since: number;
  answeredAt: number;
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

  const isSilent = ({ answers, inFlight, since }: Asked) =>
    answers === 0 && inFlight > 0 && clock.now() - since >= SILENCE;

  const look = () => {
    if (redraw !== null) return redraw();
    const now = clock.now();
    for (const asked of models.values()) {
      if (isSilent(asked) && now - asked.silenceWrittenAt >= REPEAT) {
        asked.silenceWrittenAt = now;
        write(silenceText(asked, now, wordsOf(asked.model)));
      }
      for (const cause of asked.causes.values()) {
        const { times, at } = cause.written;
        if (cause.times === times || now - at < REPEAT) continue;
        cause.written = { times: cause.times, at: now };
        write(causeText(asked, cause));
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

  const askedOf = ({ examinee, baseUrl }: EndpointNotice, timeoutSeconds: number): Asked => {
    const never = Number.NEGATIVE_INFINITY;
    const made = {
      ...{ model: examinee, baseUrl, timeoutSeconds, causes: new Map(), inFlight: 0, answers: 0 },
      ...{ since: clock.now(), answeredAt: never, silenceWrittenAt: never },
    };
    models.set(examinee, made);
    return made;
  };

  return {
    onNotice(notice) {
      // Its sleep ends with an error where it is stopped.
      if (!isTicking) tick().catch(() => {});
      const now = clock.now();
      const timeout = notice.kind === 'sent' ? notice.timeoutSeconds : 0;
      const asked = models.get(notice.examinee) ?? askedOf(notice, timeout);
      if (notice.kind === 'sent') {
        if (asked.inFlight++ === 0) asked.since = now;
        return;
      }
      asked.since = now;
      if (notice.kind === 'over') {
        asked.inFlight--;
        if (!notice.isAnswered) return;
        asked.answers++;
        asked.answeredAt = now;
        return;
      }
      const known = asked.causes.get(notice.reason);
      const times = (known?.times ?? 0) + 1;
      const written = known?.written ?? { times: 0, at: Number.NEGATIVE_INFINITY };
      asked.causes.set(notice.reason, { latest: notice, times, at: now, written });
      look();
    },
    lines() {
      const now = clock.now();
      return [...models.values()].flatMap((asked) => [
        ...(isSilent(asked) ? [silenceText(asked, now, wordsOf(asked.model))] : []),
        ...[...asked.causes.values()]
          .filter(({ at }) => asked.answeredAt < at || now - at < LINGER)
          .map((cause) => causeText(asked, cause)),
      ]);
    },
    showBy(draw) {
      redraw = draw;
    },
    stop: () => end.abort(),
  };
}

function silenceText(
  { model, baseUrl, inFlight, since, timeoutSeconds }: Asked,
  now: number,
  words: SettingWords,
): string {
  const wait = inFlight === 1 ? 'waits' : 'wait';
  return `${plainText(model)}: ${plural(inFlight, 'request')} ${wait} for the first answer (${seconds(now - since)} so far, up to ${count(timeoutSeconds)} s; to give up sooner, lower ${words.timeoutSeconds}) of ${baseUrl}.`;
}

/** So many failures of one kind are no chance: what to do is said, even if answers come. */
const OFTEN = 4;

/** What happens next goes first: narrow terminals cut the end off. */
function causeText({ model, answers }: Asked, { latest, times }: Cause): string {
  const { detail, todo, retry, of, wait } = latest;
  const some = answers === 0 ? ', no answer yet' : '';
  const often = times === 1 ? '' : ` (${count(times)} failures so far${some})`;
  return `${plainText(model)}: retry ${retry} of ${of} in ${seconds(wait)}${often}: ${plainText(detail).replace(/\.$/, '')}.${answers === 0 || times >= OFTEN ? ` ${todo}` : ''}`;
}

function seconds(milliseconds: number): string {
  return `${count(Math.ceil(milliseconds / 1000))} s`;
}
