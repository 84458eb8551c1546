import { count, money2 } from '../../numbers.ts';
import { secondsLeft } from '../../workflow/progress.ts';
import type { ProgressFacts, SynthesisProgress } from '../../workflow/synthesis/synthesis-watch.ts';

/** How far asking is, for a program. */
interface Reached {
  readonly done: number;
  readonly total: number;
  readonly doing: string;
  readonly secondsLeft: number | null;
}

/** Tells calls that are answered, with the tokens and dollars of them. @param isLast whether nothing follows */
export function callsProgress(
  { tally, isStopping, doing = 'synthesizing' }: ProgressFacts,
  tell: (reached: Reached, isLast: boolean) => void,
): SynthesisProgress {
  const now = () => performance.now();
  const total = tally.calls().missing;
  const started = now();
  const sums = { done: 0, tokens: 0, cost: 0 };
  const say = () => {
    const spent = sums.cost === 0 ? '' : `, ${money2(sums.cost)}`;
    const words = isStopping() ? 'waiting for answers in flight' : doing;
    const left = secondsLeft(sums.done, total, now() - started);
    const text = `${words}: ${count(sums.tokens)} tokens${spent}`;
    tell({ done: sums.done, total, doing: text, secondsLeft: left }, sums.done === total);
  };
  return {
    answered({ tokens, cost }) {
      sums.done++;
      sums.tokens += tokens.prompt + tokens.completion;
      sums.cost += cost;
      say();
    },
    failed: say,
    changed() {},
    stop() {},
  };
}
