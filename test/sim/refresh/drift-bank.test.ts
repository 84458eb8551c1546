import { expect, test } from 'vitest';
import { adaptiveAnswers, driftBank } from '../../../sim/refresh/drift-bank.ts';
import { oracleDrift } from '../../../sim/refresh/oracle-drift.ts';

const DESIGN = { items: 50, oldExaminees: 20, newExaminees: 1000, share: 0.2, shift: 1 };

test('the oracle: drifted items have small probabilities, stable ones uniform ones', () => {
  const bank = driftBank('oracle', DESIGN);
  const ps = oracleDrift(bank);
  const part = (one: number) => ps.filter((_, j) => bank.hasDrift[j] === one);
  expect(part(1)).toHaveLength(10);
  // A whole unit and 1000 examinees: nearly all.
  expect(part(1).filter((p) => p < 0.05).length).toBeGreaterThanOrEqual(8);
  // 40 stable items: 2 are expected below 0.05, and 20 below 0.5, within three standard deviations.
  expect(part(0).filter((p) => p < 0.05).length).toBeLessThanOrEqual(6);
  expect(Math.abs(part(0).filter((p) => p < 0.5).length - 20)).toBeLessThan(10);
});

test('adaptive answers: as many as the test is long, and those of the full matrix', () => {
  const bank = driftBank('adaptive', { ...DESIGN, newExaminees: 20 });
  const { scores } = adaptiveAnswers(bank, bank.curves, 12, 'seed');
  bank.isNew.forEach((one, i) => {
    const row = scores.subarray(i * 50, (i + 1) * 50);
    expect(row.filter((u) => !Number.isNaN(u))).toHaveLength(one === 1 ? 12 : 50);
    row.forEach((u, j) => {
      if (!Number.isNaN(u)) expect(u).toBe(bank.matrix.scores[i * 50 + j]);
    });
  });
});
