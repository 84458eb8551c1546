import { expect, test } from 'vitest';
import type { ItemChange } from '../../../calibration/refresh/refresh-types.ts';
import { findRetirements } from '../../../calibration/refresh/retirements.ts';

/** Slope, drift and right answers of one item; by default it is a good one with 40 old and 40 new answers. */
interface Case {
  readonly slope?: number;
  readonly fromNew?: number;
  readonly hasDrifted?: boolean;
  readonly misfits?: boolean;
  readonly isOld?: boolean;
  readonly answers?: readonly [old: number, now: number];
  readonly right?: readonly [old: number, now: number];
}
function found(one: Case) {
  const { slope = 1, fromNew = 1, hasDrifted = false, misfits = false, isOld = true } = one;
  const { answers: [before, now] = [40, 40], right: [oldShare, newShare] = [0.6, 0.7] } = one;
  const curve = (a: number) => ({ a, b: 0, c: 0, d: 1, errors: { a: 0.2, b: 0.2, c: null } });
  const tests = { shift: 0.5, slope: misfits ? 0.01 : 0.5 };
  const change: ItemChange = {
    ...{ item: 'x', fate: 'pooled', old: isOld ? curve(1) : null, new: curve(slope) },
    ...{ fromNew: curve(fromNew), answers: { old: before, new: now }, isAnchor: false, hasDrifted },
    drift: {
      ...{ shift: 0, se: 0.2, robustZ: { difficulty: 0, slope: 0 } },
      ...{ chiSquare: { shift: 0, slope: 0 }, p: tests, adjusted: tests },
    },
  };
  const told = (answered: number, share: number) => ({
    ...{ answered: Int32Array.of(answered), all: Int32Array.of(answered) },
    share: Float64Array.of(share),
  });
  const { retirements, uniform } = findRetirements(
    [change],
    { old: told(before, oldShare), new: told(now, newShare) },
    0.05,
  );
  return { reasons: retirements.flatMap(({ reasons }) => reasons), uniform };
}

test.each<[string, Case, string[]]>([
  ['a good item', {}, []],
  ['a slope below 0 on all answers', { slope: -0.3 }, ['negative-discrimination']],
  // −1 + 1.96 · 0.2 < 0.
  ['a slope below 0 on new answers', { fromNew: -1 }, ['negative-for-new']],
  // −0.3 + 1.96 · 0.2 = 0.092 is above 0 and below 0.2.
  ['a flat slope on new answers', { fromNew: -0.3 }, ['no-discrimination-for-new']],
  ['a slope that may be 0.2', { fromNew: -0.19 }, []],
  ['drift with another slope', { hasDrifted: true, misfits: true }, ['drift-and-misfit']],
  ['right for all, old and new', { right: [1, 1] }, ['right-for-all']],
  ['wrong for all, old and new', { right: [0, 0] }, ['wrong-for-all']],
  [
    'a new item that all have right',
    { isOld: false, answers: [0, 40], right: [Number.NaN, 1] },
    ['right-for-all'],
  ],
  ['too few new answers', { answers: [40, 29], right: [1, 1] }, []],
  ['drifted until none is right', { hasDrifted: true, right: [0.6, 0] }, ['none-right-since-new']],
])('%s: %j is proposed for %j', (_, one, reasons) => {
  expect(found(one)).toEqual({ reasons, uniform: [] });
});

test.each<[string, Case, boolean, number | null]>([
  ['saturated', { right: [0.6, 1] }, true, 0.6],
  ['saturated by more than ability', { hasDrifted: true, right: [0.1, 1] }, true, 0.1],
  ['too hard for all new ones', { right: [0.05, 0] }, false, 0.05],
  // The old curve says that it told models apart, although their answers are not there.
  ['saturated, without old answers', { answers: [0, 40], right: [Number.NaN, 1] }, true, null],
])('an item that is %s is no fault', (_, one, isRight, oldShare) => {
  const { reasons, uniform } = found(one);
  expect(reasons).toEqual([]);
  const { hasDrifted = false } = one;
  expect(uniform).toEqual([{ item: 'x', isRight, newAnswers: 40, oldShare, hasDrifted }]);
});
