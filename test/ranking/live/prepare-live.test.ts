import { describe, expect, test } from 'vitest';
import { randomStream } from '../../../src/random.ts';
import type { LiveTest } from '../../../src/ranking/live/live-test.ts';
import {
  LIVE_STRATEGIES,
  type LiveRequest,
  type LiveStrategy,
  liveSteps,
  prepareLive,
} from '../../../src/ranking/live/prepare-live.ts';
import { robustReason } from '../../../src/ranking/live/unverified-reason.ts';
import { rankRecorded } from '../../../src/ranking/rank-recorded.ts';
import { recordedExaminees } from '../../../src/ranking/recorded-bank.ts';
import { FIXTURE_CACHE, fixtureBank } from '../../fixtures/bank/bank.ts';
import { MODELS, simulatedBank, withHalves } from '../simulated-bank.ts';

const ITEMS = 80;
const bank = fixtureBank(ITEMS);
const { actual } = recordedExaminees(bank);
/** Three, for as few calibrations, with sisters together. */
const FAMILIES = bank.families!.map((family) =>
  family.startsWith('a') ? 'a' : family < 'e' ? 'b' : 'c',
);

const REQUEST: LiveRequest = {
  bank,
  families: FAMILIES,
  models: ['newcomer'],
  items: 40,
  strategy: 'robust',
  lag: 1,
  seed: 1,
  leaveOut: [],
  isAskable: null,
  cacheFolder: FIXTURE_CACHE,
};

const recordedAnswer = (i: number) => (j: number) => bank.responses.scores[i * ITEMS + j];

/** A bank that a strategy can be tried on: a small one with halves for graded tests, which fit dozens of models. */
function requestOf(strategy: LiveStrategy): LiveRequest {
  if (strategy !== 'graded') return { ...REQUEST, strategy };
  const models = ['alpha-1', 'alpha-2', 'beta-1', 'zeta-1', 'zeta-2', 'theta'];
  const small = withHalves(fixtureBank(20, models));
  return { ...REQUEST, bank: small, families: ['a', 'a', 'b', 'c', 'c', 'c'], strategy, items: 12 };
}

/** Gives a test all its answers, several at once and in any order. */
function give(live: LiveTest, answer: (j: number) => number, seed: string, most = 20): number[] {
  const random = randomStream('arrivals', seed);
  const asked: number[] = [];
  const waiting: number[] = [];
  for (;;) {
    const items = waiting.length < most ? live.next(most - waiting.length) : [];
    asked.push(...items);
    waiting.push(...items);
    if (waiting.length === 0) break;
    const [j] = waiting.splice(Math.floor(random() * waiting.length), 1);
    live.record(j, answer(j));
  }
  expect(live.isOver).toBe(true);
  return asked;
}

describe.each(LIVE_STRATEGIES)('%s', (strategy) => {
  const own = requestOf(strategy);
  const { responses } = own.bank;
  const { actual } = recordedExaminees(own.bank);
  const recordedAnswer = (i: number) => (j: number) =>
    responses.scores[i * responses.items.length + j];
  const [first, last] = [0, responses.examinees.length - 1];
  test('gives every model its test, and scores near the truth', () => {
    const steps: string[] = [];
    const models = [responses.examinees[first], responses.examinees[last], 'newcomer'];
    const request = { ...own, models };
    const { tests, recorded } = prepareLive(request, (doing) => steps.push(doing));
    expect(steps).toHaveLength(liveSteps(request));
    expect(tests.map(({ model }) => model)).toEqual(request.models);
    expect(recorded.map(({ actual }) => actual)).toEqual(
      [...actual].map((score) => 100 * score).sort((x, y) => y - x),
    );
    for (const [k, i] of [first, last].entries()) {
      const live = tests[k];
      expect(live.score()).toBeNull();
      const asked = give(live, recordedAnswer(i), strategy);
      expect(new Set(asked).size).toBe(own.items);
      expect(live.asked).toBe(own.items);
      const score = live.score()!;
      expect(score.items).toBe(own.items);
      expect(Math.abs(score.score - 100 * actual[i])).toBeLessThan(15);
      expect(score.low).toBeLessThanOrEqual(score.score);
      expect(score.high).toBeGreaterThanOrEqual(score.score);
      expect(score.ability === null).toBe(strategy === 'random');
      const right = asked.reduce((sum, j) => sum + recordedAnswer(i)(j), 0);
      expect(score.right).toBe(right);
      expect(score.shareRight).toBeCloseTo((100 * right) / own.items, 10);
      if (strategy === 'random')
        expect(score).toMatchObject({ shareExpected: null, residual: null });
      else expect(Math.abs(score.shareExpected! - score.shareRight)).toBeLessThan(10);
    }
  });

  test('the same test, however many are in flight and whoever looks', () => {
    const models = ['newcomer', 'newcomer'];
    const [calm, busy] = prepareLive({ ...own, models, lag: 4 }).tests;
    const answer = recordedAnswer(4);
    const first = give(calm, answer, 'calm', 4);
    const look = (j: number) => {
      busy.score();
      return answer(j);
    };
    expect(give(busy, look, 'busy', 40)).toEqual(first);
    expect(busy.score()).toEqual(calm.score());
  });
});

test('a model that is recorded is not in its own calibration, nor is its family', () => {
  const { tests, recordedAs } = prepareLive({ ...REQUEST, models: ['beta-1', 'newcomer'] });
  expect(recordedAs).toEqual(['beta-1', null]);
  // Whatever it and its sister had answered, it is asked the same.
  const changed = {
    ...bank,
    responses: {
      ...bank.responses,
      scores: bank.responses.scores.map((u, k) => {
        const name = MODELS[Math.floor(k / ITEMS)];
        return name.startsWith('beta') ? 1 - u : u;
      }),
    },
  };
  const other = prepareLive({ ...REQUEST, bank: changed, models: ['beta-1', 'newcomer'] });
  const answer = recordedAnswer(2);
  expect(give(other.tests[0], answer, 'a')).toEqual(give(tests[0], answer, 'a'));
  // A model that is new is tested on all of them: to it they do matter.
  expect(give(other.tests[1], answer, 'a')).not.toEqual(give(tests[1], answer, 'a'));
});

test('a recorded model is known by its other names too, in any case', () => {
  const request: LiveRequest = {
    ...REQUEST,
    strategy: 'paper',
    models: ['my-checkpoint', 'Zeta-1', 'new'],
    aliases: [['org/Beta-1', 'beta-1'], [], ['org/new']],
  };
  const { recordedAs, tests } = prepareLive(request);
  expect(recordedAs).toEqual(['beta-1', 'zeta-1', null]);
  const same = prepareLive({ ...request, models: ['beta-1', 'zeta-1', 'new'], aliases: [] });
  const answer = recordedAnswer(3);
  const scores = tests.map((live, k) => {
    expect(give(live, answer, 'names')).toEqual(give(same.tests[k], answer, 'names'));
    expect(live.score()!.score).toBe(same.tests[k].score()!.score);
    return live.score()!.score;
  });
  // Each is tested on a calibration of its own.
  expect(new Set(scores).size).toBe(3);
});

test('a recorded model that is to be left out takes its family along all the same', () => {
  const scoreOf = (model: string) => {
    const request = { ...REQUEST, strategy: 'paper' as const, models: [model] };
    const [live] = prepareLive({ ...request, leaveOut: ['beta-1'] }).tests;
    give(live, recordedAnswer(3), 'sisters');
    return live.score()!.score;
  };
  expect(scoreOf('beta-1')).not.toBe(scoreOf('stranger'));
});

test('an interval is verified when its test is done', () => {
  const many = Array.from({ length: 26 }, (_, k) => `${'abcdefghijklmnopqrstuvwxyz'[k]}x-1`);
  const large = simulatedBank(many, 50);
  const [live] = prepareLive({ ...REQUEST, bank: large, families: null, items: 25 }).tests;
  const verified: boolean[] = [];
  const reasons: (string | null)[] = [];
  for (;;) {
    const [j] = live.next(1);
    if (j === undefined) break;
    live.record(j, large.responses.scores[j]);
    const score = live.score()!;
    verified.push(score.verified);
    if (score.alarm === null) reasons.push(score.unverified);
  }
  expect(verified.slice(0, -1).some(Boolean)).toBe(false);
  expect(live.score()!.verified || live.score()!.alarm !== null).toBe(true);
  expect(new Set(reasons.slice(0, -1))).toEqual(new Set(['unfinished']));
  expect(live.score()).toMatchObject({ unverified: null, alarm: null });
});

test('an interval says why it is not verified', () => {
  const of = (strategy: LiveRequest['strategy'], unanswered = 0) => {
    const [live] = prepareLive({ ...REQUEST, strategy, items: 20, lag: 20 }).tests;
    const asked = live.next(20);
    for (const j of asked.slice(unanswered)) live.record(j, recordedAnswer(0)(j));
    return live.score()!.unverified;
  };
  expect(of('random')).toBeNull();
  expect(of('random', 1)).toBe('awaited');
  expect(of('paper')).toBe('strategy');
  // Of so few families none are left to learn the width from.
  expect(of('robust')).toBe('few-models');
  const isFull = { isShort: false, isGrown: false, isWhole: true };
  const robust = { asLearned: true, enoughModels: true, ...isFull };
  expect(robustReason({ ...robust, alarm: 'change' })).toBe('alarm');
  expect(robustReason({ ...robust, alarm: null })).toBeNull();
  expect(robustReason({ ...robust, alarm: null, isShort: true })).toBe('too-short');
});

test('models that are to be left out are in no calibration', () => {
  const { tests } = prepareLive({ ...REQUEST, leaveOut: ['beta-1', 'beta-2'] });
  const without = MODELS.filter((name) => !name.startsWith('beta'));
  const rows = without.map((name) => MODELS.indexOf(name));
  const scores = new Float32Array(rows.length * ITEMS);
  rows.forEach((i, k) => {
    scores.set(bank.responses.scores.subarray(i * ITEMS, (i + 1) * ITEMS), k * ITEMS);
  });
  const smaller = { ...bank, responses: { ...bank.responses, examinees: without, scores } };
  const families = rows.map((i) => FAMILIES[i]);
  const other = prepareLive({ ...REQUEST, bank: smaller, families });
  const answer = recordedAnswer(2);
  expect(give(other.tests[0], answer, 'a')).toEqual(give(tests[0], answer, 'a'));
  expect(other.tests[0].score()).toEqual(tests[0].score());
});

test('a robust test is as good as the one of a recorded ranking', () => {
  const { models } = rankRecorded({
    bank,
    items: 40,
    strategy: 'robust',
    seed: 1,
    models: undefined,
    families: FAMILIES,
    draws: 1,
    cacheFolder: FIXTURE_CACHE,
  });
  const { tests } = prepareLive({ ...REQUEST, models: MODELS });
  const errors = { live: 0, recorded: 0 };
  tests.forEach((live, i) => {
    give(live, recordedAnswer(i), 'all');
    errors.live += Math.abs(live.score()!.score - 100 * actual[i]) / MODELS.length;
  });
  for (const { score, actual: truth } of models)
    errors.recorded += Math.abs(score - truth) / MODELS.length;
  expect(errors.live).toBeLessThan(1.25 * errors.recorded + 0.2);
});

describe('a pool', () => {
  const isAskable = (j: number) => j % 3 === 0;
  test.each(LIVE_STRATEGIES)('%s asks nothing else, and its interval is unverified', (strategy) => {
    const own = { ...requestOf(strategy), items: 6 };
    const { items, scores } = own.bank.responses;
    const { tests } = prepareLive({ ...own, isAskable });
    const asked = give(tests[0], (j) => scores[items.length + j], 'pool');
    expect(asked.every(isAskable)).toBe(true);
    const { verified, unverified } = tests[0].score()!;
    expect(verified).toBe(false);
    const hasOwn = strategy === 'paper' || strategy === 'balanced';
    expect(unverified).toBe(hasOwn ? 'strategy' : 'part-of-bank');
  });
  test('that is too small is refused', () => {
    expect(() => prepareLive({ ...REQUEST, isAskable: (j) => j < 30 })).toThrow(/at most 30/);
  });
});

describe('refuses', () => {
  test('to calibrate from nobody, and says what goes without', () => {
    const none = { ...bank.responses, examinees: [], scores: new Float32Array(0) };
    const empty = { ...bank, responses: none };
    expect(() => prepareLive({ ...REQUEST, bank: empty, families: null })).toThrow(
      /--strategy random/,
    );
    const { tests, recorded } = prepareLive({
      ...{ ...REQUEST, bank: empty, families: null, strategy: 'random' },
    });
    expect(recorded).toEqual([]);
    give(tests[0], (j) => j % 2, 'empty');
    expect(tests[0].score()!.score).toBeGreaterThan(30);
  });
  test('to leave out a model it does not know', () => {
    expect(() => prepareLive({ ...REQUEST, leaveOut: ['beta-3'] })).toThrow(/beta-/);
  });
});
