import { mean } from '../statistics/mean.ts';
import { sampleVariance } from '../statistics/sample-variance.ts';
import { combinationInterval, type Ends } from './combination-interval.ts';
import { EFFECT_NAMES, WITHIN } from './effects.ts';
import type { Observations } from './observations.ts';
import { type PassFigures, passFigures } from './pass-figures.ts';
import {
  bestForBudget,
  breakEvenPrice,
  canPlan,
  cheapestForError,
  errsMore,
  type PlannedDesign,
  planned,
} from './plan.ts';
import { plannedInterval, type Universe } from './planned-error.ts';
import { type RepeatDrift, repeatDrift } from './repeat-drift.ts';
import { type Repeats, type RepeatsOfModel, repeatsOf } from './repeats.ts';
import { steadyBound } from './steady-bound.ts';
import { type VarianceComponents, varianceComponents } from './variance-components.ts';

/** The largest variance that scores between 0 and 1 can have, so no interval of a component needs to go beyond it. */
const MOST_VARIANCE = 0.25;

export interface NoiseSettings {
  /** Items of the bank that scores stand for; null: all items like those asked. */
  readonly bankSize: number | null;
  /** Whether the conditions asked are all that matter, instead of a sample of others like them. */
  readonly areConditionsFixed: boolean;
  /** Price of a repeat, where a first answer costs 1. */
  readonly repeatPrice: number;
  /** Answers per model that a plan may cost; null: as many as in the data. */
  readonly budget: number | null;
  /** The standard error that a plan should reach, on the scale of scores; null: the best for the budget. */
  readonly error: number | null;
  /** The smallest score that passes. */
  readonly pass: number;
  /** Of pass@k; null: powers of two up to the number of repeats. */
  readonly ks: readonly number[] | null;
  readonly confidence: number;
}

export interface ShownComponent extends Ends {
  readonly effect: string;
  readonly df: number;
  /** On the scale of scores, squared; below 0 if the data say so. */
  readonly estimate: number;
  /** Of the sum of all estimates above 0. */
  readonly share: number;
}

export interface ModelNoise {
  readonly model: string;
  readonly condition: string | null;
  readonly items: number;
  readonly score: number;
  /** Standard error of the score on exactly these items, of repeats alone; null if no two repeats differ. */
  readonly noise: number | null;
  /** Standard error as a score on items like these; null if no two items differ. */
  readonly error: number | null;
  /** Mean share of pairs of repeats whose scores differ; null without repeats. */
  readonly scoresDiffer: number | null;
  readonly answersDiffer: number | null;
  /** The share of items with repeats whose scores are not all the same. */
  readonly unsteady: number | null;
  readonly pass: readonly PassFigures[];
}

/**
 * Why no design is best: the data show no variance of what is planned; the budget is too small for an item; no design reaches the
 * error; or none with the same number of answers to each item errs less for the budget than the uneven data do already.
 */
export type WithoutBest = 'no variance' | 'budget' | 'error' | 'data';

export interface NoisePlan {
  /** The design of the data, with the harmonic mean of the numbers of repeats. */
  readonly observed: PlannedDesign;
  /** Empty if the data show no variance of what is planned. */
  readonly table: readonly PlannedDesign[];
  readonly best: PlannedDesign | null;
  /** Why no design is best; null if one is. */
  readonly withoutBest: WithoutBest | null;
  /** Interval of the error of the best design, or of that of the data if there is none. */
  readonly interval: Ends;
  /** The price below which repeats beat new items, if items never run out; null if the data show no variance of repeats. */
  readonly breakEven: number | null;
}

export interface NoiseReport {
  readonly answers: number;
  readonly models: number;
  readonly items: number;
  readonly conditions: number;
  readonly repeats: { readonly least: number; readonly most: number; readonly mean: number };
  readonly mean: number;
  /** Whether all answers have the same score, which says nothing about variances. */
  readonly areEqual: boolean;
  /** Whether no two repeats have different scores; their variance then has an upper bound only. */
  readonly areSteady: boolean;
  readonly isBalanced: boolean;
  readonly components: readonly ShownComponent[];
  readonly confounded: readonly string[];
  readonly byModel: readonly ModelNoise[];
  /** By model, where repeats are known apart: whether it changed from repeat to repeat. */
  readonly drift: readonly RepeatDrift[];
  readonly plan: NoisePlan;
  readonly settings: NoiseSettings;
}

/** The share of the time that components take. */
const COMPONENTS_DONE = 0.4;
const MOST_REPEATS = 64;
/** Conditions of a plan, if they are a sample: at least those of the data, and at least these. */
const MOST_CONDITIONS = 10;
const TABLE_REPEATS = [1, 2, 4, 8];

/**
 * Where the variance of scores comes from, how unsteady single answers are, pass@k, and which design is worth its price.
 *
 * @param reach called with the share of the work that is done
 * @throws NOISE_DESIGN
 */
export function noiseReport(
  observations: Observations,
  settings: NoiseSettings,
  reach: (share: number) => void = () => {},
): NoiseReport {
  const components = varianceComponents(observations);
  reach(COMPONENTS_DONE);
  const { models, items, conditions, score } = observations;
  const groups = repeatsOf(observations, settings.pass);
  const counts = groups.flatMap(({ cells }) => cells.map(({ count }) => count));
  const steady = steadyBound(
    groups.flatMap(({ cells }) => cells),
    (1 - settings.confidence) / 2,
  );
  const repeats = {
    least: counts.reduce((least, count) => Math.min(least, count)),
    most: counts.reduce((most, count) => Math.max(most, count)),
    mean: score.length / counts.length,
  };
  const ks = settings.ks ?? powersUpTo(repeats.least);
  const sum = components.components.reduce((total, one) => total + Math.max(0, one.estimate), 0);
  return {
    answers: score.length,
    models: models.length,
    items: items.length,
    conditions: conditions.length,
    repeats,
    mean: mean(score),
    areEqual: score.every((one) => one === score[0]),
    areSteady: steady !== null,
    isBalanced: components.isBalanced,
    components: components.components.map(({ effect, estimate, weights }, k) => {
      const { low, high } = combinationInterval(
        components.meanSquares,
        weights,
        settings.confidence,
      );
      return {
        effect: nameOf(effect, components),
        df: components.meanSquares[k].df,
        estimate,
        low: Math.max(0, low),
        high: Math.max(
          0,
          Math.min(high, Math.max(MOST_VARIANCE, estimate)),
          effect === WITHIN ? (steady ?? 0) : 0,
        ),
        share: sum > 0 ? Math.max(0, estimate) / sum : 0,
      };
    }),
    confounded: components.confounded.map((effect) => EFFECT_NAMES.get(effect)!),
    byModel: groups.map((group, k) => {
      reach(COMPONENTS_DONE + ((1 - COMPONENTS_DONE) * k) / groups.length);
      return modelNoise(group, observations, settings, ks);
    }),
    drift: repeatDrift(observations),
    plan: planOf(observations, components, counts, steady ?? 0, settings),
    settings,
  };
}

/** Without repeats the largest interaction holds them too. */
function nameOf(effect: number, { facets, hasRepeats }: VarianceComponents): string {
  const name = EFFECT_NAMES.get(effect)!;
  return effect === facets && !hasRepeats ? `${name}, repeats` : name;
}

function modelNoise(
  { model, condition, cells }: RepeatsOfModel,
  { models, conditions }: Observations,
  { bankSize, confidence }: NoiseSettings,
  ks: readonly number[],
): ModelNoise {
  const means = cells.map((cell) => cell.mean);
  const repeated = cells.filter(({ variance }) => variance !== null);
  const average = (value: (cell: Repeats) => number | null) =>
    repeated.length === 0 || repeated.some((cell) => value(cell) === null)
      ? null
      : mean(repeated.map((cell) => value(cell)!));
  const within = average(({ variance }) => variance);
  const spread = cells.length > 1 ? sampleVariance(means) : 0;
  const inverse = cells.reduce((sum, { count }) => sum + 1 / count, 0);
  return {
    model: models[model],
    condition: conditions.length > 1 ? conditions[condition] : null,
    items: cells.length,
    score: mean(means),
    // Items of one answer count with the mean variance of the others.
    noise: within ? Math.sqrt(within * inverse) / cells.length : null,
    error: spread > 0 ? Math.sqrt(spread / cells.length) : null,
    scoresDiffer: average(({ scoresDiffer }) => scoresDiffer),
    answersDiffer: average(({ answersDiffer }) => answersDiffer),
    unsteady: average(({ scoresDiffer }) => (scoresDiffer! > 0 ? 1 : 0)),
    pass: ks.flatMap(
      (k) =>
        passFigures(cells, k, {
          bankSize,
          confidence,
        }) ?? [],
    ),
  };
}

/** The interval of a planned error, with what repeats that were never seen to differ can add to it, within what scores from 0 to 1 can err. @param steady their variance at most */
function boundedInterval(
  { low, high }: Ends,
  { items, conditions, repeats, difference, score }: PlannedDesign,
  steady: number,
): Ends {
  const added = ((difference === null ? 1 : 2) * steady) / (items * conditions * repeats);
  const most = difference === null ? Math.max(0.5, score) : Math.max(1, difference);
  return { low: Math.min(low, most), high: Math.min(most, Math.sqrt(high ** 2 + added)) };
}

/** 1, 2, 4 … and the number itself. */
function powersUpTo(most: number): number[] {
  const powers = [];
  for (let k = 1; k < most; k *= 2) powers.push(k);
  return [...powers, most];
}

/** @param counts answers of each cell */
function planOf(
  { models, items, conditions, score }: Observations,
  components: VarianceComponents,
  counts: readonly number[],
  steady: number,
  settings: NoiseSettings,
): NoisePlan {
  const { bankSize, areConditionsFixed, repeatPrice, error, confidence } = settings;
  const universe: Universe = {
    items: bankSize ?? Number.POSITIVE_INFINITY,
    conditions: areConditionsFixed ? conditions.length : Number.POSITIVE_INFINITY,
  };
  const isCrossed = conditions.length > 1;
  const limits = {
    repeatPrice,
    mostRepeats: MOST_REPEATS,
    mostConditions: !isCrossed
      ? 1
      : areConditionsFixed
        ? conditions.length
        : Math.max(MOST_CONDITIONS, conditions.length),
  };
  const repeats = counts.length / counts.reduce((sum, count) => sum + 1 / count, 0);
  const design = { items: items.length, conditions: conditions.length, repeats };
  const paid = counts.length + repeatPrice * (score.length - counts.length);
  const observed = {
    ...planned(components, design, universe, limits),
    price: paid / models.length,
  };
  const budget = settings.budget ?? observed.price;
  const isPlanned = canPlan(components);
  const found =
    error === null
      ? bestForBudget(components, universe, limits, budget)
      : cheapestForError(components, universe, limits, error);
  const withoutBest = (): WithoutBest | null => {
    if (!isPlanned) return 'no variance';
    if (found === null) return error === null ? 'budget' : 'error';
    const isWorse = error === null && errsMore(found, observed);
    return isWorse && budget >= observed.price ? 'data' : null;
  };
  const missing = withoutBest();
  const best = missing === null ? found : null;
  const sizes =
    bankSize === null ? [1, 2, 4].map((n) => n * items.length) : [items.length, bankSize];
  return {
    observed,
    table: [...new Set(isPlanned ? sizes : [])].flatMap((n) =>
      (isCrossed ? [1, conditions.length] : [1]).flatMap((p) =>
        TABLE_REPEATS.slice(0, components.hasRepeats ? undefined : 1).map((r) =>
          planned(components, { items: n, conditions: p, repeats: r }, universe, limits),
        ),
      ),
    ),
    best,
    withoutBest: missing,
    interval: boundedInterval(
      plannedInterval(components, best ?? observed, universe, confidence),
      best ?? observed,
      steady,
    ),
    breakEven: breakEvenPrice(components, conditions.length),
  };
}
