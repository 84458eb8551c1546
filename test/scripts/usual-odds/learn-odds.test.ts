import { expect, test } from 'vitest';
import { learnOdds } from '../../../scripts/usual-odds/learn-odds.ts';

/** Examinees whose answers decide for one hypothesis of three each; logs are far below the smallest number. */
const decided = (counts: readonly number[]) =>
  counts.flatMap((count, own) =>
    Array.from({ length: count }, () =>
      Float64Array.from(counts, (_, h) => (h === own ? -2000 : -2100)),
    ),
  );

test('odds are how often answers decide for each hypothesis', () => {
  const odds = learnOdds([decided([7, 2, 1])]);
  expect(odds[0]).toBeCloseTo(0.7, 6);
  expect(odds[1]).toBeCloseTo(0.2, 6);
  expect(odds[2]).toBeCloseTo(0.1, 6);
});

test('where answers do not decide, odds are the most probable ones', () => {
  // 3 log(4p + 1 − p) + log(p + 4(1 − p)) is greatest where 9/(3p + 1) = 3/(4 − 3p).
  const one = Float64Array.of(Math.log(4), 0);
  const other = Float64Array.of(0, Math.log(4));
  const [p] = learnOdds([[one, one, one, other]]);
  expect(p).toBeCloseTo(11 / 12, 5);
});

test('banks count equally, however many examinees they have', () => {
  const odds = learnOdds([decided([90, 0, 0]), decided([0, 2, 2]), []]);
  expect(odds[0]).toBeCloseTo(0.5, 6);
  expect(odds[1]).toBeCloseTo(0.25, 6);
});

test('a hypothesis that a bank does not have gets nothing from it', () => {
  const only = Float64Array.of(-5, -5, Number.NEGATIVE_INFINITY);
  const odds = learnOdds([[only], decided([0, 0, 1])]);
  expect([...odds].every(Number.isFinite)).toBe(true);
  expect(odds[2]).toBeCloseTo(0.5, 4);
  expect(odds.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
});
