import { describe, expect, test } from 'vitest';
import { isContradicted, RandomSample } from '../../../src/cat/robust/random-sample.ts';
import { RobustSession } from '../../../src/cat/robust/robust-session.ts';
import { randomStream, shuffle } from '../../../src/random.ts';
import { repetitions } from '../../repetitions.ts';
import { smallModel } from './small-model.ts';

const ITEMS = 60;
const weights = new Float64Array(ITEMS).fill(1 / ITEMS);
const randomOrder = Int32Array.from(
  shuffle(
    Array.from({ length: ITEMS }, (_, j) => j),
    randomStream('sample', 'order'),
  ),
);
const rightOf = (j: number) => (j % 3 === 0 ? 0 : 1);

describe('the random items of a test', () => {
  test.each([1, 0.5, 0.25])(
    'with a share of %d are the random order up to the last one drawn',
    (share) => {
      const session = new RobustSession(smallModel('one'), {
        weights,
        randomOrder,
        randomShare: share,
      });
      const items: number[] = [];
      let end = 0;
      for (let t = 0; t < 16; t++) {
        const j = session.next();
        // With these shares, each (1 / share)-th item is a random one.
        if ((t + 1) % (1 / share) === 0) end = randomOrder.indexOf(j) + 1;
        items.push(j);
        session.record(j, rightOf(j));
      }
      const drawn = Array.from(randomOrder.subarray(0, end));
      for (const j of drawn) expect(items).toContain(j);
      const right = drawn.reduce((sum, j) => sum + rightOf(j), 0);
      expect(session.randomItems).toMatchObject([
        { size: ITEMS, drawn: drawn.length, sum: right, squares: right },
      ]);
      expect(session.randomItems[0].weight).toBeCloseTo(1, 12);
    },
  );

  test('end before an awaited answer, and go on when it comes', () => {
    const scores = new Map<number, number>([
      [randomOrder[0], 1],
      [randomOrder[2], 1],
    ]);
    const sample = new RandomSample(randomOrder, weights);
    const scoreOf = (j: number) => scores.get(j) ?? Number.NaN;
    sample.update(3, scoreOf);
    expect(sample.strata).toMatchObject([{ drawn: 1 }]);
    scores.set(randomOrder[1], 0.5);
    sample.update(3, scoreOf);
    expect(sample.strata).toMatchObject([{ drawn: 3, sum: 2.5, squares: 2.25 }]);
  });

  test('of different weights are strata of their own', () => {
    const uneven = Float64Array.from({ length: ITEMS }, (_, j) => (j < 10 ? 0.05 : 0.01));
    const sample = new RandomSample(randomOrder, uneven);
    sample.update(ITEMS, rightOf);
    const strata = [...sample.strata].sort((x, y) => x.size - y.size);
    expect(strata).toMatchObject([
      { size: 10, drawn: 10, sum: 6 },
      { size: 50, drawn: 50, sum: 34 },
    ]);
  });
});

describe('a score is contradicted', () => {
  /** A bank of which a share is right, and a random sample of it. */
  const draw = (random: () => number, size: number, right: number, count: number) => {
    const order = Int32Array.from(
      shuffle(
        Array.from({ length: size }, (_, j) => j),
        random,
      ),
    );
    const sample = new RandomSample(order, new Float64Array(size).fill(1 / size));
    sample.update(count, (j) => (j < right ? 1 : 0));
    return sample.strata;
  };

  test('in at most 1 of 200 tests if it is right, whatever it is', () => {
    const random = randomStream('sample', 'null');
    const tests = repetitions(2000, 200);
    for (const share of [0.02, 0.1, 0.5, 0.9, 0.98])
      for (const count of [20, 60]) {
        let found = 0;
        for (let k = 0; k < tests; k++) {
          const sample = draw(random, 200, 200 * share, count);
          if (isContradicted(sample, share)) found++;
        }
        // Two standard errors of 2,000, or three of 200.
        expect(found).toBeLessThanOrEqual(repetitions(16, 4));
      }
  });

  test('if it is 25 points off and 100 random items say so, but not by fewer than 20', () => {
    const random = randomStream('sample', 'power');
    let found = 0;
    for (let k = 0; k < 200; k++) if (isContradicted(draw(random, 800, 480, 100), 0.85)) found++;
    expect(found).toBeGreaterThan(190);
    expect(isContradicted(draw(random, 800, 0, 19), 0.85)).toBe(false);
  });

  test('by no chance once all items are in the sample', () => {
    const all = draw(randomStream('sample', 'all'), 200, 120, 200);
    expect(isContradicted(all, 0.6 + 1e-12)).toBe(false);
    expect(isContradicted([], 0.5)).toBe(false);
  });
});

test('the alarm says so unless random items could not be drawn from the whole bank', () => {
  const alarmOf = (isAskable?: (j: number) => boolean) => {
    const open = isAskable ?? (() => true);
    const session = new RobustSession(smallModel('one'), {
      weights,
      isAskable,
      randomOrder: randomOrder.filter(open),
      randomShare: 1,
    });
    for (let t = 0; t < 25; t++) {
      const j = session.next();
      session.record(j, rightOf(j));
    }
    const { score } = session.predict();
    return [session.alarm({ score, se: 0.01 }), session.alarm({ score: 0.05, se: 0.01 })];
  };
  const [near, far] = alarmOf();
  expect(near).not.toBe('contradicted');
  expect(far).toBe('contradicted');
  expect(alarmOf((j) => j !== 7)).not.toContain('contradicted');
});
