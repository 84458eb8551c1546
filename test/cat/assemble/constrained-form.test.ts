import { expect, test } from 'vitest';
import { constrainedForm, type FormBank } from '../../../src/cat/assemble/constrained-form.ts';
import type { Quota } from '../../../src/cat/constrain/quotas.ts';
import { loadSolver } from '../../../src/highs-solver.ts';
import { randomStream } from '../../../src/random.ts';
import { failureOf } from '../../files/temporary.ts';
import { simulatedItems } from '../simulated.ts';

const solver = await loadSolver();
const SIZE = 300;
const items = simulatedItems('3PL', SIZE, 'form');
const codesOf = (code: (j: number) => number) => Array.from({ length: SIZE }, (_, j) => code(j));
const bank: FormBank = {
  items,
  tags: {
    subject: {
      values: ['law', 'art', 'physics'],
      codes: codesOf((j) => (j % 10 < 6 ? 0 : j % 10 < 9 ? 1 : 2)),
    },
    level: { values: ['easy', 'hard'], codes: codesOf((j) => (j >> 3) % 2) },
    source: { values: ['old', 'new'], codes: codesOf((j) => (j >> 1) % 2) },
  },
  // The last items do not count.
  weights: Float64Array.from({ length: SIZE }, (_, j) => (j < 280 ? 1 / 280 : 0)),
  represented: 'subject',
};
const form = (quotas: readonly Quota[], size: number, seed = 1) =>
  constrainedForm(bank, quotas, size, randomStream(seed, 'form'), solver);
const countOf = (positions: Int32Array, tag: string, value: string) => {
  const { values, codes } = bank.tags[tag];
  return positions.filter((j) => values[codes[j]] === value).length;
};
const OVERLAPPING = [
  { tag: 'level', value: 'hard', least: 0.8, most: 0.8 },
  { tag: 'source', value: 'new', least: 0.7 },
];

test('overlapping quotas are met, and the tag and difficulty have their shares beside them', () => {
  const { items: found, represents } = form(OVERLAPPING, 50);
  expect(represents).toEqual({ tag: true, difficulty: true });
  expect([...new Set(found)].sort((x, y) => x - y)).toEqual([...found]);
  expect(found).toHaveLength(50);
  expect(found.every((j) => j < 280)).toBe(true);
  expect(countOf(found, 'level', 'hard')).toBe(40);
  expect(countOf(found, 'source', 'new')).toBeGreaterThanOrEqual(35);
  expect(Math.abs(countOf(found, 'subject', 'law') - 30)).toBeLessThanOrEqual(1);
  expect(Math.abs(countOf(found, 'subject', 'physics') - 5)).toBeLessThanOrEqual(1);
  // A fifth of the items is easier than the easiest fifth of the bank.
  const sorted = items.b.slice(0, 280).sort();
  const easiest = found.filter((j) => items.b[j] <= sorted[55]).length;
  expect(easiest).toBe(10);
  expect(form(OVERLAPPING, 50)).toEqual(form(OVERLAPPING, 50));
  expect(form(OVERLAPPING, 50, 2).items).not.toEqual(found);
});

test('shares that quotas leave no room for are given up, the quotas never', () => {
  const law = [...OVERLAPPING, { tag: 'subject', value: 'law', least: 1 }];
  const { items: found, represents } = form(law, 40);
  expect(represents.tag).toBe(false);
  expect(countOf(found, 'subject', 'law')).toBe(40);
  const most = [
    { tag: 'level', value: 'hard', least: 1 },
    { tag: 'source', value: 'new', least: 1 },
  ];
  const all = form(most, 68);
  expect(all.represents.difficulty).toBe(false);
  expect(countOf(all.items, 'level', 'hard')).toBe(68);
  expect(failureOf(() => form(most, 140)).message).toMatch(
    /^content quotas: (level = hard needs 140|no test of 140 items meets)/,
  );
  expect(failureOf(() => form([{ tag: 'sorce', value: 'new' }], 5)).code).toBe('NAME_UNKNOWN');
});
