import { describe, expect, test } from 'vitest';
import {
  PUBLISHED_SCORES,
  SCENARIOS,
} from '../../../../../item-bank/builtin/climedbench-published.ts';
import { paperReplication } from '../../../../../scripts/research/paper/simulate/paper-replication.ts';
import { participantAnswers } from '../../../../../scripts/research/paper/simulate/participants.ts';
import {
  deviationSds,
  drawPool,
  POOL_SIZE,
} from '../../../../../scripts/research/paper/simulate/pool.ts';
import { probability } from '../../../../../src/irt/probability.ts';

const SIZE = 1200;
const replications = [1, 2].map((seed) => paperReplication(seed, SIZE));

test('each seed has items and answers of its own, and the published score in every scenario to within one item', () => {
  const [first, second] = replications;
  expect(first.bank.responses.items).toEqual(second.bank.responses.items);
  expect(first.shape.parameters.b).not.toEqual(second.shape.parameters.b);
  expect(first.bank.responses.scores).not.toEqual(second.bank.responses.scores);
  for (const { bank, shape, regular } of replications) {
    expect(shape.sizes.reduce((sum, size) => sum + size, 0)).toBe(SIZE);
    PUBLISHED_SCORES.forEach(({ scores }, m) => {
      const own = SCENARIOS.map((_, s) => {
        const from = m * SIZE + shape.starts[s];
        const answers = bank.responses.scores.subarray(from, from + shape.sizes[s]);
        return answers.reduce((sum, u) => sum + u, 0);
      });
      own.forEach((right, s) => {
        expect(Math.abs(right - (shape.sizes[s] * scores[s]) / 100)).toBeLessThan(1);
      });
      const macro = own.reduce((sum, right, s) => sum + right / shape.sizes[s] / 14, 0);
      expect(regular[m]).toBeCloseTo(macro, 10);
    });
  }
});

test('an ability in a scenario, on the scale of all, expects the published score there', () => {
  const { shape } = replications[0];
  const { a, b, c, d } = shape.parameters;
  PUBLISHED_SCORES.forEach(({ scores }, m) => {
    SCENARIOS.forEach((_, s) => {
      if (scores[s] === 0) {
        expect(shape.deviations[m][s]).toBeNaN();
        return;
      }
      const theta = shape.abilities[m] + shape.deviations[m][s];
      let sum = 0;
      for (let j = shape.starts[s]; j < shape.starts[s] + shape.sizes[s]; j++)
        sum += probability(theta, a[j], b[j], c[j], d[j]);
      // Parameters are rounded to 1/1024: the score moves by less than a tenth of a point.
      expect((100 * sum) / shape.sizes[s]).toBeCloseTo(scores[s], 0);
    });
  });
});

describe('participants', () => {
  test('the pool varies over scenarios as the published models do', () => {
    const { shape } = replications[0];
    const sds = deviationSds(shape);
    const pools = Array.from({ length: 400 }, (_, seed) => drawPool(shape, seed + 1)).flat();
    expect(pools).toHaveLength(400 * POOL_SIZE);
    sds.forEach((sd, s) => {
      const squares = shape.deviations.flatMap((own) => (Number.isNaN(own[s]) ? [] : own[s] ** 2));
      const mean = squares.reduce((sum, e) => sum + e, 0) / squares.length;
      expect(sd * sd).toBeCloseTo((mean * squares.length) / (squares.length - 2), 10);
      // Variance of θ + e over 2,000 models: its standard error is 3.2% of it.
      const variance = pools.reduce((sum, own) => sum + own[s] ** 2, 0) / pools.length;
      expect(Math.abs(variance / (1 + sd * sd) - 1)).toBeLessThan(0.13);
    });
    const [x, y] = [0, 8];
    const covariance = pools.reduce((sum, own) => sum + own[x] * own[y], 0) / pools.length;
    expect(Math.abs(covariance - 1)).toBeLessThan(0.2);
  });

  test('20 ordered pairs, each with an answer to every item, one and the same for one seed', () => {
    const [first, second] = replications.map(participantAnswers);
    expect(first.examinees).toHaveLength(20);
    expect(new Set(first.examinees).size).toBe(20);
    expect(first.scores).toHaveLength(20 * SIZE);
    expect(first.scores.every((u) => u === 0 || u === 1)).toBe(true);
    expect(first.scores).not.toEqual(second.scores);
    expect(participantAnswers(replications[0]).scores).toEqual(first.scores);
  });

  test('in each scenario they answer by the abilities that the pool has there', () => {
    const replication = replications[0];
    const { shape } = replication;
    const { a, b, c, d } = shape.parameters;
    const pool = drawPool(shape, replication.seed);
    const { examinees, scores } = participantAnswers(replication);
    const shareIn = (s: number, of: (j: number) => number) => {
      let sum = 0;
      for (let j = shape.starts[s]; j < shape.starts[s] + shape.sizes[s]; j++) sum += of(j);
      return sum / shape.sizes[s];
    };
    SCENARIOS.forEach((_, s) => {
      const alone = pool.map((abilities) =>
        shareIn(s, (j) => probability(abilities[s], a[j], b[j], c[j], d[j])),
      );
      const chance = 4 * Math.sqrt(0.25 / shape.sizes[s]);
      examinees.forEach((name, i) => {
        const [generator, critic] = [...name.matchAll(/(\d)-pool/g)].map(([, n]) => Number(n) - 1);
        const ends = [alone[generator], alone[critic]];
        const share = shareIn(s, (j) => scores[i * SIZE + j]);
        // A pair lies between its two models but for chance, or a little above: right answers persuade more often.
        expect(share).toBeGreaterThan(Math.min(...ends) - chance);
        expect(share).toBeLessThan(Math.max(...ends) + 0.1 + chance);
      });
    });
  });
});
