import { expect, test } from 'vitest';
import { findContamination } from '../../../../calibration/diagnose/dif/contamination.ts';
import { scoresWithout } from '../../../../calibration/diagnose/dif/scores-without.ts';
import { fitMarginal } from '../../../../calibration/fit/library-marginal.ts';
import { leakedBank } from '../../../../sim/calibration/dif-bank.ts';

const DESIGN = { models: 120, familySize: 10, items: 300, guessing: 0 };
const OPTIONS = { hardBelow: 0.5, alpha: 0.05, dates: null };
const of = (leaked: number) => {
  const bank = leakedBank('contamination', { ...DESIGN, leaked });
  const { parameters } = fitMarginal(bank.matrix, { model: '2pl' });
  return { ...bank, parameters };
};

test('a family that has seen items is found, with the items', () => {
  const { matrix, families, isLeaked, parameters } = of(0.2);
  const found = findContamination(matrix, parameters, { ...OPTIONS, families });
  const flagged = found.families!.filter((own) => own.flagged);
  expect(flagged.map(({ name }) => name)).toEqual(['f0']);
  const { suspects, right, expected } = flagged[0];
  expect(right).toBeGreaterThan(expected);
  expect(suspects.length).toBeGreaterThan(8);
  // A fifth of the items have been seen.
  expect(suspects.filter((j) => isLeaked[j] === 1).length).toBeGreaterThan(0.8 * suspects.length);
});

test('nobody is accused where nothing leaked; dates that mean nothing find nothing', () => {
  const { matrix, families, parameters } = of(0);
  const dates = {
    examinees: Float64Array.from(matrix.examinees, (_, i) => i % 7),
    items: Float64Array.from(matrix.items, (_, j) => j % 7),
  };
  const found = findContamination(matrix, parameters, { ...OPTIONS, families, dates });
  expect(found.families!.filter((own) => own.flagged)).toEqual([]);
  expect(found.dated!.all!.p).toBeGreaterThan(0.01);
  const alone = findContamination(matrix, parameters, { ...OPTIONS, families: null });
  expect(alone.families).toBeNull();
  expect(alone.models.filter((own) => own.flagged).length).toBeLessThanOrEqual(1);
});

test('scores without items: ranks change where these decided', () => {
  const matrix = {
    examinees: ['a', 'b', 'c'],
    items: ['x', 'y', 'z'],
    scores: Float32Array.from([1, 1, 0, 0, 1, Number.NaN, 1, 0, 0]),
  };
  const { examinees, tau, left } = scoresWithout(matrix, [1, 0, 0]);
  expect(left).toBe(2);
  expect(tau).toBeCloseTo(1 / 3, 12);
  expect(
    examinees.map(({ name, score, without, rankWithout }) => [name, score, without, rankWithout]),
  ).toEqual([
    ['a', 2 / 3, 0.5, 2],
    ['b', 0.5, 1, 1],
    ['c', 1 / 3, 0, 3],
  ]);
});
