import { MultiBar, type SingleBar } from 'cli-progress';
import { decimal, intervalText, money2 } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { LiveTest } from '../../ranking/live/live-test.ts';
import type { LiveWatch } from '../../workflow/live/run-live-job.ts';
import { changeText } from '../asking/reuse-text.ts';
import { LINE_MS, LINE_SHARE, timeLeft } from '../output/progress.ts';
import { printNote } from '../output/typed-commands.ts';

/** A score is looked at again no more often: it takes some milliseconds. */
const LOOK_MS = 1000;

/** A bar a model with its score so far on standard error; without a terminal, a line now and then. */
export function liveProgress(
  tests: readonly LiveTest[],
  now: () => number = () => performance.now(),
): LiveWatch {
  const done = new Int32Array(tests.length);
  const cost = new Float64Array(tests.length);
  const started = now();
  // Tests can grow.
  const totalOf = () => tests.reduce((sum, { length }) => sum + length, 0);
  const allDone = () => done.reduce((sum, n) => sum + n, 0);
  const allCost = () => cost.reduce((sum, dollars) => sum + dollars, 0);
  const left = () => timeLeft(allDone(), totalOf(), now() - started);
  if (process.stderr.isTTY !== true) {
    let last = { share: 0, at: started };
    return {
      answered(m, dollars) {
        done[m]++;
        cost[m] += dollars;
        const total = totalOf();
        const share = allDone() / total;
        const isDue = share >= 1 || share - last.share >= LINE_SHARE || now() - last.at >= LINE_MS;
        if (!isDue) return;
        last = { share, at: now() };
        const time = share < 1 && left() !== '' ? `, ${left()} left` : '';
        process.stderr.write(
          `${Math.floor(100 * share)}% (${allDone()} of ${total} answers)${time}, ${money2(allCost())}\n`,
        );
      },
      changed: (change) => printNote(changeText(change)),
      stop() {},
    };
  }
  const width = Math.min(32, Math.max(...tests.map(({ model }) => model.length)));
  const bars = new MultiBar({
    format: '{name} {bar} {value}/{total}  {score}{cost}{left}',
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
    barsize: 20,
  });
  const looks = tests.map(() => Number.NEGATIVE_INFINITY);
  const shown: SingleBar[] = tests.map(({ model, length }) =>
    bars.create(length, 0, {
      name: plainText(model).slice(0, width).padEnd(width),
      score: '',
      cost: '',
      left: '',
    }),
  );
  return {
    answered(m, dollars) {
      done[m]++;
      cost[m] += dollars;
      const payload: Record<string, string> = {
        cost: cost[m] === 0 ? '' : `  ${money2(cost[m])}`,
        left: left() === '' ? '' : `  ${left()} left`,
      };
      if (now() - looks[m] >= LOOK_MS) {
        looks[m] = now();
        const score = tests[m].score();
        if (score !== null)
          payload.score = `${decimal(score.score, 1)} (${intervalText(score, true)})`;
      }
      shown[m].setTotal(tests[m].length);
      shown[m].increment(1, payload);
    },
    changed: (change) => bars.log(`${changeText(change)}\n`),
    stop: () => bars.stop(),
  };
}
