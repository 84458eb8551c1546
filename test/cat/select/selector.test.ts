import { describe, expect, test } from 'vitest';
import type { SelectRule } from '../../../src/cat/select/selector.ts';
import { selectorOf } from '../../../src/cat/select/selectors.ts';
import { randomStream } from '../../../src/random.ts';
import { bankOf, byInformation, type Kind, simulatedItems } from '../simulated.ts';
import { selectionOf } from './selection.ts';

const DRAWS = 3000;
/** Upper 0.1% points of χ², by degrees of freedom: a fair choice fails for one seed in a thousand. */
const CHI_SQUARE: Record<number, number> = { 2: 13.816, 4: 18.467, 49: 85.351 };

function drawn(rule: SelectRule, kind: Kind, eligible: (j: number) => boolean, ability = 0.3) {
  const bank = bankOf(simulatedItems(kind, 50, 'selector'));
  const select = selectorOf(rule);
  const counts = new Map<number, number>();
  for (let n = 0; n < DRAWS; n++) {
    const chance = () => randomStream(n, 'select');
    const j = select(selectionOf(bank, [], [], { ability, eligible, chance }));
    counts.set(j, (counts.get(j) ?? 0) + 1);
  }
  return { bank, counts };
}

function expectUniform(counts: ReadonlyMap<number, number>, over: readonly number[]): void {
  expect([...counts.keys()].sort((x, y) => x - y)).toEqual([...over].sort((x, y) => x - y));
  const expected = DRAWS / over.length;
  const chi = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
  expect(chi).toBeLessThan(CHI_SQUARE[over.length - 1]);
}

const all = () => true;

describe('maximum-information', () => {
  test('takes the lowest position among equals, without chance', () => {
    const bank = bankOf(simulatedItems('constant', 50, 'selector'));
    const chance = () => expect.fail('chance is not needed');
    const select = selectorOf({ rule: 'maximum-information' });
    expect(select(selectionOf(bank, [], [], { eligible: (j) => j > 7, chance }))).toBe(8);
  });
});

describe('randomesque', () => {
  const rule = { rule: 'randomesque', best: 5 } as const;

  test('takes one of the best, each equally often', () => {
    const { bank, counts } = drawn(rule, '3PL', all);
    expectUniform(counts, byInformation(bank, 0.3, all).slice(0, 5));
  });

  test('takes one of the remaining items if they are fewer', () => {
    expectUniform(drawn(rule, '3PL', (j) => j % 20 === 3).counts, [3, 23, 43]);
  });

  test('is maximum information with best = 1, and takes any item with a huge best', () => {
    const { bank, counts } = drawn({ rule: 'randomesque', best: 1 }, '3PL', all);
    expect([...counts.keys()]).toEqual(byInformation(bank, 0.3, all).slice(0, 1));
    const any = drawn({ rule: 'randomesque', best: Number.MAX_SAFE_INTEGER }, '3PL', all);
    expectUniform(any.counts, byInformation(bank, 0.3, all));
  });
});

describe('random', () => {
  test('takes any eligible item, each equally often', () => {
    const everything = Array.from({ length: 50 }, (_, j) => j);
    expectUniform(drawn({ rule: 'random' }, '3PL', all).counts, everything);
    // Few of 50 left: the blind draws often miss, and the count takes over.
    expectUniform(drawn({ rule: 'random' }, '3PL', (j) => j >= 47).counts, [47, 48, 49]);
  });
});
