import { describe, expect, test } from 'vitest';
import { fullScoreWeights } from '../../item-bank/full-score.ts';
import { prepareBank } from '../../src/cat/bank.ts';
import { resumeSession } from '../../src/cat/session.ts';
import { answersOf } from '../../src/irt/answers.ts';
import { estimateEap } from '../../src/irt/estimate/eap.ts';
import { STANDARD_NORMAL } from '../../src/irt/estimate/estimate.ts';
import { gridOf } from '../../src/irt/likelihood-grid.ts';
import { predictedScore } from '../../src/irt/predicted-score.ts';
import { recordedExaminees } from '../../src/ranking/recorded-bank.ts';
import { balancedTest, fixedTest, paperTest } from '../../src/ranking/recorded-test.ts';
import { bankOf, simulatedItems } from '../cat/simulated.ts';
import { simulatedBank } from './simulated-bank.ts';

const COUNT = 300;
const recorded = simulatedBank(['a', 'b'], COUNT, { missing: 0.2, fullScore: 'macro:topic' });
const [examinee] = recordedExaminees(recorded).examinees;
const items = simulatedItems('3PL', COUNT, 'recorded test');
const bank = prepareBank(recorded.responses.items, items, recorded.tags);
const answered = examinee.scores.filter((u) => !Number.isNaN(u)).length;
/** The session sums its grid answer by answer. */
const ROUNDING = 1e-9;

describe('paperTest', () => {
  const LENGTHS = [10, 40, 100];
  const { checkpoints, session } = paperTest(bank, examinee, LENGTHS, 'seed');

  test('asks items that have an answer, and gives these answers', () => {
    const asked = session.items();
    expect(asked).toHaveLength(100);
    for (const { index, score } of asked) expect(score).toBe(examinee.scores[index]);
  });

  test('predicts at each length from the first so many answers', () => {
    checkpoints.forEach((checkpoint, k) => {
      const row = new Float64Array(COUNT).fill(Number.NaN);
      for (const { index, score } of session.items().slice(0, LENGTHS[k])) row[index] = score ?? 0;
      const expected = predictedScore(answersOf(items, row), checkpoint.estimate, examinee.weights);
      expect(checkpoint.items).toBe(LENGTHS[k]);
      expect(checkpoint.stopped).toBe(`${LENGTHS[k]} items`);
      expect(Math.abs(checkpoint.score - expected.score)).toBeLessThan(ROUNDING);
      expect(Math.abs(checkpoint.se - expected.se)).toBeLessThan(ROUNDING);
    });
  });

  test('a shorter test is the beginning of a longer one', () => {
    const [short] = paperTest(bank, examinee, [40], 'seed').checkpoints;
    expect(short).toEqual(checkpoints[1]);
  });

  test('its record resumes', () => {
    expect(resumeSession(bank, session.toRecord()).estimate).toEqual(session.estimate);
  });

  test('ends after the last answer, with the exact score', () => {
    const [all] = paperTest(bank, examinee, [COUNT], 'seed').checkpoints;
    const { actual } = recordedExaminees(recorded);
    expect(all.items).toBe(answered);
    expect(all.stopped).toBe('no eligible item left');
    expect(Math.abs(all.score - actual[0])).toBeLessThan(ROUNDING);
  });
});

describe('balancedTest', () => {
  const { codes } = recorded.tags.topic;
  const drawn = (length: number) => {
    const { session } = balancedTest(bank, examinee, 'topic', [length], 'seed');
    const counts = [0, 0, 0];
    for (const { index } of session.items()) counts[codes[index]]++;
    return counts;
  };

  test.each([3, 14, 30, 60])(
    '%i items: each topic has its share of the score, a third',
    (length) => {
      const counts = drawn(length);
      expect(counts.reduce((sum, n) => sum + n, 0)).toBe(length);
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(Math.floor(length / 3));
    },
  );

  test.each([14, 28, 70])('%i items: as many of each of 14 scenarios of 8 items', (length) => {
    const values = Array.from({ length: 14 }, (_, v) => `scenario ${v}`);
    const tags = {
      scenario: { values, codes: Uint16Array.from({ length: 112 }, (_, j) => j % 14) },
    };
    const scenarios = bankOf(simulatedItems('3PL', 112, 'scenarios'), tags);
    // Eight times 1 / 112 is a little less than 1 / 14.
    const weights = fullScoreWeights('macro:scenario', tags, () => true, 112);
    const scores = Float64Array.from({ length: 112 }, (_, j) => Number(j % 3 === 0));
    const { session } = balancedTest(scenarios, { scores, weights }, 'scenario', [length], 'seed');
    const counts = new Float64Array(14);
    for (const { index } of session.items()) counts[index % 14]++;
    expect([...counts]).toEqual(Array(14).fill(length / 14));
  });

  test('a topic with fewer answers than its share gives all it has', () => {
    const available = [0, 1, 2].map(
      (topic) => examinee.scores.filter((u, j) => codes[j] === topic && !Number.isNaN(u)).length,
    );
    const counts = drawn(200);
    expect(available[2]).toBeLessThan(66);
    expect(counts[2]).toBe(available[2]);
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(200);
  });

  test('longer than the answers: all of them', () => {
    const { checkpoints } = balancedTest(bank, examinee, 'topic', [30, COUNT], 'seed');
    expect(checkpoints.map((checkpoint) => checkpoint.items)).toEqual([30, answered]);
  });
});

describe('fixedTest', () => {
  const order = Array.from({ length: COUNT }, (_, j) => (j * 7) % COUNT).filter(
    (j) => !Number.isNaN(examinee.scores[j]),
  );

  test('takes the posterior mean under N(0, 1) of the first so many answers', () => {
    const checkpoints = fixedTest(bank, examinee, order, [5, 50, 10_000]);
    expect(checkpoints.map((checkpoint) => checkpoint.items)).toEqual([5, 50, order.length]);
    for (const { items: length, estimate } of checkpoints) {
      const row = new Float64Array(COUNT).fill(Number.NaN);
      for (const j of order.slice(0, length)) row[j] = examinee.scores[j];
      const answers = answersOf(items, row);
      const expected = estimateEap(answers, gridOf(answers, -6, 6, 0.01), STANDARD_NORMAL);
      expect(Math.abs(estimate.ability - expected.ability)).toBeLessThan(ROUNDING);
      expect(Math.abs(estimate.se - expected.se)).toBeLessThan(ROUNDING);
    }
  });

  test('no items: the prior', () => {
    const [{ estimate, least, most }] = fixedTest(bank, examinee, [], [0]);
    // N(0, 1) cut at the bounds, −6 and 6.
    expect(Math.abs(estimate.ability)).toBeLessThan(1e-9);
    expect(Math.abs(estimate.se - 1)).toBeLessThan(1e-6);
    expect([least, Math.round(1e9 * most) / 1e9]).toEqual([0, 1]);
  });
});
