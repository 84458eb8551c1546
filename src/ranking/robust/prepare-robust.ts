import { fitFactors } from '../../../calibration/fit/factors/fit-factors.ts';
import type { ScoreModel } from '../../cat/robust/score-model.ts';
import { pickExaminees, type ResponseMatrix } from '../../irt/responses.ts';
import { randomStream } from '../../random.ts';
import { conformalFactor, type IntervalFactor } from '../conformal.ts';
import { dealFolds } from '../folds.ts';
import { effectVariances } from './effect-variances.ts';
import { difficultyLevels, effectGroupings, LEVELS } from './item-groups.ts';
import { robustTest } from './robust-test.ts';
import { sampleItems } from './sample-items.ts';

/** What a robust test is prepared from: the calibration's examinees only. */
export interface RobustRequest {
  readonly responses: ResponseMatrix;
  /** Weights of the items in each examinee's full score, one entry an examinee; 0 where there is no answer. */
  readonly weights: readonly Float64Array[];
  readonly families: readonly string[];
  /** The tag whose values examinees may do better or worse at than their ability says. */
  readonly tag?:
    | { readonly values: readonly string[]; readonly codes: ArrayLike<number> }
    | undefined;
  /** Guessing of each item. */
  readonly guessing: Float64Array;
  /** Numbers of items tests will have, ascending. */
  readonly lengths: readonly number[];
  readonly seed: string;
}

/** A bank ready for robust tests. */
export interface RobustBank {
  readonly model: ScoreModel;
  /** Stratum of each item for the random share: tag value × level of difficulty. */
  readonly stratum: Int32Array;
  /** Share of random items. */
  readonly randomShare: number;
  /** How wide 90% intervals must be, by length, in standard errors. */
  readonly factors: readonly IntervalFactor[];
  /** What was tried on left-out examinees: mean absolute errors in points, by length. Empty where there are too few. */
  readonly trials: readonly RobustTrial[];
}

export interface RobustTrial {
  readonly dimensions: number;
  readonly randomShare: number;
  readonly errors: readonly number[];
}

/** What is tried, the choice in case of doubt first. */
const DIMENSIONS = [1, 2, 4];
const RANDOM_SHARES = [0.25, 0.5, 1];
/** Another choice must err less by this share, since the best of several looks better than it is. */
const CLEARLY = { dimensions: 0.03, randomShare: 0.05 };
const FOLDS = 4;
/** Tests of each left-out examinee, each with its own random items. */
const REPEATS = 2;
/** Examinees below which, or without half of which outside its largest family, nothing is tried: the first choices stand. */
const FEWEST = 8;
/** Dimensions need this many examinees each. */
const EXAMINEES_A_DIMENSION = 4;
/** Items the trials are made with: a sample of the bank serves, and is faster. */
const TRIAL_ITEMS = 3000;
/**
 * Variance of abilities of new examinees, on the scale where the calibration's have 1. New models are often better than all
 * before them: a prior as narrow as the calibration draws their scores down by points, a wide one costs the others nothing.
 */
const ABILITY_VARIANCE = 4;
/** Of effects, where none could be learned. */
const UNKNOWN_VARIANCE = 0.1;
const FACTOR_ROUNDS = 8;
/** Errors and standard errors of a score below this are rounding. */
const EXACT = 1e-6;

/**
 * Prepares a bank for robust tests: item coefficients of the factor model, and what is learned by leaving whole families
 * out of the calibration in turn and testing them: the number of dimensions, the variances of the effects, the share of
 * random items, and how wide intervals must be.
 */
export function prepareRobust(request: RobustRequest): RobustBank {
  const { responses, tag, guessing, lengths } = request;
  const n = responses.examinees.length;
  const level = difficultyLevels(responses);
  const stratum = Int32Array.from(level, (l, j) => (tag?.codes[j] ?? 0) * LEVELS + l);
  const names = [...new Set(request.families)];
  const folds = Math.min(FOLDS, names.length);
  const model = (dimensions: number, variances: Float64Array | null): ScoreModel =>
    scoreModel(responses, tag, guessing, dimensions, variances);
  const largest = Math.max(
    ...countBy(
      request.families.map((f) => names.indexOf(f)),
      names.length,
    ),
  );
  if (n < FEWEST || folds < 2 || n - largest < FEWEST / 2)
    return {
      model: model(1, null),
      stratum,
      randomShare: RANDOM_SHARES[0],
      factors: lengths.map(() => conformalFactor([])),
      trials: [],
    };
  const { chosen, trials } = tryOut(request, folds);
  return {
    model: model(chosen.dimensions, chosen.variances),
    stratum,
    randomShare: chosen.randomShare,
    factors: chosen.factors,
    trials,
  };
}

function scoreModel(
  responses: ResponseMatrix,
  tag: RobustRequest['tag'],
  guessing: Float64Array,
  dimensions: number,
  variances: Float64Array | null,
): ScoreModel {
  const fit = fitFactors(responses, { dimensions, guessing, maxRounds: FACTOR_ROUNDS });
  const groupings = effectGroupings(tag, difficultyLevels(responses));
  return {
    items: responses.items.length,
    dimensions,
    coefficients: fit.coefficients,
    covariances: fit.covariances,
    guessing,
    abilityVariance: ABILITY_VARIANCE,
    groupings: groupings.map((grouping, g) => ({
      ...grouping,
      variance: variances?.[g] ?? UNKNOWN_VARIANCE,
    })),
  };
}

interface Chosen {
  readonly dimensions: number;
  readonly variances: Float64Array;
  readonly randomShare: number;
  readonly factors: readonly IntervalFactor[];
}

/** Leaves each fold of families out, tests it with every choice, and takes what erred least. */
function tryOut(request: RobustRequest, folds: number): { chosen: Chosen; trials: RobustTrial[] } {
  const { responses, weights, tag, guessing, stratum } = {
    ...sampleItems(request, TRIAL_ITEMS),
  };
  const { lengths, families, seed } = request;
  const n = responses.examinees.length;
  const width = responses.items.length;
  const fold = dealFolds(families, folds, randomStream(seed, 'robust', 'folds'));
  const rows = responses.examinees.map((_, i) => i);
  const scoresOf = (i: number) => responses.scores.subarray(i * width, (i + 1) * width);
  const actual = rows.map((i) =>
    weights[i].reduce((sum, w, j) => (w > 0 ? sum + w * scoresOf(i)[j] : sum), 0),
  );
  const most = Math.floor(
    Math.min(...countBy(fold, folds).map((count) => n - count)) / EXAMINEES_A_DIMENSION,
  );
  const tried = DIMENSIONS.filter((d) => d === 1 || d <= most);
  const possible = lengths.map((length) => Math.min(length, width));
  const unseen = (k: number) => rows.filter((i) => fold[i] === k);
  /** Tests every examinee with the models of a number of dimensions. */
  const test = ({ models }: { models: readonly ScoreModel[] }, randomShare: number): Trial => {
    const tests = rows.map((i) =>
      Array.from({ length: REPEATS }, (_, repeat) =>
        robustTest(
          { model: models[fold[i]], stratum, randomShare },
          { scores: scoresOf(i), weights: weights[i] },
          possible,
          randomStream(seed, 'robust', 'trial', repeat, responses.examinees[i]),
        ).map(({ score, se }) => ({ error: Math.abs(score - actual[i]), se })),
      ),
    );
    return {
      randomShare,
      errors: possible.map((_, l) => {
        const all = tests.flat();
        return all.reduce((sum, row) => sum + row[l].error, 0) / all.length;
      }),
      // One test an examinee: two of the same are not two examinees. A test that asked everything shows nothing.
      ratios: possible.map((_, l) =>
        tests.flatMap(([row]) => (row[l].se > EXACT ? [row[l].error / row[l].se] : [])),
      ),
    };
  };
  const byDimensions = tried.map((dimensions) => {
    const models = Array.from({ length: folds }, (_, k) => {
      const seen = pickExaminees(
        responses,
        rows.filter((i) => fold[i] !== k),
      );
      return scoreModel(seen, tag, guessing, dimensions, null);
    });
    const variances = meanVariances(
      models.map((model, k) => ({
        count: unseen(k).length,
        values: effectVariances(model, unseen(k).map(scoresOf)),
      })),
    );
    const informed = {
      dimensions,
      variances,
      models: models.map(({ groupings, ...rest }) => ({
        ...rest,
        groupings: groupings.map((grouping, g) => ({ ...grouping, variance: variances[g] })),
      })),
    };
    return { ...informed, first: test(informed, RANDOM_SHARES[0]) };
  });
  const meanLog = (errors: readonly number[]) =>
    errors.reduce((sum, e) => sum + Math.log(Math.max(e, EXACT)), 0) / errors.length;
  // Over all lengths: what is only lucky at one of them averages out.
  const best =
    byDimensions[
      firstUnlessClearly(
        byDimensions.map(({ first }) => meanLog(first.errors)),
        CLEARLY.dimensions,
      )
    ];
  const shares = [best.first, ...RANDOM_SHARES.slice(1).map((share) => test(best, share))];
  const pick =
    shares[
      firstUnlessClearly(
        shares.map(({ errors }) => meanLog(errors)),
        CLEARLY.randomShare,
      )
    ];
  const inPoints = (dimensions: number, { randomShare, errors }: Trial): RobustTrial => ({
    dimensions,
    randomShare,
    errors: errors.map((e) => 100 * e),
  });
  return {
    chosen: {
      dimensions: best.dimensions,
      variances: best.variances,
      randomShare: pick.randomShare,
      factors: pick.ratios.map((ratios) => conformalFactor(ratios)),
    },
    trials: [
      ...byDimensions.map(({ dimensions, first }) => inPoints(dimensions, first)),
      ...shares.slice(1).map((share) => inPoints(best.dimensions, share)),
    ],
  };
}

/** Mean absolute errors, and |error| / SE of each examinee, by length. */
interface Trial {
  readonly randomShare: number;
  readonly errors: readonly number[];
  readonly ratios: readonly (readonly number[])[];
}

/** The position of the first value, or of the least one where it is less by the share `clearly` (values are logs). */
function firstUnlessClearly(values: readonly number[], clearly: number): number {
  let best = 0;
  values.forEach((value, k) => {
    const bar = best === 0 ? values[0] + Math.log(1 - clearly) : values[best];
    if (value < bar) best = k;
  });
  return best;
}

function countBy(of: ArrayLike<number>, groups: number): number[] {
  const counts = new Array<number>(groups).fill(0);
  for (let i = 0; i < of.length; i++) counts[of[i]]++;
  return counts;
}

function meanVariances(
  parts: readonly { readonly count: number; readonly values: Float64Array }[],
): Float64Array {
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  return parts[0].values.map((_, g) =>
    parts.reduce((sum, { count, values }) => sum + (count / all) * values[g], 0),
  );
}
