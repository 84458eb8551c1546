import { Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { ExamineePosterior } from '../../../src/cat/robust/examinee-posterior.ts';
import {
  coordinates,
  type Grouping,
  type ScoreModel,
} from '../../../src/cat/robust/score-model.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { predictScore } from './predict-score.ts';
import { smallModel } from './small-model.ts';

const ITEMS = 60;
const K = 2;

function varianceOfEach({ count, variance }: Grouping): Float64Array {
  return new Float64Array(count).fill(variance);
}

/** log posterior at a point, written down as the model says. */
function logPosterior(
  model: ScoreModel,
  at: Float64Array,
  index: readonly number[],
  scores: readonly number[],
): number {
  let log = 0;
  for (let d = 0; d < K; d++) log -= at[d] ** 2 / (2 * model.abilityVariances[d]);
  let first = K;
  for (const { count, variance } of model.groupings)
    for (let k = 0; k < count; k++) log -= at[first++] ** 2 / (2 * variance);
  index.forEach((j, t) => {
    const x = [1, at[0], at[1]];
    const logit = x.reduce((sum, v, r) => sum + v * model.coefficients[3 * j + r], 0);
    const variance = x.reduce((sum, v, r) => sum + v * v * model.covariances[9 * j + 4 * r], 0);
    const effects = at[K + (j % 3)] + at[K + 3 + (j < 30 ? 0 : 1)];
    const z = logit / Math.sqrt(1 + (Math.PI / 8) * variance) + effects;
    const c = model.guessing[j];
    const p = c + (1 - c) / (1 + Math.exp(-z));
    log += scores[t] * Math.log(p) + (1 - scores[t]) * Math.log(1 - p);
  });
  return log;
}

const index = Array.from({ length: 40 }, (_, t) => (7 * t) % ITEMS);
const random = randomStream('answers');
const scores = index.map(() => (random() < 0.6 ? 1 : 0));
const asked = {
  index: Int32Array.from(index),
  scores: Float64Array.from(scores),
  count: index.length,
};

describe('the posterior of an examinee', () => {
  const model = smallModel('one');
  const posterior = new ExamineePosterior(model);
  posterior.update(asked);

  test('is at the mode of the likelihood times the priors', () => {
    expect(posterior.size).toBe(coordinates(model));
    const here = logPosterior(model, posterior.mean, index, scores);
    for (let d = 0; d < posterior.size; d++) {
      const step = 1e-3;
      const at = (h: number) => {
        const moved = posterior.mean.slice();
        moved[d] += h;
        return logPosterior(model, moved, index, scores);
      };
      const gradient = (at(step) - at(-step)) / (2 * step);
      const curvature = (2 * here - at(step) - at(-step)) / step ** 2;
      expect(curvature).toBeGreaterThan(0);
      expect(Math.abs(gradient / curvature)).toBeLessThan(0.01 / Math.sqrt(curvature));
    }
  });

  test('has the inverse of the information of answers and priors as its covariance', () => {
    const information = Matrix.zeros(posterior.size, posterior.size);
    const variances = [model.abilityVariances, ...model.groupings.map(varianceOfEach)];
    variances
      .flatMap((own) => [...own])
      .forEach((v, d) => {
        information.set(d, d, 1 / v);
      });
    const at = new Int32Array(posterior.width);
    const weight = new Float64Array(posterior.width);
    for (const j of index) {
      posterior.place(j);
      posterior.direction(j, at, weight);
      const own = posterior.information(j);
      at.forEach((r, x) => {
        at.forEach((s, y) => {
          information.set(r, s, information.get(r, s) + own * weight[x] * weight[y]);
        });
      });
    }
    const covariance = Matrix.from1DArray(posterior.size, posterior.size, [
      ...posterior.covariance,
    ]);
    const rest = information.mmul(covariance).sub(Matrix.identity(posterior.size));
    // Digits that elimination in another order than ml-matrix's loses.
    expect(rest.abs().max()).toBeLessThan(1e-10);
  });

  test('narrows by one answer as by a new start', () => {
    const fewer = new ExamineePosterior(model);
    fewer.update({ ...asked, count: 39 });
    const j = index[39];
    fewer.place(j);
    const before = fewer.logitVariance(j);
    const information = fewer.information(j);
    fewer.narrow(j);
    expect(fewer.logitVariance(j)).toBeCloseTo(before / (1 + before * information), 10);
    // Where expected and observed information differ little, so do the covariances.
    const largest = Math.max(
      ...posterior.covariance.map((v, k) => Math.abs(v - fewer.covariance[k])),
    );
    expect(largest).toBeLessThan(0.05);
  });

  test('before any answer is the prior', () => {
    const fresh = new ExamineePosterior(model);
    fresh.update({ ...asked, count: 0 });
    expect(Array.from(fresh.mean)).toEqual(new Array(fresh.size).fill(0));
    expect(fresh.covariance[0]).toBeCloseTo(1.3, 12);
    expect(fresh.covariance[(fresh.size + 1) * K]).toBeCloseTo(0.2, 12);
  });
});

describe('the predicted score', () => {
  const weights = new Float64Array(ITEMS).fill(1 / ITEMS);

  test('is exact where everything was asked', () => {
    const all = Int32Array.from({ length: ITEMS }, (_, j) => j);
    const answers = Float64Array.from(all, (j) => (j % 2 === 0 ? 1 : 0));
    const posterior = new ExamineePosterior(smallModel('all'));
    const everything = { index: all, scores: answers, count: ITEMS };
    posterior.update(everything);
    const { score, se } = predictScore(posterior, everything, weights);
    expect(score).toBeCloseTo(0.5, 12);
    expect(se).toBe(0);
  });

  test('and its error are those of draws from the posterior', () => {
    const model = smallModel('two');
    const posterior = new ExamineePosterior(model);
    posterior.update(asked);
    const { score, se } = predictScore(posterior, asked, weights);
    const seen = new Set(index);
    // Draws by the Cholesky root of the covariance.
    const size = posterior.size;
    const root = new Float64Array(size * size);
    for (let r = 0; r < size; r++)
      for (let s = 0; s <= r; s++) {
        let sum = posterior.covariance[size * r + s];
        for (let t = 0; t < s; t++) sum -= root[size * r + t] * root[size * s + t];
        root[size * r + s] = r === s ? Math.sqrt(sum) : sum / root[size * s + s];
      }
    const stream = randomStream('draws');
    const drawn: number[] = [];
    for (let k = 0; k < 4000; k++) {
      const normal = Array.from({ length: size }, () => randomNormal(stream));
      const at = posterior.mean.map((m, r) => {
        let sum = m;
        for (let s = 0; s <= r; s++) sum += root[size * r + s] * normal[s];
        return sum;
      });
      let total = index.reduce((sum, j, t) => (index.indexOf(j) === t ? sum + scores[t] : sum), 0);
      for (let j = 0; j < ITEMS; j++) {
        if (seen.has(j)) continue;
        const x = [1, at[0], at[1]];
        const logit = x.reduce((sum, v, r) => sum + v * model.coefficients[3 * j + r], 0);
        const variance = x.reduce((sum, v, r) => sum + v * v * model.covariances[9 * j + 4 * r], 0);
        const z =
          logit / Math.sqrt(1 + (Math.PI / 8) * variance) +
          at[K + (j % 3)] +
          at[K + 3 + (j < 30 ? 0 : 1)];
        const c = model.guessing[j];
        total += stream() < c + (1 - c) / (1 + Math.exp(-z)) ? 1 : 0;
      }
      drawn.push(total / ITEMS);
    }
    const mean = drawn.reduce((sum, x) => sum + x, 0) / drawn.length;
    const sd = Math.sqrt(drawn.reduce((sum, x) => sum + (x - mean) ** 2, 0) / drawn.length);
    expect(Math.abs(score - mean)).toBeLessThan(0.01);
    expect(Math.abs(se / sd - 1)).toBeLessThan(0.08);
  });
});
