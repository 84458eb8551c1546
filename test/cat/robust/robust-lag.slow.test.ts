import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MUST_WAIT, RobustSession } from '../../../src/cat/robust/robust-session.ts';
import type { ScoreModel } from '../../../src/cat/robust/score-model.ts';
import { randomNormal, randomStream, shuffle } from '../../../src/random.ts';
import { effectGroupings } from '../../../src/ranking/robust/item-groups.ts';
import { stratifiedOrder } from '../../../src/ranking/robust/stratified-order.ts';
import { USUAL_VARIANCES } from '../../../src/ranking/robust/usual-variances.ts';
import { drawExaminee, wideModel } from './drawn-examinee.ts';
import { smallModel } from './small-model.ts';

const ITEMS = 60;
const LENGTH = 50;
const weights = new Float64Array(ITEMS).fill(1 / ITEMS);
const randomOrder = Int32Array.from(
  shuffle(
    Array.from({ length: ITEMS }, (_, j) => j),
    randomStream('order'),
  ),
);

function sessionWith(lag: number | undefined, randomShare = 0.25): RobustSession {
  const range = { lowest: 0.2, highest: 0.9 };
  return new RobustSession(smallModel('lag'), { weights, randomOrder, randomShare, range, lag });
}

/** The answer to an item, whenever it is asked. */
function answerTo(seed: number, j: number): number {
  return randomStream('answer', seed, j)() < 0.6 ? 1 : 0;
}

/** A test in which up to `inFlight` answers are awaited, and `pick` says which of them arrives. */
function run(
  session: RobustSession,
  seed: number,
  inFlight: number,
  pick: (waiting: number) => number,
): { items: number[]; most: number } {
  const items: number[] = [];
  const waiting: number[] = [];
  let most = 0;
  while (items.length < LENGTH || waiting.length > 0) {
    const j = items.length < LENGTH && waiting.length < inFlight ? session.next() : MUST_WAIT;
    if (j >= 0) {
      session.ask(j);
      items.push(j);
      waiting.push(j);
      most = Math.max(most, waiting.length);
      continue;
    }
    const [arrived] = waiting.splice(pick(waiting.length), 1);
    expect(arrived).toBeDefined();
    session.record(arrived, answerTo(seed, arrived));
  }
  return { items, most };
}

const first = () => 0;

test('the same test for any number in flight and order of arrival, with the same prediction', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(0, 0.25, 0.5, 1),
      fc.integer({ min: 0, max: 1000 }),
      (lag, inFlight, share, seed) => {
        const calm = sessionWith(lag, share);
        const { items } = run(calm, seed, 1000, first);
        const random = randomStream('arrivals', seed);
        const stormy = sessionWith(lag, share);
        const other = run(stormy, seed, Math.max(lag, inFlight), (n) => Math.floor(random() * n));
        expect(other.items).toEqual(items);
        expect(stormy.preview()).toEqual(calm.preview());
        expect(stormy.predict()).toEqual(calm.predict());
      },
    ),
    { numRuns: 40 },
  );
});

test('one in flight is the test without a lag', () => {
  const plain = sessionWith(undefined);
  const items: number[] = [];
  while (items.length < LENGTH) {
    const j = plain.next();
    items.push(j);
    plain.record(j, answerTo(1, j));
  }
  const flying = sessionWith(1);
  const { items: same, most } = run(flying, 1, 1000, first);
  expect(same).toEqual(items);
  expect(flying.predict()).toEqual(plain.predict());
  // Between refreshes nothing has to wait: at first one item, later up to a tenth of the test, as far as items are worth it.
  expect(most).toBeGreaterThanOrEqual(4);
  expect(most).toBeLessThanOrEqual(LENGTH / 10);
});

test('an answer later than the lag allows for does not change what is asked', () => {
  const session = sessionWith(4);
  const twin = sessionWith(4);
  const asked: number[] = [];
  for (let n = 0; n < 4; n++) {
    const j = session.next();
    expect(j).toBeGreaterThanOrEqual(0);
    expect(twin.next()).toBe(j);
    session.ask(j);
    twin.ask(j);
    asked.push(j);
  }
  // At place 5 with lag 4 answer 1 counts: that 2 to 4 are there already must make no difference.
  expect(session.next()).toBe(MUST_WAIT);
  for (const j of asked) session.record(j, 1);
  twin.record(asked[0], 1);
  expect(twin.next()).toBeGreaterThanOrEqual(0);
  expect(twin.next()).toBe(session.next());
});

test('a look does not move anything', () => {
  const watched = sessionWith(2);
  const alone = sessionWith(2);
  for (let n = 0; n < 40; n++) {
    const j = alone.next();
    expect(watched.next()).toBe(j);
    alone.record(j, answerTo(3, j));
    watched.record(j, answerTo(3, j));
    watched.preview();
  }
});

test('looks move nothing where modes are hard to find', () => {
  const model = fourDimensions(1500, 'b', 4);
  const items = model.items;
  const random = randomStream('a', 4);
  const answers = Array.from({ length: items }, () => (random() < 0.25 ? 1 : 0));
  const level = model.groupings.find(({ name }) => name === 'level')!.of;
  const strata = Int32Array.from(level, (l, j) => 5 * (j % 7) + l);
  const options = {
    weights: new Float64Array(items).fill(1 / items),
    randomOrder: stratifiedOrder(() => true, strata, randomStream('o', 4)),
    randomShare: 0.1,
  };
  const run120 = (isWatched: boolean) => {
    const session = new RobustSession(model, options);
    const asked = Array.from({ length: 120 }, () => {
      const j = session.next();
      session.record(j, answers[j]);
      if (isWatched) session.preview();
      return j;
    });
    return { asked, score: session.predict().score };
  };
  expect(run120(true)).toEqual(run120(false));
});

/** Steep items with seven tag values, as well known as many examinees leave them. */
function fourDimensions(items: number, name: string, seed: number): ScoreModel {
  const random = randomStream(name, seed);
  const coefficients = new Float64Array(5 * items);
  const covariances = new Float64Array(25 * items);
  for (let j = 0; j < items; j++)
    for (let k = 0; k < 5; k++) {
      const [mean, spread] = k === 0 ? [0.5, 1.8] : [k === 1 ? 1.2 : 0, 0.4];
      coefficients[5 * j + k] = mean + spread * randomNormal(random);
      covariances[25 * j + 6 * k] = 0.15;
    }
  const fifths = (k: number) => {
    const order = [...coefficients.keys()].filter((at) => at % 5 === k);
    order.sort((x, y) => coefficients[x] - coefficients[y]);
    const of = new Uint16Array(items);
    order.forEach((at, rank) => {
      of[(at - k) / 5] = Math.floor((5 * rank) / items);
    });
    return of;
  };
  const tag = {
    values: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
    codes: fifths(0).map((_, j) => j % 7),
  };
  return {
    items,
    dimensions: 4,
    coefficients,
    covariances,
    guessing: new Float64Array(items),
    abilityVariances: Float64Array.of(16, 0.4, 0.4, 0.4),
    groupings: effectGroupings(tag, fifths(0), fifths(1)).map((grouping) => ({
      ...grouping,
      variance: USUAL_VARIANCES.effects[grouping.name],
    })),
  };
}

describe('refuses', () => {
  test('an item twice, and a second answer', () => {
    const session = sessionWith(1);
    const j = session.next();
    session.ask(j);
    expect(() => session.ask(j)).toThrow('was asked already');
    session.record(j, 1);
    expect(() => session.record(j, 0)).toThrow('has an answer already');
  });
});

test('answers that are awaited are no surprise: examinees of the model set off no more alarms than without a lag', () => {
  const items = 200;
  const model = wideModel(items, 'lag');
  const even = new Float64Array(items).fill(1 / items);
  const order = Int32Array.from({ length: items }, (_, j) => (37 * j) % items);
  const alarms = [1, 64].map((lag) => {
    let count = 0;
    for (let examinee = 0; examinee < 60; examinee++) {
      const { answers } = drawExaminee(model, randomStream('lagging', examinee));
      const options = { weights: even, randomOrder: order, randomShare: 0.25, lag };
      const session = new RobustSession(model, options);
      const waiting: number[] = [];
      let asked = 0;
      while (asked < 100 || waiting.length > 0) {
        const j = asked < 100 ? session.next() : MUST_WAIT;
        if (j >= 0) {
          session.ask(j);
          waiting.push(j);
          asked++;
          continue;
        }
        const first = waiting.shift()!;
        session.record(first, answers[first]);
      }
      if (session.preview().alarm !== null) count++;
    }
    return count;
  });
  // Predicted as of when they were asked, answers of one batch share an error: 10 and more of 60.
  expect(alarms[1]).toBeLessThanOrEqual(alarms[0] + 2);
});
