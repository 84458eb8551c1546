import { describe, expect, test } from 'vitest';
import type { DebateItem } from '../../../sim/debate/opinion.ts';
import { persuasionProbability } from '../../../sim/debate/persuasion.ts';
import { type DebateSettings, PLAIN_SETTINGS } from '../../../sim/debate/settings.ts';
import {
  type Debates,
  simulateDebate,
  simulateOpinions,
} from '../../../sim/debate/simulate-debate.ts';
import { probability } from '../../../src/irt/probability.ts';

const ABILITIES = new Map([
  ['weak', -1],
  ['middling', 0.2],
  ['strong', 1.1],
]);
const WIDTH = 1000;
const CURVE = { a: 1.2, b: 0.1, c: 0.15, d: 0.95 };

const items: DebateItem[] = Array.from({ length: WIDTH }, (_, j) => ({
  id: `item-${j}`,
  ...CURVE,
  options: 5,
  key: j % 5,
}));

function debate(settings: Partial<DebateSettings> = {}, rounds = 1): Debates {
  return simulateDebate({ abilities: ABILITIES, items, settings, seed: 7 }, rounds);
}

const plain = debate();

/** Four standard errors of a share. */
const near = (p: number, count: number) => 4 * Math.sqrt((p * (1 - p)) / count);

function* cases({ generators, critics, generations, criticisms, reflections }: Debates) {
  for (let pair = 0; pair < generators.length; pair++)
    for (let j = 0; j < WIDTH; j++)
      yield {
        generator: generators[pair],
        critic: critics[pair],
        j,
        before: generations[generators[pair] * WIDTH + j],
        argued: criticisms[pair * WIDTH + j],
        after: reflections[pair * WIDTH + j],
      };
}

describe('generation', () => {
  test.each([0, 1, 4])('each model is right as often as its curve says (s² = %d)', (common) => {
    const { generations } = debate({ common, shared: 0.5 });
    for (const [m, theta] of [...ABILITIES.values()].entries()) {
      const right = items.filter(({ key }, j) => generations[m * WIDTH + j] === key).length;
      const p = probability(theta, CURVE.a, CURVE.b, CURVE.c, CURVE.d);
      expect(Math.abs(right / WIDTH - p)).toBeLessThan(near(p, WIDTH));
    }
  });

  test('with independent errors two models are right together as often as their abilities say', () => {
    const { generations } = plain;
    const p = probability(-1, CURVE.a, CURVE.b, CURVE.c, CURVE.d);
    const q = probability(1.1, CURVE.a, CURVE.b, CURVE.c, CURVE.d);
    const both = items.filter(
      ({ key }, j) => generations[j] === key && generations[2 * WIDTH + j] === key,
    ).length;
    expect(Math.abs(both / WIDTH - p * q)).toBeLessThan(near(p * q, WIDTH));
    // Where both are wrong, one of four wrong options each: alike in a quarter of the cases.
    const wrong = items.flatMap(({ key }, j) =>
      generations[j] !== key && generations[2 * WIDTH + j] !== key ? [j] : [],
    );
    const alike = wrong.filter((j) => generations[j] === generations[2 * WIDTH + j]).length;
    expect(Math.abs(alike / wrong.length - 0.25)).toBeLessThan(near(0.25, wrong.length));
  });

  test('s² makes right answers go together as a bivariate normal of correlation s² / (1 + s²)', () => {
    // P = ½ for both: together P = ¼ + arcsin(ρ) / 2π (Sheppard 1899).
    const even = items.map((item) => ({ ...item, a: 1, b: 0, c: 0, d: 1 }));
    const abilities = new Map([
      ['x', 0],
      ['y', 0],
    ]);
    for (const common of [0.5, 1, 3]) {
      const said = simulateOpinions({ abilities, items: even, settings: { common }, seed: 3 });
      const both = even.filter(({ key }, j) => said[j] === key && said[WIDTH + j] === key).length;
      const expected = 0.25 + Math.asin(common / (1 + common)) / (2 * Math.PI);
      expect(Math.abs(both / WIDTH - expected)).toBeLessThan(near(expected, WIDTH));
    }
  });

  test('shared = 1: all wrong answers to an item are one and the same', () => {
    const { generations } = debate({ shared: 1 });
    const counts = Array(5).fill(0);
    for (const [j, { key }] of items.entries()) {
      const wrong = new Set(
        [0, 1, 2].map((m) => generations[m * WIDTH + j]).filter((option) => option !== key),
      );
      expect(wrong.size).toBeLessThan(2);
      for (const option of wrong) counts[(option - key + 5) % 5]++;
    }
    // No place is favoured: each of the four as often as the others.
    const sum = counts.reduce((total, count) => total + count, 0);
    for (const count of counts.slice(1))
      expect(Math.abs(count / sum - 0.25)).toBeLessThan(near(0.25, sum));
  });

  test('wrong answers follow the plausibilities; the tempting one has its share besides', () => {
    const given = items.map((item) => ({ ...item, key: 1, plausibilities: [3, 99, 0, 1, 6] }));
    const said = simulateOpinions({
      abilities: ABILITIES,
      items: given,
      settings: { shared: 0.2 },
      seed: 5,
    });
    const wrong = said.filter((option) => option !== 1);
    // 0.2 to the most tempting one, the last; 0.8 in the proportion 3 : 0 : 1 : 6.
    for (const [option, expected] of [
      [0, 0.24],
      [2, 0],
      [3, 0.08],
      [4, 0.68],
    ]) {
      const share = wrong.filter((one) => one === option).length / wrong.length;
      expect(Math.abs(share - expected)).toBeLessThanOrEqual(near(expected, wrong.length));
    }
  });

  test('a spread makes wrong options unequal, and errors meet more often', () => {
    const alike = (spread: number) => {
      const { generations } = debate({ spread });
      const wrong = items.flatMap(({ key }, j) =>
        generations[j] !== key && generations[WIDTH + j] !== key ? [j] : [],
      );
      return wrong.filter((j) => generations[j] === generations[WIDTH + j]).length / wrong.length;
    };
    expect(alike(2)).toBeGreaterThan(alike(0) + 0.2);
  });

  test('repeats are independent given the ability, or steady', () => {
    const said = (repeat: number, steadiness: number) =>
      simulateOpinions({ abilities: ABILITIES, items, settings: { steadiness }, seed: 7, repeat });
    const first = said(0, 0);
    const same = (other: Uint8Array) => {
      const right = (option: number, k: number) => option === items[k % WIDTH].key;
      let both = 0;
      for (let j = 0; j < WIDTH; j++) both += Number(right(first[j], j) && right(other[j], j));
      return both / WIDTH;
    };
    const p = probability(-1, CURVE.a, CURVE.b, CURVE.c, CURVE.d);
    expect(Math.abs(same(said(1, 0)) - p * p)).toBeLessThan(near(p * p, WIDTH));
    const half = 0.5 * p + 0.5 * p * p;
    expect(Math.abs(same(said(2, 0.5)) - half)).toBeLessThan(near(half, WIDTH));
    expect(said(3, 1)).toEqual(first);
  });
});

describe('reflection', () => {
  test('the critic argues for its own answer', () => {
    for (const { critic, j, argued } of cases(plain))
      expect(argued).toBe(plain.generations[critic * WIDTH + j]);
  });

  test('κ = 0: nobody is ever persuaded; κ = ∞: everyone is', () => {
    for (const { before, after } of cases(debate({ persuasion: 0 }))) expect(after).toBe(before);
    for (const { argued, after } of cases(debate({ persuasion: Number.POSITIVE_INFINITY })))
      expect(after).toBe(argued);
  });

  test('as many change as the formula says, for each pair and whether the critic is right', () => {
    const settings = { persuasion: 0.7, truth: 1.4, confidence: 0.8, eloquence: 0.3 };
    const theta = [...ABILITIES.values()];
    const tally = new Map<string, { count: number; changed: number; expected: number }>();
    for (const { generator, critic, j, before, argued, after } of cases(debate(settings))) {
      if (before === argued) {
        expect(after).toBe(before);
        continue;
      }
      const isCriticRight = argued === items[j].key;
      // logit P = ln κ + τ (r − ½) + ε h_d − γ h_g, written out.
      const logit =
        Math.log(0.7) +
        (isCriticRight ? 0.7 : -0.7) +
        0.3 * CURVE.a * (theta[critic] - CURVE.b) -
        0.8 * CURVE.a * (theta[generator] - CURVE.b);
      const name = `${generator} ${critic} ${isCriticRight}`;
      const own = tally.get(name) ?? { count: 0, changed: 0, expected: 1 / (1 + Math.exp(-logit)) };
      tally.set(name, own);
      own.count++;
      own.changed += Number(after === argued);
    }
    expect(tally.size).toBe(12);
    for (const [name, { count, changed, expected }] of tally)
      expect(Math.abs(changed / count - expected), name).toBeLessThan(near(expected, count));
  });

  test('two critics persuade a generator independently of one another', () => {
    const settings = { persuasion: 1, truth: 0, confidence: 0, eloquence: 0 };
    const { reflections, criticisms, generations } = debate(settings);
    let both = 0;
    let count = 0;
    // Pairs 0 and 1 are the two critics of the first model; P = ½ each.
    for (let j = 0; j < WIDTH; j++) {
      if (criticisms[j] === generations[j] || criticisms[WIDTH + j] === generations[j]) continue;
      count++;
      both += Number(
        reflections[j] !== generations[j] && reflections[WIDTH + j] !== generations[j],
      );
    }
    expect(Math.abs(both / count - 0.25)).toBeLessThan(near(0.25, count));
  });

  test('debate helps if truth persuades, and hurts if errors do', () => {
    const right = (settings: Partial<DebateSettings>) => {
      const found = debate(settings);
      let [before, after] = [0, 0];
      for (const one of cases(found)) {
        before += Number(one.before === items[one.j].key);
        after += Number(one.after === items[one.j].key);
      }
      return after - before;
    };
    expect(right({ truth: 3 })).toBeGreaterThan(0);
    expect(right({ truth: -3, eloquence: -0.5, confidence: -0.5 })).toBeLessThan(0);
  });

  test('more rounds persuade more', () => {
    const changed = (rounds: number) =>
      [...cases(debate({}, rounds))].filter(({ before, after }) => before !== after).length;
    expect(changed(3)).toBeGreaterThan(changed(1));
  });

  test('certainty is no number to stumble over', () => {
    const dispute = { generatorHold: 1e9, criticHold: -1e9, isCriticRight: true };
    expect(persuasionProbability(PLAIN_SETTINGS, dispute)).toBe(0);
    expect(persuasionProbability(PLAIN_SETTINGS, { ...dispute, generatorHold: -1e10 })).toBe(1);
  });
});

test('outputs do not depend on the order of models and items, nor on the other models and items', () => {
  const turned = simulateDebate({
    abilities: new Map([...ABILITIES].slice(1).reverse()),
    items: items.slice(0, 500).reverse(),
    seed: 7,
  });
  // The pair of "strong" (0 there, 2 here) and "middling" (1 in both).
  expect([turned.models[turned.generators[0]], turned.models[turned.critics[0]]]).toEqual([
    'strong',
    'middling',
  ]);
  const pair = plain.generators.findIndex((g, k) => g === 2 && plain.critics[k] === 1);
  const same = Array.from({ length: 500 }, (_, j) => plain.reflections[pair * WIDTH + 499 - j]);
  expect([...turned.reflections.slice(0, 500)]).toEqual(same);
});

test.each([
  [{ shared: 1.1 }, /shared.*0 to 1/],
  [{ persuasion: -1 }, /persuasion.*0 or more/],
  [{ truth: Number.NaN }, /truth.*a number/],
])('settings %j are refused', (settings, message) => {
  expect(() => debate(settings)).toThrow(message);
});

test('an item whose key is not one of its options is refused', () => {
  const wrong = [{ ...items[0], key: 5 }];
  const study = { abilities: ABILITIES, items: wrong, seed: 1 };
  expect(() => simulateDebate(study)).toThrow(/item-0.*"key":5/);
});
