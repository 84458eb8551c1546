import { describe, expect, test } from 'vitest';
import { prepareBank } from '../../../src/cat/bank.ts';
import { itemParameters } from '../../../src/irt/parameters.ts';
import { randomStream } from '../../../src/random.ts';
import { adaptiveLiveTest } from '../../../src/ranking/live/adaptive-live-test.ts';
import type { LiveTest } from '../../../src/ranking/live/live-test.ts';
import {
  LIVE_STRATEGIES,
  type LiveStrategy,
  prepareLive,
} from '../../../src/ranking/live/prepare-live.ts';
import { FIXTURE_CACHE, fixtureBank } from '../../fixtures/bank/bank.ts';
import { withHalves } from '../simulated-bank.ts';

const ITEMS = 60;
const FEW = 24;
const bank = fixtureBank(ITEMS);
/** Some right answers count as half, for tests on graded scores, which fit dozens of models. */
const halves = withHalves(fixtureBank(FEW, ['alpha-1', 'alpha-2', 'beta-1', 'beta-2']));

function testsOf(strategy: LiveStrategy, share = 0.5): LiveTest[] {
  const own = strategy === 'graded' ? halves : bank;
  const { tests } = prepareLive({
    bank: own,
    families: null,
    models: ['newcomer', 'newcomer'],
    items: share * own.responses.items.length,
    strategy,
    lag: 1,
    seed: 1,
    leaveOut: [],
    isAskable: null,
    cacheFolder: FIXTURE_CACHE,
  });
  return [...tests];
}

/** A model that knows 60% of the items. */
const random = randomStream('answers');
const ANSWERS = Float64Array.from({ length: ITEMS }, () => (random() < 0.6 ? 1 : 0));

function give(live: LiveTest): number[] {
  const asked: number[] = [];
  for (let [j] = live.next(1); j !== undefined; [j] = live.next(1)) {
    asked.push(j);
    live.record(j, ANSWERS[j]);
  }
  return asked;
}

/** Every fifth item asked, of those that count as 0. */
const gapsOf = (asked: readonly number[]) =>
  new Set(asked.filter((j) => ANSWERS[j] === 0).filter((_, k) => k % 2 === 0));

describe.each(LIVE_STRATEGIES)('%s', (strategy) => {
  test('without no answer the score is as before, without all there is none, and looking changes nothing', () => {
    const [live] = testsOf(strategy);
    expect(live.scoreWithout!(new Set())).toBeNull();
    const asked = give(live);
    const { verified: _, unverified: __, ...before } = live.score()!;
    const { verified, unverified, ...same } = live.scoreWithout!(new Set())!;
    expect(same).toEqual(before);
    expect([verified, unverified === null]).toEqual([false, false]);
    expect(live.scoreWithout!(new Set(asked))).toBeNull();
    const left = live.scoreWithout!(gapsOf(asked))!;
    expect(left.items).toBe(asked.length - gapsOf(asked).size);
    expect(left.score).toBeGreaterThan(before.score);
    expect(left.low).toBeLessThanOrEqual(left.score);
    expect(left.high).toBeGreaterThanOrEqual(left.score);
    expect(left.right).toBe(before.right);
    const { verified: ___, unverified: ____, ...after } = live.score()!;
    expect(after).toEqual(before);
  });

  test('a test of all items is exact, and without some answers a prediction again', () => {
    const [live] = testsOf(strategy, 1);
    const asked = give(live);
    const whole = live.score()!;
    expect(whole.low).toBe(whole.high);
    const left = live.scoreWithout!(gapsOf(asked))!;
    expect(left.low).toBeLessThan(left.high);
    expect(left.score).toBeGreaterThan(whole.score);
    expect(left.verified).toBe(false);
  });
});

test('random: the mean of the answers that remain', () => {
  const [live] = testsOf('random');
  const asked = give(live);
  const gaps = gapsOf(asked);
  const left = asked.filter((j) => !gaps.has(j));
  const mean = left.reduce((sum, j) => sum + ANSWERS[j], 0) / left.length;
  expect(live.scoreWithout!(gaps)!.score).toBeCloseTo(100 * mean, 10);
});

test('robust: what a test says that was never given the other answers', () => {
  const [live, other] = testsOf('robust');
  const asked = give(live);
  const gaps = gapsOf(asked);
  for (const j of asked) if (!gaps.has(j)) other.record(j, ANSWERS[j]);
  const left = live.scoreWithout!(gaps)!;
  const own = other.score()!;
  // Points; searches for modes that begin elsewhere end within some thousandths.
  expect(left.score).toBeCloseTo(own.score, 2);
  expect(left.expected.high).toBeCloseTo(own.expected.high, 2);
  expect(left.ability).toBeCloseTo(own.ability!, 6);
  expect(left.items).toBe(own.items);
  expect(left.alarm).toBe(own.alarm);
});

test('robust: a gap does not end the sample of random items', () => {
  const [live] = testsOf('robust');
  const asked = give(live);
  const drawn = live.score()!.ownRandom!.items;
  // Each answer alone is a random item or not.
  const dropped = asked
    .slice(0, 15)
    .map((j) => drawn - live.scoreWithout!(new Set([j]))!.ownRandom!.items);
  expect(new Set(dropped)).toEqual(new Set([0, 1]));
});

test('adaptive: the ability of greatest likelihood given the answers that remain', () => {
  const stream = randomStream('parameters');
  const parameters = itemParameters({
    a: Array.from({ length: 50 }, () => 0.5 + stream()),
    b: Array.from({ length: 50 }, () => 4 * stream() - 2),
  });
  const ids = Array.from({ length: 50 }, (_, j) => `item-${j}`);
  const live = adaptiveLiveTest(
    'newcomer',
    {
      bank: prepareBank(ids, parameters),
      scale: { slope: 1, shift: 0 },
      range: { lowest: 0, highest: 1 },
      weights: new Float64Array(50).fill(1 / 50),
      exclude: [],
    },
    { length: 30, lag: 1 },
    'seed',
  );
  const asked = give(live);
  const gaps = gapsOf(asked);
  const logLikelihood = (ability: number) =>
    asked
      .filter((j) => !gaps.has(j))
      .reduce((sum, j) => {
        const p = 1 / (1 + Math.exp(-parameters.a[j] * (ability - parameters.b[j])));
        return sum + Math.log(ANSWERS[j] === 1 ? p : 1 - p);
      }, 0);
  /** It is concave: the best of steps of 0.001 is next to the best of smaller ones. */
  const bestOf = (middle: number, step: number, steps: number) => {
    const abilities = Array.from({ length: 2 * steps + 1 }, (_, k) => middle + (k - steps) * step);
    const values = abilities.map(logLikelihood);
    return abilities[values.indexOf(Math.max(...values))];
  };
  const best = bestOf(bestOf(0, 0.001, 4000), 0.0001, 20);
  // Two steps of the search.
  expect(Math.abs(live.scoreWithout!(gaps)!.ability! - best)).toBeLessThan(2e-4);
});
