import { describe, expect, test } from 'vitest';
import { gains, riskLevel } from '../../../src/ranking/ordering/allocate.ts';
import { decidePairs } from '../../../src/ranking/ordering/decide-pairs.ts';
import { compareRuns, itemsNeeded } from '../../../src/ranking/ordering/items-needed.ts';
import { normalQuantile } from '../../../src/statistics/normal-quantile.ts';

function gain(scores: number[], ses: number[], items: number[], available = 1000, margin = 0.01) {
  const n = scores.length;
  const differenceVariances = Float64Array.from({ length: n * n }, (_, k) =>
    Math.floor(k / n) === k % n ? 0 : ses[Math.floor(k / n)] ** 2 + ses[k % n] ** 2,
  );
  const decisions = decidePairs({ scores, differenceVariances }, 0.95, margin);
  const asking = {
    items,
    available: scores.map(() => available),
    variances: ses.map((s) => s * s),
  };
  return gains(asking, decisions, 0.95, margin);
}

describe('what models have to gain', () => {
  test('a model far from all others gains nothing, close ones do', () => {
    const [a, b, far] = gain([0.5, 0.515, 0.9], [0.02, 0.02, 0.02], [100, 100, 100]);
    expect(far).toBe(0);
    expect(a).toBeGreaterThan(0);
    expect(b).toBeCloseTo(a, 12);
  });

  test('a model between two others gains more than these', () => {
    const [low, middle, high] = gain([0.5, 0.54, 0.58], [0.02, 0.02, 0.02], [100, 100, 100]);
    expect(middle).toBeGreaterThan(1.5 * low);
    expect(middle).toBeGreaterThan(1.5 * high);
  });

  describe('items still needed in an almost endless bank', () => {
    // Two of SE 0.02 after 100 items: k = 0.04 each, n = 2k/s², s = (what the pair is to be known to) / z.
    const Z = normalQuantile(0.05);
    const each = (sum: number) => 1 / (4 * (0.08 / sum - 100));
    function pairGain(difference: number, margin: number, shared: number) {
      const scores = [0.5 + difference, 0.5];
      const variance = 2 * 0.02 ** 2 * (1 - shared);
      const differenceVariances = Float64Array.of(0, variance, variance, 0);
      const asking = { items: [100, 100], available: [1e12, 1e12], variances: [0.0004, 0.0004] };
      const decisions = decidePairs({ scores, differenceVariances }, 0.95, margin);
      return gains(asking, decisions, 0.95, margin)[0];
    }

    test('to an order', () => {
      expect(pairGain(0.02, 0.001, 0) / each((0.02 / Z) ** 2)).toBeCloseTo(1, 6);
    });

    test('to a tie, for models within the margin', () => {
      expect(pairGain(0.002, 0.01, 0) / each((0.008 / Z) ** 2)).toBeCloseTo(1, 6);
    });

    test('fewer if the two share errors', () => {
      expect(pairGain(0.02, 0.001, 0.4) / each((0.02 / Z) ** 2 / 0.6)).toBeCloseTo(1, 6);
    });
  });

  test('of a pair the one that is known worse, and was asked less, gains more', () => {
    const [known, unknown] = gain([0.5, 0.53], [0.01, 0.03], [400, 50]);
    expect(unknown).toBeGreaterThan(known);
  });

  test('a model that was asked every item gains nothing', () => {
    const [asked, other] = gain([0.5, 0.51], [0, 0.02], [1000, 500]);
    expect(asked).toBe(0);
    expect(other).toBeGreaterThan(0);
  });

  test('all decided: none', () => {
    expect([...gain([0.2, 0.8], [0.01, 0.01], [10, 10])]).toEqual([0, 0]);
  });

  test('as long as a pair is undecided, someone gains', () => {
    for (let k = 0; k < 200; k++) {
      const scores = [0.5, 0.5 + k * 1e-4, 0.7];
      const ses = [0.001 + (k % 7) * 1e-3, 0.002, 0.003];
      const open = gain(scores, ses, [900, 990, 999]);
      const isDecided = open.every((g) => g === 0);
      const differenceVariances = Float64Array.from(
        [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => (i === j ? 0 : ses[i] ** 2 + ses[j] ** 2))),
      );
      expect(isDecided).toBe(
        decidePairs({ scores, differenceVariances }, 0.95, 0.01).undecided === 0,
      );
    }
  });
});

test('the level to which risks are to be brought', () => {
  expect(riskLevel([0.1, 0.001, 0.2], 0.05)).toBeCloseTo(0.0245, 12);
  expect(riskLevel([0.01, 0.02], 0.05)).toBe(0.02);
  expect(riskLevel([], 0.05)).toBe(0);
});

test('items needed: on the line between rounds, at the first crossing', () => {
  const curve = [
    { spent: 100, decided: 2 },
    { spent: 200, decided: 6 },
    { spent: 300, decided: 4 },
    { spent: 400, decided: 7 },
  ];
  expect(itemsNeeded(curve, 1)).toBe(100);
  expect(itemsNeeded(curve, 4)).toBe(150);
  expect(itemsNeeded(curve, 7)).toBe(400);
  expect(itemsNeeded(curve, 8)).toBeNull();
});

test('two runs are compared at the number of pairs that both decided, in either direction', () => {
  const slow = [
    { spent: 100, decided: 2 },
    { spent: 200, decided: 4 },
  ];
  const fast = [
    { spent: 100, decided: 3 },
    { spent: 200, decided: 8 },
  ];
  expect(compareRuns(fast, slow)).toEqual({ decided: 4, own: 120, other: 200, saving: 0.4 });
  const back = compareRuns(slow, fast);
  expect(back).toMatchObject({ decided: 4, own: 200, other: 120 });
  expect(back.saving).toBeCloseTo(-2 / 3, 12);
});

describe('of expected scores, which keep an error even after the whole bank', () => {
  // After 100 of 200 items, with these variances; asking the other 100 leaves SE .02 each.
  const expected = (difference: number, variance: number) => {
    const joint = {
      scores: [0.5 + difference, 0.5],
      differenceVariances: Float64Array.of(0, 2 * variance, 2 * variance, 0),
      endVariances: [0.0004, 0.0004],
    };
    const decisions = decidePairs(joint, 0.95, 0, 'expected');
    const asking = {
      items: [100, 100],
      available: [200, 200],
      variances: [variance, variance],
      endVariances: joint.endVariances,
    };
    return { decisions, gain: gains(asking, decisions, 0.95, 0, 'expected')[0] };
  };

  test('a pair that the whole bank cannot decide gains nothing', () => {
    const { decisions, gain } = expected(0, 0.0006);
    expect(decisions.pairs[0].verdict).toBe('undecided');
    expect(decisions.pairs[0].decidable).toBeLessThan(0.05);
    expect(gain).toBe(0);
    expect(decisions.pairs[0].seAtEnd).toBeCloseTo(Math.sqrt(0.0008), 12);
  });

  test('one that it can decide gains by the items until then', () => {
    const { gain } = expected(0.07, 0.0009);
    // Each variance falls as .0004 + k (1/n − 1/200), k = .0005 × 200 = .1; s = .07/1.96.
    const variance = (0.07 / 1.959964) ** 2 / 2;
    const n = 1 / ((variance - 0.0004) / 0.1 + 1 / 200);
    expect(gain).toBeCloseTo((n - 100) / (2 * (n - 100)) ** 2, 4);
  });
});
