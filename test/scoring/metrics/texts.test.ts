import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { metricSchema } from '../../../item-bank/items/metric/metric.ts';
import { cosineSimilarity } from '../../../src/scoring/metrics/cosine-similarity.ts';
import { METRICS, scoreAnswer } from '../../../src/scoring/metrics/metrics.ts';
import { longestCommonSubsequence } from '../../../src/scoring/metrics/rouge/longest-common-subsequence.ts';
import { tokensOf } from '../../../src/scoring/metrics/tokens/tokens-of.ts';

describe('tokens', () => {
  test.each([
    ["Don't stop: x² = 4!", ['don', 't', 'stop', 'x2', '4']],
    ['高血压（BP≥140）', ['高', '血', '压', 'bp', '140']],
    ['ＡＢ１ 𠀀', ['ab1', '𠀀']],
    ['naïve Ünïon', ['naïve', 'ünïon']],
    ['かな ｶﾅ', ['か', 'な', 'カ', 'ナ']],
    ['…', []],
  ])('characters of %s', (text, expected) => {
    expect(tokensOf(text, 'characters')).toEqual(expected);
  });

  test.each([
    ["Don't stop at 3.14!", ["don't", 'stop', 'at', '3.14']],
    ['患者因腹部疼痛入院。', ['患者', '因', '腹部', '疼痛', '入院']],
  ])('words of %s', (text, expected) => {
    expect(tokensOf(text, 'words')).toEqual(expected);
  });
});

describe('the longest common subsequence', () => {
  /** By the recursion over beginnings, in full. */
  function slow(a: readonly string[], b: readonly string[]): number {
    const table = Array.from({ length: a.length + 1 }, () =>
      new Array<number>(b.length + 1).fill(0),
    );
    for (let i = 1; i <= a.length; i++)
      for (let j = 1; j <= b.length; j++)
        table[i][j] =
          a[i - 1] === b[j - 1]
            ? table[i - 1][j - 1] + 1
            : Math.max(table[i - 1][j], table[i][j - 1]);
    return table[a.length][b.length];
  }

  test('is that of the usual recursion, beyond one and two words of bits too', () => {
    const tokens = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 100, size: 'max' });
    fc.assert(
      fc.property(tokens, tokens, (a, b) => {
        expect(longestCommonSubsequence(a, b)).toBe(slow(a, b));
      }),
    );
  });

  test('of long texts is found', () => {
    const letters = (n: number, step: number) =>
      Array.from({ length: n }, (_, k) => String((k * step) % 997));
    const [a, b] = [letters(20_000, 7), letters(50_000, 11)];
    const length = longestCommonSubsequence(a, b);
    expect(length).toBeGreaterThan(0);
  });
});

test('ROUGE takes the reference of greatest F1, whichever measure is the score', () => {
  // F1 2/3 with recall ½, and F1 ⅖ with recall 1.
  const answer = { answer: 'a b c d', references: ['a b', 'a b c d e f g h'] };
  const of = (measure: string) =>
    scoreAnswer(answer, metricSchema.parse({ name: 'rouge-1', measure }));
  expect(of('f1')).toBe(2 / 3);
  expect(of('precision')).toBe(0.5);
  expect(of('recall')).toBe(1);
});

test('every metric gives scores in [0, 1], and 1 for the reference itself', () => {
  const unit = fc.constantFrom(...'aB17.,%-=>/^ \n\0一百分之万点½⁻³éＡ。𠀀\u0301', '\ud800');
  const text = fc.string({ unit, maxLength: 60 });
  const names = Object.keys(METRICS);
  fc.assert(
    fc.property(fc.constantFrom(...names), text, text, (name, answer, reference) => {
      const score = scoreAnswer({ answer, references: [reference] }, metricSchema.parse({ name }));
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }),
  );
  for (const name of names) {
    const own = name === 'numeric-match' ? '7 mg' : 'one, two, three, four';
    expect(
      scoreAnswer({ answer: own, references: [own] }, metricSchema.parse({ name })),
      name,
    ).toBe(1);
  }
});

describe('cosines', () => {
  test.each([
    [[1, 0], [0, 2], 0],
    [[1, 2], [2, 4], 1],
    [[1, 2], [-2, -4], -1],
    [[1e300, 1e300], [1e-300, 1e-300], 1],
    [[0, 0], [1, 1], null],
    [[1], [1, 1], null],
    [[Number.NaN, 1], [1, 1], null],
    [[Number.POSITIVE_INFINITY, 1], [1, 1], null],
    [[], [], null],
  ])('of %j and %j', (x, y, expected) => {
    const found = cosineSimilarity(x, y);
    if (expected === null) expect(found).toBeNull();
    // One root and one division.
    else expect(Math.abs(found! - expected)).toBeLessThan(1e-15);
  });
});
