import { expect, test } from 'vitest';
import { gradedPage } from '../../../../../scripts/research/evidence/graded/page.ts';
import {
  COMPARED,
  type Errors,
  ITEMS,
  replicateChoice,
  replicateRecovery,
} from '../../../../../scripts/research/evidence/graded/replicate.ts';

const isPlausible = ({ count, squares, said, held }: Errors) => {
  expect(held).toBeLessThanOrEqual(count);
  expect(held / count).toBeGreaterThan(0.7);
  // Errors as large as the standard errors say, within a factor of 1.6 for one bank.
  expect(Math.abs(Math.log(squares / said))).toBeLessThan(2 * Math.log(1.6));
};

test('a bank of nominal items: each parameter counts, errors are about those expected, the same again', () => {
  const one = replicateRecovery('nominal', 3, 100, 1);
  expect(one.slopes.count).toBe(3 * ITEMS);
  expect(one.locations.count).toBe(3 * ITEMS);
  expect(one.dispersions.count).toBe(0);
  expect(one.abilities.count).toBe(COMPARED);
  // Slopes of the truth have the sum 0 too: so have their errors.
  expect(Math.abs(one.slopes.bias)).toBeLessThan(1e-9);
  for (const errors of [one.slopes, one.locations, one.abilities]) isPlausible(errors);
  expect(one.first.fitted).toBeCloseTo(one.abilities.squares, 10);
  expect(one.first.known).toBeLessThan(one.first.fitted);
  expect(replicateRecovery('nominal', 3, 100, 1)).toEqual(one);
});

test('a bank of beta items: dispersions count', () => {
  const one = replicateRecovery('beta', 5, 100, 1);
  expect(one.dispersions.count).toBe(ITEMS);
  for (const errors of [one.slopes, one.locations, one.dispersions]) isPlausible(errors);
});

test('categories by chance within sides are recognised; the page says what was found', () => {
  const choice = replicateChoice('binary', 300, 1);
  expect(choice.best).toBe('binary');
  expect(choice.below).toBe(0);
  const bank = replicateRecovery('beta', 3, 100, 1);
  const page = gradedPage(
    1,
    [{ model: 'beta', categories: 3, examinees: 100, banks: [bank] }],
    [{ truth: 'binary', examinees: 300, banks: [choice] }],
  );
  expect(page).toContain('is chosen for 1 of 1 binary banks');
  expect(page).toContain('All calibrations converged.');
  expect(page).not.toMatch(/NaN|undefined|Infinity/);
});
