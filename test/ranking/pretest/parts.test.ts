import { describe, expect, it } from 'vitest';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { choosePretest } from '../../../src/ranking/pretest/choose-pretest.ts';
import { difficultyPosterior } from '../../../src/ranking/pretest/difficulty-posterior.ts';
import { expectedInformation } from '../../../src/ranking/pretest/expected-information.ts';
import { knowPretest } from '../../../src/ranking/pretest/know-pretest.ts';
import { planPretest } from '../../../src/ranking/pretest/plan-pretest.ts';
import { predictDifficulty } from '../../../src/ranking/pretest/predict-difficulty.ts';
import { pretestPlaces } from '../../../src/ranking/pretest/pretest-places.ts';
import type { KnownPretest } from '../../../src/ranking/pretest/pretest-plan.ts';

const logistic = (z: number) => 1 / (1 + Math.exp(-z));
const density = (x: number, mean: number, sd: number) =>
  Math.exp(-0.5 * ((x - mean) / sd) ** 2) / sd;

/** ∫ f(x) φ(x; mean, sd) dx by a fine sum. */
function average(f: (x: number) => number, mean: number, sd: number): number {
  let [sum, mass] = [0, 0];
  for (let k = -800; k <= 800; k++) {
    const x = mean + (8 * sd * k) / 800;
    const weight = density(x, mean, sd);
    sum += weight * f(x);
    mass += weight;
  }
  return sum / mass;
}

describe('the information to expect of an answer', () => {
  it.each([
    [0, 0.8, 1, 0],
    [1.5, 0.4, 1.7, 0.2],
    [-2, 1.2, 0.8, 0.25],
  ])('distance %d ± %d, slope %d, guessing %d: as a fine sum', (distance, sd, a, c) => {
    const own = (x: number) => {
      const p = c + (1 - c) * logistic(a * x);
      const slope = a * (1 - c) * logistic(a * x) * (1 - logistic(a * x));
      return (slope * slope) / (p * (1 - p));
    };
    // Steps of a quarter standard deviation up to 4 leave out 6e-5 of the mass.
    expect(expectedInformation(distance, sd, a, c)).toBeCloseTo(average(own, distance, sd), 4);
  });
});

describe('the difficulty of an item after answers', () => {
  it('is that of the exact integral over the errors of abilities, up to the approximation of the curve', () => {
    const prior = { b: 0.4, sd: 0.9 };
    const answers = [
      { ability: 0.2, se: 0.3, score: 1 },
      { ability: 1.1, se: 0.5, score: 0 },
      { ability: -0.7, se: 0.2, score: 0 },
      { ability: 0.9, se: 0.4, score: 1 },
    ];
    const [slope, c] = [1.3, 0.1];
    const grid = Array.from({ length: 401 }, (_, k) => prior.b + (k - 200) / 40);
    const posterior = grid.map(
      (b) =>
        density(b, prior.b, prior.sd) *
        answers.reduce((product, { ability, se, score }) => {
          const p = average((t) => c + (1 - c) * logistic(slope * (t - b)), ability, se);
          return product * (score === 1 ? p : 1 - p);
        }, 1),
    );
    const mass = posterior.reduce((sum, p) => sum + p, 0);
    const mean = posterior.reduce((sum, p, k) => sum + p * grid[k], 0) / mass;
    const sd = Math.sqrt(
      posterior.reduce((sum, p, k) => sum + p * (grid[k] - mean) ** 2, 0) / mass,
    );
    const found = difficultyPosterior(prior, answers, slope, c);
    // The attenuated logistic curve differs from the average by less than 0.01.
    expect(found.b).toBeCloseTo(mean, 1.7);
    expect(found.sd).toBeCloseTo(sd, 1.7);
    expect(difficultyPosterior(prior, [], slope, c)).toEqual(prior);
  });

  it('comes near the truth with many answers', () => {
    const random = randomStream('answers');
    const answers = Array.from({ length: 2000 }, () => {
      const truth = randomNormal(random);
      const ability = truth + 0.3 * randomNormal(random);
      return { ability, se: 0.3, score: Number(random() < logistic(1.2 * (truth + 0.8))) };
    });
    const { b, sd } = difficultyPosterior({ b: 0, sd: 1 }, answers, 1.2, 0);
    expect(sd).toBeLessThan(0.08);
    expect(Math.abs(b + 0.8)).toBeLessThan(4 * sd);
  });
});

describe('the difficulty of an item before answers', () => {
  const random = randomStream('difficulties');
  const n = 600;
  const codes = Array.from({ length: n }, (_, j) => j % 3);
  const effects = [-1, 0, 1];

  it('is that of items with the same value, if values differ', () => {
    const b = codes.map((code) => effects[code] + 0.5 * randomNormal(random));
    const { means, sd } = predictDifficulty(b, [{ values: 3, codes, of: [0, 1, 2, -1] }], 4);
    // Three standard errors of a mean of 200 items.
    for (const k of [0, 1, 2]) expect(Math.abs(means[k] - effects[k])).toBeLessThan(0.11);
    expect(Math.abs(means[3])).toBeLessThan(0.11);
    expect(sd).toBeCloseTo(0.5, 1);
  });

  it('shrinks few items with a value, and no effect gives the mean of all', () => {
    const b = [...codes.map((code) => effects[code] + randomNormal(random)), 4, 4];
    const own = [...codes.map(() => 0), 1, 1];
    const [plain] = predictDifficulty(b, [{ values: 2, codes: own, of: [1] }], 1).means;
    expect(plain).toBeGreaterThan(0.5);
    expect(plain).toBeLessThan(4);
    const same = predictDifficulty([1, 2, 1, 2], [{ values: 2, codes: [0, 0, 1, 1], of: [0] }], 1);
    expect(same.means[0]).toBe(1.5);
  });
});

describe('the choice', () => {
  const item = (answers: number, b: number, sd: number): KnownPretest => ({
    ...{ item: `${answers} ${b}`, answers, b, sd },
  });
  const order = Float64Array.of(0.3, 0.2, 0.1);
  const none = () => new Uint8Array(3);

  it('is near the ability, among items that are known as well', () => {
    const items = [item(5, -2, 0.3), item(5, 0.1, 0.3), item(5, 2.5, 0.3)];
    const plan = { count: 1, slope: 1.5, guessing: 0, items };
    const at = (ability: number, se = 0.2) => choosePretest(plan, none(), { ability, se }, order);
    expect([at(-2), at(0), at(2.5)]).toEqual([0, 1, 2]);
  });

  it('goes to items with few answers first, and by the random order among equals', () => {
    const items = [item(9, 0, 0.4), item(2, 0.1, 0.4), item(2, -0.1, 0.4)];
    const plan = { count: 1, slope: 1, guessing: 0, items };
    const asked = none();
    const choose = () => choosePretest(plan, asked, { ability: 0, se: 0.3 }, order);
    const chosen: number[] = [];
    for (let k = choose(); k >= 0; k = choose()) {
      chosen.push(k);
      asked[k] = 1;
    }
    expect(chosen).toEqual([2, 1, 0]);
  });
});

describe('places', () => {
  it('are different, ascending, and mostly late but not only last', () => {
    const random = randomStream('places');
    const all = Array.from({ length: 2000 }, () => pretestPlaces(4, 40, random));
    for (const places of all) {
      expect(new Set(places).size).toBe(4);
      expect([...places].sort((x, y) => x - y)).toEqual(places);
      expect(places[0]).toBeGreaterThanOrEqual(0);
      expect(places[3]).toBeLessThan(40);
    }
    const late = all.flat().filter((place) => place >= 20).length / 8000;
    // By weights 1 … 40 it is 610/820 = .744 for one draw, and a little less without replacement.
    expect(late).toBeGreaterThan(0.69);
    expect(late).toBeLessThan(0.76);
  });
});

describe('what is known', () => {
  const tags = {
    area: { values: ['a', 'b'], codes: Uint16Array.from({ length: 40 }, (_, j) => j % 2) },
  };
  const items = Array.from({ length: 40 }, (_, j) => `q${j}`);
  const of = (value: number) => Float64Array.from({ length: 40 }, () => value);
  const b = Float64Array.from({ length: 40 }, (_, j) => (j % 2 === 0 ? -1 : 1) + (j % 5) / 10);
  const parameters = { count: 40, a: of(1.4), b, c: of(0), d: of(1) };
  const typeOf = new Map(items.map((id) => [id, 'single']));
  const fresh = [
    { id: 'easy', type: 'single', tags: { area: 'a' } },
    { id: 'hard', type: 'single', tags: { area: 'b' } },
    { id: 'other', type: 'open', tags: {} },
  ];

  it('uses tags, then answers, on the reported scale', () => {
    const scale = { slope: 2, shift: 0.5 };
    const able = items.map((id) => [id, 1] as const);
    const takers = [{ counted: able, pretest: [['easy', 0]] as const }];
    const before = knowPretest(
      { items: fresh, typeOf, takers: [] },
      { items, tags, parameters, scale },
    );
    expect(before.slope).toBeCloseTo(0.7, 12);
    const [easy, hard, other] = before.items;
    // Means of the tag: −1 + .2 and 1 + .2 on the scale of the parameters.
    expect(easy.b).toBeCloseTo(2 * -0.8 + 0.5, 1);
    expect(hard.b).toBeCloseTo(2 * 1.2 + 0.5, 1);
    expect(other.b).toBeCloseTo(0.9, 1);
    const after = knowPretest({ items: fresh, typeOf, takers }, { items, tags, parameters, scale });
    expect(after.items[0].answers).toBe(1);
    expect(after.items[0].b!).toBeGreaterThan(easy.b!);
    expect(after.items[1]).toEqual(hard);
  });

  it('without a calibration only answers are counted', () => {
    const takers = [{ counted: [], pretest: [['hard', 1]] as const }];
    const known = knowPretest(
      { items: fresh, typeOf, takers },
      { items, tags, parameters: null, scale: { slope: 1, shift: 0 } },
    );
    expect(known.items.map(({ answers, b: difficulty }) => [answers, difficulty])).toEqual([
      [0, null],
      [1, null],
      [0, null],
    ]);
  });

  it('a plan has at most 100 items, those with the fewest answers', () => {
    const many = Array.from({ length: 300 }, (_, k) => ({
      ...{ item: `p${k}`, answers: k % 7, b: 0, sd: 1 },
    }));
    const plan = planPretest({ slope: 1, guessing: 0, items: many }, 3, 'seed');
    expect(plan.items).toHaveLength(100);
    expect(Math.max(...plan.items.map(({ answers }) => answers))).toBe(2);
    expect(planPretest({ slope: 1, guessing: 0, items: many }, 3, 'seed')).toEqual(plan);
  });
});
