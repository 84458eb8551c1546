import {
  combinationInterval,
  type NoiseDesign as Design,
  passAtK,
  passFigures,
  plannedError,
  plannedInterval,
  type RepeatedAnswers as Repeats,
  randomStream,
  varianceComponents,
} from 'thetarank';
import { draw, type Kind, type Sizes } from './simulate.ts';
import { meanLogistic, scoreComponents } from './truth.ts';

export const CONFIDENCE = 0.9;
/** Repetitions of each cell. */
export const RUNS = { recovery: 200, plan: 500, pass: 500 };
export const KINDS: readonly Kind[] = ['normal', 'right or wrong'];
export const MISSING = [0, 0.2] as const;
export const SIZES: readonly Sizes[] = [
  { models: 5, items: 50, conditions: 1, repeats: 3 },
  { models: 10, items: 200, conditions: 1, repeats: 2 },
  { models: 30, items: 200, conditions: 1, repeats: 2 },
  { models: 5, items: 50, conditions: 3, repeats: 3 },
  { models: 10, items: 100, conditions: 3, repeats: 2 },
  { models: 10, items: 100, conditions: 8, repeats: 2 },
];
const MEAN = 0.5;
/** On the scale of logits; of normal scores a tenth of these on that of scores, and repeats. */
const LOGITS = { 1: 0.5, 2: 1.5, 3: 1, 4: 0.05, 5: 0.05, 6: 0.2, 7: 0.3 } as const;
const SCORES = {
  1: 0.02,
  2: 0.06,
  3: 0.04,
  4: 0.002,
  5: 0.002,
  6: 0.008,
  7: 0.012,
  8: 0.12,
} as const;

/** Only effects of facets with several levels. */
function planted(kind: Kind, conditions: number): Record<number, number> {
  const all: Record<number, number> = kind === 'normal' ? { ...SCORES } : { ...LOGITS };
  return Object.fromEntries(
    Object.entries(all).filter(
      ([effect]) => conditions > 1 || effect === '8' || (Number(effect) & 4) === 0,
    ),
  );
}

const known = new Map<string, Map<number, number>>();

/** The true components on the scale of scores. */
export function truth(kind: Kind, conditions: number): Map<number, number> {
  const key = `${kind} ${conditions > 1}`;
  let own = known.get(key);
  if (own === undefined) {
    const variances = planted(kind, conditions);
    own =
      kind === 'normal'
        ? new Map(Object.entries(variances).map(([effect, value]) => [Number(effect), value]))
        : scoreComponents(variances, MEAN);
    known.set(key, own);
  }
  return own;
}

/** One repetition of a cell of recovery: estimates, and whether intervals hold. */
export function recover(kind: Kind, sizes: Sizes, missing: number, run: number) {
  const path = ['recovery', kind, ...Object.values(sizes), missing, run];
  const { observations } = draw(kind, planted(kind, sizes.conditions), MEAN, sizes, missing, path);
  const found = varianceComponents(observations);
  const true_ = truth(kind, sizes.conditions);
  return Object.fromEntries(
    found.components.map(({ effect, estimate, weights }) => {
      const { low, high } = combinationInterval(found.meanSquares, weights, CONFIDENCE);
      const value = true_.get(effect)!;
      return [effect, { estimate, holds: low <= value && value <= high ? 1 : 0 }];
    }),
  );
}

/** Plans: a bank or items like those asked, and the design asked of it. */
export const PLANS: readonly (Design & { readonly bank: number | null })[] = [
  { bank: null, items: 100, conditions: 1, repeats: 1 },
  { bank: null, items: 100, conditions: 1, repeats: 4 },
  { bank: null, items: 100, conditions: 3, repeats: 1 },
  { bank: 200, items: 100, conditions: 1, repeats: 1 },
  { bank: 200, items: 200, conditions: 1, repeats: 1 },
  { bank: 200, items: 200, conditions: 1, repeats: 4 },
];
export const PILOT: Sizes = { models: 10, items: 100, conditions: 3, repeats: 2 };

/** The error that a plan promises with the true components, and with those of a pilot study. */
export function plan(which: number, run: number) {
  const { bank, ...design } = PLANS[which];
  const universe = {
    items: bank ?? Number.POSITIVE_INFINITY,
    conditions: Number.POSITIVE_INFINITY,
  };
  const path = ['plan', which, run];
  const variances = planted('right or wrong', 2);
  const pilot = varianceComponents(
    draw('right or wrong', variances, MEAN, PILOT, 0, [...path, 'pilot']).observations,
  );
  const true_ = truth('right or wrong', 2);
  const exact = plannedError(
    {
      ...pilot,
      components: pilot.components.map((one) => ({ ...one, estimate: true_.get(one.effect)! })),
    },
    design,
    universe,
  ).difference!;
  const promised = plannedError(pilot, design, universe).difference!;
  const { low, high } = plannedInterval(pilot, design, universe, CONFIDENCE);
  return {
    exact,
    promised,
    holds: low <= exact && exact <= high ? 1 : 0,
    error: measuredError(which, run),
  };
}

/** One simulated difference of two models minus the true one, over all conditions, and all items or those of the bank. */
function measuredError(which: number, run: number): number {
  const { bank, items, conditions, repeats } = PLANS[which];
  const path = ['plan', which, run, 'measured'];
  const size = { models: 2, items: bank ?? items, conditions, repeats: 0 };
  const variances = planted('right or wrong', 2);
  const { expected, sumOf } = draw('right or wrong', variances, MEAN, size, 0, path);
  const random = randomStream(1, 'noise', ...path, 'answers');
  const rest = (among: number) =>
    Object.entries(variances).reduce(
      (sum, [effect, value]) => ((Number(effect) & among) === Number(effect) ? sum : sum + value),
      0,
    );
  const trueScore = (m: number) => {
    if (bank === null) return meanLogistic(sumOf(m, 0, 0, 1), rest(1));
    let sum = 0;
    for (let i = 0; i < bank; i++) sum += meanLogistic(sumOf(m, i, 0, 3), rest(3));
    return sum / bank;
  };
  let found = 0;
  for (let i = 0; i < items; i++)
    for (let c = 0; c < conditions; c++)
      for (let m = 0; m < 2; m++) {
        const p = expected(m, i, c);
        for (let r = 0; r < repeats; r++) if (random() < p) found += m === 0 ? 1 : -1;
      }
  return found / (items * conditions * repeats) - (trueScore(0) - trueScore(1));
}

export const PASS_ITEMS = [10, 30, 100] as const;
export const PASS_REPEATS = 10;
export const PASS_KS = [1, 5, 10] as const;
/** Beta distributions of the probability that an answer to an item passes. */
export const ABILITIES = [
  { name: 'nearly none', a: 0.1, b: 4.9 },
  { name: 'few', a: 0.3, b: 1.7 },
  { name: 'half, items alike', a: 10, b: 10 },
  { name: 'half, items very different', a: 0.2, b: 0.2 },
  { name: 'nearly all', a: 4.9, b: 0.1 },
] as const;
const DRAWS = 200;

/** Coverage of one set of answers: of the mean over items like these, and of exactly these items. */
export function pass(ability: number, items: number, run: number) {
  const { a, b } = ABILITIES[ability];
  const random = randomStream(1, 'noise', 'pass', ability, items, run);
  const p = Float64Array.from({ length: items }, () => randomBeta(a, b, random));
  const cells: Repeats[] = Array.from(p, (own, item) => {
    let passed = 0;
    for (let r = 0; r < PASS_REPEATS; r++) if (random() < own) passed++;
    const nothing = { variance: null, scoresDiffer: null, answersDiffer: null, groups: null };
    return { item, count: PASS_REPEATS, passed, mean: passed / PASS_REPEATS, ...nothing };
  });
  return PASS_KS.map((k) => {
    const population = 1 - risingRatio(b, a + b, k);
    const here = p.reduce((sum, own) => sum + 1 - (1 - own) ** k, 0) / items;
    const like = passFigures(cells, k, { bankSize: null, confidence: CONFIDENCE })!.any;
    const these = passFigures(cells, k, { bankSize: cells.length, confidence: CONFIDENCE })!.any;
    const values = cells.map(({ count, passed }) => passAtK(count, passed, k));
    const boot = bootstrap(values, random);
    const holds = ({ low, high }: { low: number; high: number }, value: number) =>
      low <= value + 1e-12 && value <= high + 1e-12 ? 1 : 0;
    return {
      like: holds(like, population),
      these: holds(these, here),
      bootstrap: holds(boot, population),
      width: like.high - like.low,
    };
  });
}

/** Percentile interval of the mean over items drawn again, which the page compares with. */
function bootstrap(values: readonly number[], random: () => number): { low: number; high: number } {
  const means = Float64Array.from({ length: DRAWS }, () => {
    let sum = 0;
    for (let k = 0; k < values.length; k++) sum += values[Math.floor(random() * values.length)];
    return sum / values.length;
  }).sort();
  const cut = ((1 - CONFIDENCE) / 2) * DRAWS;
  return { low: means[Math.floor(cut)], high: means[DRAWS - 1 - Math.floor(cut)] };
}

/** E (1 − p)ᵏ of a beta variable: Π (b + j) / (a + b + j). */
function risingRatio(b: number, sum: number, k: number): number {
  let ratio = 1;
  for (let j = 0; j < k; j++) ratio *= (b + j) / (sum + j);
  return ratio;
}

/** A beta number: the share of one of two gamma numbers. */
function randomBeta(a: number, b: number, random: () => number): number {
  const [x, y] = [logGammaNumber(a, random), logGammaNumber(b, random)];
  const most = Math.max(x, y);
  return Math.exp(x - most) / (Math.exp(x - most) + Math.exp(y - most));
}

/** The logarithm of a gamma number (Marsaglia & Tsang 2000; below 1 by a power of a uniform number). */
function logGammaNumber(shape: number, random: () => number): number {
  if (shape < 1) return logGammaNumber(shape + 1, random) + Math.log(1 - random()) / shape;
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const z = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + c * z) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * z * z + d - d * v + d * Math.log(v))
      return Math.log(d * v);
  }
}
