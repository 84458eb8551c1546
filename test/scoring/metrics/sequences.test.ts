import { describe, expect, test } from 'vitest';
import { metricSchema } from '../../../item-bank/items/metric/metric.ts';
import { readLabels, readPlaces } from '../../../item-bank/items/metric/read-elements.ts';
import { kendallSequence } from '../../../src/scoring/metrics/kendall-sequence.ts';
import { scoreAnswer } from '../../../src/scoring/metrics/metrics.ts';

/** τ-b has one root and one division. */
const ROUNDING = 1e-15;

test.each([
  ['B > A = C', [['B'], ['A', 'C']]],
  ['BDAC', [['B'], ['D'], ['A'], ['C']]],
  ['1. wash\n2. cut\n3. cook', [['wash'], ['cut'], ['cook']]],
  ['甲→乙，丙', [['甲'], ['乙'], ['丙']]],
  ['a -> b, a, c', [['a'], ['b'], ['c']]],
  ['', []],
])('places of %j', (text, expected) => {
  expect(readPlaces(text)).toEqual(expected);
});

test.each([
  ['fever; cough，rash、fever', ['fever', 'cough', 'rash']],
  ['- one\n* two', ['one', 'two']],
  [' , ', []],
])('labels of %j', (text, expected) => {
  expect(readLabels(text)).toEqual(expected);
});

describe("Kendall's tau-b of sequences", () => {
  test.each([
    ['ABCD', 'ABCD', 'zero', 1],
    ['DCBA', 'ABCD', 'zero', -1],
    // One of six pairs is wrong: (5 − 1)/6.
    ['BACD', 'ABCD', 'zero', 2 / 3],
    // Five of six pairs untied, all of them right: 5/√(5 · 6).
    ['A > B = C > D', 'ABCD', 'zero', 5 / Math.sqrt(30)],
    // Elements that nobody asked for do not count.
    ['A, X, B, C, D', 'ABCD', 'zero', 1],
    ['ABC', 'ABCD', 'zero', null],
    // D is last anyway.
    ['ABC', 'ABCD', 'last', 1],
    // B and C share the last place: pairs A before B and A before C are right, D before either is wrong, A before D is right.
    ['A > D', 'ABCD', 'last', (3 - 2) / Math.sqrt(5 * 6)],
    ['A', 'ABCD', 'last', null],
    ['A = B = C', 'ABC', 'zero', null],
    ['', 'ABC', 'last', null],
  ] as const)('%s for %s, missing %s', (answer, reference, missing, expected) => {
    const found = kendallSequence(answer, reference, missing);
    if (expected === null) expect(found).toBeNull();
    else expect(Math.abs(found! - expected)).toBeLessThanOrEqual(ROUNDING);
  });

  test('a sequence that cannot be compared scores 0, a reversed one too, an undecided one ½', () => {
    const score = (answer: string) =>
      scoreAnswer(
        { answer, references: ['A > B > C > D'] },
        metricSchema.parse({ name: 'kendall' }),
      );
    expect(score('A > B')).toBe(0);
    expect(score('D > C > B > A')).toBe(0);
    expect(score('B > D > A > C')).toBe(0.5);
    expect(score('a > b > c > d.')).toBe(1);
  });
});
