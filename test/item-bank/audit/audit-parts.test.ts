import { expect, test } from 'vitest';
import { SCORED_RIGHT, SCORED_WRONG } from '../../../calibration/diagnose/keys/recorded-choices.ts';
import { findSuspects } from '../../../item-bank/audit/find-suspects.ts';
import { keyPositions } from '../../../item-bank/audit/key-positions.ts';
import { rankingWithout } from '../../../item-bank/audit/ranking-without.ts';

test('places of keys: χ² = 10 on 2 degrees of freedom has the tail e^−5', () => {
  const items = [10, 20, 30].flatMap((count, key) =>
    Array.from({ length: count }, () => ({ options: 3, key })),
  );
  const found = keyPositions(items)!;
  expect(found.p).toBeCloseTo(Math.exp(-5), 12);
  expect(found.letters[2]).toEqual({ letter: 'C', keys: 30, expected: 20 });
  expect(keyPositions([{ options: 4, key: 1 }])).toBeNull();
});

test('the ranking without an item', () => {
  const choices = {
    examinees: ['x', 'y', 'z'],
    items: ['1', '2', '3'],
    // x: 1 1 0, y: 0 0 1, z: none 1 1
    choices: Int8Array.of(
      SCORED_RIGHT,
      SCORED_RIGHT,
      SCORED_WRONG,
      SCORED_WRONG,
      SCORED_WRONG,
      SCORED_RIGHT,
      -1,
      SCORED_RIGHT,
      SCORED_RIGHT,
    ),
    options: new Uint8Array(3),
    keys: new Int8Array(3).fill(-1),
  };
  const { models, removed, tau } = rankingWithout(choices, new Set(['1', 'other']));
  expect(removed).toBe(1);
  expect(models).toEqual([
    { model: 'z', before: 1, after: 1, rankBefore: 1, rankAfter: 1 },
    { model: 'x', before: 2 / 3, after: 1 / 2, rankBefore: 2, rankAfter: 2 },
    { model: 'y', before: 1 / 3, after: 1 / 2, rankBefore: 3, rankAfter: 2 },
  ]);
  // Pairs: z over x and over y stay, x and y are tied after: 2 / √(3 · 2).
  expect(tau).toBeCloseTo(2 / Math.sqrt(6), 12);
});

test('findings of one item are one probability: 1 − the product of their complements', () => {
  const finding = (kind: 'duplicate' | 'short-stem', item: string) => ({
    item,
    kind,
    strength: 1,
    text: '',
  });
  const { suspects } = findSuspects({
    choices: null,
    candidates: [],
    findings: [finding('short-stem', 'a'), finding('short-stem', 'b'), finding('duplicate', 'b')],
  });
  expect(suspects.map(({ item }) => item)).toEqual(['b', 'a']);
  expect(suspects[0].probability).toBeCloseTo(1 - 0.7 * 0.05, 12);
  expect(suspects[0].reasons.map(({ kind }) => kind)).toEqual(['duplicate', 'short-stem']);
});
