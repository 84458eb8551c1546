import { describe, expect, test } from 'vitest';
import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import {
  recordedStandings,
  standingsInSteps,
} from '../../../src/ranking/board/recorded-standings.ts';
import type { RecordedBank } from '../../../src/ranking/recorded-bank.ts';

/** The recorded answers of the first 600 items of cruxeval-o, some of them hidden. */
function bankWithout(isHidden: (row: number, item: number) => boolean, rows = 51): RecordedBank {
  const bank = loadBuiltinBank('cruxeval-o');
  const width = bank.items.length;
  const { examinees, items, scores } = bank.responses;
  return {
    ...bank,
    responses: {
      items,
      examinees: examinees.slice(0, rows),
      scores: scores.slice(0, rows * width).map((score, at) => {
        return isHidden(Math.floor(at / width), at % width) ? Number.NaN : score;
      }),
    },
  };
}

const whole = recordedStandings(bankWithout(() => false));
const trueOf = new Map(whole.models.map(({ model, score }) => [model, score]));
const { examinees, items, scores } = loadBuiltinBank('cruxeval-o').responses;
const rightOf = items.map((_, j) =>
  examinees.reduce((sum, _, i) => sum + scores[i * items.length + j], 0),
);
/** The harder 30% of the items. */
const limit = [...rightOf].sort((x, y) => x - y)[Math.floor(0.3 * items.length)];
const isHard = (j: number) => rightOf[j] <= limit;

describe('recorded models', () => {
  test('are placed step by step, each in one of its own, and once for a bank', () => {
    const bank = bankWithout((row, j) => row === 3 && j === 5, 12);
    let steps = 0;
    const all = standingsInSteps(bank);
    let next = all.next();
    for (; !next.done; next = all.next()) steps++;
    expect(steps).toBe(2 * 12);
    expect(next.value).toBe(recordedStandings(bank));
    expect(standingsInSteps(bank).next().done).toBe(true);
  });

  test('that answered everything have the score they are recorded with', () => {
    expect(whole.models).toHaveLength(51);
    expect(whole.apart).toEqual([]);
    const [first] = whole.models;
    const row = examinees.indexOf(first.model);
    const own = scores.subarray(row * items.length, (row + 1) * items.length);
    const mean = (100 * own.reduce((sum, score) => sum + score, 0)) / items.length;
    expect(first.score).toBeCloseTo(mean, 9);
    expect([first.low, first.high]).toEqual([first.score, first.score]);
  });

  test('that left the hard items out are predicted there: nine of ten intervals hold, and the mean of the rest is far off', () => {
    let [held, error, naive, width] = [0, 0, 0, 0];
    const rows = [...Array(17).keys()].map((k) => 3 * k);
    for (const row of rows) {
      const part = recordedStandings(bankWithout((i, j) => i === row && isHard(j)));
      const own = part.models.find(({ model }) => model === examinees[row])!;
      const actual = trueOf.get(examinees[row])!;
      held += Number(own.low <= actual && actual <= own.high);
      error += Math.abs(own.score - actual) / rows.length;
      width += (own.high - own.low) / rows.length;
      const left = items.flatMap((_, j) => (isHard(j) ? [] : [scores[row * items.length + j]]));
      naive +=
        Math.abs((100 * left.reduce((x, y) => x + y, 0)) / left.length - actual) / rows.length;
      expect(own).toMatchObject({ verified: true, items: left.length });
    }
    expect(held).toBeGreaterThanOrEqual(14);
    expect(naive).toBeGreaterThan(10);
    expect(error).toBeLessThan(naive / 4);
    // All that is possible is some 30 points.
    expect(width).toBeLessThan(20);
  });

  test('beside few others have the widest possible bounds', () => {
    const { models } = recordedStandings(bankWithout((i, j) => i === 2 && j < 200, 6));
    const own = models.find(({ model }) => model === examinees[2])!;
    expect(own.high - own.low).toBeCloseTo((100 * 200) / items.length, 9);
    const actual = trueOf.get(examinees[2])!;
    expect(own.low).toBeLessThanOrEqual(actual);
    expect(own.high).toBeGreaterThanOrEqual(actual);
  });

  test('that answered less than half are apart, and those without any answer break nothing', () => {
    const bank = bankWithout((i, j) => (i === 0 && j >= 3) || i === 1);
    const { models, apart } = recordedStandings(bank);
    expect(apart).toEqual([
      { model: examinees[0], items: 3 },
      { model: examinees[1], items: 0 },
    ]);
    expect(models).toHaveLength(49);
    const hardly = recordedStandings(bankWithout((_, j) => j >= 3));
    expect(hardly.models).toEqual([]);
    expect(hardly.apart).toHaveLength(51);
  });
});
