import { describe, expect, test } from 'vitest';
import { balanceTag, recordedExaminees, strataOf } from '../../src/ranking/recorded-bank.ts';
import { failureOf } from '../files/temporary.ts';
import { simulatedBank, TOPICS, withScores } from './simulated-bank.ts';

/** Weights are float64, scores float32 that are exact. */
const ROUNDING = 1e-12;
const names = ['a', 'b', 'c'];

describe('recordedExaminees', () => {
  test('scores are over the items with an answer', () => {
    const bank = simulatedBank(names, 100, { missing: 0.3 });
    const { examinees, actual } = recordedExaminees(bank);
    examinees.forEach(({ scores, weights }, i) => {
      const given = scores.filter((u) => !Number.isNaN(u));
      const mean = given.reduce((sum, u) => sum + u, 0) / given.length;
      expect(given.length).toBeLessThan(90);
      expect(Math.abs(actual[i] - mean)).toBeLessThan(ROUNDING);
      expect(Math.abs(weights.reduce((sum, w) => sum + w, 0) - 1)).toBeLessThan(ROUNDING);
      expect(weights.every((w, j) => Number.isNaN(scores[j]) === (w === 0))).toBe(true);
    });
  });

  test('macro: the mean of the topics’ means, of those with an answer', () => {
    const bank = simulatedBank(names, 100, { missing: 0.3, fullScore: 'macro:topic' });
    const { codes } = bank.tags.topic;
    // The third model has no answer on the last topic.
    const without = withScores(bank, (i, j, u) => (i === 2 && codes[j] === 2 ? Number.NaN : u));
    const { examinees, actual } = recordedExaminees(without);
    examinees.forEach(({ scores }, i) => {
      const means = TOPICS.map((_, topic) => {
        const own = scores.filter((u, j) => codes[j] === topic && !Number.isNaN(u));
        return own.reduce((sum, u) => sum + u, 0) / own.length;
      }).filter((mean) => !Number.isNaN(mean));
      expect(means).toHaveLength(i === 2 ? 2 : 3);
      const expected = means.reduce((sum, v) => sum + v, 0) / means.length;
      expect(Math.abs(actual[i] - expected)).toBeLessThan(ROUNDING);
    });
  });

  test('refuses a model without any answer, by name', () => {
    const bank = withScores(simulatedBank(names, 10), (i, _, u) => (i === 1 ? Number.NaN : u));
    const error = failureOf(() => recordedExaminees(bank));
    expect(error.code).toBe('NO_ANSWERS');
    expect(error.message).toContain('examinee b');
  });
});

describe('strataOf', () => {
  test('one for a score over items, the topics for a macro score', () => {
    expect(strataOf(simulatedBank(names, 5))).toEqual({ count: 1, of: new Uint8Array(5) });
    const bank = simulatedBank(names, 5, { fullScore: 'macro:topic' });
    expect(strataOf(bank)).toEqual({ count: 3, of: bank.tags.topic.codes });
  });
});

describe('balanceTag', () => {
  test('the tag of a macro score, else the first', () => {
    const bank = simulatedBank(names, 5);
    const tags = { other: bank.tags.topic, topic: bank.tags.topic };
    expect(balanceTag({ ...bank, tags })).toBe('other');
    expect(balanceTag({ ...bank, tags, fullScore: 'macro:topic' })).toBe('topic');
  });

  test('refuses a bank without tags', () => {
    const error = failureOf(() => balanceTag({ ...simulatedBank(names, 5), tags: {} }));
    expect(error.code).toBe('OPTIONS_CONFLICT');
  });
});
