import { expect, test } from 'vitest';
import { backwardsExaminees } from '../../../calibration/diagnose/backwards-examinees.ts';
import { logistic } from '../../../src/irt/logistic.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';

interface World {
  readonly n: number;
  readonly items: number;
  /** The first examinees, whose scores are 1 − x. */
  readonly backwards?: number;
  /** The chance of all answers of the last examinee, or of all. */
  readonly guessers?: 'last' | 'all';
  readonly chance?: number;
  readonly mean?: number;
}

function bank(seed: number, world: World) {
  const { n, items, backwards = 0, guessers, chance = 0.25, mean = 0 } = world;
  const random = randomStream('backwards', seed, n, items);
  const b = Array.from({ length: items }, () => 1.2 * randomNormal(random));
  const scores = new Float32Array(n * items);
  for (let i = 0; i < n; i++) {
    const ability = mean + randomNormal(random);
    const isGuessing = guessers === 'all' || (guessers === 'last' && i === n - 1);
    for (let j = 0; j < items; j++) {
      const score = Number(random() < (isGuessing ? chance : logistic(ability - b[j])));
      scores[i * items + j] = i < backwards ? 1 - score : score;
    }
  }
  const named = (letter: string, count: number) =>
    Array.from({ length: count }, (_, k) => `${letter}${k}`);
  return { examinees: named('m', n), items: named('q', items), scores };
}

const found = (matrix: ReturnType<typeof bank>) =>
  backwardsExaminees(matrix).map(({ examinee }) => examinee);

test.each<World>([
  { n: 5, items: 300, backwards: 1 },
  { n: 20, items: 300, backwards: 4 },
  { n: 40, items: 300, backwards: 16 },
])('$backwards of $n examinees whose scores are reversed are named, and no other', (world) => {
  const reversed = Array.from({ length: world.backwards! }, (_, i) => `m${i}`);
  for (let seed = 1; seed <= 3; seed++) expect(found(bank(seed, world))).toEqual(reversed);
});

test.each<World>([
  { n: 20, items: 20, guessers: 'all' },
  { n: 5, items: 20, guessers: 'last', chance: 0.1, mean: 2 },
  { n: 20, items: 100, guessers: 'last', chance: 0.02, mean: -3 },
  { n: 30, items: 40, mean: -4 },
])('honest examinees are not named: %j', (world) => {
  let wrong = 0;
  for (let seed = 1; seed <= 20; seed++) wrong += found(bank(seed, world)).length;
  expect(wrong).toBe(0);
});

test('fractions, missing answers and a correlation are told; few examinees or items say nothing', () => {
  const matrix = bank(1, { n: 12, items: 300, backwards: 1 });
  for (let at = 0; at < matrix.scores.length; at++)
    if (at % 7 === 3) matrix.scores[at] = Number.NaN;
    else matrix.scores[at] = 0.2 + 0.5 * matrix.scores[at];
  const [one, ...others] = backwardsExaminees(matrix);
  expect(others).toEqual([]);
  expect(one.items).toBe(Array.from({ length: 300 }, (_, j) => j % 7 !== 3).filter(Boolean).length);
  // The plain sums: scores of the first row, and means of the others that are there.
  const pairs = Array.from({ length: 300 }, (_, j) => {
    const rest = Array.from({ length: 11 }, (_, k) => matrix.scores[(k + 1) * 300 + j]);
    const known = rest.filter((u) => !Number.isNaN(u));
    return [matrix.scores[j], known.reduce((sum, u) => sum + u, 0) / known.length];
  }).filter(([x]) => !Number.isNaN(x));
  const of = (k: number) => pairs.reduce((sum, pair) => sum + pair[k], 0) / pairs.length;
  const sum = (p: number, q: number) =>
    pairs.reduce((all, pair) => all + (pair[p] - of(p)) * (pair[q] - of(q)), 0);
  expect(one.correlation).toBeCloseTo(sum(0, 1) / Math.sqrt(sum(0, 0) * sum(1, 1)), 6);
  const few = bank(1, { n: 4, items: 300, backwards: 1 });
  expect(backwardsExaminees(few)).toEqual([]);
  expect(backwardsExaminees(bank(1, { n: 30, items: 9, backwards: 1 }))).toEqual([]);
});
