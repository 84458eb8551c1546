import { describe, expect, test } from 'vitest';
import { RobustSession } from '../../../src/cat/robust/robust-session.ts';
import { randomStream, shuffle } from '../../../src/random.ts';
import { smallModel } from './small-model.ts';

const ITEMS = 60;
const weights = Float64Array.from({ length: ITEMS }, (_, j) => (j === 5 ? 0 : 1 / (ITEMS - 1)));
const randomOrder = Int32Array.from(
  shuffle(
    Array.from({ length: ITEMS }, (_, j) => j).filter((j) => j !== 5),
    randomStream('order'),
  ),
);

function run(randomShare: number, length: number) {
  const session = new RobustSession(smallModel('one'), { weights, randomOrder, randomShare });
  const items: number[] = [];
  while (items.length < length) {
    const j = session.next();
    if (j < 0) break;
    items.push(j);
    session.record(j, j % 2);
  }
  return { items, session };
}

test('no item is asked twice, none of weight 0, and the bank runs out', () => {
  const { items, session } = run(0.3, 100);
  expect(items).toHaveLength(ITEMS - 1);
  expect(new Set(items).size).toBe(ITEMS - 1);
  expect(items).not.toContain(5);
  expect(session.next()).toBe(-1);
  expect(session.predict().se).toBe(0);
});

test('all at random is the random order', () => {
  expect(run(1, 20).items).toEqual(Array.from(randomOrder.subarray(0, 20)));
});

test('a quarter at random: every fourth item is the next of the random order that is open', () => {
  const { items } = run(0.25, 16);
  const asked = new Set<number>();
  items.forEach((j, t) => {
    if (t % 4 === 3) expect(j).toBe(randomOrder.find((k) => !asked.has(k)));
    asked.add(j);
  });
});

/** What an answer to each open item takes off the score's variance, as the session's posterior stands. */
function reductions({ posterior, asked }: RobustSession, scoreWeights: Float64Array): Float64Array {
  const { size, width, covariance, slope, probability } = posterior;
  const closed = new Set(asked.index.subarray(0, asked.count));
  const open = Array.from(scoreWeights.keys()).filter((j) => scoreWeights[j] > 0 && !closed.has(j));
  const directionOf = (j: number) => {
    const at = new Int32Array(width);
    const row = new Float64Array(width);
    posterior.direction(j, at, row);
    const full = new Float64Array(size);
    at.forEach((d, e) => {
      full[d] += row[e];
    });
    return full;
  };
  const product = (x: Float64Array, y: Float64Array) => {
    let sum = 0;
    for (let d = 0; d < size; d++)
      for (let e = 0; e < size; e++) sum += x[d] * covariance[size * d + e] * y[e];
    return sum;
  };
  const gradient = new Float64Array(size);
  for (const j of open)
    directionOf(j).forEach((x, d) => {
      gradient[d] += scoreWeights[j] * slope[j] * x;
    });
  const gains = new Float64Array(scoreWeights.length).fill(-1);
  for (const j of open) {
    const x = directionOf(j);
    const noise = probability[j] * (1 - probability[j]);
    // Cov(score, answer)² / Var(answer).
    const shared = slope[j] * product(x, gradient) + scoreWeights[j] * noise;
    gains[j] = shared ** 2 / (slope[j] ** 2 * product(x, x) + noise);
  }
  return gains;
}

test('the item it chooses takes the most off the variance of the score, between refreshes too', () => {
  for (let bank = 0; bank < 8; bank++) {
    // Items of very different weights: what was answered must leave the score that is to be predicted.
    const random = randomStream('weights', bank);
    const uneven = Float64Array.from({ length: ITEMS }, () => random() ** 4);
    const total = uneven.reduce((sum, w) => sum + w, 0);
    const session = new RobustSession(smallModel(`bank${bank}`), {
      weights: uneven.map((w) => w / total),
      randomOrder,
      randomShare: 0,
    });
    const asked = new Set<number>();
    for (let count = 0; count < 30; count++) {
      const chosen = session.next();
      const gains = reductions(
        session,
        uneven.map((w) => w / total),
      );
      // The more the answers contradict the calibration, the more items are random.
      if (count >= 20 && chosen === randomOrder.find((j) => !asked.has(j))) {
        asked.add(chosen);
        session.record(chosen, chosen % 2);
        continue;
      }
      asked.add(chosen);
      // Later on an item is passed over until the next refresh if it was worth less than half of the best one.
      // How well an item itself is predicted is as of the last refresh: of near ties the second may be taken.
      if (count < 20) expect(gains[chosen]).toBeGreaterThan(0.9 * Math.max(...gains));
      else expect(gains[chosen]).toBeGreaterThan(0.5 * Math.max(...gains));
      const before = session.posterior.logitVariance(chosen);
      session.record(chosen, chosen % 2);
      session.posterior.place(chosen);
      if (count % 5 !== 4) expect(session.posterior.logitVariance(chosen)).toBeLessThan(before);
    }
  }
});

test('an item that is much of the score is asked for its own answer', () => {
  const heavy = new Float64Array(ITEMS).fill(0.4 / (ITEMS - 1));
  heavy[33] = 0.6;
  const session = new RobustSession(smallModel('one'), {
    weights: heavy,
    randomOrder,
    randomShare: 0,
  });
  expect(session.next()).toBe(33);
});

test('three of ten at random', () => {
  const { items } = run(0.3, 20);
  const first = new Set<number>();
  const randoms = items.filter((j) => {
    const isRandom = j === randomOrder.find((k) => !first.has(k));
    first.add(j);
    return isRandom;
  });
  expect(randoms.length).toBeGreaterThanOrEqual(6);
  expect(items.flatMap((j, t) => (randoms.includes(j) ? [t + 1] : []))).toEqual(
    expect.arrayContaining([4, 7, 10, 14, 17, 20]),
  );
});

test('the same again is the same', () => {
  const [one, two] = [run(0.25, 30), run(0.25, 30)];
  expect(two.items).toEqual(one.items);
  expect(two.session.predict()).toEqual(one.session.predict());
});

describe('with costs', () => {
  const random = randomStream('costs');
  const dollars = Float64Array.from({ length: ITEMS }, () => 0.2 + 4 * random() ** 3);
  const bounded = { weights, randomOrder, costs: { dollars, most: 12 } };
  const spentOn = (items: readonly number[]) => items.reduce((sum, j) => sum + dollars[j], 0);
  const itemsOf = (session: RobustSession, most = ITEMS) => {
    const items: number[] = [];
    while (items.length < most) {
      const j = session.next();
      if (j < 0) break;
      items.push(j);
      session.record(j, j % 2);
    }
    return items;
  };

  test('the item it chooses takes the most off the variance of the score per dollar', () => {
    const session = new RobustSession(smallModel('one'), {
      weights,
      randomOrder,
      randomShare: 0,
      costs: { dollars },
    });
    let isOther = 0;
    for (let count = 0; count < 20; count++) {
      const chosen = session.next();
      const gains = reductions(session, weights);
      const rates = gains.map((gain, j) => gain / dollars[j]);
      expect(rates[chosen]).toBeGreaterThan(0.9 * Math.max(...rates));
      if (gains[chosen] < 0.9 * Math.max(...gains)) isOther++;
      session.record(chosen, chosen % 2);
    }
    expect(isOther).toBeGreaterThan(10);
  });

  test('random items are those of a test without costs', () => {
    const session = new RobustSession(smallModel('one'), {
      weights,
      randomOrder,
      randomShare: 1,
      costs: { dollars },
    });
    expect(itemsOf(session, 20)).toEqual(Array.from(randomOrder.subarray(0, 20)));
  });

  test('it never spends more than the most, and ends when nothing is left that the rest pays for', () => {
    for (const randomShare of [0, 0.25, 1]) {
      const session = new RobustSession(smallModel('one'), { ...bounded, randomShare });
      const items = itemsOf(session);
      expect(session.spent).toBeCloseTo(spentOn(items), 10);
      expect(session.spent).toBeLessThanOrEqual(12);
      expect(session.isUsedUp).toBe(true);
      const open = Array.from(randomOrder).filter((j) => !items.includes(j));
      expect(open.length).toBeGreaterThan(0);
      for (const j of open) expect(session.spent! + dollars[j]).toBeGreaterThan(12);
    }
  });

  test('a sum that is the most but for rounding is spent', () => {
    const costs = { dollars: new Float64Array(ITEMS).fill(0.1), most: 0.3 };
    const session = new RobustSession(smallModel('one'), {
      ...{ weights, randomOrder, costs },
      randomShare: 0,
    });
    expect(itemsOf(session)).toHaveLength(3);
  });

  test('a random item beyond the money is not passed over for a cheaper random one', () => {
    const dear = dollars.slice();
    dear[randomOrder[2]] = 1000;
    const session = new RobustSession(smallModel('one'), {
      ...{ weights, randomOrder, randomShare: 0.5 },
      costs: { dollars: dear, most: 12 },
    });
    const items = itemsOf(session, 10);
    expect(items.slice(0, 4).filter((_, t) => t % 2 === 1)).toEqual(
      Array.from(randomOrder.subarray(0, 2)),
    );
    // From then on all are chosen, none drawn: the next of the order are not asked in its order.
    expect(items).not.toContain(randomOrder[2]);
    expect([items[5], items[7], items[9]]).not.toEqual(Array.from(randomOrder.subarray(3, 6)));
  });

  test('perDollar false: the items of a test without costs, as far as the money goes', () => {
    const session = new RobustSession(smallModel('one'), {
      ...{ weights, randomOrder, randomShare: 0.25 },
      costs: { dollars, most: 30, perDollar: false },
    });
    const items = itemsOf(session, 12);
    expect(items).toEqual(run(0.25, 12).items);
    expect(session.spent).toBeCloseTo(spentOn(items), 10);
  });

  test('with a lag, in whatever order answers arrive, the test is the same', () => {
    const tested = (arrivals: string) => {
      const own = randomStream(arrivals);
      const session = new RobustSession(smallModel('lag'), {
        ...bounded,
        randomShare: 0.25,
        lag: 4,
      });
      const items: number[] = [];
      const waiting: number[] = [];
      for (;;) {
        while (waiting.length < 4) {
          const j = session.next();
          if (j < 0) break;
          session.ask(j);
          items.push(j);
          waiting.push(j);
        }
        if (waiting.length === 0) break;
        const [j] = waiting.splice(Math.floor(own() * waiting.length), 1);
        session.record(j, j % 2);
      }
      expect(session.isUsedUp).toBe(true);
      return items;
    };
    const items = tested('one');
    expect(spentOn(items)).toBeLessThanOrEqual(12);
    expect(tested('two')).toEqual(items);
  });
});
