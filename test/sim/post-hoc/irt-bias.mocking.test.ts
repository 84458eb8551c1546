import { beforeEach, expect, test, vi } from 'vitest';
import { calibrateSplit } from '../../../sim/post-hoc/calibrate-split.ts';
import { halfError, irtBias } from '../../../sim/post-hoc/gp-irt.ts';
import type { Split } from '../../../sim/post-hoc/splits.ts';
import type { FoldBank } from '../../../src/ranking/fold-bank.ts';
import { recordedExaminees, strataOf } from '../../../src/ranking/recorded-bank.ts';
import { MODELS, simulatedBank } from '../../ranking/simulated-bank.ts';

const { calls } = vi.hoisted(() => ({ calls: [] as { split: Split; part: FoldBank }[] }));

vi.mock(import('../../../sim/post-hoc/calibrate-split.ts'), async (original) => {
  const { calibrateSplit } = await original();
  return {
    calibrateSplit: (...call: Parameters<typeof calibrateSplit>) => {
      const part = calibrateSplit(...call);
      calls.push({ split: call[1], part });
      return part;
    },
  };
});

const bank = simulatedBank(MODELS, 60);
const { examinees, actual } = recordedExaminees(bank);

function foldOf(seen: readonly number[]) {
  const part = calibrateSplit(bank, { seen, unseen: [0, 1, 2] });
  calls.length = 0;
  return {
    bank,
    part,
    known: {
      examinees: seen.map((i) => examinees[i]),
      scores: Float64Array.from(seen, (i) => actual[i]),
    },
    strata: strataOf(bank),
    families: bank.responses.examinees,
    foldPath: [1, 1, 'fold', 0],
  };
}

beforeEach(() => {
  calls.length = 0;
});

test('the bias is the mean error on a fifth of the known, calibrated without them', () => {
  const seen = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  const bias = irtBias(foldOf(seen));
  expect(calls).toHaveLength(1);
  const [{ split, part }] = calls;
  expect(split.unseen).toHaveLength(2);
  expect([...split.seen, ...split.unseen].sort((x, y) => x - y)).toEqual(seen);
  const [first, second] = split.unseen.map((i) => halfError(part.bank, examinees[i]));
  expect(bias).toBeCloseTo((first + second) / 2, 12);
});

test('of fewer than five none is set aside', () => {
  const fold = foldOf([3, 6, 9, 12]);
  const bias = irtBias(fold);
  expect(calls).toEqual([]);
  const errors = [3, 6, 9, 12].map((i) => halfError(fold.part.bank, examinees[i]));
  expect(bias).toBeCloseTo(errors.reduce((sum, e) => sum + e, 0) / 4, 12);
});
