import { expect, test } from 'vitest';
import { diagnoseBank } from '../../../../calibration/diagnose/bank/diagnose-bank.ts';
import { marginalReliability } from '../../../../calibration/diagnose/bank/marginal-reliability.ts';
import { itemParameters } from '../../../../src/irt/parameters.ts';
import { matrixOf, simulate } from '../../simulated.ts';

const { matrix, items } = simulate('diagnosis', 60, 12);
const PLAIN = { seed: 1, draws: 0, dimensions: [] };
const reasons = (found: ReturnType<typeof diagnoseBank>) => ({
  margins: found.margins.reason,
  correlations: found.correlations.reason,
  dependence: found.dependence.reason,
  dimensions: found.dimensions.reason,
  empirical: found.reliability.empirical.reason,
  marginal: found.reliability.marginal.reason,
  information: found.information.reason,
});

test('every part of a small complete bank, with its progress', () => {
  const steps: [string, number][] = [];
  const found = diagnoseBank(matrix, items, {
    seed: 1,
    draws: 2,
    dimensions: [1],
    onProgress: (step, share) => steps.push([step, share]),
  });
  expect(found).toMatchObject({ examinees: 60, items: 12, answers: 720 });
  expect(Object.values(reasons(found))).toEqual(Array(7).fill(null));
  // Guessing differs from 0: three parameters of each item.
  expect(found.margins.value).toMatchObject({ df: 78 - 36, parameters: 36 });
  expect(found.dependence.value!.draws).toBe(2);
  expect(steps.filter(([step]) => step === 'chance')).toEqual([
    ['chance', 0.5],
    ['chance', 1],
  ]);
  expect(new Set(steps.map(([step]) => step))).toEqual(
    new Set(['margins', 'chance', 'pairs', 'dimensions', 'information']),
  );
  for (const share of steps.map(([, share]) => share)) expect(share).toBeLessThanOrEqual(1);
});

test('says why a part is not given', () => {
  const sparse = simulate('diagnosis', 60, 12, { missing: 0.2 }).matrix;
  expect(diagnoseBank(sparse, items, PLAIN).margins.reason).toMatch(/^\d+ answers are missing/);
  const wide = simulate('diagnosis', 60, 61);
  expect(diagnoseBank(wide.matrix, wide.items, PLAIN).margins.reason).toContain('61 items');
  const few = simulate('diagnosis', 20, 12);
  const { margins, reliability, dependence } = diagnoseBank(few.matrix, few.items, PLAIN);
  expect(margins.reason).toBe('20 examinees; M2 needs at least 50');
  expect(reliability.empirical.reason).toContain('needs at least 50');
  expect(dependence.reason).toBeNull();
  const one = matrixOf(60, 12, (i, j) => (j === 0 ? i % 2 : 1));
  expect(diagnoseBank(one, items, PLAIN).dependence.reason).toContain('fewer than two items');
  const apart = matrixOf(60, 12, (i, j) => (i % 12 === j ? Math.floor(i / 12) % 2 : Number.NaN));
  expect(diagnoseBank(apart, items, PLAIN).correlations.reason).toContain('fewer than two items');
});

test('partly right answers and no answers leave what needs none', () => {
  const half = matrixOf(60, 12, (i, j) => (i === 0 && j === 0 ? 0.5 : 1));
  const none = matrixOf(60, 12, () => Number.NaN);
  for (const [of, words] of [
    [half, 'partly right'],
    [none, 'no answers'],
  ] as const) {
    const { marginal, information, ...others } = reasons(diagnoseBank(of, items, PLAIN));
    expect([marginal, information]).toEqual([null, null]);
    for (const reason of Object.values(others)) expect(reason).toContain(words);
  }
});

test('the standard error is smallest at the difficulty of equal items', () => {
  const equal = itemParameters({ a: Array(12).fill(2), b: Array(12).fill(0.5) });
  const found = diagnoseBank(matrix, equal, { ...PLAIN, prior: { mean: 0.5, sd: 2 } });
  const { ability, smallest, standardError } = found.information.value!;
  expect([ability[0], ability.at(-1)]).toEqual([-7.5, 8.5]);
  // Each of twelve items has an information of a²/4 = 1 there.
  expect(smallest.ability).toBe(0.5);
  expect(smallest.standardError).toBeCloseTo(1 / Math.sqrt(12), 12);
  expect(Math.min(...standardError)).toBe(smallest.standardError);
});

test('marginal reliability does not depend on the unit of ability', () => {
  const wide = itemParameters({ a: items.a.map((a) => a / 3), b: items.b.map((b) => 3 * b) });
  const unit = itemParameters({ a: items.a, b: items.b });
  const own = marginalReliability(unit, { mean: 0.1, sd: 0.8 });
  expect(marginalReliability(wide, { mean: 0.3, sd: 2.4 })).toBeCloseTo(own, 12);
});
