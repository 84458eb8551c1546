import { expect, test } from 'vitest';
import { studiedText } from '../../src/operations/rank/studied-text.ts';
import { closestCase, studiedCases } from '../../src/workflow/studied-cases.ts';

const one = (models: number, items: number, bankItems: number) => ({
  ...{ bank: `${models}`, models, items, bankItems },
  ...{ robust: 1, calibrated: 2, plain: 3 },
});

test('the closest case: numbers of models and items by their ratios, the size of the bank half as much', () => {
  const cases = [one(7, 100, 1000), one(40, 100, 1000), one(40, 20, 1000), one(40, 100, 10_000)];
  expect(closestCase(cases, { models: 8, items: 90, bankItems: 900 })).toBe(cases[0]);
  expect(closestCase(cases, { models: 200, items: 120, bankItems: 1200 })).toBe(cases[1]);
  expect(closestCase(cases, { models: 30, items: 25, bankItems: 2000 })).toBe(cases[2]);
  expect(closestCase(cases, { models: 30, items: 243, bankItems: 33_735 })).toBe(cases[3]);
});

test('the cases that are shipped have errors above 0, on several banks', () => {
  const cases = studiedCases();
  expect(new Set(cases.map(({ bank }) => bank)).size).toBeGreaterThan(1);
  for (const { models, items, bankItems, robust, calibrated, plain } of cases) {
    expect(Math.min(robust, calibrated, plain)).toBeGreaterThan(0);
    expect(items).toBeLessThan(bankItems);
    expect(models).toBeGreaterThanOrEqual(7);
  }
});

test('one line, with three errors', () => {
  expect(studiedText({ models: 12, items: 100, bankItems: 1000 })).toMatch(
    /^In the most similar study \(.+: \d+ calibration models, \d+ of [\d,]+ items\) robust tests erred by \d+\.\d points, calibrated random items by \d+\.\d, their plain mean by \d+\.\d\.$/,
  );
});
