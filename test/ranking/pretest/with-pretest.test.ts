import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNormal, randomStream } from '../../../src/random.ts';
import type { LiveScore, LiveTest } from '../../../src/ranking/live/live-test.ts';
import {
  type Preparation,
  prepare,
  type TestPlan,
  testOf,
} from '../../../src/ranking/live/preparation.ts';
import { type LiveRequest, prepareLive } from '../../../src/ranking/live/prepare-live.ts';
import type { PretestSource } from '../../../src/ranking/pretest/know-pretest.ts';
import type { PretestPlan } from '../../../src/ranking/pretest/pretest-plan.ts';
import { FIXTURE_CACHE, fixtureBank } from '../../fixtures/bank/bank.ts';

/** A bank of 40 calibrated items in two halves, and answers that depend on the item alone. */
const ITEMS = 40;
const random = randomStream('with-pretest');
const parameters = {
  count: ITEMS,
  a: Float64Array.from({ length: ITEMS }, () => 0.7 + random()),
  b: Float64Array.from({ length: ITEMS }, () => randomNormal(random)),
  c: new Float64Array(ITEMS),
  d: new Float64Array(ITEMS).fill(1),
};
const names = Array.from({ length: ITEMS }, (_, j) => `q${j}`);
const preparation: Preparation = prepare({
  recorded: {
    name: 'made up',
    simulated: true,
    responses: { examinees: [], items: names, scores: new Float32Array(0) },
    tags: {
      half: {
        values: ['first', 'second'],
        codes: Uint16Array.from(names, (_, j) => Number(j >= 20)),
      },
    },
    fullScore: 'items',
  },
  askable: null,
  calibration: {
    kept: { number: 1, parameters, range: { lowest: 0, highest: 1 }, pool: [], others: [] },
  },
});

const plan = (count: number): PretestPlan => ({
  count,
  slope: 1,
  guessing: 0,
  items: Array.from({ length: 12 }, (_, k) => ({
    item: `new${k}`,
    answers: k % 3,
    b: (k - 6) / 3,
    sd: 0.5 + (k % 4) / 8,
  })),
});

interface Played {
  readonly counted: number[];
  /** All places, pretest items too. */
  readonly all: number[];
  readonly scores: (LiveScore | null)[];
  readonly length: number;
}

/**
 * Plays a test to its end. Items wait in a queue and are answered in an order that `shuffled` draws, asked in portions that it draws.
 */
function play(test: LiveTest, answer: (item: number) => number, shuffled: () => number): Played {
  const all: number[] = [];
  const counted: number[] = [];
  const waiting: number[] = [];
  const scores: (LiveScore | null)[] = [];
  for (;;) {
    const items = test.next(1 + Math.floor(shuffled() * 4));
    for (const item of items) {
      all.push(item);
      waiting.push(item);
      if (item < ITEMS) counted.push(item);
    }
    if (waiting.length === 0) break;
    const [item] = waiting.splice(Math.floor(shuffled() * waiting.length), 1);
    test.record(item, answer(item));
    if (item < ITEMS) scores.push(test.score());
  }
  return { counted, all, scores, length: test.length };
}

/** One item at a time, each answered before the next is asked. */
const IN_TURN = 'in turn';

const STRATEGIES = ['paper', 'balanced', 'random', 'adaptive'] as const;

const settings = fc.record({
  strategy: fc.constantFrom(...STRATEGIES),
  lag: fc.integer({ min: 1, max: 6 }),
  length: fc.integer({ min: 4, max: 30 }),
  seed: fc.nat(),
  answerSeed: fc.nat(),
  timing: fc.nat(),
  stop: fc.constantFrom(0.45, null),
});
type Settings = typeof settings extends fc.Arbitrary<infer S> ? S : never;

function tested(
  { strategy, lag, length, seed, answerSeed, stop }: Settings,
  pretest: PretestPlan | null,
  timing: string,
): Played {
  const answer = (item: number) => Number(randomStream(answerSeed, item)() < 0.6);
  const rules =
    strategy === 'adaptive' && stop !== null
      ? { stop: { rule: 'standard-error', below: stop, least: 3, of: length } as never }
      : null;
  const test: TestPlan = { strategy, examinee: 'm', length, lag, seed: `${seed}`, rules, pretest };
  const draws = timing === IN_TURN ? () => 0 : randomStream(timing);
  return play(testOf(preparation, test), answer, draws);
}

describe('pretest items in a test', () => {
  it('an item that has no answer counts as wrong for the choice that waits for it, and for no score', () => {
    const asked = (missed: 'miss' | 'wrong') => {
      const all: number[] = [];
      const rules = { strategy: 'adaptive', examinee: 'm', length: 12, lag: 1, seed: '1' } as const;
      const test = testOf(preparation, { ...rules, rules: null, pretest: plan(4) });
      for (let [item] = test.next(1); item !== undefined; [item] = test.next(1)) {
        all.push(item);
        if (all.length % 3 !== 0) test.record(item, 1);
        else if (missed === 'miss') test.miss!(item);
        else test.record(item, 0);
      }
      return { all, score: test.score()!.score };
    };
    const [gaps, wrong] = [asked('miss'), asked('wrong')];
    expect(gaps.all).toHaveLength(16);
    expect(gaps.all).toEqual(wrong.all);
    expect(gaps.score).toBeGreaterThan(wrong.score);
  });

  it('the items that count, and every score, are those of the test without them, bit by bit', () => {
    fc.assert(
      fc.property(settings, fc.integer({ min: 1, max: 4 }), (own, count) => {
        const without = tested(own, null, IN_TURN);
        const with_ = tested(own, plan(count), IN_TURN);
        expect(with_.counted).toEqual(without.counted);
        expect(with_.scores).toEqual(without.scores);
      }),
      { numRuns: 30 },
    );
  });

  it('with answers in flight too, and at the end of the test the scores are the same', () => {
    fc.assert(
      fc.property(settings, fc.integer({ min: 1, max: 4 }), (own, count) => {
        const without = tested(own, null, IN_TURN);
        const with_ = tested(own, plan(count), `${own.timing}`);
        expect(with_.counted).toEqual(without.counted);
        expect(with_.scores.at(-1)).toEqual(without.scores.at(-1));
      }),
      { numRuns: 30 },
    );
  });

  it('which pretest items are asked, and where, does not depend on the order in which answers arrive', () => {
    fc.assert(
      fc.property(settings, fc.nat(), (own, other) => {
        const first = tested(own, plan(3), `${own.timing}`);
        const again = tested(own, plan(3), `other ${other}`);
        expect(again.all).toEqual(first.all);
      }),
      { numRuns: 30 },
    );
  });

  it('as many as planned are asked, each once, unless the test ends early', () => {
    fc.assert(
      fc.property(settings, (own) => {
        const { all, counted, length } = tested(own, plan(3), 'x');
        const pretest = all.filter((item) => item >= ITEMS);
        expect(new Set(pretest).size).toBe(pretest.length);
        if (counted.length === own.length) expect(pretest).toHaveLength(3);
        else expect(pretest.length).toBeLessThanOrEqual(3);
        expect(length).toBeGreaterThanOrEqual(all.length);
      }),
      { numRuns: 30 },
    );
  });

  it('the test with no plan is the test itself', () => {
    const own: Settings = {
      ...{ strategy: 'paper', lag: 2, length: 10, seed: 1, answerSeed: 2, timing: 3 },
      stop: null,
    };
    expect(tested(own, null, 'x')).toEqual(tested(own, { ...plan(0) }, 'x'));
  });
});

describe('a robust test', () => {
  const bank = fixtureBank(120);
  const request: LiveRequest = {
    ...{ bank, families: null, models: ['newcomer'], items: 40, growTo: 70, strategy: 'robust' },
    ...{ lag: 3, seed: 5, leaveOut: [], isAskable: null, cacheFolder: FIXTURE_CACHE },
  };
  const from: PretestSource = {
    items: Array.from({ length: 8 }, (_, k) => ({ id: `new${k}`, type: 'single', tags: {} })),
    typeOf: new Map(bank.responses.items.map((id) => [id, 'single'])),
    takers: [{ counted: bank.responses.items.map((id, j) => [id, j % 2]), pretest: [['new0', 1]] }],
  };
  const answer = (item: number) => Number(randomStream('robust', item)() < 0.55);
  // The bank has 120 items that count.
  const counted = (played: number[]) => played.filter((item) => item < 120);
  const playAll = (test: LiveTest, timing: string) => {
    const draws = randomStream(timing);
    const all: number[] = [];
    const waiting: number[] = [];
    for (;;) {
      const items = test.next(3);
      all.push(...items);
      waiting.push(...items);
      if (waiting.length === 0) return { all, score: test.score() };
      const [item] = waiting.splice(Math.floor(draws() * waiting.length), 1);
      test.record(item, answer(item));
    }
  };

  it('has the same items, growth and score with pretest items, and a run that goes on by its plan asks the same', () => {
    const without = playAll(prepareLive(request).tests[0], 'a');
    const first = prepareLive({ ...request, pretest: { count: 5, from } });
    const played = playAll(first.tests[0], 'b');
    expect(counted(played.all)).toEqual(without.all);
    expect(played.score).toEqual(without.score);
    expect(played.all.length - without.all.length).toBe(5);
    const known = JSON.parse(JSON.stringify(first.pretest));
    expect(known.items.map(({ answers }: { answers: number }) => answers)).toContain(1);
    const again = prepareLive({ ...request, pretest: { count: 5, from: known } });
    expect(playAll(again.tests[0], 'c').all).toEqual(played.all);
  });
});
