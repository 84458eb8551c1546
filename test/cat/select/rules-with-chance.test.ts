import { describe, expect, test } from 'vitest';
import { PUBLISHED, type SessionConfiguration } from '../../../src/cat/configuration.ts';
import type { SelectRule } from '../../../src/cat/select/selector.ts';
import { SELECT_NAMES, SELECTORS, selectorOf } from '../../../src/cat/select/selectors.ts';
import { testProgress } from '../../../src/cat/select/test-progress.ts';
import { AdaptiveSession } from '../../../src/cat/session.ts';
import { itemParameters } from '../../../src/irt/parameters.ts';
import { randomStream } from '../../../src/random.ts';
import {
  bankOf,
  byInformation,
  informationOf,
  simulatedItems,
  simulatedScores,
  sit,
} from '../simulated.ts';
import { selectionOf } from './selection.ts';

const bank = bankOf(simulatedItems('3PL', 40, 'with chance'));
const DRAWS = 4000;

function drawn(rule: SelectRule, place: number, longest: number): Map<number, number> {
  const select = selectorOf(rule);
  const counts = new Map<number, number>();
  for (let n = 0; n < DRAWS; n++) {
    const chance = () => randomStream(n, 'select');
    const eligible = (j: number) => j % 4 !== 0;
    const j = select(selectionOf(bank, [], [], { ability: 0.3, eligible, chance, place, longest }));
    counts.set(j, (counts.get(j) ?? 0) + 1);
  }
  return counts;
}

describe('testProgress', () => {
  test('grows from 0 to 1 as the sum of (q − 1)^k', () => {
    expect(testProgress(1, 20, 1)).toBe(0);
    expect(testProgress(20, 20, 1)).toBe(1);
    // (0 + 1 + 2 + 3 + 4) / (0 + … + 9) and (0 + 1 + 4) / (0 + 1 + 4 + 9).
    expect(testProgress(5, 10, 1)).toBeCloseTo(10 / 45, 14);
    expect(testProgress(3, 4, 2)).toBeCloseTo(5 / 14, 14);
    expect(testProgress(3, 12, 0)).toBeCloseTo(3 / 12, 14);
    expect(testProgress(1, 1, 1)).toBe(1);
    expect(testProgress(50, 100, 100)).toBeGreaterThan(0);
  });
});

describe('proportional', () => {
  test('draws items as often as a power of their information says', () => {
    const place = 4;
    const longest = 12;
    const power = longest * testProgress(place, longest, 1);
    const eligible = bank.ids.map((_, j) => j).filter((j) => j % 4 !== 0);
    const parts = eligible.map((j) => informationOf(bank, j, 0.3) ** power);
    const total = parts.reduce((sum, part) => sum + part, 0);
    const counts = drawn({ rule: 'proportional', acceleration: 1 }, place, longest);
    let chi = 0;
    eligible.forEach((j, k) => {
      const expected = (DRAWS * parts[k]) / total;
      chi += ((counts.get(j) ?? 0) - expected) ** 2 / expected;
    });
    expect([...counts.keys()].every((j) => j % 4 !== 0)).toBe(true);
    // The upper 0.1% point of χ² with 29 degrees of freedom.
    expect(chi).toBeLessThan(58.301);
  });

  test('draws evenly if no item has information', () => {
    const far = { ability: 5000, eligible: (j: number) => j > 36 };
    const select = selectorOf({ rule: 'proportional', acceleration: 1 });
    const seen = new Set<number>();
    for (let n = 0; n < 60; n++)
      seen.add(select(selectionOf(bank, [], [], { ...far, chance: () => randomStream(n) })));
    expect([...seen].sort()).toEqual([37, 38, 39]);
  });
});

describe('progressive', () => {
  const rule = { rule: 'progressive', acceleration: 1 } as const;

  test('is chance alone at the first place: each item equally often', () => {
    const counts = drawn(rule, 1, 12);
    expect(counts.size).toBe(30);
    const expected = DRAWS / 30;
    const chi = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
    expect(chi).toBeLessThan(58.301);
  });

  test('is maximum information at the last', () => {
    const best = byInformation(bank, 0.3, (j) => j % 4 !== 0)[0];
    expect([...drawn(rule, 12, 12).keys()]).toEqual([best]);
  });

  test('half way: the chance that one of two items wins is that of their random parts', () => {
    const two = bankOf(itemParameters({ a: [2, 1.6], b: [0, 0] }));
    const [high, low] = [informationOf(two, 0, 0), informationOf(two, 1, 0)];
    const share = testProgress(8, 12, 1);
    // (1 − W) M (R₁ − R₂) > −W (I₁ − I₂) with R even in [0, 1]: the difference has a triangular distribution.
    const gap = (share * (high - low)) / ((1 - share) * high);
    expect(gap).toBeLessThan(1);
    const expected = 1 - (1 - gap) ** 2 / 2;
    const select = selectorOf(rule);
    let won = 0;
    for (let n = 0; n < DRAWS; n++) {
      const chance = () => randomStream(n, 'two');
      if (select(selectionOf(two, [], [], { chance, place: 8, longest: 12 })) === 0) won++;
    }
    const error = Math.sqrt((expected * (1 - expected)) / DRAWS);
    expect(Math.abs(won / DRAWS - expected)).toBeLessThan(3.3 * error);
  });
});

describe('a-stratified', () => {
  const items = simulatedItems('3PL', 80, 'strata');
  const large = bankOf(items);
  const byA = large.ids.map((_, j) => j).sort((x, y) => items.a[x] - items.a[y] || x - y);
  const take = (place: number, ability: number, eligible = (_: number) => true, blocked = false) =>
    selectorOf({ rule: 'a-stratified', strata: 4, blocked })(
      selectionOf(large, [], [], { ability, eligible, place, longest: 20 }),
    );
  const closest = (among: readonly number[], ability: number) =>
    [...among].sort(
      (x, y) => Math.abs(items.b[x] - ability) - Math.abs(items.b[y] - ability) || x - y,
    )[0];

  test('takes the closest difficulty from the quarter of the current stage', () => {
    for (let place = 1; place <= 20; place++) {
      const stage = Math.ceil(place / 5) - 1;
      const stratum = byA.slice(20 * stage, 20 * stage + 20);
      for (const ability of [-1.3, 0, 0.8])
        expect(take(place, ability)).toBe(closest(stratum, ability));
    }
  });

  test('goes on with the next stratum above, and below after the last', () => {
    const rank = new Map(byA.map((j, n) => [j, n]));
    const stratumOf = (j: number) => Math.floor((rank.get(j) ?? 0) / 20);
    const without = (...gone: number[]) => take(8, 0, (j) => !gone.includes(stratumOf(j)));
    expect(stratumOf(without(1))).toBe(2);
    expect(stratumOf(without(1, 2))).toBe(3);
    expect(stratumOf(without(1, 2, 3))).toBe(0);
    expect(take(8, 0, () => false)).toBe(-1);
  });

  test('in blocks every stratum has a like spread of difficulty', () => {
    const byB = large.ids.map((_, j) => j).sort((x, y) => items.b[x] - items.b[y] || x - y);
    for (const [place, n] of [
      [1, 0],
      [6, 1],
      [20, 3],
    ]) {
      const stratum = Array.from(
        { length: 20 },
        (_, block) =>
          byB.slice(4 * block, 4 * block + 4).sort((x, y) => items.a[x] - items.a[y] || x - y)[n],
      );
      expect(take(place, 0.4, () => true, true)).toBe(closest(stratum, 0.4));
    }
  });
});

describe('every rule of the table', () => {
  const scores = simulatedScores(bank, 0.5, 'table');
  const configurationOf = (name: (typeof SELECT_NAMES)[number]): SessionConfiguration => ({
    ...PUBLISHED,
    select: { rule: name, ...SELECTORS[name].options } as SelectRule,
    stop: { rule: 'length', items: 12 },
  });

  test.each(SELECT_NAMES)('%s runs a test with its default options, the same each time', (name) => {
    const first = sit(new AdaptiveSession(bank, configurationOf(name)), scores);
    const again = sit(new AdaptiveSession(bank, configurationOf(name)), scores);
    expect(first.stopped).toBe('12 items');
    expect(new Set(first.items().map(({ item }) => item)).size).toBe(12);
    expect(again.toRecord()).toEqual(first.toRecord());
  });

  test.each(SELECT_NAMES)('%s gives −1 where nothing is eligible', (name) => {
    const select = selectorOf(configurationOf(name).select);
    expect(select(selectionOf(bank, [], [], { eligible: () => false }))).toBe(-1);
  });
});
