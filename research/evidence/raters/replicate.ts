import {
  fitFacets,
  mean,
  NO_FACET_PRIORS,
  NORMAL_90,
  randomNormal,
  randomStream,
  spearman,
  studentQuantile,
} from 'thetarank';
import { type Design, MODELS } from './designs.ts';
import { jointSeverities } from './joint.ts';
import { simulate } from './simulate.ts';

/** Answers of each run that compares with joint maximum likelihood. */
export const SPREAD_ANSWERS = 500;

/** What one run found; scores are in grades. */
export interface RaterRun {
  readonly severityError: number;
  /** Shares of intervals that hold the truth: of severities by robust and by model errors, of answers, of models. */
  readonly severityHeld: number;
  readonly severityHeldModel: number;
  readonly answersHeld: number;
  readonly modelsHeld: number;
  /** Root mean square errors and rank correlations with the truth. */
  readonly answerErrors: readonly [plain: number, fair: number];
  readonly answerRanks: readonly [plain: number, fair: number];
  readonly modelErrors: readonly [plain: number, fair: number];
  readonly modelRanks: readonly [plain: number, fair: number];
  /** Whether a test at 5%, over all raters, finds: severities, halo, low sensitivity, bias by aspect, misfit. */
  readonly finds: readonly [boolean, boolean, boolean, boolean, boolean];
  readonly isRater: boolean;
  readonly converged: boolean;
}

export function replicate(design: Design, run: number): RaterRun {
  const truth = simulate(design, run);
  const { ratings } = truth;
  const fit = fitFacets(ratings, {
    ...(design.ignoresModels === true ? {} : { groups: truth.models }),
    clusters: truth.items,
  });
  const { raters } = fit;
  const t = studentQuantile(0.05, fit.clusters - 1);
  const held = (errors: Float64Array, times: number) =>
    mean(
      truth.severities.map((s, r) =>
        Math.abs(raters.severities[r] - s) <= times * errors[r] ? 1 : 0,
      ),
    );
  const [sums, counts] = [new Float64Array(design.answers), new Float64Array(design.answers)];
  ratings.scores.forEach((score, k) => {
    sums[ratings.answers[k]] += score;
    counts[ratings.answers[k]]++;
  });
  const plain = Array.from(sums, (sum, a) => sum / counts[a]);
  const fair = [...fit.answers.fair];
  const byModel = (values: readonly number[]) =>
    Array.from({ length: MODELS }, (_, m) => mean(values.filter((__, a) => a % MODELS === m)));
  const trueModels = byModel(truth.answers);
  const [plainModels, fairModels] = [byModel(plain), byModel(fair)];
  const pair = (
    of: (x: readonly number[], y: readonly number[]) => number,
    x: number[],
    y: number[],
    z: readonly number[],
  ) => [of(x, z), of(y, z)] as const;
  const rank = (x: readonly number[], y: readonly number[]) => spearman([...x], [...y]) ?? 0;
  const isBelow = (ps: Float64Array) => ps.some((p) => p < 0.05);
  return {
    severityError: rootMeanSquare([...raters.severities], truth.severities),
    severityHeld: held(raters.errors, t),
    severityHeldModel: held(raters.modelErrors, NORMAL_90),
    answersHeld: mean(
      truth.answers.map((x, a) => (fit.answers.low[a] <= x && x <= fit.answers.high[a] ? 1 : 0)),
    ),
    modelsHeld:
      design.ignoresModels === true
        ? Number.NaN
        : mean(
            truth.population.map((x, m) =>
              fit.groups.low[m] <= x && x <= fit.groups.high[m] ? 1 : 0,
            ),
          ),
    answerErrors: pair(rootMeanSquare, plain, fair, truth.answers),
    answerRanks: pair(rank, plain, fair, truth.answers),
    modelErrors: pair(rootMeanSquare, plainModels, fairModels, trueModels),
    modelRanks: pair(rank, plainModels, fairModels, trueModels),
    finds: [
      raters.equal.p < 0.05,
      raters.halo.adjusted.some((p, r) => p < 0.05 && raters.halo.values[r] > 0),
      raters.sensitivity.adjusted.some((p, r) => p < 0.05 && raters.sensitivity.values[r] < 0),
      isBelow(raters.bias.adjusted),
      isBelow(raters.misfit),
    ],
    isRater: fit.deviations === 'rater',
    converged: fit.converged,
  };
}

/** Products of estimated and of true severities with the true ones: their ratio over all runs is the slope of estimates on truths. */
export interface SpreadRun {
  readonly joint: number;
  readonly marginal: number;
  readonly truth: number;
}

/** One aspect and two grades: where joint maximum likelihood errs most. All raters rate all answers. */
export function replicateSpread(raters: number, run: number): SpreadRun {
  const random = randomStream(1, 'spread', raters, run);
  const drawn = Array.from({ length: raters }, () => randomNormal(random));
  const severities = drawn.map((x) => x - mean(drawn));
  const qualities = Array.from({ length: SPREAD_ANSWERS }, () => randomNormal(random));
  const size = SPREAD_ANSWERS * raters;
  const answers = Int32Array.from({ length: size }, (_, k) => Math.floor(k / raters));
  const ofRating = Int32Array.from({ length: size }, (_, k) => k % raters);
  const ratings = {
    ...{ answers, raters: ofRating, aspects: new Int32Array(size) },
    scores: ofRating.map((r, k) =>
      random() < 1 / (1 + Math.exp(severities[r] - qualities[answers[k]])) ? 1 : 0,
    ),
    counts: { answers: SPREAD_ANSWERS, raters, aspects: 1, categories: 2 },
  };
  const fit = fitFacets(ratings, { priors: NO_FACET_PRIORS });
  return {
    joint: product(severities, jointSeverities(ratings)),
    marginal: product(severities, [...fit.raters.severities]),
    truth: product(severities, severities),
  };
}

function product(x: readonly number[], y: readonly number[]): number {
  return x.reduce((sum, value, k) => sum + value * y[k], 0);
}

function rootMeanSquare(x: readonly number[], y: readonly number[]): number {
  return Math.sqrt(mean(x.map((value, k) => (value - y[k]) ** 2)));
}
