import type { ScoreModel } from '../../cat/robust/score-model.ts';
import { pickExaminees } from '../../irt/responses.ts';
import { randomStream } from '../../random.ts';
import { mean } from '../../statistics/mean.ts';
import { alarmFactor, conformalFactor, type IntervalFactor, pooledFactor } from '../conformal.ts';
import { dealFolds } from '../folds.ts';
import { bankRatio } from './bank-ratio.ts';
import {
  type ExamineeVariances,
  examineeVariances,
  meanVariances,
  withVariances,
} from './examinee-variances.ts';
import { firstUnlessClearly } from './first-unless-clearly.ts';
import { fitScoreModel } from './fit-score-model.ts';
import { EXACT, partRatios, partScores } from './part-errors.ts';
import type { RobustBank, RobustRequest } from './prepare-robust.ts';
import { answeredMost, fullScoreOf, rangeOf } from './recorded-answers.ts';
import { robustTest } from './robust-test.ts';
import { sampleItems } from './sample-items.ts';

/** What is tried, the choice in case of doubt first. */
const DIMENSIONS = [4, 2, 1];
const RANDOM_SHARES = [0.1, 0.25, 0.5, 1];
/** Another choice must err less by this share, and by its standard error: the best of several looks better than it is. */
const CLEARLY = { dimensions: 0.03, randomShare: 0.05 };
/** Tests of each left-out examinee, each with its own random items. */
const REPEATS = 2;
/** Dimensions need this many examinees each. */
const EXAMINEES_A_DIMENSION = 2;
/** Items the trials are made with: a sample of the bank serves, and is faster. */
const TRIAL_ITEMS = 3000;

/** The choice that erred least on left-out examinees, and what was learned with it. */
export interface Chosen
  extends Pick<RobustBank, 'randomShare' | 'factors' | 'alarmFactors' | 'tagFactors'> {
  readonly dimensions: number;
  readonly variances: ExamineeVariances;
}

/** What was tried on left-out examinees: mean absolute errors in points, by length. */
export interface RobustTrial {
  readonly dimensions: number;
  readonly randomShare: number;
  readonly errors: readonly number[];
}

/** Absolute errors of each examinee (mean of its tests), |error| / SE of its first one, and of its scores by tag, by length. */
interface Tried {
  readonly randomShare: number;
  readonly errors: readonly Float64Array[];
  readonly ratios: readonly (readonly { readonly ratio: number; readonly isAlarmed: boolean }[])[];
  readonly tagRatios: readonly (readonly (readonly number[])[])[];
}

/** The numbers of dimensions to try on so many examinees: the most they allow, which stands in doubt, and one. */
export function dimensionChoices(examinees: number): number[] {
  const most = DIMENSIONS.find((d) => d * EXAMINEES_A_DIMENSION <= examinees) ?? 1;
  return [...new Set([most, 1])];
}

export const DOUBTFUL_SHARE = RANDOM_SHARES[0];

/** Leaves each fold of families out, tests it with every choice, and takes what erred least. */
export function tryChoices(
  request: RobustRequest,
  folds: number,
): { readonly chosen: Chosen; readonly trials: readonly RobustTrial[] } {
  const sample = sampleItems(request, TRIAL_ITEMS);
  const { responses, weights, stratum, flagged } = sample;
  const { lengths, families, seed } = request;
  const width = responses.items.length;
  const fold = dealFolds(families, folds, randomStream(seed, 'robust', 'folds'));
  const rows = responses.examinees.map((_, i) => i);
  const scoresOf = (i: number) => responses.scores.subarray(i * width, (i + 1) * width);
  const actual = rows.map((i) => fullScoreOf(responses, weights[i], i));
  const unseen = Array.from({ length: folds }, (_, k) => rows.filter((i) => fold[i] === k));
  const tested = answeredMost(responses);
  const ranges = unseen.map((_, k) =>
    rangeOf(
      tested.filter((i) => fold[i] !== k),
      actual,
    ),
  );
  const fewest = Math.min(...unseen.map(({ length }) => rows.length - length));
  const possible = lengths.map((length) => Math.min(length, width));
  const { tag } = sample;
  const parts = tag === undefined ? null : { count: tag.values.length, of: tag.codes };
  const actualParts = rows.map((i) =>
    parts === null ? new Float64Array(0) : partScores(scoresOf(i), weights[i], parts),
  );

  /**
   * Chance is a larger part of a score's variance on the sample than on the whole bank: this share of it is left there, once
   * so many items were asked.
   */
  const chanceLeft = (asked: number) =>
    asked >= width
      ? 1
      : (width / request.responses.items.length) *
        ((1 - asked / request.responses.items.length) / (1 - asked / width));
  /** Tests every examinee with the models of the folds. */
  const test = (models: readonly ScoreModel[], randomShare: number): Tried => {
    const tests = tested.map((i) =>
      Array.from({ length: REPEATS }, (_, repeat) =>
        robustTest(
          { model: models[fold[i]], stratum, randomShare, range: ranges[fold[i]], flagged },
          { scores: scoresOf(i), weights: weights[i] },
          possible,
          randomStream(seed, 'robust', 'trial', repeat, responses.examinees[i]),
          repeat === 0 ? parts : null,
        ).map(({ score, se, chance, alarm, parts: predicted }) => ({
          error: Math.abs(score - actual[i]),
          se,
          chance,
          isAlarmed: alarm !== null,
          ofParts: predicted === null ? [] : partRatios(predicted, actualParts[i]),
        })),
      ),
    );
    return {
      randomShare,
      errors: possible.map((_, l) =>
        Float64Array.from(tests, (own) => mean(own.map((row) => row[l].error))),
      ),
      // One test an examinee: two of the same are not two examinees. A test that asked everything shows nothing.
      ratios: possible.map((_, l) =>
        tests.flatMap(([row]) => {
          const { error, se, chance, isAlarmed } = row[l];
          if (se <= EXACT) return [];
          const more = (1 - chanceLeft(possible[l])) * chance;
          return [{ ratio: bankRatio(error, se, more), isAlarmed }];
        }),
      ),
      tagRatios: possible.map((_, l) => tests.map(([row]) => row[l].ofParts)),
    };
  };

  const byDimensions = dimensionChoices(fewest).map((dimensions) => {
    const models = unseen.map((_, k) => {
      const seen = rows.filter((i) => fold[i] !== k);
      return fitScoreModel({ ...sample, responses: pickExaminees(responses, seen) }, dimensions);
    });
    const variances = meanVariances(
      models.map((model, k) => ({
        count: unseen[k].length,
        variances: examineeVariances(model, unseen[k].map(scoresOf)),
      })),
    );
    const informed = models.map((model) => withVariances(model, variances));
    return { dimensions, variances, models: informed, tried: test(informed, RANDOM_SHARES[0]) };
  });
  const { dimensions, variances, models, tried } =
    byDimensions[
      firstUnlessClearly(
        byDimensions.map(({ tried }) => tried),
        CLEARLY.dimensions,
      )
    ];
  const shares = [tried, ...RANDOM_SHARES.slice(1).map((share) => test(models, share))];
  const { randomShare, ratios, tagRatios } =
    shares[firstUnlessClearly(shares, CLEARLY.randomShare)];
  const factors = factorsOf(ratios);
  return {
    chosen: {
      dimensions,
      variances,
      randomShare,
      factors,
      alarmFactors: ratios.map((ofLength, l) =>
        alarmFactor(
          ofLength.flatMap(({ ratio, isAlarmed }) => (isAlarmed ? [ratio] : [])),
          factors[l].factor,
        ),
      ),
      tagFactors: tagRatios.map((ofLength) => pooledFactor(ofLength)),
    },
    trials: [
      ...byDimensions,
      ...shares.slice(1).map((trial) => ({ dimensions, tried: trial })),
    ].map(({ dimensions, tried }) => ({
      dimensions,
      randomShare: tried.randomShare,
      errors: tried.errors.map((errors) => 100 * mean(errors)),
    })),
  };
}

/**
 * The factor of tests without an alarm at each length. Where all of the sample was asked there is nothing to learn from: the
 * factor of the length before, unverified.
 */
function factorsOf(ratios: Tried['ratios']): IntervalFactor[] {
  const factors: IntervalFactor[] = [];
  for (const ofLength of ratios) {
    const before = factors.at(-1);
    const own = conformalFactor(
      ofLength.flatMap(({ ratio, isAlarmed }) => (isAlarmed ? [] : [ratio])),
    );
    factors.push(
      ofLength.length > 0 || before === undefined
        ? own
        : { factor: Math.max(own.factor, before.factor), verified: false },
    );
  }
  return factors;
}
