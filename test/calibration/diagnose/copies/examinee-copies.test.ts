import { describe, expect, test } from 'vitest';
import { equalRows } from '../../../../calibration/diagnose/copies/equal-rows.ts';
import { examineeCopies } from '../../../../calibration/diagnose/copies/examinee-copies.ts';
import { MISSING, nearRows } from '../../../../calibration/diagnose/copies/near-rows.ts';
import { logistic } from '../../../../src/irt/logistic.ts';
import type { ResponseMatrix } from '../../../../src/irt/responses.ts';
import { randomNormal, randomStream } from '../../../../src/random.ts';

interface World {
  readonly n: number;
  readonly items: number;
  /** Mean and standard deviation of ability, and the standard deviation of difficulty. */
  readonly mean?: number;
  readonly ability?: number;
  readonly difficulty?: number;
  /** Standard deviation of log slopes, and guessing. */
  readonly spread?: number;
  readonly guessing?: number;
  /** Rows that repeat the first one, but for this share of flipped answers. */
  readonly copies?: number;
  readonly flipped?: number;
}

const nameOf = (i: number) => `m${i}`;

function bank(seed: number, world: World): ResponseMatrix {
  const { n, items, mean = 0, ability: sd = 1, difficulty = 1 } = world;
  const { spread = 0.5, guessing = 0, copies = 0, flipped = 0 } = world;
  const random = randomStream(seed, 'copies', n, items);
  const a = Array.from({ length: items }, () => Math.exp(spread * randomNormal(random)));
  const b = Array.from({ length: items }, () => difficulty * randomNormal(random));
  const scores = new Float32Array(n * items);
  for (let i = 0; i < n; i++) {
    const ability = mean + sd * randomNormal(random);
    for (let j = 0; j < items; j++)
      scores[i * items + j] = Number(
        random() < guessing + (1 - guessing) * logistic(a[j] * (ability - b[j])),
      );
  }
  for (let i = 1; i <= copies; i++)
    for (let j = 0; j < items; j++)
      scores[i * items + j] = random() < flipped ? 1 - scores[j] : scores[j];
  return {
    examinees: Array.from({ length: n }, (_, i) => nameOf(i)),
    items: Array.from({ length: items }, (_, j) => `q${j}`),
    scores,
  };
}

/** How many of `banks` say that the first rows, and no others, are copies; and how many say anything else. */
function tried(banks: number, world: World) {
  let [found, wrong] = [0, 0];
  const right = Array.from({ length: (world.copies ?? 0) + 1 }, (_, i) => nameOf(i)).join();
  for (let seed = 1; seed <= banks; seed++) {
    const groups = examineeCopies(bank(seed, world)).map(({ examinees }) => examinees.join());
    if (groups.includes(right)) found++;
    if (groups.some((names) => names !== right)) wrong++;
  }
  return { found, wrong };
}

describe('copies of examinees', () => {
  test.each<World>([
    { n: 200, items: 10 },
    { n: 200, items: 12, mean: 2 },
    { n: 60, items: 20, guessing: 0.25 },
    { n: 40, items: 150, mean: 3 },
    { n: 8, items: 15, spread: 1 },
    { n: 20, items: 200, spread: 0, mean: 8, ability: 0.3, difficulty: 3 },
    { n: 10, items: 100, spread: 0, mean: 8, ability: 0.3, difficulty: 4 },
    { n: 15, items: 100, spread: 0, mean: 3, ability: 0.3, difficulty: 6 },
  ])('are not found among independent ones: $n × $items', (world) => {
    expect(tried(20, world)).toEqual({ found: 0, wrong: 0 });
  });

  test.each<World>([
    { n: 25, items: 60, copies: 1 },
    { n: 60, items: 30, copies: 4 },
    { n: 100, items: 20, copies: 49 },
    { n: 30, items: 200, copies: 4, flipped: 0.01 },
    { n: 30, items: 600, copies: 1, flipped: 0.02 },
    { n: 15, items: 400, copies: 4, flipped: 0.01 },
    { n: 30, items: 200, copies: 15, flipped: 0.01 },
  ])('are found: $n × $items, $copies copies, $flipped flipped', (world) => {
    expect(tried(5, world)).toEqual({ found: 5, wrong: 0 });
  });

  test('are not found where nearly all answers are right, and wrong keys are wrong for all', () => {
    const matrix = bank(1, { n: 40, items: 600 });
    const random = randomStream('saturated');
    for (let at = 0; at < matrix.scores.length; at++)
      matrix.scores[at] = Number(random() < 0.004 !== at % 600 >= 10);
    expect(examineeCopies(matrix)).toEqual([]);
  });

  test('need at least ten others', () => {
    expect(tried(3, { n: 12, items: 80, copies: 1 })).toEqual({ found: 3, wrong: 0 });
    expect(tried(3, { n: 11, items: 80, copies: 1 })).toEqual({ found: 0, wrong: 0 });
    expect(tried(3, { n: 9, items: 80, copies: 8 })).toEqual({ found: 0, wrong: 0 });
  });

  test('say how far they differ', () => {
    const same = examineeCopies(bank(1, { n: 30, items: 200, copies: 1 }));
    expect(same).toEqual([{ examinees: ['m0', 'm1'], differ: 0 }]);
    const matrix = bank(1, { n: 30, items: 200, copies: 1 });
    for (const j of [3, 99, 180]) matrix.scores[200 + j] = 1 - matrix.scores[j];
    expect(examineeCopies(matrix)).toEqual([{ examinees: ['m0', 'm1'], differ: 3 / 200 }]);
  });

  test('of one family are left out where families are given', () => {
    const matrix = bank(1, { n: 30, items: 200, copies: 2 });
    const own = matrix.examinees;
    expect(examineeCopies(matrix, own)).toHaveLength(1);
    expect(
      examineeCopies(
        matrix,
        own.map((name, i) => (i < 3 ? 'one' : name)),
      ),
    ).toEqual([]);
  });

  test('cannot be seen in scores of all or none', () => {
    const matrix = bank(1, { n: 30, items: 100 });
    matrix.scores.fill(1, 0, 500);
    matrix.scores.fill(0, 500, 800);
    expect(examineeCopies(matrix)).toEqual([]);
  });

  test('are found with fractions and with missing answers', () => {
    const matrix = bank(1, { n: 30, items: 100 });
    const random = randomStream(1, 'missing');
    for (let at = 0; at < matrix.scores.length; at++)
      if (random() < 0.3) matrix.scores[at] = Number.NaN;
      else if (random() < 0.5) matrix.scores[at] = random();
    expect(examineeCopies(matrix)).toEqual([]);
    matrix.scores.copyWithin(700, 0, 100);
    expect(examineeCopies(matrix)).toEqual([{ examinees: ['m0', 'm7'], differ: 0 }]);
  });

  test('need answers to the same items', () => {
    const matrix = bank(1, { n: 30, items: 100, copies: 1 });
    for (let j = 0; j < 100; j++) matrix.scores[(j < 50 ? 0 : 100) + j] = Number.NaN;
    expect(examineeCopies(matrix)).toEqual([]);
  });
});

test('equal rows are those with the same values, missing ones included', () => {
  const rows = [
    [0, 1, Number.NaN],
    [0, 1, 1],
    [0, 1, Number.NaN],
    [0.5, 1, 1],
    [0, 1, 1],
  ];
  expect([...equalRows(Float32Array.from(rows.flat()), 5, 3)]).toEqual([
    [0, [0, 2]],
    [1, [1, 4]],
    [3, [3]],
  ]);
});

test('near rows are those that a comparison of all pairs finds, also where they are a sample of many items', () => {
  const random = randomStream(3, 'near');
  const [n, width, most] = [25, 1500, 0.04];
  const bits = Uint8Array.from({ length: n * width }, () =>
    random() < 0.1 ? MISSING : Number(random() < 0.6),
  );
  for (let i = 1; i < 6; i++)
    for (let j = 0; j < width; j++)
      bits[i * width + j] = random() < 0.012 * i ? Number(random() < 0.5) : bits[j];
  const expected: string[] = [];
  for (let i = 0; i < n; i++)
    for (let k = i + 1; k < n; k++) {
      let [differences, common] = [0, 0];
      for (let j = 0; j < width; j++) {
        const [u, v] = [bits[i * width + j], bits[k * width + j]];
        if (u === MISSING || v === MISSING) continue;
        common++;
        if (u !== v) differences++;
      }
      if (differences <= most * common) expected.push(`${i} ${k} ${differences} of ${common}`);
    }
  const found = nearRows(bits, width, [...Array(n).keys()], most).map(
    ({ i, k, differences, common }) => `${i} ${k} ${differences} of ${common}`,
  );
  expect(expected.length).toBeGreaterThan(3);
  expect(found.toSorted()).toEqual(expected.toSorted());
});
