import { expect, test } from 'vitest';
import type { ItemType } from '../../item-bank/items/item.ts';
import { gradeChoice } from '../../src/scoring/grade-choice.ts';
import { gradeOrder } from '../../src/scoring/grade-order.ts';
import { guessableAnswers, guessingGroups } from '../../src/tested-bank/guessing.ts';
import { sampleItem } from '../item-bank/items/sample-items.ts';

/** Every list of these letters, each once. */
function orders(letters: readonly string[]): string[] {
  if (letters.length === 0) return [''];
  return letters.flatMap((letter) =>
    orders(letters.filter((other) => other !== letter)).map((rest) => letter + rest),
  );
}

const mean = (scores: readonly number[]) =>
  scores.reduce((sum, one) => sum + one, 0) / scores.length;

test('is what all answers by chance score on average', () => {
  // Every option, every set of options but the empty one, every order.
  const sets = ['A', 'B', 'C', 'AB', 'AC', 'BC', 'ABC'];
  const chance = (type: ItemType) => 1 / guessableAnswers(sampleItem(type));
  expect(chance('single')).toBe(mean(['A', 'B'].map((one) => gradeChoice(one, 'B', false))));
  expect(chance('multiple')).toBeCloseTo(
    mean(sets.map((one) => gradeChoice(one, 'BC', false))),
    12,
  );
  expect(chance('sequencing')).toBeCloseTo(
    mean(orders(['A', 'B', 'C']).map((order) => gradeOrder(order, 'BAC'))),
    12,
  );
  expect(chance('open')).toBe(0);
  expect(1 / guessableAnswers(sampleItem('case'))).toBe(0);
});

const items = (count: number, answers: number) => Array<number>(count).fill(answers);
const OPEN = Number.POSITIVE_INFINITY;

test('items of a kind are a group where they are enough', () => {
  expect(guessingGroups([...items(20, 4), ...items(20, 2), ...items(20, OPEN)])).toEqual([
    ...items(20, 1),
    ...items(20, 2),
    ...items(20, 0),
  ]);
  // Sets of four options are hardly guessed.
  expect(guessingGroups([...items(20, 4), ...items(10, 15), ...items(10, OPEN)])).toEqual([
    ...items(20, 1),
    ...items(20, 0),
  ]);
});

test('few items join another kind, and one kind is no group', () => {
  expect(guessingGroups(items(100, 4))).toBeUndefined();
  expect(guessingGroups([])).toBeUndefined();
  expect(guessingGroups([...items(30, 4), ...items(19, 2)])).toBeUndefined();
  expect(guessingGroups([...items(30, 4), ...items(19, 2), ...items(30, OPEN)])).toEqual([
    ...items(49, 1),
    ...items(30, 0),
  ]);
  expect(guessingGroups([...items(5, 4), ...items(40, OPEN)])).toBeUndefined();
  expect(guessingGroups([...items(5, 4), ...items(40, 2), ...items(30, OPEN)])).toEqual([
    ...items(45, 1),
    ...items(30, 0),
  ]);
});
