import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../calibration/fit/calibrate.ts';
import { PLAIN_ENGINE } from '../../../calibration/fit/marginal/engine/calibration-engine.ts';
import { refreshCalibration } from '../../../calibration/refresh/refresh-calibration.ts';
import type { RefreshRequest } from '../../../calibration/refresh/refresh-types.ts';
import { adaptiveAnswers, type DriftBank, driftBank } from '../../../sim/refresh/drift-bank.ts';
import { itemParameters, pickItems } from '../../../src/irt/parameters.ts';
import { pickExaminees, type ResponseMatrix } from '../../../src/irt/responses.ts';
import { randomStream, shuffle } from '../../../src/random.ts';
import { mean } from '../../../src/statistics/mean.ts';

const FIT = { mode: 'marginal', rung: '2pl' } as const;
const ITEMS = 40;

/** Curves as they were drawn take the place of a calibration: tests know what is true. */
function requestOf(
  { matrix, isNew, curves }: Pick<DriftBank, 'matrix' | 'isNew' | 'curves'>,
  more: Partial<RefreshRequest> = {},
): RefreshRequest {
  const none = () => new Float64Array(curves.count).fill(0.05);
  return {
    matrix,
    isNew,
    families: null,
    old: {
      items: matrix.items.slice(0, curves.count),
      parameters: curves,
      standardErrors: { a: none(), b: none(), c: none() },
    },
    fit: FIT,
    method: 'fixed',
    engine: PLAIN_ENGINE,
    ...more,
  };
}

const usual = { items: ITEMS, oldExaminees: 250, newExaminees: 200, share: 0, shift: 0 };
const chiSquares = (request: RefreshRequest) =>
  refreshCalibration(request).changes.map(({ drift }) => drift!.chiSquare.shift);

describe('without drift', () => {
  const bank = driftBank('none', usual);

  test('fixed: every item keeps its parameters to the last digit', () => {
    const result = refreshCalibration(requestOf(bank));
    expect(result.changes.filter(({ hasDrifted }) => hasDrifted)).toEqual([]);
    expect(result.refusal).toBeNull();
    expect(result.parameters).toEqual(bank.curves);
    expect(new Set(result.changes.map(({ fate }) => fate))).toEqual(new Set(['held']));
    expect(result.ranking).toMatchObject({ tau: 1, swapped: 0 });
    for (const model of result.models) expect(model.new).toEqual(model.old);
  });

  test('the new examinees are as able as they are, within three errors', () => {
    const { abilities } = refreshCalibration(requestOf(bank));
    const truth = mean(bank.abilities.filter((_, i) => bank.isNew[i] === 1));
    expect(Math.abs(abilities.new!.mean - truth)).toBeLessThan(3 * abilities.new!.error);
    // 200 examinees on 40 items: an error of at most a tenth.
    expect(abilities.new!.error).toBeLessThan(0.1);
  });

  test('link: the constants lead to the old scale, and old models stay', () => {
    const rows = Array.from(bank.isNew.keys()).filter((i) => bank.isNew[i] === 0);
    const before = calibrate(pickExaminees(bank.matrix, rows), FIT);
    const result = refreshCalibration(
      requestOf({ ...bank, curves: before.parameters }, { method: 'link' }),
    );
    // A few hundredths: answers of 200 more examinees change curves that 250 have made.
    expect(Math.abs(result.link.slope - 1)).toBeLessThan(0.05);
    expect(Math.abs(result.link.intercept)).toBeLessThan(0.05);
    const moved = result.models
      .filter(({ isNew }) => !isNew)
      .map((model) => model.new.ability - model.old.ability);
    // The bound of docs/evidence/refresh.md.
    expect(Math.abs(mean(moved))).toBeLessThan(0.02);
    // The place of 200 of 450 examinees is uncertain, and anchors do not show it.
    const { error } = result.abilities.new!;
    expect(Math.sqrt(result.link.errors!.intercept)).toBeGreaterThan((200 / 450) * error);
  });

  test('examinees and items in another order: the same numbers', () => {
    const random = randomStream('order');
    const rows = shuffle(Array.from(bank.isNew.keys()), random);
    const columns = shuffle(
      Array.from({ length: ITEMS }, (_, j) => j),
      random,
    );
    const scores = new Float32Array(bank.matrix.scores.length);
    rows.forEach((i, x) => {
      columns.forEach((j, y) => {
        scores[x * ITEMS + y] = bank.matrix.scores[i * ITEMS + j];
      });
    });
    const moved: ResponseMatrix = {
      examinees: rows.map((i) => bank.matrix.examinees[i]),
      items: columns.map((j) => bank.matrix.items[j]),
      scores,
    };
    const plain = chiSquares(requestOf(bank));
    const other = chiSquares(
      requestOf({
        matrix: moved,
        isNew: Uint8Array.from(rows, (i) => bank.isNew[i]),
        curves: pickItems(bank.curves, columns),
      }),
    );
    // Sums in another order: rounding, and what the searches leave (1e-9 of the log-likelihood).
    columns.forEach((j, y) => {
      expect(Math.abs(other[y] - plain[j])).toBeLessThan(1e-6);
    });
  });

  test('a scale with another origin and unit: the same tests', () => {
    const { a, b, c } = bank.curves;
    const moved = itemParameters({ a: a.map((x) => x / 0.8), b: b.map((x) => 0.8 * x + 0.5), c });
    const plain = chiSquares(requestOf(bank));
    const other = chiSquares(requestOf({ ...bank, curves: moved }));
    // The nodes lie elsewhere, so integrals differ by 1e-6 of each likelihood.
    plain.forEach((value, j) => {
      expect(Math.abs(other[j] - value)).toBeLessThan(1e-3);
    });
  });

  test('half answers count half: between those of the right and of the wrong answer', () => {
    const withScore = (score: number) => {
      const scores = bank.matrix.scores.slice();
      for (let i = 0; i < bank.isNew.length; i++)
        if (bank.isNew[i] === 1 && i % 2 === 0) scores[i * ITEMS] = score;
      return refreshCalibration(requestOf({ ...bank, matrix: { ...bank.matrix, scores } }))
        .changes[0].drift!.shift!;
    };
    const [wrong, half, right] = [0, 0.5, 1].map(withScore);
    expect(wrong).toBeGreaterThan(half + 0.1);
    expect(half).toBeGreaterThan(right + 0.1);
  });
});

describe('with drift', () => {
  const bank = driftBank('many', { ...usual, newExaminees: 500, share: 0.2, shift: 1 });
  const drifted = (j: number) => bank.hasDrift[j] === 1;

  test('drifted items are found and estimated from new answers; the scale stays', () => {
    const result = refreshCalibration(requestOf(bank));
    const found = result.changes.filter(({ hasDrifted }, j) => drifted(j) && hasDrifted);
    const wrong = result.changes.filter(({ hasDrifted }, j) => !drifted(j) && hasDrifted);
    // 8 drifted by a whole unit; those with the lowest slopes may hide.
    expect(found.length).toBeGreaterThanOrEqual(6);
    expect(wrong.length).toBeLessThanOrEqual(1);
    for (const { fate, drift, isAnchor, new: now, old } of found) {
      expect(fate).toBe('redone');
      expect(isAnchor).toBe(false);
      expect(Math.abs(drift!.shift! - 1)).toBeLessThan(4 * drift!.se!);
      expect(now!.b).toBeGreaterThan(old!.b);
      expect(now!.errors.b!).toBeGreaterThan(result.abilities.new!.error);
    }
    const truth = mean(bank.abilities.filter((_, i) => bank.isNew[i] === 1));
    // All items together would put the new examinees 0.2 too low.
    expect(Math.abs(result.abilities.new!.mean - truth)).toBeLessThan(0.08);
  });

  test('old answers to a drifted item say nothing of its new curve', () => {
    const before = refreshCalibration(requestOf(bank));
    const at = before.changes.findIndex(({ hasDrifted }) => hasDrifted);
    expect(at).toBeGreaterThanOrEqual(0);
    const scores = bank.matrix.scores.slice();
    // Half of the old answers are gone: the drift stays found, and the new curve is the same but for rounding and abilities of old examinees.
    for (let i = 0; i < bank.isNew.length; i += 2)
      if (bank.isNew[i] === 0) scores[i * ITEMS + at] = Number.NaN;
    const after = refreshCalibration(requestOf({ ...bank, matrix: { ...bank.matrix, scores } }));
    expect(after.changes[at].hasDrifted).toBe(true);
    expect(Math.abs(after.changes[at].new!.b - before.changes[at].new!.b)).toBeLessThan(1e-2);
  });

  test('without old answers the errors of the old parameters count', () => {
    const rows = Array.from(bank.isNew.keys()).filter((i) => bank.isNew[i] === 1);
    const alone = {
      matrix: pickExaminees(bank.matrix, rows),
      isNew: new Uint8Array(rows.length).fill(1),
      curves: bank.curves,
    };
    const result = refreshCalibration(requestOf(alone));
    expect(result.warnings).toContainEqual({ kind: 'no-old-answers' });
    expect(result.changes.filter((c, j) => drifted(j) && c.hasDrifted).length).toBeGreaterThan(4);
    const wide = requestOf(alone);
    const errors = { ...wide.old.standardErrors, b: new Float64Array(ITEMS).fill(2) };
    const unsure = refreshCalibration({ ...wide, old: { ...wide.old, standardErrors: errors } });
    expect(unsure.changes.filter(({ hasDrifted }) => hasDrifted)).toEqual([]);
  });
});

test('copies of examinees in families: the design effect is their number, and the tests those of one', () => {
  const bank = driftBank('families', { ...usual, oldExaminees: 150, newExaminees: 100 });
  const times = 3;
  const rows = Array.from(bank.isNew.keys()).flatMap((i) => [i, i, i]);
  const copied = {
    matrix: {
      ...pickExaminees(bank.matrix, rows),
      examinees: rows.map((i, k) => `${bank.matrix.examinees[i]}-${k}`),
    },
    isNew: Uint8Array.from(rows, (i) => bank.isNew[i]),
    curves: bank.curves,
  };
  const families = rows.map((i) => `f${i}`);
  const result = refreshCalibration(requestOf(copied, { families }));
  expect(result.designEffect).toBeCloseTo(times, 6);
  const plain = chiSquares(requestOf(bank));
  // What searches leave of the log-likelihood: it is flat for items that nearly all examinees have right.
  result.changes.forEach(({ drift }, j) => {
    expect(Math.abs(drift!.chiSquare.shift - plain[j])).toBeLessThan(1e-3);
  });
});

test('pretest items in adaptive tests: difficulties without bias', () => {
  const old = 30;
  const bank = driftBank('adaptive', { ...usual, items: ITEMS, newExaminees: 800 });
  const parameters = pickItems(
    bank.curves,
    Array.from({ length: old }, (_, j) => j),
  );
  const matrix = adaptiveAnswers(bank, parameters, 20, 'adaptive');
  for (let i = 0; i < bank.isNew.length; i++)
    if (bank.isNew[i] === 0)
      for (let j = old; j < ITEMS; j++) matrix.scores[i * ITEMS + j] = Number.NaN;
  const result = refreshCalibration(requestOf({ ...bank, matrix, curves: parameters }));
  expect(result.method).toBe('fixed');
  const added = result.changes.filter(({ fate }) => fate === 'added');
  expect(added).toHaveLength(ITEMS - old);
  // At the centre of the new examinees, where priors of a and δ together matter least: logits of the curves.
  const differences = result.changes.flatMap(({ fate, new: now }, j) => {
    if (fate !== 'added') return [];
    const { a, b } = bank.curves;
    return [now!.a * (0.5 - now!.b) - a[j] * (0.5 - b[j])];
  });
  // Ten items with 160 answers each: a standard error of the mean of about 0.07.
  expect(Math.abs(mean(differences))).toBeLessThan(0.2);
  // Stable items asked adaptively show no shift on average.
  const shifts = result.changes.flatMap(({ drift }) =>
    drift?.shift != null && drift.se! < 0.5 ? [drift.shift / drift.se!] : [],
  );
  expect(Math.abs(mean(shifts))).toBeLessThan(3 / Math.sqrt(shifts.length));
});

describe('the method by the answers', () => {
  /** @param sparse number of examinees with half of the items, old ones and new ones */
  const half = (bank: DriftBank, sparse: readonly [old: number, since: number]) => {
    const scores = bank.matrix.scores.slice();
    const left = [...sparse];
    for (let i = 0; i < bank.isNew.length; i++)
      if (left[bank.isNew[i]]-- > 0)
        for (let j = 0; j < ITEMS; j += 2) scores[i * ITEMS + j] = Number.NaN;
    return { ...bank, matrix: { ...bank.matrix, scores } };
  };
  // 100 old ones and 30 new ones.
  const bank = driftBank('method', { ...usual, oldExaminees: 100, newExaminees: 30 });
  const by = (sparse: readonly [number, number], method: 'auto' | 'link') => {
    const { method: chosen, warnings } = refreshCalibration(
      requestOf(half(bank, sparse), { method }),
    );
    return { chosen, warned: warnings.find(({ kind }) => kind === 'sparse-link') };
  };

  test('auto calibrates everything again with full answers, and with up to a tenth of sparse rows', () => {
    expect(by([0, 0], 'auto')).toEqual({ chosen: 'link', warned: undefined });
    expect(by([10, 3], 'auto')).toEqual({ chosen: 'link', warned: undefined });
  });

  test('auto holds stable items where more than a tenth of the new rows, or of all, are sparse', () => {
    expect(by([0, 4], 'auto')).toEqual({ chosen: 'fixed', warned: undefined });
    expect(by([14, 0], 'auto')).toEqual({ chosen: 'fixed', warned: undefined });
  });

  test('link on sparse rows is done if it is asked for, with a warning', () => {
    expect(by([0, 30], 'link')).toEqual({
      chosen: 'link',
      warned: { kind: 'sparse-link', found: 30, of: 130, share: 0.75 },
    });
    expect(by([0, 0], 'link').warned).toBeUndefined();
  });

  test('answers to items without old parameters do not fill a row', () => {
    const known = pickItems(
      bank.curves,
      Array.from({ length: 20 }, (_, j) => j),
    );
    // Of the 20 old items 10 are answered, and all 20 others.
    const rows = half(bank, [0, 0]);
    for (let i = 0; i < bank.isNew.length; i++)
      if (bank.isNew[i] === 1)
        for (let j = 0; j < 10; j++) rows.matrix.scores[i * ITEMS + j] = Number.NaN;
    const { method } = refreshCalibration(
      requestOf({ ...rows, curves: known }, { method: 'auto' }),
    );
    expect(method).toBe('fixed');
  });
});

describe('a refresh that must not move anything', () => {
  const bank = driftBank('few', { ...usual, oldExaminees: 100, newExaminees: 30 });

  test.each([
    ['no-new-answers', 0],
    ['few-new-examinees', 5],
  ] as const)('%s', (refusal, newer) => {
    const rows = Array.from({ length: 100 + newer }, (_, i) => i);
    const result = refreshCalibration(
      requestOf(
        {
          matrix: pickExaminees(bank.matrix, rows),
          isNew: bank.isNew.slice(0, rows.length),
          curves: bank.curves,
        },
        { method: 'link' },
      ),
    );
    expect(result.refusal).toBe(refusal);
    expect(result.parameters).toEqual(bank.curves);
    expect(result.link).toEqual({ slope: 1, intercept: 0, errors: null });
  });

  test('few anchors: three items', () => {
    const few = driftBank('three', { ...usual, items: 3 });
    const result = refreshCalibration(requestOf(few, { method: 'link' }));
    expect(result.refusal).toBe('few-anchors');
    expect(result.parameters).toEqual(few.curves);
  });

  test('errors', () => {
    expect(() =>
      refreshCalibration(requestOf(bank, { method: 'other' as unknown as 'fixed' })),
    ).toThrow('accepted: auto, fixed, link');
    const wrong = requestOf(bank);
    expect(() =>
      refreshCalibration({
        ...wrong,
        old: { ...wrong.old, items: ['x', ...wrong.old.items.slice(1)] },
      }),
    ).toThrow('item x: not in the answers');
  });
});
