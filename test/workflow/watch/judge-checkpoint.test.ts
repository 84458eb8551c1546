import { expect, test, vi } from 'vitest';
import type { CheckpointChange } from '../../../src/workflow/watch/checkpoint-change.ts';
import { checkpointJudge } from '../../../src/workflow/watch/judge-checkpoint.ts';
import type { KeptTest } from '../../../src/workflow/watch/kept-tests.ts';

const tests = (...scores: number[]): KeptTest[] =>
  scores.map((_, k) => ({ checkpoint: `step-${k + 1}`, run: k + 1 }));
/** A loss of ten points is shown, if it is asked; a score that is not a number is missing. */
function judgeOf(scores: number[], isAsked = true) {
  const changeOf = vi.fn(async (from: KeptTest, to: KeptTest) => {
    const difference = scores[to.run - 1] - scores[from.run - 1];
    if (Number.isNaN(difference)) return null;
    const regression = isAsked ? { is: difference <= -10 ? 'shown' : 'undecided' } : null;
    return { from: from.checkpoint, difference, regression } as CheckpointChange;
  });
  const judge = checkpointJudge(changeOf, isAsked);
  return { changeOf, judge: () => judge(tests(...scores)) };
}

test('checkpoints are compared with the last one that is no shown loss', async () => {
  expect(await judgeOf([50]).judge()).toBeNull();
  expect(await judgeOf([50, 38]).judge()).toMatchObject({ from: 'step-1', passedOver: [] });
  expect(await judgeOf([50, 52, 40, 41, 39]).judge()).toMatchObject({
    from: 'step-2',
    difference: -13,
    regression: { is: 'shown' },
    passedOver: ['step-3', 'step-4'],
  });
  // One that has recovered is the next baseline.
  expect(await judgeOf([50, 40, 45, 36]).judge()).toMatchObject({
    from: 'step-3',
    difference: -9,
    passedOver: [],
  });
});

test('where no loss is asked for, checkpoints are compared with the one before', async () => {
  const { judge, changeOf } = judgeOf([50, 40, 39], false);
  expect(await judge()).toMatchObject({ from: 'step-2', passedOver: [] });
  expect(changeOf).toHaveBeenCalledTimes(1);
});

test('nothing is said of a test without a score, and the next ones are judged again', async () => {
  expect(await judgeOf([50, Number.NaN]).judge()).toBeNull();
  expect(await judgeOf([50, Number.NaN, 50, 40]).judge()).toMatchObject({ from: 'step-3' });
  expect(await judgeOf([Number.NaN, 50, 40]).judge()).toMatchObject({ from: 'step-2' });
});

test('each pair of tests is compared once', async () => {
  const { judge, changeOf } = judgeOf([50, 40, 45]);
  await judge();
  await judge();
  expect(changeOf).toHaveBeenCalledTimes(2);
});
