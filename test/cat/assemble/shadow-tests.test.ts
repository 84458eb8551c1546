import { describe, expect, test } from 'vitest';
import type { ProgramSolver } from '../../../src/cat/assemble/program.ts';
import { DEFAULT_BOUNDS, prepareBank } from '../../../src/cat/bank.ts';
import { PUBLISHED, type SessionConfiguration } from '../../../src/cat/configuration.ts';
import { AdaptiveSession } from '../../../src/cat/session.ts';
import { loadSolver } from '../../../src/highs-solver.ts';
import { failureOf } from '../../files/temporary.ts';
import { informationOf, simulatedItems, simulatedScores, sit } from '../simulated.ts';

const solver = await loadSolver();
const ids = Array.from({ length: 120 }, (_, j) => `q${j}`);
const bank = prepareBank(
  ids,
  simulatedItems('3PL', 120, 'shadow'),
  {
    subject: { values: ['law', 'art', 'physics'], codes: ids.map((_, j) => j % 3) },
    level: { values: ['easy', 'hard'], codes: ids.map((_, j) => (j >> 2) % 2) },
  },
  DEFAULT_BOUNDS,
  ids.map((_, j) => 1 + (j % 7) / 2),
);
const quotas = [
  { tag: 'subject', value: 'law', least: 0.5 },
  { tag: 'subject', value: 'art', most: 0.2 },
  { tag: 'level', value: 'hard', least: 0.6, most: 0.7 },
];
const of = (change: Partial<SessionConfiguration>): SessionConfiguration => ({
  ...PUBLISHED,
  quotas,
  stop: { rule: 'length', items: 20 },
  ...change,
});
const scores = simulatedScores(bank, 0.6, 'shadow');
const messageOf = (change: Partial<SessionConfiguration>, by: ProgramSolver | null = solver) =>
  failureOf(() => new AdaptiveSession(bank, of(change), by)).message;

describe('how often the solver is called', () => {
  const reportOf = (every: number, within: number) =>
    sit(
      new AdaptiveSession(bank, of({ assembly: { rule: 'shadow', every, within } }), solver),
      scores,
    ).shadowTests!;

  test('every item, every few items, and not while the last test loses little', () => {
    const always = reportOf(1, 0);
    expect(always.gap).toBe(0);
    expect(always.assembled).toBeGreaterThan(15);
    const seldom = reportOf(5, 0);
    expect(seldom.assembled).toBe(4);
    const kept = reportOf(1, 0.02);
    expect(kept.kept).toBeGreaterThan(always.kept);
    expect(kept.solved).toBeLessThan(always.solved);
    // A share of the information of a test of 20 items, of which none has more than 2.
    expect(kept.gap).toBeLessThan(0.02 * 40);
  });
});

describe('a search that ends early', () => {
  /** Finds whole numbers only as far as `columns` says, and never knows. */
  const limited = (isFound: boolean): ProgramSolver => ({
    solveRelaxed: solver.solveRelaxed,
    solveInteger: (program, gap) => {
      const found = solver.solveInteger(program, gap);
      return found.status === 'optimal'
        ? {
            ...found,
            status: 'limit',
            columns: isFound ? found.columns : null,
            bound: found.bound + 0.5,
          }
        : found;
    },
  });
  const budget = of({
    stop: {
      rule: 'any',
      of: [
        { rule: 'length', items: 10 },
        { rule: 'budget', most: 17 },
      ],
    },
  });

  test('gives the best test found, and how much better another might be', () => {
    const exact = sit(new AdaptiveSession(bank, budget, solver), scores);
    expect(exact.shadowTests!.gap).toBe(0);
    const session = sit(new AdaptiveSession(bank, budget, limited(true)), scores);
    expect(session.length).toBe(10);
    expect(session.shadowTests!.gap).toBeGreaterThan(0);
    expect(session.shadowTests!.gap).toBeLessThanOrEqual(0.5);
  });

  test('is an error if no test is possible', () => {
    expect(() => new AdaptiveSession(bank, of({}), limited(false))).toThrow(
      /^no test could be assembled from 6 candidate items: the solver ended with limit\. Use fewer/,
    );
  });
});

describe('what cannot be is refused before the first item', () => {
  test('without a solver', () => {
    expect(messageOf({}, null)).toMatch(/shadow tests are needed, and these need a solver: pass/);
    expect(new AdaptiveSession(bank, of({ quotas: quotas.slice(0, 2) })).shadowTests).toBeNull();
  });

  test('by the quotas that contradict each other, and no others', () => {
    const level = { tag: 'level', value: 'hard', most: 0 };
    expect(
      messageOf({
        quotas: [...quotas.slice(0, 2), level],
        exclude: ids.filter((_, j) => j % 3 === 0 && (j >> 2) % 2 === 0).slice(0, 14),
      }),
    ).toBe(
      'content quotas: no test of 20 items meets subject = law (at least 10), level = hard (at most 0) together; the nearest test has 6 of subject = law',
    );
  });

  test('by enemy items', () => {
    const enemies = [ids.filter((_, j) => j % 3 === 0)];
    expect(messageOf({ enemies })).toMatch(
      /^content quotas: no test of 20 items meets subject = law \(at least 10\), the sets of enemy items together/,
    );
  });

  test('by a budget below the cheapest test', () => {
    const stop = {
      rule: 'any',
      of: [
        { rule: 'length', items: 20 },
        { rule: 'budget', most: 12 },
      ],
    } as const;
    expect(messageOf({ stop })).toMatch(
      /^content quotas: the cheapest test of 20 items that meets the quotas costs 2\d(\.5)?; the budget is 12$/,
    );
  });

  test('by options that make no sense, and tests without a length', () => {
    expect(messageOf({ assembly: { rule: 'shadow', every: 0 } })).toBe(
      'adaptive session: assembly every is 0; accepted: a whole number from 1',
    );
    expect(messageOf({ assembly: { rule: 'shadow', within: 1 } })).toBe(
      'adaptive session: assembly within is 1; accepted: a share from 0, below 1',
    );
    expect(messageOf({ assembly: { rule: 'light' as 'greedy' } })).toBe(
      'adaptive session: unknown assembly "light"; accepted: greedy, shadow',
    );
    expect(
      messageOf({
        quotas: [],
        assembly: { rule: 'shadow' },
        stop: { rule: 'standard-error', below: 0.3 },
      }),
    ).toMatch(/shadow tests need the test's greatest length/);
  });
});

test('items that are barred are not asked, and as few as possible are kept for later', () => {
  const barred = { cuts: [], items: [ids.flatMap((_, j) => (j % 2 === 0 ? [j] : []))] };
  const session = sit(new AdaptiveSession(bank, of({ barred }), solver), scores);
  const asked = session.items().map(({ index }) => index);
  expect(asked).toHaveLength(20);
  expect(asked.every((j) => j % 2 === 1)).toBe(true);
  const hard = asked.filter((j) => (j >> 2) % 2 === 1).length;
  expect(hard).toBeGreaterThanOrEqual(12);
  expect(hard).toBeLessThanOrEqual(14);
});

test('shadow tests have no less information than tests that keep each tag by itself', () => {
  const total = (change: Partial<SessionConfiguration>) => {
    const session = sit(new AdaptiveSession(bank, of(change), solver), scores.fill(0.5));
    expect(session.length).toBe(20);
    return session.items().reduce((sum, { index }) => sum + informationOf(bank, index, 0), 0);
  };
  // The estimate stays near 0 where every score is a half, so that both choose for the same ability.
  const prior = { mean: 0, sd: 1e-4 };
  const fixed = { estimator: 'map', prior } as const;
  const shadow = total(fixed);
  const greedy = total({ ...fixed, assembly: { rule: 'greedy' } });
  expect(shadow).toBeGreaterThanOrEqual(greedy - 1e-3);
});
