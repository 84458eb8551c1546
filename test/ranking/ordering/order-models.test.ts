import { describe, expect, test } from 'vitest';
import { RobustSession } from '../../../src/cat/robust/robust-session.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { gains } from '../../../src/ranking/ordering/allocate.ts';
import { errorFactor } from '../../../src/ranking/ordering/error-factor.ts';
import { JointVariances } from '../../../src/ranking/ordering/joint-scores.ts';
import {
  type Allocation,
  type OrderedModel,
  type OrderStanding,
  orderModels,
} from '../../../src/ranking/ordering/order-models.ts';
import { residualCorrelations } from '../../../src/ranking/ordering/residual-correlation.ts';
import { type ScoreState, scoreState } from '../../../src/ranking/ordering/score-state.ts';
import { commonOrder } from '../../../src/ranking/robust/stratified-order.ts';
import { predictScore } from '../../cat/robust/predict-score.ts';
import { NO_CHANCE } from '../no-chance.ts';
import { answers, ITEMS, MODEL, order, WEIGHTS } from './one-dimension.ts';

function examinee(ability: number, name: string, log: number[] = []): OrderedModel {
  const scores = answers(ability, name);
  return {
    session: new RobustSession(MODEL, {
      weights: WEIGHTS,
      randomOrder: order('all'),
      randomShare: 0.25,
    }),
    weights: WEIGHTS,
    answer: (j) => {
      log.push(j);
      return scores[j];
    },
    factor: () => 1,
  };
}

const ABILITIES = [2.5, 0.3, 0.2, -0.1, -2.5];

function run(
  allocation: Allocation,
  budget: number,
  order = [0, 1, 2, 3, 4],
  rounds: OrderStanding[] = [],
) {
  const logs = ABILITIES.map(() => [] as number[]);
  const models = order.map((i) => examinee(ABILITIES[i], `e${i}`, logs[i]));
  const end = orderModels(
    { models, allocation, confidence: 0.9, margin: 0.02, budget },
    (standing) => {
      rounds.push(standing);
      return false;
    },
  );
  return { end, logs };
}

describe('ordering models', () => {
  test('the budget is kept to the item, and each item is asked of a model once', () => {
    for (const allocation of ['adaptive', 'equal'] as const)
      for (const budget of [5, 203]) {
        const { end, logs } = run(allocation, budget);
        const asked = logs.reduce((sum, log) => sum + log.length, 0);
        expect(end.spent).toBe(asked);
        expect(asked).toBeLessThanOrEqual(budget);
        // Equal lengths leave a remainder of less than an item a model.
        expect(asked).toBeGreaterThan(budget - (allocation === 'equal' ? ABILITIES.length : 1));
        for (const log of logs) expect(new Set(log).size).toBe(log.length);
      }
  });

  test('adaptive: models that are far from all others are not asked more, and all is decided with fewer items', () => {
    const adaptive = run('adaptive', 1e6).end;
    const equal = run('equal', 1e6).end;
    expect(adaptive.decisions.undecided).toBe(0);
    expect(equal.decisions.undecided).toBe(0);
    expect(adaptive.items[0]).toBe(40);
    expect(adaptive.items[4]).toBe(40);
    expect(adaptive.spent).toBeLessThan(0.8 * equal.spent);
    expect(new Set(equal.items).size).toBe(1);
  });

  test('adaptive: a round asks those that gain nearly the most, not all that gain', () => {
    const models = ABILITIES.map((ability, i) => examinee(ability, `e${i}`));
    const available = ABILITIES.map(() => ITEMS);
    let due: { asked: number[]; gaining: number[] } | null = null;
    let rounds = 0;
    let fewer = 0;
    let before: readonly number[] = ABILITIES.map(() => 0);
    orderModels(
      { models, allocation: 'adaptive', confidence: 0.9, margin: 0.02, budget: 600 },
      ({ items, joint, decisions }) => {
        if (due !== null) {
          const asked = items.flatMap((count, i) => (count > before[i] ? [i] : []));
          for (const i of asked) expect(due.asked).toContain(i);
          if (asked.length < due.gaining.length) fewer++;
          rounds++;
        }
        before = items;
        const gain = gains({ items, available, variances: joint.variances }, decisions, 0.9, 0.02);
        const most = Math.max(...gain);
        const above = (least: number) => items.flatMap((_, i) => (gain[i] > least ? [i] : []));
        // Where all is decided between two looks, others go on.
        due = most > 0 ? { asked: above(0.79 * most), gaining: above(0) } : null;
        return false;
      },
    );
    expect(rounds).toBeGreaterThan(5);
    expect(fewer).toBeGreaterThan(rounds / 4);
  });

  test('with everything asked scores are exact, and nothing is uncertain', () => {
    // Two who answer alike: no order can be declared, nor a tie within next to nothing.
    const models = [0, 1].map(() => examinee(0, 'twin'));
    const end = orderModels({
      models,
      allocation: 'equal',
      confidence: 0.95,
      margin: 1e-7,
      budget: 1e6,
    });
    const known = answers(0, 'twin').reduce((sum, u) => sum + u / ITEMS, 0);
    expect(end.items).toEqual([ITEMS, ITEMS]);
    for (const score of end.joint.scores) expect(score).toBeCloseTo(known, 9);
    expect(end.joint.differenceVariances[1]).toBeLessThan(1e-18);
    expect(end.decisions.undecided).toBe(0);
  });

  test('the order of the models does not matter, and neither does running it again', () => {
    const one = run('adaptive', 400).end;
    const again = run('adaptive', 400).end;
    const permuted = [3, 1, 4, 0, 2];
    const other = run('adaptive', 400, permuted).end;
    expect(again.items).toEqual(one.items);
    expect(permuted.map((i) => one.items[i])).toEqual([...other.items]);
    permuted.forEach((i, k) => {
      expect(other.joint.scores[k]).toBeCloseTo(one.joint.scores[i], 9);
    });
  });
});

describe('the variance of a difference', () => {
  /** Two examinees who answer alike on shared items, each asked 40 items, the first ones of their orders. */
  function pair(repetition: number, orders: [string, string], shared: number) {
    const states: ScoreState[] = [];
    const truth: number[] = [];
    for (const k of [0, 1]) {
      const random = randomStream('pair', repetition);
      const common = Float64Array.from({ length: ITEMS }, random);
      const own = randomStream('pair', repetition, k);
      const scores = Float64Array.from(common, (same, j) => {
        const p = 1 / (1 + Math.exp(-(MODEL.coefficients[2 * j] + 0.3)));
        return (own() < shared ? same : own()) < p ? 1 : 0;
      });
      const session = new RobustSession(MODEL, {
        weights: WEIGHTS,
        randomOrder: order(orders[k]),
        randomShare: 1,
      });
      for (let t = 0; t < 40; t++) {
        const j = session.next();
        session.record(j, scores[j]);
      }
      session.predict();
      // Examinees of the model: their predictions are its own, without those of other hypotheses.
      const { posterior, asked } = session;
      states.push(scoreState(posterior, asked, WEIGHTS, predictScore(posterior, asked, WEIGHTS)));
      truth.push(scores.reduce((sum, u) => sum + u / ITEMS, 0));
    }
    return { states, error: truth[0] - truth[1] - (states[0].score - states[1].score) };
  }

  const known = new Map<string, ReturnType<typeof pair>[]>();
  function pairsOf(runs: number, orders: [string, string], shared: number) {
    const key = `${orders} ${shared}`;
    const pairs = known.get(key) ?? Array.from({ length: runs }, (_, k) => pair(k, orders, shared));
    known.set(key, pairs);
    return pairs;
  }

  /** Mean square of the errors of differences, and the mean variance that is said of them. */
  function compare(orders: [string, string], shared: number, rho: number) {
    let square = 0;
    let said = 0;
    const runs = 200;
    for (const { states, error } of pairsOf(runs, orders, shared)) {
      const joint = new JointVariances(2);
      joint.update(states, [0, 1], Float64Array.of(1, rho, rho, 1), [1, 1]);
      square += error ** 2 / runs;
      said += joint.differenceVariances[1] / runs;
    }
    return square / said;
  }

  // Two Bernoulli answers that copy a common one with probability s each correlate by s².
  test.each([
    ['the same items', ['a', 'a'], 0.8],
    ['different items', ['a', 'b'], 0.8],
    ['the same items, independent answers', ['a', 'a'], 0],
  ] as [string, [string, string], number][])('is right with %s', (_, orders, shared) => {
    // A mean square of 200 errors has a relative standard error of 10%.
    expect(Math.abs(compare(orders, shared, shared ** 2) - 1)).toBeLessThan(0.3);
  });

  test('shared errors matter: without them the estimate is far off', () => {
    expect(compare(['a', 'a'], 0.8, 0)).toBeLessThan(0.6);
  });

  test('the correlation is found again from common items', () => {
    let sum = 0;
    for (const { states } of pairsOf(200, ['a', 'a'], 0.8).slice(0, 30))
      sum += residualCorrelations(states)[1] / 30;
    expect(sum).toBeGreaterThan(0.55);
    expect(sum).toBeLessThan(0.72);
  });
});

test('pairs of their own are shrunken towards all by as much as chance explains', () => {
  const random = randomStream('shrink');
  const state = (residual: Float64Array): ScoreState => ({
    score: 0,
    se: 0,
    answers: NO_CHANCE,
    back: 0,
    items: ITEMS,
    influence: new Float64Array(ITEMS),
    residual,
    spread: new Float64Array(ITEMS).fill(0.5),
  });
  const noise = () => Float64Array.from({ length: ITEMS }, () => 0.5 * randomNormal(random));
  const twin = noise();
  const independent = Array.from({ length: 8 }, () => state(noise()));
  const n = 8;
  const rho = residualCorrelations(independent);
  const raw = independent.flatMap((a, i) =>
    independent
      .slice(0, i)
      .map((b) => a.residual.reduce((s, r, j) => s + r * b.residual[j], 0) / (0.25 * ITEMS)),
  );
  const scatter = (values: number[]) => Math.max(...values) - Math.min(...values);
  const own = independent.flatMap((_, i) => independent.slice(0, i).map((_, k) => rho[n * i + k]));
  expect(scatter(own)).toBeLessThan(0.4 * scatter(raw));
  const withTwins = residualCorrelations([state(twin), state(twin.slice()), ...independent]);
  expect(withTwins[1]).toBeGreaterThan(0.7);
});

test('the factor is interpolated between lengths, level outside', () => {
  const factor = (f: number) => ({ factor: 1.6448536269514722 * f, verified: true });
  const widened = errorFactor([50, 200], [factor(2), factor(0.5)]);
  expect(widened({ items: 10 })).toBeCloseTo(2, 12);
  expect(widened({ items: 100 })).toBeCloseTo(1, 12);
  expect(widened({ items: 900 })).toBeCloseTo(0.5, 12);
});

test('the common order: strata in proportion, and nearly the same for any strata', () => {
  const random = randomStream('common');
  const keys = Float64Array.from({ length: 300 }, random);
  const starts = Float64Array.from({ length: 3 }, random);
  const stratum = Int32Array.from({ length: 300 }, (_, j) => j % 3);
  const one = commonOrder((j) => j !== 7, stratum, keys, starts);
  expect(one.length).toBe(299);
  expect(one).not.toContain(7);
  for (const s of [0, 1, 2])
    expect(Math.abs(one.slice(0, 60).filter((j) => j % 3 === s).length - 20)).toBeLessThan(2);
  const other = commonOrder(
    () => true,
    stratum.map((s, j) => (j % 10 === 0 ? (s + 1) % 3 : s)),
    keys,
    starts,
  );
  const first = new Set(one.slice(0, 60));
  expect([...other.slice(0, 60)].filter((j) => first.has(j)).length).toBeGreaterThan(50);
});
