import { describe, expect, test } from 'vitest';
import { assemble } from '../../../src/cat/assemble/assemble.ts';
import { firstTest } from '../../../src/cat/assemble/first-test.ts';
import { programOf } from '../../../src/cat/assemble/program-of.ts';
import { askOf, openTest, requirementsOf } from '../../../src/cat/assemble/requirements.ts';
import { DEFAULT_BOUNDS, prepareBank } from '../../../src/cat/bank.ts';
import type { Quota } from '../../../src/cat/constrain/quotas.ts';
import { loadSolver } from '../../../src/highs-solver.ts';
import { randomInteger, randomStream } from '../../../src/random.ts';
import { IS_ALL } from '../../repetitions.ts';
import { informationOf, simulatedItems } from '../simulated.ts';

const solver = await loadSolver();
const SIZE = IS_ALL ? 500 : 200;
const LENGTH = 24;

const CASES = [
  { name: 'two tags', tags: 2, budget: Number.POSITIVE_INFINITY, enemies: 0 },
  { name: 'three tags', tags: 3, budget: Number.POSITIVE_INFINITY, enemies: 0 },
  {
    name: 'two tags and overlapping enemies',
    tags: 2,
    budget: Number.POSITIVE_INFINITY,
    enemies: 40,
  },
  { name: 'one tag and a budget', tags: 1, budget: 24 * 2.5, enemies: 0 },
  { name: 'two tags, enemies and a budget', tags: 2, budget: 24 * 3, enemies: 20 },
];

describe.each(CASES)('$name', ({ name, tags: count, budget, enemies }) => {
  test('the reduced programme has the optimum of that of the whole bank', () => {
    for (const trial of budget < Number.POSITIVE_INFINITY || !IS_ALL ? [1] : [1, 2]) {
      const random = randomStream(name, trial);
      const values = ['a', 'b', 'c', 'd'];
      const tags = Object.fromEntries(
        Array.from({ length: count }, (_, k) => [
          `t${k}`,
          { values, codes: Array.from({ length: SIZE }, () => randomInteger(random, 4)) },
        ]),
      );
      const quotas = Object.keys(tags).flatMap((tag): Quota[] => [
        { tag, value: 'a', least: 0.4 },
        { tag, value: 'b', least: 0.1, most: 0.2 },
        { tag, value: 'c', most: 0.1 },
      ]);
      const ids = Array.from({ length: SIZE }, (_, j) => `q${j}`);
      const bank = prepareBank(
        ids,
        simulatedItems('3PL', SIZE, `${name}${trial}`),
        tags,
        DEFAULT_BOUNDS,
        ids.map(() => Math.round(100 * (1 + 6 * random())) / 100),
      );
      const sets = Array.from({ length: enemies }, () => [
        ...new Set([0, 1, 2].map(() => ids[randomInteger(random, 120)])),
      ]).filter((set) => set.length > 1);
      const requirements = requirementsOf(bank, {
        length: LENGTH,
        quotas,
        enemies: sets,
        budget,
        isOpen: () => true,
      });
      const open = openTest(requirements);
      let known = firstTest(requirements, solver);
      let prices = null;
      for (const ability of [0, 1.2, 0.8, 0.75]) {
        const worth = Float64Array.from(ids, (_, j) => informationOf(bank, j, ability));
        const reduced = assemble(requirements, open, worth, known, prices, solver);
        const blocked = (j: number) =>
          [...requirements.groupsOf[requirements.classOf[j]]].some((g) => open.most[g] === 0);
        const all = Int32Array.from(ids.keys()).filter((j) => open.asked[j] === 0 && !blocked(j));
        const whole = solver.solveInteger(programOf(requirements, open, worth, all).program, 0);
        const sum = (items: Int32Array) => items.reduce((total, j) => total + worth[j], 0);
        expect(reduced.gap).toBe(0);
        expect(sum(reduced.items)).toBeCloseTo(whole.bound, 7);
        const next = reduced.items.reduce((x, y) => (worth[y] > worth[x] ? y : x));
        askOf(requirements, open, next);
        known = reduced.items.filter((j) => j !== next);
        prices = reduced.prices;
      }
    }
  });
});
