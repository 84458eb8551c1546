import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AnswerGroup, majorityAtK } from '../../src/noise/majority-at-k.ts';
import { passAllK, passAtK } from '../../src/noise/pass-at-k.ts';

const VALUES = JSON.parse(
  readFileSync(new URL('../golden/noise/values.json', import.meta.url), 'utf8'),
);

test('pass@k and pass^k: as exact fractions', () => {
  for (const [n, c, k, any, all] of VALUES.passAtK) {
    // Products of k factors, each rounded.
    expect(passAtK(n, c, k)).toBeCloseTo(any, 12);
    expect(passAllK(n, c, k)).toBeCloseTo(all, 12);
  }
});

/** Every draw of k of the answers, each tie shared out. */
function byAllDraws(groups: readonly AnswerGroup[], k: number): number {
  const answers = groups.flatMap((_, g) => Array<number>(groups[g].count).fill(g));
  let [draws, total] = [0, 0];
  const go = (from: number, left: number, counts: readonly number[]) => {
    if (left === 0) {
      draws++;
      const votes = counts.map((count, g) => (groups[g].votes ? count : 0));
      const most = Math.max(...votes);
      const winners = groups.filter((_, g) => most > 0 && votes[g] === most);
      if (winners.length > 0)
        total += winners.reduce((sum, { score }) => sum + score, 0) / winners.length;
      return;
    }
    for (let at = from; at <= answers.length - left; at++)
      go(
        at + 1,
        left - 1,
        counts.map((count, g) => count + (answers[at] === g ? 1 : 0)),
      );
  };
  go(
    0,
    k,
    groups.map(() => 0),
  );
  return total / draws;
}

test('majority@k: as all draws one after another', () => {
  const group = fc.record({
    count: fc.integer({ min: 1, max: 4 }),
    score: fc.constantFrom(0, 0.5, 1),
    votes: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(group, { minLength: 1, maxLength: 4 }), fc.nat(), (groups, seed) => {
      const n = groups.reduce((sum, { count }) => sum + count, 0);
      const k = 1 + (seed % Math.min(n, 6));
      expect(majorityAtK(groups, k)).toBeCloseTo(byAllDraws(groups, k), 10);
    }),
    { seed: 1, numRuns: 200 },
  );
});

test('majority@k of a thousand answers neither overflows nor takes long', () => {
  const groups = [
    { count: 600, score: 1, votes: true },
    { count: 400, score: 0, votes: true },
  ];
  // P(more than 50 of 101 draws are right): hypergeometric, by scipy.stats.hypergeom(1000, 600, 101).sf(50).
  expect(majorityAtK(groups, 101)).toBeCloseTo(0.9841572560885564, 9);
});
