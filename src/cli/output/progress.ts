import { SingleBar } from 'cli-progress';
import { plainText } from '../../plain-text.ts';
import {
  type ConvergenceProgress,
  type Progress,
  secondsLeft,
  type TotalBound,
} from '../../workflow/progress.ts';
import { durationText } from './duration-text.ts';
import { isProgressRead, progressLines } from './progress-lines.ts';

const BOUND_WORDS: Readonly<Record<TotalBound, string>> = {
  exact: '',
  most: 'at most ',
  about: 'about ',
};

/** Where standard error is no terminal, a line is due after this share of the work, or this many milliseconds. */
export const LINE_SHARE = 0.1;
export const LINE_MS = 15_000;

/**
 * A bar with the time left on standard error; where that is no terminal, a line every 10% or 15 seconds; where a program
 * reads it, lines of JSON.
 */
export function progressBar(now: () => number = () => performance.now()): Progress {
  return isProgressRead() ? readProgress(now) : shownProgress(now);
}

function readProgress(now: () => number): Progress {
  const write = progressLines(now);
  let [doing, total, done, kept, started] = ['', 0, 0, 0, 0];
  const say = (always = false) => {
    const left = secondsLeft(done - kept, total - kept, now() - started);
    write({ done, total, doing, secondsLeft: left }, always || done === total);
  };
  return {
    start(steps, first) {
      [doing, total, done, kept, started] = [first, steps, 0, 0, now()];
      say(true);
    },
    expect(steps) {
      total = Math.max(steps, done);
    },
    advance(next = doing, wasKept = false) {
      doing = next;
      done++;
      if (wasKept && ++kept === done) started = now();
      say();
    },
    stop() {},
  };
}

function shownProgress(now: () => number): Progress {
  const isTerminal = process.stderr.isTTY === true;
  let bar: SingleBar | undefined;
  let doing = '';
  let total = 0;
  let bound: TotalBound = 'exact';
  let done = 0;
  let kept = 0;
  let started = 0;
  let last = { share: 0, at: 0 };
  const left = () => {
    const time = timeLeft(done - kept, total - kept, now() - started);
    return time === '' ? '' : `${BOUND_WORDS[bound]}${time} left`;
  };
  const line = (isFirst = false) => {
    const share = total === 0 ? 1 : done / total;
    const isDue =
      isFirst ||
      done === total ||
      share - last.share >= LINE_SHARE - 1e-9 ||
      now() - last.at >= LINE_MS;
    if (!isDue) return;
    last = { share, at: now() };
    const time = done < total && left() !== '' ? `, ${left()}` : '';
    const of = `${done} of ${BOUND_WORDS[bound]}${total}`;
    // A share of the most that it can take would be read as a share of the whole.
    const how = bound === 'most' ? of : `${Math.floor(100 * share)}% (${of})`;
    process.stderr.write(`${how}${time}: ${doing}\n`);
  };
  return {
    start(steps, first, known = 'exact') {
      [doing, total, bound, done, kept, started] = [plainText(first), steps, known, 0, 0, now()];
      last = { share: 0, at: started };
      if (!isTerminal) {
        line(true);
        return;
      }
      bar = new SingleBar({
        format: '{bar} {percentage}%  {value}/{total}  {left}{doing}',
        stream: process.stderr,
        hideCursor: true,
        clearOnComplete: true,
      });
      bar.start(total, 0, { doing, left: '' });
    },
    expect(steps, known) {
      [total, bound] = [Math.max(steps, done), known];
      bar?.setTotal(total);
    },
    advance(next = doing, wasKept = false) {
      doing = plainText(next);
      done++;
      if (wasKept) {
        kept++;
        // The clock of the others begins where those that were kept end.
        if (kept === done) started = now();
      }
      if (!isTerminal) line();
      else bar?.increment(1, { doing, left: left() === '' ? '' : `${left()}  ` });
    },
    stop() {
      bar?.stop();
      bar = undefined;
    },
  };
}

/** The time left at the pace so far, such as `1m20s`; empty while there is too little to tell it from. */
export function timeLeft(done: number, total: number, elapsed: number): string {
  const seconds = secondsLeft(done, total, elapsed);
  return seconds === null ? '' : durationText(seconds);
}

/** Rounds without a smaller change than before that say nothing. */
const STILL = 10;

/**
 * A line on standard error that is written again each round: round, log-posterior, largest change, time left at the
 * pace by which the logarithm of the change has been falling. Where that is no terminal, one every few seconds.
 */
export function convergenceProgress(
  now: () => number = () => performance.now(),
): ConvergenceProgress {
  const isTerminal = process.stderr.isTTY && !isProgressRead();
  const started = now();
  const write = isProgressRead() ? progressLines(now) : null;
  let shown = started;
  let done = 0;
  let first: { at: number; log: number } | null = null;
  let least = { log: Number.POSITIVE_INFINITY, round: 0 };
  const show = (line: string, left: number | null) => {
    if (write !== null) return write({ done, total: null, doing: line, secondsLeft: left });
    const wait = isTerminal ? 100 : 5000;
    if (now() - shown < wait) return;
    shown = now();
    process.stderr.write(isTerminal ? `\r\x1b[2K${line}` : `${line}\n`);
  };
  return {
    round({ iteration, change, logPosterior }, tolerance, maxIterations) {
      const log = Math.log(change);
      if (first === null && Number.isFinite(log)) first = { at: now(), log };
      if (log < least.log) least = { log, round: iteration };
      // A change that has long not fallen does not say when it will.
      const falls = iteration - least.round <= Math.max(STILL, iteration / 3);
      let seconds: number | null = null;
      if (first !== null && log < first.log && falls) {
        const pace = (now() - first.at) / (first.log - log);
        const byRounds = ((now() - started) / iteration) * (maxIterations - iteration);
        const left = Math.min(byRounds, pace * Math.max(0, log - Math.log(tolerance)));
        seconds = Math.ceil(left / 1000);
      }
      const left = seconds === null || write !== null ? '' : `, about ${seconds} s left`;
      done = iteration;
      const posterior = logPosterior === null ? '' : `, log-posterior ${logPosterior.toFixed(2)}`;
      show(
        `round ${iteration} of at most ${maxIterations}${posterior}, change ${change.toExponential(1)}${left}`,
        seconds,
      );
    },
    note: (doing) => show(doing, null),
    stop() {
      if (isTerminal) process.stderr.write('\r\x1b[2K');
    },
  };
}
