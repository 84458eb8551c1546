import { mean } from '../../statistics/mean.ts';
import { alarmFactor, conformalFactor, type IntervalFactor, pooledFactor } from '../conformal.ts';
import type { ExamineeVariances } from './examinee-variances.ts';
import { firstUnlessClearly } from './first-unless-clearly.ts';
import type { ChoiceTrial, HeldOutTests, Tried, TriedChoice } from './held-out-tests.ts';
import type { RobustBank } from './prepare-robust.ts';

/** What is tried, the choice in case of doubt first. */
const DIMENSIONS = [4, 2, 1];
const RANDOM_SHARES = [0.1, 0.25, 0.5, 1];
/** Another choice must err less by this share, and by its standard error: the best of several looks better than it is. */
const CLEARLY = { dimensions: 0.03, randomShare: 0.05 };
/** Dimensions need this many examinees each. */
const EXAMINEES_A_DIMENSION = 2;

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

/** The numbers of dimensions to try on so many examinees: the most they allow, which stands in doubt, and one. */
export function dimensionChoices(examinees: number): number[] {
  const most = DIMENSIONS.find((d) => d * EXAMINEES_A_DIMENSION <= examinees) ?? 1;
  return [...new Set([most, 1])];
}

export const DOUBTFUL_SHARE = RANDOM_SHARES[0];

/** What was found of all choices. */
export interface Choices {
  readonly chosen: Chosen;
  readonly trials: readonly RobustTrial[];
}

/**
 * Looks for the choice that errs least: gives the trials of choices that can be made at the same time, and is given what became of
 * them, in their order.
 * @param fewest examinees that the smallest calibration has
 */
export function* searchChoices(
  fewest: number,
): Generator<readonly ChoiceTrial[], Choices, readonly TriedChoice[]> {
  const byDimensions = yield dimensionChoices(fewest).map((dimensions) => ({
    dimensions,
    randomShare: DOUBTFUL_SHARE,
    fitted: null,
  }));
  const best = firstUnlessClearly(
    byDimensions.map(({ tried }) => tried),
    CLEARLY.dimensions,
  );
  const { fitted, tried } = byDimensions[best];
  const { dimensions, variances } = fitted;
  const others = yield RANDOM_SHARES.slice(1).map((randomShare) => ({
    dimensions,
    randomShare,
    fitted,
  }));
  const shares = [tried, ...others.map((other) => other.tried)];
  const chosen = shares[firstUnlessClearly(shares, CLEARLY.randomShare)];
  return {
    chosen: { dimensions, variances, randomShare: chosen.randomShare, ...factorsOf(chosen) },
    trials: [...byDimensions, ...others].map(trialOf),
  };
}

/** Leaves each fold of families out, tests it with every choice, and takes what erred least. */
export function tryChoices(heldOut: HeldOutTests): Choices {
  const search = searchChoices(heldOut.fewest);
  let step = search.next();
  while (step.done !== true) step = search.next(step.value.map((trial) => heldOut.try(trial)));
  return step.value;
}

function trialOf({ fitted, tried }: TriedChoice): RobustTrial {
  return {
    dimensions: fitted.dimensions,
    randomShare: tried.randomShare,
    errors: tried.errors.map((errors) => 100 * mean(errors)),
  };
}

/** How wide intervals must be by what was tried, by length. */
function factorsOf({
  ratios,
  tagRatios,
}: Tried): Pick<Chosen, 'factors' | 'alarmFactors' | 'tagFactors'> {
  const factors = factorsWithoutAlarm(ratios);
  const alarmFactors = ratios.map((ofLength, l) =>
    alarmFactor(
      ofLength.flatMap(({ ratio, isAlarmed }) => (isAlarmed ? [ratio] : [])),
      factors[l].factor,
    ),
  );
  return { factors, alarmFactors, tagFactors: tagRatios.map((ofLength) => pooledFactor(ofLength)) };
}

/**
 * The factor of tests without an alarm at each length. Where all of the sample was asked there is nothing to learn from: the
 * factor of the length before, unverified.
 */
function factorsWithoutAlarm(ratios: Tried['ratios']): IntervalFactor[] {
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
