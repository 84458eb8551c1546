import { describe, expect, test } from 'vitest';
import { LEAST_FOR_VERIFIED, pooledFactor } from '../../src/ranking/conformal.ts';
import { furtherScores } from '../../src/ranking/further-scores.ts';
import { rankRecorded } from '../../src/ranking/rank-recorded.ts';
import type { RankRequest } from '../../src/ranking/recorded/rank-request.ts';
import type { RecordedBank } from '../../src/ranking/recorded-bank.ts';
import { tagIntervalFactor } from '../../src/ranking/robust/prepare-robust.ts';
import { FIXTURE_CACHE, fixtureBank } from '../fixtures/bank/bank.ts';
import { NO_CHANCE } from './no-chance.ts';
import { MODELS, TOPICS, withScores } from './simulated-bank.ts';

const bank: RecordedBank = {
  ...withScores(fixtureBank(150), (i, j, u) => ((7 * i + 3 * j) % 50 === 0 ? Number.NaN : u)),
  fullScore: 'macro:topic',
};
const request: RankRequest = {
  bank,
  items: 24,
  strategy: 'robust',
  seed: 1,
  families: MODELS.map((_, i) => `${i % 3}`),
  draws: 1,
  cacheFolder: FIXTURE_CACHE,
};

describe('a robust ranking by tag', () => {
  const ranked = rankRecorded(request);

  test('gives each value; the macro score is their mean', () => {
    for (const { tags, score, actual } of ranked.models) {
      expect(Object.keys(tags)).toEqual(['topic']);
      expect(Object.keys(tags.topic)).toEqual(TOPICS);
      const mean = (of: 'score' | 'actual') =>
        Object.values(tags.topic).reduce((sum, own) => sum + own[of] / 3, 0);
      expect(mean('score')).toBeCloseTo(score, 8);
      expect(mean('actual')).toBeCloseTo(actual, 8);
      expect(Object.values(tags.topic).reduce((sum, { items }) => sum + items, 0)).toBe(24);
    }
  });

  test('has intervals around each, expected scores near it, and says that nothing was verified', () => {
    for (const { tags, expected, score } of ranked.models) {
      for (const own of Object.values(tags.topic)) {
        expect(own.low).toBeLessThan(own.score);
        expect(own.high).toBeGreaterThan(own.score);
        expect(own.verified).toBe(false);
        expect(own.expected.basis).toBe('model');
        expect(own.expected.low).toBeLessThan(own.expected.high);
      }
      expect(expected?.basis).toBe('model');
      expect(Math.abs((expected?.score ?? Number.NaN) - score)).toBeLessThan(8);
    }
  });

  test('reports how many of them hold', () => {
    const all = ranked.models.flatMap(({ tags }) => Object.values(tags.topic));
    const held = all.filter(({ low, high, actual }) => low <= actual && actual <= high);
    expect(ranked.tagAgreement).toMatchObject({ tag: 'topic', scores: 3 * MODELS.length });
    expect(ranked.tagAgreement?.coverage90).toBeCloseTo(held.length / all.length, 12);
    expect(held.length / all.length).toBeGreaterThan(0.8);
  });

  test('of items: the mean weighted by the number of items; asked whole: the recorded scores', () => {
    const items = fixtureBank(40);
    const whole = rankRecorded({ ...request, bank: items, items: 40 });
    for (const { tags, score } of whole.models) {
      const { law, art, physics } = tags.topic;
      expect(0.6 * law.score + 0.3 * art.score + 0.1 * physics.score).toBeCloseTo(score, 8);
      for (const own of [law, art, physics]) {
        expect(own.score).toBeCloseTo(own.actual, 8);
        expect(own.high - own.low).toBeLessThan(1e-6);
      }
    }
    // Where nothing is left to predict nothing can fail.
    expect(whole.tagAgreement).toEqual({ tag: 'topic', scores: 0, mae: null, coverage90: null });
  });

  test('of a bank without tags: none, and the expected score all the same', () => {
    const plain = rankRecorded({ ...request, bank: { ...fixtureBank(40), tags: {} } });
    expect(plain.tagAgreement).toBeNull();
    for (const { tags, expected } of plain.models) {
      expect(tags).toEqual({});
      expect(expected?.low).toBeLessThan(expected?.high ?? 0);
    }
  });

  test('of other strategies: none', () => {
    const paper = rankRecorded({ ...request, strategy: 'paper' });
    expect(paper.tagAgreement).toBeNull();
    for (const { tags, expected } of paper.models) expect([tags, expected]).toEqual([{}, null]);
  });
});

test('names of tags and values may be those of properties of objects', () => {
  const part = (x: number) => Float64Array.of(x);
  const parts = {
    share: part(1),
    score: part(0.5),
    se: part(0.1),
    asked: Int32Array.of(0),
    least: part(0),
    most: part(1),
    answers: [NO_CHANCE],
  };
  const more = {
    expected: { score: 0.5, se: 0.1, answers: NO_CHANCE },
    parts,
    expectedParts: parts,
    above: [],
  };
  const examinee = { scores: Float64Array.of(1), weights: Float64Array.of(1) };
  const tagged = { tag: '__proto__', values: ['constructor'], above: [], count: 1, of: [0] };
  const factor = { factor: 2, verified: true };
  const { tags } = furtherScores(more, examinee, tagged, { whole: factor, tag: factor });
  expect(JSON.stringify(tags)).toContain('{"__proto__":{"constructor":');
  expect(Object.entries(Object.entries(tags)[0][1])[0][1]).toMatchObject({
    score: 50,
    low: 30,
    high: 70,
    actual: 100,
    expected: { basis: 'recorded errors' },
  });
});

test('scores of a level above have the wider factor, and are verified where both are', () => {
  const of = (score: number) => ({
    share: Float64Array.of(1),
    score: Float64Array.of(score),
    se: Float64Array.of(0.1),
    asked: Int32Array.of(1),
    least: Float64Array.of(0),
    most: Float64Array.of(1),
    answers: [NO_CHANCE],
  });
  const both = (score: number) => ({ parts: of(score), expectedParts: of(score) });
  const expected = { score: 0.5, se: 0.1, answers: NO_CHANCE };
  const more = { expected, ...both(0.5), above: [both(0.6)] };
  const level = { values: ['v'], count: 1, of: [0] };
  const tagged = { tag: 'class', ...level, above: [{ tag: 'type', ...level }] };
  const examinee = { scores: Float64Array.of(1), weights: Float64Array.of(1) };
  const { tags } = furtherScores(more, examinee, tagged, {
    whole: { factor: 3, verified: false },
    tag: { factor: 2, verified: true },
  });
  const rounded = ({ score, low, high, verified }: (typeof tags)[string][string]) => [
    ...[score, low, high].map(Math.round),
    verified,
  ];
  expect(rounded(tags.class.v)).toEqual([50, 30, 70, true]);
  expect(rounded(tags.type.v)).toEqual([60, 30, 90, false]);
});

describe('the factor of scores pooled over the values of a tag', () => {
  const models = (n: number, values: number) =>
    Array.from({ length: n }, (_, i) => new Array<number>(values).fill(i + 1));

  test('counts models, not scores', () => {
    expect(pooledFactor(models(LEAST_FOR_VERIFIED - 1, 14)).verified).toBe(false);
    expect(pooledFactor(models(LEAST_FOR_VERIFIED, 14)).verified).toBe(true);
    // 0.9 × 20 models: the 18th; whether each says so once or 14 times.
    expect(pooledFactor(models(19, 1)).factor).toBe(18);
    expect(pooledFactor(models(19, 14)).factor).toBe(18);
    expect(pooledFactor(models(19, 14).map((own, i) => own.slice(i % 9))).factor).toBe(18);
  });

  test('is the largest ratio if there are too few, and the normal factor if there are none', () => {
    expect(pooledFactor(models(5, 3)).factor).toBe(5);
    expect(pooledFactor([[], []])).toEqual({ factor: expect.closeTo(1.645, 3), verified: false });
  });
});

test('with an alarm scores by tag are not verified', () => {
  const bank = {
    tagFactors: [{ factor: 1.8, verified: true }],
  };
  expect(tagIntervalFactor(bank, 0, null, 20)).toEqual({ factor: 1.8, verified: true });
  expect(tagIntervalFactor(bank, 0, null, 19)).toEqual({ factor: 1.8, verified: false });
  expect(tagIntervalFactor(bank, 0, 'beyond', 20)).toEqual({
    factor: expect.closeTo(1.645, 3),
    verified: false,
  });
});
