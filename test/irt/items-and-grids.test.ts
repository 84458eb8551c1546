import { describe, expect, test } from 'vitest';
import { ThetarankError } from '../../src/errors.ts';
import { answersOf, isMixed } from '../../src/irt/answers.ts';
import { bendBound } from '../../src/irt/bend-bound.ts';
import { findRoot } from '../../src/irt/estimate/find-root.ts';
import { information } from '../../src/irt/information.ts';
import { informationPeak } from '../../src/irt/information-peak.ts';
import { addAnswer, emptyGrid, gridOf, stepFor } from '../../src/irt/likelihood-grid.ts';
import { likelihoodSlope } from '../../src/irt/likelihood-slope.ts';
import { itemParameters, pickItems } from '../../src/irt/parameters.ts';
import { pickExaminees } from '../../src/irt/responses.ts';
import { randomStream } from '../../src/random.ts';
import { drawAnswers, simulatedItems } from './simulated-answers.ts';

describe('itemParameters', () => {
  test('an absent c is 0, an absent d is 1', () => {
    const items = itemParameters({ a: [1, 2], b: [0, 1] });
    expect(items.count).toBe(2);
    expect([...items.c, ...items.d]).toEqual([0, 0, 1, 1]);
  });

  test.each([
    [
      { a: [0], b: [0] },
      'item q7: a (discrimination) is 0; accepted: a finite number other than 0.',
    ],
    [
      { a: [Infinity], b: [0] },
      'item q7: a (discrimination) is Infinity; accepted: a finite number other than 0.',
    ],
    [{ a: [1], b: [Number.NaN] }, 'item q7: b (difficulty) is NaN; accepted: a finite number.'],
    [{ a: [1], b: [0], c: [1] }, 'item q7: c (guessing) is 1; accepted: a number in [0, 1).'],
    [{ a: [1], b: [0], c: [-0.1] }, 'item q7: c (guessing) is -0.1; accepted: a number in [0, 1).'],
    [
      { a: [1], b: [0], c: [0.3], d: [0.3] },
      'item q7: d (upper asymptote) is 0.3; accepted: a number above c and at most 1.',
    ],
    [
      { a: [1], b: [0], d: [1.5] },
      'item q7: d (upper asymptote) is 1.5; accepted: a number above c and at most 1.',
    ],
  ])('%j is refused', (values, message) => {
    const call = () => itemParameters(values, () => 'q7');
    expect(call).toThrow(ThetarankError);
    expect(call).toThrow(message);
  });

  test('pickItems keeps the order asked for', () => {
    const items = itemParameters({
      a: [1, 2, 3],
      b: [4, 5, 6],
      c: [0.1, 0.2, 0.3],
      d: [0.9, 0.8, 0.7],
    });
    const { count, a, b, c, d } = pickItems(items, [2, 0]);
    expect([count, ...a, ...b, ...c, ...d]).toEqual([2, 3, 1, 6, 4, 0.3, 0.1, 0.7, 0.9]);
  });
});

test('pickExaminees keeps the order asked for', () => {
  const matrix = {
    examinees: ['x', 'y', 'z'],
    items: ['i', 'j'],
    scores: Float32Array.of(1, 0, 0, Number.NaN, 1, 1),
  };
  expect(pickExaminees(matrix, [2, 1])).toEqual({
    examinees: ['z', 'y'],
    items: ['i', 'j'],
    scores: Float32Array.of(1, 1, 0, Number.NaN),
  });
});

describe('answers', () => {
  const items = itemParameters({ a: [1, 1, 1], b: [0, 0, 0] });

  test('NaN is an item that was not asked', () => {
    const answers = answersOf(items, [1, Number.NaN, 0]);
    expect(answers.count).toBe(2);
    expect([...answers.index.subarray(0, 2)]).toEqual([0, 2]);
    expect([...answers.scores.subarray(0, 2)]).toEqual([1, 0]);
  });

  test.each([
    [[1, 0, 1], true],
    [[1, 1, 1], false],
    [[0, 0, Number.NaN], false],
    [[0.5, Number.NaN, Number.NaN], true],
    [[1, 0.9, 1], true],
    [[Number.NaN, Number.NaN, Number.NaN], false],
  ])('%j is mixed: %s', (row, expected) => {
    expect(isMixed(answersOf(items, row))).toBe(expected);
  });
});

describe('likelihood grid', () => {
  test.each([
    [-6, 6, 0.25, 49],
    [-4, 4, 0.25, 33],
    [-6, 6, 0.2, 61],
    [0, 1, 0.3, 5],
    [-1, 1, 10, 3],
  ])(
    '[%d, %d] by %d: %d nodes, the ends among them, an even number of intervals',
    (low, high, step, count) => {
      const grid = emptyGrid(low, high, step);
      expect(grid.nodes).toHaveLength(count);
      expect(grid.nodes[0]).toBe(low);
      expect(grid.nodes[count - 1]).toBe(high);
      expect(grid.step).toBeLessThanOrEqual(step * (1 + 1e-9));
      for (let q = 1; q < count; q++)
        expect(grid.nodes[q] - grid.nodes[q - 1]).toBeCloseTo(grid.step, 12);
    },
  );

  test('answers added one by one give the grid of them all', () => {
    const items = simulatedItems(50, randomStream(2, 'grid'), '4PL');
    const row = new Float64Array(50);
    drawAnswers(0, items, randomStream(2, 'answers'), row);
    row[3] = 0.25;
    row[4] = Number.NaN;
    const whole = gridOf(answersOf(items, row), -6, 6, 0.1);
    const grown = emptyGrid(-6, 6, 0.1);
    for (let j = 0; j < 50; j++) if (!Number.isNaN(row[j])) addAnswer(grown, items, j, row[j]);
    for (let q = 0; q < whole.nodes.length; q++)
      // Sums of 49 rounded logarithms, in the same order.
      expect(Math.abs(grown.logLikelihood[q] - whole.logLikelihood[q])).toBeLessThan(1e-12);
  });

  test.each([
    [0.5, 0.25, 0.25],
    [2, 0.25, 0.25],
    [10, 0.25, 0.05],
    [50, 0.25, 0.01],
    [1000, 0.25, 0.01],
  ])('steepest item %d, coarsest %d: a step of %d', (a, coarsest, step) => {
    expect(stepFor(itemParameters({ a: [0.3, a], b: [0, 0] }), coarsest)).toBe(step);
  });

  test('between two nodes the log-likelihood bends by no more than bendBound', () => {
    const items = simulatedItems(40, randomStream(3, 'bend'), '4PL');
    const row = new Float64Array(40);
    const at = { slope: 0, information: 0, observed: 0, warm: 0 };
    for (const theta of [-2, 0, 2]) {
      drawAnswers(theta, items, randomStream(3, theta), row);
      const answers = answersOf(items, row);
      for (let x = -6; x <= 6; x += 0.05) {
        likelihoodSlope(x, answers, at);
        expect(at.observed).toBeLessThanOrEqual(bendBound(answers));
      }
    }
  });
});

describe('informationPeak', () => {
  test.each([
    [1.2, 0.7, 0, 1, 0.7],
    // Birnbaum (1968): b + log((1 + √(1 + 8c)) / 2) / a.
    [2, 0, 0.25, 1, Math.log((1 + Math.sqrt(3)) / 2) / 2],
    // The same curve seen from the other side: c = 0, d = 1 − 0.25.
    [2, 0, 0, 0.75, -Math.log((1 + Math.sqrt(3)) / 2) / 2],
    // Symmetric asymptotes.
    [0.5, -1, 0.1, 0.9, -1],
  ])('a = %d, b = %d, c = %d, d = %d', (a, b, c, d, peak) => {
    // Golden-section search cannot see closer than the root of rounding.
    expect(Math.abs(informationPeak(a, b, c, d) - peak)).toBeLessThan(1e-6);
    expect(information(peak, a, b, c, d)).toBeGreaterThan(information(peak + 0.1, a, b, c, d));
  });
});

describe('findRoot', () => {
  test.each<[string, (x: number) => number, number, number, number]>([
    ['a line', (x) => 1 - x, 0, 3, 1],
    ['a cubic', (x) => x ** 3 - 2, 0, 2, Math.cbrt(2)],
    ['a falling exponential', (x) => Math.exp(-x) - 0.5, 0, 50, Math.LN2],
    ['a jump', (x) => (x < 0.3 ? 1 : -1), 0, 1, 0.3],
    ['a triple root', (x) => (x - 0.7) ** 3, -4, 1, 0.7],
  ])('%s', (_, f, low, high, root) => {
    let calls = 0;
    const counted = (x: number) => {
      calls++;
      return f(x);
    };
    const found = findRoot(counted, low, high, f(low), f(high), 1e-12);
    expect(Math.abs(found - root)).toBeLessThan(2e-12);
    expect(calls).toBeLessThan(100);
  });
});
