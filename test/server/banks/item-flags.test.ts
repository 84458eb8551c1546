import { expect, test } from 'vitest';
import { negativeItems } from '../../../calibration/diagnose/negative-items.ts';
import { tellingAnswers } from '../../../calibration/diagnose/telling-answers.ts';
import { hasFlag, type ItemFlag } from '../../../src/server/banks/item-flags.ts';
import type { Exposure, ItemView } from '../../../src/server/banks/item-view.ts';

const NOBODY: Exposure = { sessions: 0, asked: new Map() };

/** Items of 51 answers that are known by their correlation with ability alone. */
function viewOf(correlation: number[], a = correlation.map(() => 1)): ItemView {
  const items = correlation.length;
  const ones = new Float64Array(items).fill(1);
  const table = {
    ids: correlation.map((_, j) => `i${j}`),
    answered: new Int32Array(items).fill(51),
    shareRight: new Float64Array(items).fill(0.5),
    isRepeated: new Uint8Array(items),
    statuses: correlation.map(() => 'active'),
  };
  const fit = { correlation: Float64Array.from(correlation), infit: ones, outfit: ones };
  const parameters = { a: Float64Array.from(a) };
  return { table, fit, parameters, isReversed: null } as unknown as ItemView;
}

const flagged = (view: ItemView, flag: ItemFlag, exposure = NOBODY) =>
  view.table.ids.flatMap((_, j) => (hasFlag(view, exposure, j, flag) ? [j] : []));

test('a key is doubted if the answers or the slope say that the item works backwards', () => {
  // Of 51 models without any relation 95% of correlations are within .276.
  const correlations = [-0.34, -0.27, -0.01, 0, 0.01, 0.5, Number.NaN];
  const isReversed = negativeItems({
    correlation: Float64Array.from(correlations),
    examinees: new Int32Array(7).fill(51),
  });
  const view = { ...viewOf(correlations), isReversed };
  expect(flagged(view, 'negative-discrimination')).toEqual([0, 1]);
  expect(flagged(view, 'low-discrimination')).toEqual([2, 3]);
  expect(flagged(viewOf([0.5, 0.5], [0.34, 0.36]), 'low-discrimination')).toEqual([0]);
  const turned = viewOf([0.5, 0.5], [-1.2, 1.2]);
  expect(flagged(turned, 'negative-discrimination')).toEqual([0]);
  expect(flagged(turned, 'low-discrimination')).toEqual([]);
});

test('a model without a right answer hides no item that all others have right', () => {
  const examinees = ['a', 'b', 'none'];
  // Of twelve items, the first is right for a and b; each of them misses others.
  const rows = [1, 2, 0].map((own, i) =>
    Array.from({ length: 12 }, (_, j) => Number(i < 2 && (j === 0 || j % 2 === own % 2))),
  );
  const items = rows[0].map((_, j) => `i${j}`);
  const telling = tellingAnswers({ examinees, items, scores: Float32Array.from(rows.flat()) });
  const view = viewOf(Array(12).fill(0.5));
  const told = { ...view, table: { ...view.table, telling } };
  expect(flagged(told, 'all-right')).toEqual([0]);
  expect(flagged(told, 'all-wrong')).toEqual([]);
});

test('items of long tests are asked often, as all are; one that is asked far more often is flagged', () => {
  const view = viewOf(Array(10).fill(0.5));
  const asked = (times: readonly number[]) => ({
    sessions: 100,
    asked: new Map(times.map((n, j) => [`i${j}`, n])),
  });
  const even = [30, 26, 34, 30, 29, 31, 35, 25, 28, 32];
  expect(flagged(view, 'overexposed', asked(even))).toEqual([]);
  expect(flagged(view, 'overexposed', asked([90, ...even.slice(1)]))).toEqual([0]);
  expect(flagged(view, 'overexposed', asked([26, 2, 3]))).toEqual([0]);
});
