import { expect, test } from 'vitest';
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

test('the item it chooses narrows the score the most, of all that are open', () => {
  const { session } = run(0, 10);
  const chosen = session.next();
  const variances = Array.from(weights.keys()).flatMap((j) => {
    if (weights[j] === 0 || Array.from(session.asked.index.subarray(0, 10)).includes(j)) return [];
    // One more expected answer, and how uncertain the abilities and effects leave the sum of the others' curves.
    const other = run(0, 10).session;
    other.posterior.placeAll();
    const slopes = other.posterior.slope.slice();
    const { width, size } = other.posterior;
    const at = new Int32Array(width);
    const row = new Float64Array(width);
    const gradient = new Float64Array(size);
    for (let k = 0; k < ITEMS; k++) {
      if (weights[k] === 0 || Array.from(other.asked.index.subarray(0, 10)).includes(k)) continue;
      other.posterior.direction(k, at, row);
      at.forEach((d, e) => {
        gradient[d] += weights[k] * slopes[k] * row[e];
      });
    }
    other.posterior.narrow(j);
    let variance = 0;
    for (let d = 0; d < size; d++)
      for (let e = 0; e < size; e++)
        variance += gradient[d] * other.posterior.covariance[size * d + e] * gradient[e];
    return [{ j, variance }];
  });
  const best = variances.reduce((x, y) => (y.variance < x.variance ? y : x));
  expect(chosen).toBe(best.j);
});

test('the same again is the same', () => {
  const [one, two] = [run(0.25, 30), run(0.25, 30)];
  expect(two.items).toEqual(one.items);
  expect(two.session.predict()).toEqual(one.session.predict());
});
