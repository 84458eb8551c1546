import { describe, expect, test } from 'vitest';
import { DEFAULT_BOUNDS, prepareBank } from '../../../src/cat/bank.ts';
import { PUBLISHED } from '../../../src/cat/configuration.ts';
import { AdaptiveSession } from '../../../src/cat/session.ts';
import type { StopRule } from '../../../src/cat/stop/rules.ts';
import { failureOf } from '../../files/temporary.ts';
import { bankOf, byInformation, simulatedItems, simulatedScores, sit } from '../simulated.ts';

const items = simulatedItems('3PL', 60, 'budget');
const ids = Array.from({ length: 60 }, (_, j) => `q${j}`);
const costs = Float64Array.from(ids, (_, j) => 0.1 * (1 + (j % 7)));
const bank = prepareBank(ids, items, {}, DEFAULT_BOUNDS, costs);
const scores = simulatedScores(bank, 0.2, 'budget');
const run = (stop: StopRule) => sit(new AdaptiveSession(bank, { ...PUBLISHED, stop }), scores);
const spent = (session: AdaptiveSession) =>
  session.items().reduce((sum, { index }) => sum + costs[index], 0);

describe('a budget', () => {
  test('is used up and never exceeded: no item that is left would fit', () => {
    const session = run({ rule: 'budget', most: 5 });
    expect(session.stopped).toBe('budget of 5 used up');
    const asked = new Set(session.items().map(({ index }) => index));
    const cheapest = Math.min(...costs.filter((_, j) => !asked.has(j)));
    expect(spent(session)).toBeLessThanOrEqual(5 + 1e-9);
    expect(spent(session) + cheapest).toBeGreaterThan(5);
  });

  test('takes the most informative item that fits', () => {
    const session = new AdaptiveSession(bank, { ...PUBLISHED, stop: { rule: 'budget', most: 1 } });
    let left = 1 + 1e-9;
    const used = new Set<number>();
    while (session.stopped === null) {
      const { ability } = session.estimate;
      const [{ index }] = session.next();
      expect(index).toBe(byInformation(bank, ability, (j) => !used.has(j) && costs[j] <= left)[0]);
      used.add(index);
      left -= costs[index];
      session.recordAt(index, scores[index]);
    }
    expect(used.size).toBeGreaterThan(1);
  });

  test('a whole number of equal costs fits in spite of rounding', () => {
    const tenth = prepareBank(ids, items, {}, DEFAULT_BOUNDS, new Array(60).fill(0.1));
    const session = sit(
      new AdaptiveSession(tenth, { ...PUBLISHED, stop: { rule: 'budget', most: 0.3 } }),
      scores,
    );
    expect(session.length).toBe(3);
  });

  test('the smallest of several counts; inside `all` it is a minimum', () => {
    const two: StopRule = {
      rule: 'any',
      of: [
        { rule: 'budget', most: 9 },
        { rule: 'budget', most: 4 },
      ],
    };
    expect(spent(run(two))).toBeLessThanOrEqual(4 + 1e-9);
    const least = run({
      rule: 'all',
      of: [
        { rule: 'length', items: 3 },
        { rule: 'budget', most: 4 },
      ],
    });
    expect(least.stopped).toBe('3 items and budget of 4 used up');
    expect(spent(least) + 0.1).toBeGreaterThan(4);
  });

  test('if all items fit, the test ends with the bank', () => {
    expect(run({ rule: 'budget', most: 1000 })).toMatchObject({
      length: 60,
      stopped: 'no eligible item left',
    });
  });

  test('needs costs, and at least one item that it can pay', () => {
    const stop = { rule: 'budget', most: 5 } as const;
    const without = () => new AdaptiveSession(bankOf(items), { ...PUBLISHED, stop });
    expect(failureOf(without).message).toBe(
      'adaptive session: a budget needs the costs of the items of the bank',
    );
    const tiny = () => run({ rule: 'budget', most: 0.05 });
    expect(failureOf(tiny).message).toBe(
      'adaptive session: every item costs more than the budget of 0.05',
    );
  });

  test('costs are finite numbers from 0, one an item, and part of the fingerprint', () => {
    const of = (values: number[]) => prepareBank(ids, items, {}, DEFAULT_BOUNDS, values);
    expect(failureOf(() => of([1])).message).toBe('adaptive session: 1 costs for 60 items');
    for (const odd of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(failureOf(() => of([...costs.slice(1), odd])).code).toBe('SESSION_INVALID');
    expect(of([...costs]).fingerprint).toBe(bank.fingerprint);
    expect(of([...costs].reverse()).fingerprint).not.toBe(bank.fingerprint);
  });
});
