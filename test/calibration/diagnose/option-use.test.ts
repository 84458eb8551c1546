import { expect, test } from 'vitest';
import { keyByScores } from '../../../calibration/diagnose/options/item-choices.ts';
import { optionUse } from '../../../calibration/diagnose/options/option-use.ts';

// Twelve examinees in the order of their ability. The weak choose A, the strong B; the key is C.
const abilities = Array.from({ length: 12 }, (_, i) => i);
const rests = abilities.map((i) => i / 12);
const chosen = Int16Array.from([0, 0, 0, 2, 0, 2, -1, 2, 1, 1, 1, 1]);
const use = optionUse({ options: ['A', 'B', 'C', 'D'], chosen, key: 2 }, abilities, rests);

test('counts, shares, mean abilities and thirds, by hand', () => {
  expect(use.answered).toBe(11);
  expect(
    use.options.map(({ option, isKey, count, ability }) => [option, isKey, count, ability]),
  ).toEqual([
    ['A', false, 4, (0 + 1 + 2 + 4) / 4],
    ['B', false, 4, (8 + 9 + 10 + 11) / 4],
    ['C', true, 3, (3 + 5 + 7) / 3],
    ['D', false, 0, null],
  ]);
  expect(use.options[1].share).toBeCloseTo(4 / 11, 12);
  // Thirds of 11: the 1st to 4th, the 5th to 7th, and the last four by rank.
  expect(use.options[0].thirds).toEqual([3 / 4, 1 / 3, 0]);
  expect(use.options[1].thirds).toEqual([0, 0, 1]);
});

test('the point-biserial is that of the textbook', () => {
  const own = [...chosen.keys()].filter((i) => chosen[i] >= 0);
  const x = own.map((i) => rests[i]);
  const mean = x.reduce((a, b) => a + b) / 11;
  const sd = Math.sqrt(x.reduce((sum, v) => sum + (v - mean) ** 2, 0) / 11);
  const meanB = (8 + 9 + 10 + 11) / 12 / 4;
  const p = 4 / 11;
  expect(use.options[1].correlation).toBeCloseTo(
    ((meanB - mean) / sd) * Math.sqrt(p / (1 - p)),
    12,
  );
  expect(use.options[3].correlation).toBeNull();
});

test('an option beats the key only beyond chance', () => {
  // Four against none have a one-sided probability of 1/16, five against none of 1/32.
  expect(use.options.map(({ beatsKey }) => beatsKey)).toEqual([false, false, false, false]);
  const more = Int16Array.from({ length: 15 }, (_, i) => (i < 10 ? 2 : 1));
  const ranks = Array.from(more, (_, i) => i);
  const found = optionUse({ options: ['A', 'B', 'C'], chosen: more, key: 2 }, ranks, ranks);
  expect(found.options.map(({ beatsKey }) => beatsKey)).toEqual([false, true, false]);
  const unknown = optionUse({ options: ['A', 'B', 'C'], chosen: more, key: null }, ranks, ranks);
  expect(unknown.options.some(({ beatsKey }) => beatsKey)).toBe(false);
});

test('a hard item whose key still attracts the strongest is not marked', () => {
  // Of the highest third one has it right and the others choose B; nobody else has it right.
  const hard = Int16Array.from({ length: 30 }, (_, i) => (i === 29 ? 2 : 1));
  const ranks = Array.from(hard, (_, i) => i);
  const { options } = optionUse({ options: ['A', 'B', 'C'], chosen: hard, key: 2 }, ranks, ranks);
  expect(options[1].thirds![2]).toBe(0.9);
  expect(options[1].beatsKey).toBe(false);
});

test('nobody’s choice known: nothing is invented', () => {
  const none = optionUse({ options: ['A'], chosen: Int16Array.of(-1), key: 0 }, [0], [NaN]);
  expect(none).toMatchObject({ answered: 0, groups: [] });
  expect(none.options[0]).toMatchObject({
    share: 0,
    ability: null,
    correlation: null,
    thirds: null,
  });
});

test('the key by scores is the option of most right answers, if it is the only one', () => {
  const right = new Set([0, 1, 2]);
  expect(keyByScores(4, Int16Array.of(1, 1, 0, 2), (i) => right.has(i))).toBe(1);
  expect(keyByScores(4, Int16Array.of(1, 0, -1, 2), (i) => right.has(i))).toBeNull();
  expect(keyByScores(4, Int16Array.of(-1, -1, -1, 2), (i) => right.has(i))).toBeNull();
});
