import { describe, expect, test } from 'vitest';
import { fractionalBank } from '../../../sim/post-hoc/fractional-bank.ts';
import { type PostHocRequest, postHoc, postHocTests } from '../../../sim/post-hoc/post-hoc.ts';
import { holds } from '../../../src/ranking/intervals.ts';
import { IS_ALL } from '../../repetitions.ts';

const requestOf = (answers: { beta: number } | { graded: number }): PostHocRequest => {
  const bank = fractionalBank(answers, 40, 150, 'fractions');
  return {
    bank,
    families: bank.families!,
    lengths: [30],
    strategies: ['paper'],
    folds: 5,
    seeds: 1,
    seed: 1,
  };
};

describe('a bank of fractional answers', () => {
  test.each([
    ['beta-distributed', { beta: 0.2 }, 0.2],
    ['graded', { graded: 4 }, 0.25],
    ['right or wrong', { graded: 1 }, 1],
  ] as const)('%s varies by φ', (_, answers, dispersion) => {
    // E[u(1 − u)] = (1 − φ) E[P(1 − P)].
    const mean = (of: { beta: number } | { graded: number }) => {
      const { scores } = fractionalBank(of, 400, 100, 'dispersion').responses;
      return scores.reduce((sum, u) => sum + u * (1 - u), 0) / scores.length;
    };
    // Of φ = 0.01 nearly P(1 − P) itself.
    expect(1 - (mean(answers) / mean({ beta: 0.01 })) * 0.99).toBeCloseTo(dispersion, 1);
  });
});

test('kinds of items take turns, each with its guessing and its answers', () => {
  const kinds = [
    { kind: 'order', answers: { graded: 6 }, guessing: 0.5 },
    { kind: 'open', answers: { graded: 1 }, guessing: 0 },
  ] as const;
  const { responses, tags } = fractionalBank(kinds, 400, 100, 'kinds');
  expect(tags.kind.values).toEqual(['order', 'open']);
  expect([...tags.kind.codes.subarray(0, 4)]).toEqual([0, 1, 0, 1]);
  const of = (kind: number) => responses.scores.filter((_, k) => (k % 100) % 2 === kind);
  const mean = (scores: Float32Array) => scores.reduce((sum, u) => sum + u, 0) / scores.length;
  // Half of what the open ones score, above one half; a tenth of the difference is more than chance in 20,000 answers each.
  expect(mean(of(0))).toBeCloseTo(0.5 + 0.5 * mean(of(1)), 1);
  expect([...new Set(of(1))].sort()).toEqual([0, 1]);
  expect(new Set(of(0)).size).toBe(7);
});

test('robust: the learned factor falls as far as the answers vary less, and intervals still hold', () => {
  // φ = 0.1: errors are √φ ≈ 0.3 of those of right and wrong answers.
  const { outcomes, actual } = postHocTests({
    ...requestOf({ beta: 0.1 }),
    strategies: ['robust'],
    folds: 2,
  });
  const [tests] = outcomes[0][0];
  const held = tests.filter(({ interval }, i) => holds(interval!, actual[i])).length;
  // Three standard errors of 90% of 40.
  expect(held).toBeGreaterThan(36 - 3 * Math.sqrt(40 * 0.9 * 0.1));
  for (const { factor, alarm } of tests) if (!alarm) expect(factor).toBeLessThan(0.5 * 1.645);
});

test.runIf(IS_ALL)(
  'paper: intervals are at most half as wide as those of ±1.645 standard errors, and 90% hold',
  () => {
    const [fractions] = postHoc(requestOf({ beta: 0.1 })).results;
    const [binary] = postHoc(requestOf({ graded: 1 })).results;
    expect(fractions.ownCoverage90).toBe(1);
    expect(fractions.coverage90).toBeGreaterThanOrEqual(0.875);
    expect(fractions.coverage90).toBeLessThanOrEqual(0.925);
    expect(fractions.width90).toBeLessThan(0.5 * binary.width90);
  },
);
