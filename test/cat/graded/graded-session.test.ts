import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gradedBank } from '../../../src/cat/graded/graded-bank.ts';
import type { GradedPrediction } from '../../../src/cat/graded/graded-prediction.ts';
import { GradedSession } from '../../../src/cat/graded/graded-session.ts';
import { categoryCurves, openCurves } from '../../../src/irt/polytomous/curves/category-curves.ts';
import { estimateMixedAbility } from '../../../src/irt/polytomous/estimate/estimate-mixed.ts';
import {
  type MixedItem,
  type MixedItems,
  mixedItems,
} from '../../../src/irt/polytomous/mixed-items.ts';
import { randomStream } from '../../../src/random.ts';
import { FITS, goldenAnswers, mirtItem } from '../../calibration/polytomous/golden.ts';
import { runs } from '../../irt/arbitrary-items.ts';
import { betaItem, gpcmItem, gradedItem } from '../../irt/polytomous/arbitrary-mixed.ts';

/** See test/golden/polytomous/README.md. */
const MIRT = 2e-3;
/** Grids of 0.05 and of 0.01 are both exact to this for posteriors as wide as those of a few items. */
const GRID = 1e-9;
const ITEMS: readonly MixedItem[] = [
  { model: 'graded', a: 1.3, b: [-1, 0.4] },
  { model: 'gpcm', a: 0.8, b: [-0.5, 0.2, 1], scores: [0, 0.2, 0.7, 1] },
  { model: 'beta', a: 1.1, b: 0.3, dispersion: 0.2, categories: 5 },
  { model: 'graded', a: 2, b: [1.2, 1.9] },
  { model: 'graded', a: 0.6, b: [-2] },
];
const equal = (count: number) => new Float64Array(count).fill(1 / count);
const open = (items: MixedItems, randomShare = 0, seed: string | number = 1) =>
  new GradedSession(gradedBank(items), {
    weights: equal(items.count),
    randomShare,
    random: randomStream(seed, 'graded-session-test'),
  });

/** Asks all items and answers by item. */
function askAll(session: GradedSession, row: ArrayLike<number>): number[] {
  const asked: number[] = [];
  for (let j = session.next(); j !== null; j = session.next()) {
    session.answer(row[j]);
    asked.push(j);
  }
  return asked;
}

const density = (theta: number) => Math.exp(-0.5 * theta * theta);
function probabilities(theta: number, items: MixedItems, j: number): number[] {
  const curves = openCurves(items.mostCategories);
  categoryCurves(theta, items, j, curves);
  return Array.from(curves.logP.subarray(0, items.categories[j]), Math.exp);
}

/** Mean and variance of the score by all patterns of the open items at fine steps of ability. */
function byPatterns(items: MixedItems, given: ReadonlyMap<number, number>) {
  const w = 1 / items.count;
  const sums = [0, 0, 0];
  for (let theta = -8; theta <= 8; theta += 0.01) {
    const all = ITEMS.map((_, j) => probabilities(theta, items, j));
    const walk = (j: number, chance: number, score: number): void => {
      if (j === items.count) {
        for (let power = 0; power < 3; power++) sums[power] += chance * score ** power;
        return;
      }
      all[j].forEach((p, k) => {
        if (given.has(j) && given.get(j) !== k) return;
        walk(j + 1, chance * p, score + w * items.scores[items.scoresFrom[j] + k]);
      });
    };
    walk(0, density(theta), 0);
  }
  const mean = sums[1] / sums[0];
  return { mean, se: Math.sqrt(sums[2] / sums[0] - mean * mean) };
}

describe.each(FITS)('mirt, $data, $model', ({ data, model, items, eap }) => {
  test('after all answers the ability is its EAP score', () => {
    const packed = mixedItems(items.map((values) => mirtItem(model, values)));
    const { answers } = goldenAnswers(data);
    eap.slice(0, 20).forEach(([score, se], k) => {
      const session = open(packed);
      askAll(session, answers.subarray(5 * k * packed.count, (5 * k + 1) * packed.count));
      const found = session.predict();
      expect(Math.abs(found.ability - score)).toBeLessThan(MIRT);
      expect(Math.abs(found.abilityError - se)).toBeLessThan(MIRT);
    });
  });
});

test('the predicted score and its error are those of all patterns of the open items', () => {
  const items = mixedItems(ITEMS);
  const session = open(items);
  const given = new Map<number, number>();
  for (let count = 0; count <= items.count; count++) {
    const { score, se } = session.predict();
    const known = byPatterns(items, given);
    expect(Math.abs(score - known.mean)).toBeLessThan(GRID);
    // A difference of two nearly equal numbers: the square root of rounding.
    expect(Math.abs(se - known.se)).toBeLessThan(1e-7);
    const j = session.next();
    if (j === null) break;
    given.set(j, j % 2);
    session.answer(j % 2);
  }
  expect(given.size).toBe(items.count);
});

test('the next item has the largest expected information', () => {
  const items = mixedItems(ITEMS);
  const session = open(items);
  const given = new Map<number, number>();
  for (let j = session.next(); j !== null; j = session.next()) {
    const informations = ITEMS.map((_, i) => {
      if (given.has(i)) return Number.NEGATIVE_INFINITY;
      let sum = 0;
      let mass = 0;
      for (let theta = -8; theta <= 8; theta += 0.01) {
        let height = density(theta);
        for (const [m, k] of given) height *= probabilities(theta, items, m)[k];
        // Σ (P′)²/P by differences.
        const [below, at, above] = [-1e-4, 0, 1e-4].map((d) => probabilities(theta + d, items, i));
        for (let k = 0; k < at.length; k++)
          sum += (height * ((above[k] - below[k]) / 2e-4) ** 2) / at[k];
        mass += height;
      }
      return sum / mass;
    });
    expect(j).toBe(informations.indexOf(Math.max(...informations)));
    given.set(j, 1);
    session.answer(1);
  }
});

test('any bank: each item once, the ability of EAP, and the recorded score at the end', () => {
  const mild = fc.oneof(gradedItem, gpcmItem, betaItem).filter(({ a }) => a < 2);
  fc.assert(
    fc.property(
      fc.array(mild, { minLength: 1, maxLength: 8 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer(),
      (list, randomShare, seed) => {
        const items = mixedItems(list);
        const row = Array.from(items.categories, (all, j) => Math.abs(seed + j) % all);
        const session = open(items, randomShare, seed);
        const asked = askAll(session, row);
        expect([...asked].sort((x, y) => x - y)).toEqual([...row.keys()]);
        const known = estimateMixedAbility('eap', items, row);
        const found: GradedPrediction = session.predict();
        // At ±6 the trapezoidal rule has the error of the density there.
        expect(Math.abs(found.ability - known.ability)).toBeLessThan(1e-4);
        expect(found.se).toBe(0);
        expect(found.open).toBe(0);
        const recorded = row.reduce((sum, k, j) => sum + items.scores[items.scoresFrom[j] + k], 0);
        expect(found.score).toBeCloseTo(recorded / items.count, 12);
      },
    ),
    runs(100),
  );
});

describe('random items', () => {
  const items = mixedItems(ITEMS);
  const bank = gradedBank(items);
  const weights = equal(items.count);
  const first = (randomShare: number, seed: number) =>
    new GradedSession(bank, { weights, randomShare, random: randomStream(seed) }).next()!;
  const best = first(0, 1);
  const counts = (share: number) => {
    const found = new Float64Array(items.count);
    for (let seed = 0; seed < 2000; seed++) found[first(share, seed)]++;
    return found;
  };

  test('are all equally likely', () => {
    // Four standard deviations of a binomial count.
    for (const count of counts(1))
      expect(Math.abs(count - 400)).toBeLessThan(4 * Math.sqrt(2000 * 0.2 * 0.8));
  });

  test('have the given share', () => {
    const other = 2000 - counts(0.25)[best];
    expect(Math.abs(other - 2000 * 0.25 * 0.8)).toBeLessThan(4 * Math.sqrt(2000 * 0.2 * 0.8));
  });

  test('are the same again', () => {
    expect(askAll(open(items, 0.5, 7), [1, 1, 1, 1, 1])).toEqual(
      askAll(open(items, 0.5, 7), [1, 1, 1, 1, 1]),
    );
  });
});

test('items of weight 0 are not asked and do not count', () => {
  const items = mixedItems(ITEMS);
  const weights = Float64Array.of(0.5, 0, 0.5, 0, 0);
  const random = randomStream(1, 'weights');
  const session = new GradedSession(gradedBank(items), { weights, randomShare: 0, random });
  expect(session.predict().most).toBe(1);
  expect(askAll(session, [2, 0, 4, 0, 0]).sort()).toEqual([0, 2]);
  expect(session.predict().score).toBe(1);
});

test('an answer can be worth another score than its category', () => {
  const session = open(mixedItems(ITEMS.slice(0, 1)));
  session.answer(1, 0.61);
  expect(session.predict().score).toBeCloseTo(0.61, 12);
});

test.each([
  [() => open(mixedItems(ITEMS), 1.5), 'randomShare: found 1.5'],
  [
    () =>
      new GradedSession(gradedBank(mixedItems(ITEMS)), {
        weights: equal(2),
        randomShare: 0,
        random: Math.random,
      }),
    'weights: found 2 weights',
  ],
  [() => open(mixedItems(ITEMS.slice(0, 1))).answer(3), 'the answer to item 1 is 3'],
  [() => open(mixedItems(ITEMS.slice(0, 1))).answer(1, 1.2), 'the score of item 1 is 1.2'],
  [
    () => {
      const session = open(mixedItems(ITEMS.slice(0, 1)));
      session.answer(1);
      session.answer(1);
    },
    'an answer after the last item',
  ],
])('refuses %#', (act, message) => {
  expect(act).toThrow(message);
});

describe('with a lag of 3', () => {
  const items = mixedItems(ITEMS);
  const session = () =>
    new GradedSession(gradedBank(items), {
      weights: equal(items.count),
      randomShare: 0,
      random: randomStream(1, 'lag'),
      lag: 3,
    });

  test('three items are asked without answers, and no fourth', () => {
    const own = session();
    const asked = [own.ask(), own.ask(), own.ask()];
    expect(new Set(asked).size).toBe(3);
    expect(own.next()).toBeNull();
    expect(own.issued).toBe(3);
    // The answer to a later item does not help.
    own.record(asked[1]!, 0);
    expect(own.next()).toBeNull();
    own.record(asked[0]!, 0);
    expect(own.next()).not.toBeNull();
    expect(own.isUsedUp).toBe(false);
  });

  test('items and scores do not depend on the order in which answers arrive', () => {
    const inOrder = session();
    const late = session();
    const orders = [inOrder, late].map((own, which) => {
      const asked: number[] = [];
      const waiting: number[] = [];
      for (;;) {
        for (let j = own.ask(); j !== null; j = own.ask()) {
          asked.push(j);
          waiting.push(j);
        }
        if (waiting.length === 0) return asked;
        const j = which === 0 ? waiting.shift()! : waiting.pop()!;
        own.record(j, j % 2);
      }
    });
    expect(orders[1]).toEqual(orders[0]);
    expect(late.predict()).toEqual(inOrder.predict());
  });

  test('an answer to an item that was not asked, or twice, is refused', () => {
    const own = session();
    const j = own.ask()!;
    const other = [0, 1, 2, 3, 4].find((k) => k !== j)!;
    expect(() => own.record(other, 0)).toThrow(/was not asked/);
    own.record(j, 0);
    expect(() => own.record(j, 0)).toThrow(/has its answer/);
  });
});
