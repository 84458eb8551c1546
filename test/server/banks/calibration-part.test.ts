import { expect, test } from 'vitest';
import { calibrationDetailOf, parametersText } from '../../../src/server/banks/calibration-part.ts';
import type { StoredCalibration } from '../../../src/store/store.ts';

const one = (value: number) => Float64Array.from([value]);
const kept = (method: string, options: StoredCalibration['options']): StoredCalibration => ({
  id: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  bank: 'my-bank',
  bankVersion: 1,
  parent: null,
  method,
  options,
  examinees: ['a', 'b'],
  items: ['q1'],
  parameters: { count: 1, a: one(1), b: one(0.5), c: one(0), d: one(1) },
  standardErrors: { a: one(0.1), b: one(0.2), c: one(Number.NaN) },
});
const names = (calibration: StoredCalibration) =>
  calibrationDetailOf(calibration).fit.map(({ name }) => name);
const seB = (calibration: StoredCalibration) =>
  calibrationDetailOf(calibration).fit.find(({ name }) => name === 'seB')!.meaning;

test('the log-likelihood of an integrated fit is not shown under the name of a marginal one', () => {
  const marginal = kept('marginal', { logLikelihood: -10, standardErrors: 'full' });
  expect(names(marginal)).toEqual(['logLikelihood', 'seB']);
  const own = { logLikelihood: null, integratedLogLikelihood: -9, curveLogLikelihood: -11 };
  expect(names(kept('integrated', own))).toEqual([
    'integratedLogLikelihood',
    'curveLogLikelihood',
    'seB',
  ]);
});

test('standard errors name their method if it is known', () => {
  const last = (calibration: StoredCalibration) =>
    parametersText(calibration).trim().split('\n')[1].split(',').at(-1);
  expect(last(kept('marginal', { standardErrors: 'full' }))).toBe('full');
  expect(last(kept('marginal', { standardErrors: 'blockwise' }))).toBe('blockwise');
  expect(last(kept('integrated', {}))).toBe('blockwise');
  expect(last(kept('synthesis', {}))).toBe('blockwise');
  expect(last(kept('given', {}))).toBe('');
  expect(parametersText(kept('given', {})).split('\n')[0]).toBe(
    'item,a,b,c,d,se_a,se_b,se_c,se_method',
  );
  expect(seB(kept('marginal', { standardErrors: 'full' }))).not.toContain('too small');
  expect(seB(kept('integrated', {}))).toContain('is too small');
});
