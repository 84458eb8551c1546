import { expect, test } from 'vitest';
import { PUBLISHED } from '../../../src/cat/configuration.ts';
import {
  addBlock,
  addCounts,
  countSession,
  emptyCounts,
  emptyHistory,
  exposureRates,
} from '../../../src/cat/exposure/exposure-counts.ts';
import { barsOfBlock } from '../../../src/cat/exposure/exposure-rules.ts';
import { AdaptiveSession } from '../../../src/cat/session.ts';
import { failureOf } from '../../files/temporary.ts';
import { bankOf, simulatedItems, simulatedScores, sit } from '../simulated.ts';

const bank = bankOf(simulatedItems('3PL', 30, 'history'));
/** Two levels; the first five items are barred at the lower one. */
const barred = { cuts: [0], items: [[0, 1, 2, 3, 4], []] };
const session = (n: number) =>
  sit(
    new AdaptiveSession(bank, {
      ...PUBLISHED,
      estimator: 'eap',
      select: { rule: 'random' },
      seed: String(n),
      barred,
      stop: { rule: 'length', items: 6 },
    }),
    simulatedScores(bank, 0, String(n)),
  );
const countsOf = (numbers: readonly number[]) => {
  const counts = emptyCounts(30, 2);
  for (const n of numbers) countSession(counts, session(n));
  return counts;
};

test('counts are those of the places and levels at which items were chosen', () => {
  const counts = countsOf([1]);
  const choices = session(1).choices();
  expect(counts.sessions).toBe(1);
  [0, 1].forEach((level) => {
    const own = choices.filter((choice) => choice.level === level).map(({ index }) => index);
    expect(counts.levels[level].visited).toBe(own.length > 0 ? 1 : 0);
    counts.levels[level].asked.forEach((times, j) => {
      expect(times).toBe(own.includes(j) ? 1 : 0);
    });
    const open = own.length === 0 ? 0 : 30 - barred.items[level].length;
    expect(counts.levels[level].eligible.filter((n) => n === 1)).toHaveLength(open);
  });
  expect(exposureRates(counts).reduce((sum, rate) => sum + rate, 0)).toBe(6);
});

test('the counts of a block are the same however its sessions are shared out', () => {
  const whole = countsOf([1, 2, 3, 4, 5, 6]);
  const parts = countsOf([6, 2, 4]);
  addCounts(parts, countsOf([5]));
  addCounts(parts, countsOf([1, 3]));
  expect(parts).toEqual(whole);
  expect(JSON.parse(JSON.stringify(whole))).toEqual(whole);
});

test('recent counts fade by the sessions that came to a level, total ones do not', () => {
  const history = emptyHistory(30, 2);
  const [first, second] = [countsOf([1, 2, 3]), countsOf([4, 5])];
  addBlock(history, first, 0.9);
  expect(history.recent.levels).toEqual(first.levels);
  addBlock(history, second, 0.9);
  expect(history.total).toEqual(countsOf([1, 2, 3, 4, 5]));
  [0, 1].forEach((level) => {
    const kept = 0.9 ** second.levels[level].visited;
    for (const count of ['asked', 'eligible'] as const)
      history.recent.levels[level][count].forEach((times, j) => {
        const expected = kept * first.levels[level][count][j] + second.levels[level][count][j];
        expect(times).toBeCloseTo(expected, 12);
      });
  });
});

test('a maximum rate lets an item into as many sessions of a block as it has left', () => {
  const history = emptyHistory(3);
  history.total.sessions = 10;
  history.total.levels[0].asked.splice(0, 3, 6, 2, 0);
  const bars = barsOfBlock({ rule: 'maximum-rate', rate: 0.3, block: 10 }, history, 'x');
  const open = [0, 1, 2].map((j) => bars.filter(({ items }) => !items[0].includes(j)).length);
  // ⌊0.3 × 20⌋ = 6 in all, less those asked.
  expect(open).toEqual([0, 4, 6]);
  expect(barsOfBlock({ rule: 'maximum-rate', rate: 0.3, block: 10 }, history, 'x')).toEqual(bars);
});

test('an item is eligible as often as rate × eligible / asked says, by one number for all levels', () => {
  const history = emptyHistory(2, 2);
  history.recent.levels[0].asked[0] = 40;
  history.recent.levels[0].eligible[0] = 80;
  history.recent.levels[1].asked[0] = 5;
  history.recent.levels[1].eligible[0] = 8;
  const rule = { rule: 'eligibility', rate: 0.2, cuts: [0], fading: 1, block: 4000 } as const;
  const bars = barsOfBlock(rule, history, 'x');
  const openAt = (level: number) => bars.filter(({ items }) => !items[level].includes(0));
  // 0.2 × 80 / 40 and 0.2 × 8 / 5; three standard errors of 4,000 draws.
  expect(Math.abs(openAt(0).length / 4000 - 0.4)).toBeLessThan(3 * Math.sqrt(0.24 / 4000));
  expect(Math.abs(openAt(1).length / 4000 - 0.32)).toBeLessThan(3 * Math.sqrt(0.2176 / 4000));
  expect(openAt(1).every(({ items }) => !items[0].includes(0))).toBe(true);
  expect(bars.every(({ items }) => !items[0].includes(1) && !items[1].includes(1))).toBe(true);
});

test('refuses counts of another bank or other levels', () => {
  expect(failureOf(() => countSession(emptyCounts(30), session(1))).message).toBe(
    'adaptive session: counts of exposure for 1 levels of 30 items; the session has 2 of 30',
  );
});
