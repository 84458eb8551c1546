import { mean } from '../../statistics/mean.ts';
import { alarmFactor, conformalFactor, type IntervalFactor, pooledFactor } from '../conformal.ts';
import type { ExamineeVariances } from './examinee-variances.ts';
import { firstUnlessClearly } from './first-unless-clearly.ts';
import { HeldOutTests, type Tried } from './held-out-tests.ts';
import type { RobustBank, RobustRequest } from './prepare-robust.ts';

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

/** Leaves each fold of families out, tests it with every choice, and takes what erred least. */
export function tryChoices(
  request: RobustRequest,
  folds: number,
): { readonly chosen: Chosen; readonly trials: readonly RobustTrial[] } {
  const heldOut = new HeldOutTests(request, folds);
  const byDimensions = dimensionChoices(heldOut.fewest).map((dimensions) => {
    const fitted = heldOut.fit(dimensions);
    return { fitted, dimensions, tried: heldOut.test(fitted, DOUBTFUL_SHARE) };
  });
  const best = firstUnlessClearly(
    byDimensions.map(({ tried }) => tried),
    CLEARLY.dimensions,
  );
  const { fitted, dimensions, tried } = byDimensions[best];
  const others = RANDOM_SHARES.slice(1).map((share) => heldOut.test(fitted, share));
  const shares = [tried, ...others];
  const chosen = shares[firstUnlessClearly(shares, CLEARLY.randomShare)];
  return {
    chosen: {
      dimensions,
      variances: fitted.variances,
      randomShare: chosen.randomShare,
      ...factorsOf(chosen),
    },
    trials: [...byDimensions, ...others.map((tried) => ({ dimensions, tried }))].map(trialOf),
  };
}

function trialOf({ dimensions, tried }: { dimensions: number; tried: Tried }): RobustTrial {
  return {
    dimensions,
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
