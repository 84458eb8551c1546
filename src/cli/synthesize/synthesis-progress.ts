import type { RunAnswer } from '../../run/run-record.ts';
import { money2 } from '../live/live-estimate.ts';
import { count, decimal, percent } from '../numbers.ts';
import { timeLeft } from '../progress.ts';

/** Where a synthesis shows how far it is. */
export interface SynthesisProgress {
  answered(answer: Pick<RunAnswer, 'tokens' | 'cost'>): void;
  failed(): void;
  stop(): void;
}

/** What is asked for whenever something is shown. */
export interface ProgressFacts {
  /** Items whose calls are all kept. */
  items(): number;
  /** Share right of each participant so far; NaN without an answer. */
  accuracies(): readonly number[];
}

/** How often the line of a terminal is written anew. */
const TERMINAL_MS = 500;
/** Without a terminal a line is due after this share of the calls, or so long. */
const LINE_SHARE = 0.1;
const LINE_MS = 15_000;

/**
 * A line on standard error that is written again and again; where that is no terminal, a line now and then.
 * @param total calls to be made, and items of the design
 * @param title stands before each line
 */
export function synthesisProgress(
  total: { readonly calls: number; readonly items: number },
  { items, accuracies }: ProgressFacts,
  title?: string,
  now: () => number = () => performance.now(),
): SynthesisProgress {
  const isTerminal = process.stderr.isTTY === true;
  const started = now();
  const sums = { calls: 0, tokens: 0, cost: 0, failed: 0 };
  let last = { share: 0, at: started };
  const text = () => {
    const { calls, tokens, cost, failed } = sums;
    const elapsed = now() - started;
    const left = calls < total.calls ? timeLeft(calls, total.calls, elapsed) : '';
    const known = accuracies().filter((share) => !Number.isNaN(share));
    const before = title === undefined ? '' : `${title}: `;
    return [
      `${before}${Math.floor((100 * calls) / total.calls)}%: ${count(calls)} of ${count(total.calls)} calls`,
      `${count(items())} of ${count(total.items)} items`,
      `${count(tokens)} tokens`,
      ...(cost === 0 ? [] : [money2(cost)]),
      `${decimal((1000 * calls) / Math.max(1, elapsed), 1)} calls/s`,
      ...(failed === 0 ? [] : [`${count(failed)} without an answer`]),
      ...(known.length === 0
        ? []
        : [`participants ${percent(Math.min(...known))} to ${percent(Math.max(...known))} right`]),
      ...(left === '' ? [] : [`${left} left`]),
    ].join(', ');
  };
  const show = () => {
    const share = sums.calls / total.calls;
    const since = now() - last.at;
    const isDue = isTerminal
      ? since >= TERMINAL_MS
      : share >= 1 || share - last.share >= LINE_SHARE || since >= LINE_MS;
    if (!isDue) return;
    last = { share, at: now() };
    process.stderr.write(isTerminal ? `\r\x1b[2K${text()}` : `${text()}\n`);
  };
  return {
    answered({ tokens, cost }) {
      sums.calls++;
      sums.tokens += tokens.prompt + tokens.completion;
      sums.cost += cost;
      show();
    },
    failed() {
      sums.failed++;
      show();
    },
    stop() {
      if (isTerminal) process.stderr.write('\r\x1b[2K');
    },
  };
}
