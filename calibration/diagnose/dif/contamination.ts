import type { ItemParameters } from '../../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { scoreExaminees } from '../../../src/irt/score-examinees.ts';
import { bernoulliSumTail } from '../../../src/statistics/bernoulli-sum-tail.ts';
import { holm } from '../../../src/statistics/holm.ts';
import { median } from '../../../src/statistics/median.ts';
import { normalQuantile } from '../../../src/statistics/normal-quantile.ts';
import { normalTail } from '../../../src/statistics/normal-tail.ts';
import { type AbilityResiduals, abilityResiduals, steadyWeights } from './ability-residuals.ts';
import { type SharedItem, sharedEvidence } from './shared-evidence.ts';

/** Whether a model, or a family of models, has more right answers than its ability explains. */
export interface Excess {
  readonly name: string;
  readonly models: number;
  /** Answers to the items in question: right ones, and how many its abilities let expect. */
  readonly answers: number;
  readonly right: number;
  readonly expected: number;
  /** Right beyond expectation as a normal point: of a null distribution that follows rare right answers. */
  readonly z: number;
  /** Natural logarithm of the e-value that its members know the same hard items; null of single models. */
  readonly logEvidence: number | null;
  /** By z and by how the units differ in general; with several models also by the e-value (the less of the two, doubled). */
  readonly p: number;
  /** Corrected for the number of units (Holm). */
  readonly adjusted: number;
  readonly flagged: boolean;
  /** Items of flagged units that were rather seen than not, the surest first; of single models as many as it has too many right. Positions. */
  readonly suspects: readonly number[];
}

export interface Contamination {
  /** Hard items: those that an examinee has right with a probability below `hardBelow`. */
  readonly models: readonly Excess[];
  /** Null without families of several models. */
  readonly families: readonly Excess[] | null;
  /** Items older than a model against newer ones; null without dates. */
  readonly dated: {
    readonly models: readonly Excess[];
    readonly families: readonly Excess[] | null;
    /** All models together. */
    readonly all: Excess | null;
  } | null;
  /** Models whose answers are all right or all wrong, or that have no such items: they cannot be tested. */
  readonly untested: number;
}

export interface ContaminationOptions {
  readonly families: readonly string[] | null;
  readonly hardBelow: number;
  readonly alpha: number;
  /** A date per examinee and per item, NaN where it is unknown. */
  readonly dates: { readonly examinees: Float64Array; readonly items: Float64Array } | null;
}

const BOUNDS = [-6, 6] as const;
/** From this number of units on, their own spread says how exact the curves are. */
const LEAST_UNITS = 10;
/** Median absolute deviations per standard deviation of a normal distribution. */
const PER_MAD = 1.4826;
/** Items that a model has right with this probability are easy for it. */
const EASY_FROM = 0.75;
/** A tail of no probability. */
const SMALLEST = 1e-300;

/** What one model contributes: weighted residuals, and which answers are in question. */
interface Own {
  readonly model: number;
  readonly residuals: AbilityResiduals;
  /** 1 for answers in question. */
  readonly wanted: Uint8Array;
  readonly weights: Float64Array;
}

/**
 * The signature of leaked items. (1) A model, or a family, is right on hard items more often than its ability explains. (2) The members of a family
 * know the same hard items (sharedEvidence): much stronger where models share training data. For (1) the sum of
 * residuals over these items is weighted so that the error of the ability does not count, and its tail follows the exact distribution of
 * independent answers by a saddlepoint. The answers of a family depend on each other: by how much, its other items say. With ten units or
 * more, z values are also centred and scaled by their median and spread, at least 0 and 1: no curve is exact.
 *
 * A family that has seen a large part of the items looks able instead: only a minority of seen items is found.
 *
 * @param parameters calibrated on these answers: a leaked item also seems easier, so that findings are a lower bound
 */
export function findContamination(
  matrix: ResponseMatrix,
  parameters: ItemParameters,
  options: ContaminationOptions,
): Contamination {
  const { families, hardBelow, dates } = options;
  const width = matrix.items.length;
  const { ability, atBound } = scoreExaminees(parameters, matrix.scores, {
    estimator: 'ml',
    prior: { mean: 0, sd: 1 },
    bounds: BOUNDS,
  });
  const residuals = matrix.examinees.map((_, i) =>
    atBound[i] === 1 || Number.isNaN(ability[i])
      ? null
      : abilityResiduals(
          matrix.scores.subarray(i * width, (i + 1) * width),
          ability[i],
          parameters,
        ),
  );
  const hard = owned(residuals, (_, own, k) => own.ps[k] < hardBelow);
  const several = families !== null && new Set(families).size < families.length;
  const modelNames = (model: number) => matrix.examinees[model];
  const familyNames = (model: number) => families![model];
  const excesses = (of: readonly Own[], nameOf: (model: number) => string) =>
    unitsOf(of, nameOf, options.alpha, null);
  const shared = (of: readonly Own[]) => unitsOf(of, familyNames, options.alpha, hardBelow);
  const dated =
    dates && owned(residuals, (i, own, k) => dates.examinees[i] >= dates.items[own.items[k]]);
  return {
    models: excesses(hard, modelNames),
    families: several ? shared(hard) : null,
    dated: dated && {
      models: excesses(dated, modelNames),
      families: several ? excesses(dated, familyNames) : null,
      all: excesses(dated, () => 'all models')[0] ?? null,
    },
    untested: matrix.examinees.length - hard.length,
  };
}

/** Models with answers in question and others. */
function owned(
  all: readonly (AbilityResiduals | null)[],
  isWanted: (model: number, own: AbilityResiduals, k: number) => boolean,
): Own[] {
  return all.flatMap((residuals, model) => {
    if (residuals === null) return [];
    const wanted = new Uint8Array(residuals.count);
    let some = 0;
    for (let k = 0; k < residuals.count; k++)
      if (isWanted(model, residuals, k)) {
        wanted[k] = 1;
        some++;
      }
    if (some === 0 || some === residuals.count) return [];
    return [{ model, residuals, wanted, weights: steadyWeights(residuals, wanted) }];
  });
}

function unitsOf(
  models: readonly Own[],
  nameOf: (model: number) => string,
  alpha: number,
  hardBelow: number | null,
): Excess[] {
  const members = new Map<string, Own[]>();
  for (const own of models) {
    const name = nameOf(own.model);
    members.set(name, [...(members.get(name) ?? []), own]);
  }
  const units = [...members].map(([name, own]) => ({ name, own, ...sumsOf(own) }));
  const zs = units.map(({ z }) => z);
  const isMany = units.length >= LEAST_UNITS;
  const centre = isMany ? Math.max(0, median(zs)) : 0;
  const spread = isMany
    ? Math.max(1, PER_MAD * median(zs.map((z) => Math.abs(z - median(zs)))))
    : 1;
  const evidence =
    hardBelow === null
      ? null
      : evidences(
          units.map(({ own }) => own),
          hardBelow,
        );
  const ps = Float64Array.from(zs, (z, k) => {
    const tail = normalTail((z - centre) / spread);
    const found = evidence?.[k] ?? null;
    return found === null ? tail : Math.min(1, 2 * Math.min(tail, Math.exp(-found.log)));
  });
  const adjusted = holm(ps);
  return units.map(({ name, own, z, answers, right, expected }, k) => {
    const flagged = adjusted[k] < alpha;
    return {
      name,
      models: own.length,
      answers,
      right,
      expected,
      z,
      logEvidence: evidence?.[k]?.log ?? null,
      p: ps[k],
      adjusted: adjusted[k],
      flagged,
      suspects: flagged ? (evidence?.[k]?.suspects ?? suspectsOf(own)) : [],
    };
  });
}

function sumsOf(own: readonly Own[]) {
  let [sum, answers, right, expected] = [0, 0, 0, 0];
  const weights: number[] = [];
  const ps: number[] = [];
  for (const { residuals, wanted, weights: mine } of own)
    for (let k = 0; k < residuals.count; k++) {
      const { scores, ps: own } = residuals;
      sum += mine[k] * (scores[k] - own[k]);
      weights.push(mine[k]);
      ps.push(own[k]);
      if (wanted[k] === 0) continue;
      answers++;
      right += scores[k];
      expected += own[k];
    }
  const tail = bernoulliSumTail(sum / Math.sqrt(dependence(own)), weights, ps);
  return { z: pointOf(tail), answers, right, expected };
}

/**
 * The evidence of each unit of several models. The effect of items that members share is the larger of its own, from easy items, where knowing
 * an item changes little, and the usual one.
 */
function evidences(units: readonly (readonly Own[])[], hardBelow: number) {
  const variances = units.map((own) => (own.length < 2 ? null : sharedVariance(own)));
  const known = variances.filter((one) => one !== null);
  const usual = known.length === 0 ? 0 : median(known);
  return units.map((own, k) => {
    const variance = variances[k];
    if (variance === null) return null;
    return sharedEvidence(hardItems(own, hardBelow), Math.sqrt(Math.max(usual, variance, 0)));
  });
}

/** Answers by item. */
function byItem(own: readonly Own[], isCounted: (p: number) => boolean) {
  const items = new Map<number, { ps: number[]; scores: number[] }>();
  for (const { residuals } of own)
    for (let k = 0; k < residuals.count; k++) {
      const { items: of, scores, ps } = residuals;
      if (!isCounted(ps[k])) continue;
      const cell = items.get(of[k]) ?? { ps: [], scores: [] };
      cell.ps.push(ps[k]);
      cell.scores.push(scores[k]);
      items.set(of[k], cell);
    }
  return items;
}

/** Items that the average member has right with a probability below the bound. */
function hardItems(own: readonly Own[], hardBelow: number): SharedItem[] {
  return [...byItem(own, () => true)].flatMap(([item, { ps, scores }]) =>
    ps.reduce((sum, p) => sum + p, 0) < hardBelow * ps.length ? [{ item, ps, scores }] : [],
  );
}

/**
 * The variance of the effects of items that members share, in squared logits: Σ r r′ = σ² Σ pq p′q′ over pairs of members, to first order. Of
 * easy items alone: their answers hardly change if an item was seen.
 */
function sharedVariance(own: readonly Own[]): number {
  let [products, weights] = [0, 0];
  for (const { ps, scores } of byItem(own, (p) => p >= EASY_FROM).values())
    for (let m = 1; m < ps.length; m++)
      for (let l = 0; l < m; l++) {
        products += (scores[m] - ps[m]) * (scores[l] - ps[l]);
        weights += ps[m] * (1 - ps[m]) * ps[l] * (1 - ps[l]);
      }
  return weights > 0 ? Math.max(0, products / weights) : 0;
}

/** How many times larger the variance of sums over models is than of independent answers, by the answers that are not in question; at least 1. */
function dependence(own: readonly Own[]): number {
  if (own.length < 2) return 1;
  const sums = new Map<number, number>();
  let variance = 0;
  for (const { residuals, wanted } of own)
    for (let k = 0; k < residuals.count; k++) {
      if (wanted[k] === 1) continue;
      const { items, scores, ps } = residuals;
      sums.set(items[k], (sums.get(items[k]) ?? 0) + scores[k] - ps[k]);
      variance += ps[k] * (1 - ps[k]);
    }
  const squares = [...sums.values()].reduce((sum, one) => sum + one * one, 0);
  return variance > 0 ? Math.max(1, squares / variance) : 1;
}

/** The z with this upper tail. */
function pointOf(tail: number): number {
  const p = Math.min(1 - 1e-16, Math.max(SMALLEST, tail));
  return p <= 0.5 ? normalQuantile(p) : -normalQuantile(1 - p);
}

/** Items in question with the largest excess, as many as the whole excess of an average model of the unit. */
function suspectsOf(own: readonly Own[]): number[] {
  const items = new Map<number, { right: number; expected: number; log: number; n: number }>();
  for (const { residuals, wanted } of own)
    for (let k = 0; k < residuals.count; k++) {
      if (wanted[k] === 0) continue;
      const { items: of, scores, ps } = residuals;
      const before = items.get(of[k]) ?? { right: 0, expected: 0, log: 0, n: 0 };
      items.set(of[k], {
        right: before.right + scores[k],
        expected: before.expected + ps[k],
        log: before.log + scores[k] * Math.log(ps[k]) + (1 - scores[k]) * Math.log1p(-ps[k]),
        n: before.n + 1,
      });
    }
  const all = [...items].map(([item, { right, expected, log, n }]) => ({
    item,
    excess: (right - expected) / n,
    log,
  }));
  const total = all.reduce((sum, { excess }) => sum + excess, 0);
  return all
    .filter(({ excess }) => excess > 0)
    .sort((x, y) => y.excess - x.excess || x.log - y.log || x.item - y.item)
    .slice(0, Math.max(1, Math.ceil(total)))
    .map(({ item }) => item);
}
