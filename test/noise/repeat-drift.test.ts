import { expect, test } from 'vitest';
import type { Observations } from '../../src/noise/observations.ts';
import { repeatDrift } from '../../src/noise/repeat-drift.ts';
import { randomStream } from '../../src/random.ts';

type Row = readonly [model: number, item: number, condition: number, repeat: number, score: number];

function observed(rows: readonly Row[], names: readonly string[]): Observations {
  const of = (at: number) => Int32Array.from(rows, (row) => row[at]);
  const named = (at: number) =>
    Array.from({ length: 1 + Math.max(...of(at)) }, (_, k) => `${'mic'[at]}${k}`);
  return {
    ...{ models: named(0), items: named(1), conditions: named(2) },
    ...{ model: of(0), item: of(1), condition: of(2) },
    score: Float64Array.from(rows, (row) => row[4]),
    answer: null,
    repeats: { names, of: of(3) },
  };
}

/** Right and wrong answers; those of model 0 are right less often from repeat `from` on. */
function drawn(items: number, repeats: number, from: number): Row[] {
  const random = randomStream(3, 'drift', items, repeats);
  const rows: Row[] = [];
  for (let m = 0; m < 2; m++)
    for (let i = 0; i < items; i++)
      for (let r = 0; r < repeats; r++)
        rows.push([m, i, i % 2, r, Number(random() < (m === 0 && r >= from ? 0.4 : 0.7))]);
  return rows;
}

test('two repeats are compared by McNemar’s exact test, for each model on its own', () => {
  // Repeat 0 is right alone on 11 items, repeat 1 on 1; the second model gives both the same.
  const rows = Array.from({ length: 20 }, (_, i): Row[] => [
    [0, i, 0, 0, Number(i < 11)],
    [0, i, 0, 1, Number(i === 11)],
    [1, i, 0, 0, 1],
    [1, i, 0, 1, 1],
  ]).flat();
  const [changed, same] = repeatDrift(observed(rows, ['1', '2']));
  // 2 × 2 × P(at least 11 of 12): two tails, twice for two models.
  expect(changed.p).toBeCloseTo((4 * 13) / 2 ** 12, 12);
  expect(changed.isFound).toBe(false);
  expect(changed.repeats).toEqual([
    { first: '1', last: '1', answers: 20, shift: 0.25 },
    { first: '2', last: '2', answers: 20, shift: -0.25 },
  ]);
  expect(same).toMatchObject({ p: 1, isFound: false });
});

test('several repeats, over items and conditions; a model that stays the same is not named', () => {
  const [changed, same] = repeatDrift(observed(drawn(100, 4, 2), ['1', '2', '3', '4']));
  expect(changed.isFound).toBe(true);
  expect(changed.repeats.map(({ shift }) => Math.sign(shift))).toEqual([1, 1, -1, -1]);
  expect(same.isFound).toBe(false);
});

test('many repeats are grouped in the order of their numbers', () => {
  const names = Array.from({ length: 100 }, (_, r) => String(100 - r));
  const { isFound, repeats } = repeatDrift(observed(drawn(20, 100, 50), names))[0];
  expect(isFound).toBe(true);
  expect(repeats).toHaveLength(20);
  expect(repeats[0]).toMatchObject({ first: '1', last: '5', answers: 100 });
  expect(repeats[0].shift).toBeLessThan(0);
  expect(repeats[19]).toMatchObject({ first: '96', last: '100' });
});

test('nothing is compared where repeats are not known apart, or no item has two', () => {
  const rows = drawn(10, 2, 0);
  const { repeats: _, ...unnamed } = observed(rows, ['1', '2']);
  expect(repeatDrift(unnamed)).toEqual([]);
  expect(
    repeatDrift(
      observed(
        rows.filter(([, , , repeat]) => repeat === 0),
        ['1', '2'],
      ),
    ),
  ).toEqual([]);
  const unknown = rows.map(([m, i, c, r, score]): Row => [m, i, c, r === 0 ? 0 : -1, score]);
  expect(repeatDrift(observed(unknown, ['1', '2']))).toEqual([]);
});
