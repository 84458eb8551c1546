import { type ItemParameters, pickItems } from '../../src/irt/parameters.ts';
import { mean } from '../../src/statistics/mean.ts';
import { type CurveOptions, haebara, stockingLord } from './curve-constants.ts';
import { anchorDrift, driftBound } from './drifted-anchors.ts';
import { type LinkingConstants, meanMean, meanSigma } from './moment-constants.ts';

/** How linking constants are found, most used last. */
export const LINKING_METHODS = ['mean-mean', 'mean-sigma', 'haebara', 'stocking-lord'] as const;
export type LinkingMethod = (typeof LINKING_METHODS)[number];

export interface LinkOptions extends CurveOptions {
  readonly method: LinkingMethod;
  /** True: anchors whose parameters drifted stay anchors; those that change direction never do. */
  readonly keepsDrifted?: boolean;
}

/** A common item that is no anchor, and why. */
export interface DroppedAnchor {
  /** Its position among the common items. */
  readonly item: number;
  readonly reason: 'direction' | 'drift';
  /** Robust z of the slope and of the difficulty; null where they are not known. */
  readonly zSlope: number | null;
  readonly zDifficulty: number | null;
}

/** A link from one scale to another. */
export interface Link extends LinkingConstants {
  /** Number of anchors, the common items that were used. */
  readonly anchors: number;
  readonly dropped: readonly DroppedAnchor[];
  /** Variances and covariance of slope and intercept; null with fewer than three anchors. */
  readonly errors: LinkErrors | null;
  /** False if the search for the least distance of the curves did not end. */
  readonly converged: boolean;
}

export interface LinkErrors {
  readonly slope: number;
  readonly intercept: number;
  readonly covariance: number;
}

/** Leaving out one anchor of two says nothing of error. */
const FEWEST_FOR_ERRORS = 3;
/** Each group of anchors that is left out takes another search. */
const MOST_GROUPS = 50;

/**
 * The constants that bring `from` to the scale of `to`, with jackknife errors. The anchors count as a sample of those there could
 * be, so the errors include both the errors of their parameters and their drift. With more than 50 anchors the jackknife leaves out
 * one of 50 groups at a time.
 *
 * @param from, to the common items on both scales, in one order
 * @returns null if no anchor is left, or slopes or difficulties do not differ where the method needs it
 * @see Haberman, Lee & Qian (2009), ETS Research Report 09-39, for the jackknife of linking
 */
export function linkScales(
  from: ItemParameters,
  to: ItemParameters,
  options: LinkOptions,
): Link | null {
  const dropped = droppedAnchors(from, to, options.keepsDrifted === true);
  const isDropped = new Set(dropped.map(({ item }) => item));
  const anchors = Array.from({ length: from.count }, (_, j) => j).filter((j) => !isDropped.has(j));
  const all = constants(pickItems(from, anchors), pickItems(to, anchors), options, null);
  if (all === null) return null;
  const { slope, intercept, converged } = all;
  const errors = jackknife(from, to, anchors, options, all);
  return { slope, intercept, anchors: anchors.length, dropped, errors, converged };
}

/**
 * A chain of two links: θ₃ = A₂ (A₁ θ + B₁) + B₂. Errors are those of independent links, by the delta method.
 */
export function chained(
  first: Pick<Link, 'slope' | 'intercept' | 'errors'>,
  second: Pick<Link, 'slope' | 'intercept' | 'errors'>,
): Pick<Link, 'slope' | 'intercept' | 'errors'> {
  const slope = second.slope * first.slope;
  const intercept = second.slope * first.intercept + second.intercept;
  const [one, two] = [first.errors, second.errors];
  if (one === null || two === null) return { slope, intercept, errors: null };
  const [A1, B1, A2] = [first.slope, first.intercept, second.slope];
  return {
    slope,
    intercept,
    errors: {
      slope: A1 * A1 * two.slope + A2 * A2 * one.slope,
      intercept:
        B1 * B1 * two.slope + 2 * B1 * two.covariance + two.intercept + A2 * A2 * one.intercept,
      covariance: A1 * B1 * two.slope + A1 * two.covariance + A2 * A2 * one.covariance,
    },
  };
}

function droppedAnchors(
  from: ItemParameters,
  to: ItemParameters,
  keepsDrifted: boolean,
): DroppedAnchor[] {
  const drift = anchorDrift(from, to);
  const bound = driftBound(Math.max(2, from.count));
  const known = (z: number) => (Number.isNaN(z) ? null : z);
  const dropped: DroppedAnchor[] = [];
  for (let item = 0; item < from.count; item++) {
    const [s, b] = [drift.slope[item], drift.difficulty[item]];
    const isTurned = !(from.a[item] / to.a[item] > 0);
    const isDrifted = !keepsDrifted && (Math.abs(s) > bound || Math.abs(b) > bound);
    if (!isTurned && !isDrifted) continue;
    const reason = isTurned ? 'direction' : 'drift';
    dropped.push({ item, reason, zSlope: known(s), zDifficulty: known(b) });
  }
  return dropped;
}

function constants(
  from: ItemParameters,
  to: ItemParameters,
  options: LinkOptions,
  start: LinkingConstants | null,
): (LinkingConstants & { readonly converged: boolean }) | null {
  if (from.count === 0) return null;
  const byMeans = meanMean(from, to);
  if (!isUsable(byMeans)) return null;
  switch (options.method) {
    case 'mean-mean':
      return { ...byMeans, converged: true };
    case 'mean-sigma': {
      return usable({ ...meanSigma(from, to), converged: true });
    }
    case 'haebara':
      return usable(haebara(from, to, start ?? byMeans, options));
    case 'stocking-lord':
      return usable(stockingLord(from, to, start ?? byMeans, options));
  }
}

/** Units and origins of two scales of ability do not differ by more. If constants do, the parameters are wrong, such as slopes of 10^30. */
const FARTHEST = 1000;

function isUsable({ slope, intercept }: LinkingConstants): boolean {
  return slope >= 1 / FARTHEST && slope <= FARTHEST && Math.abs(intercept) <= FARTHEST;
}

function usable<T extends LinkingConstants>(found: T): T | null {
  return isUsable(found) ? found : null;
}

function jackknife(
  from: ItemParameters,
  to: ItemParameters,
  anchors: readonly number[],
  options: LinkOptions,
  all: LinkingConstants,
): LinkErrors | null {
  if (anchors.length < FEWEST_FOR_ERRORS) return null;
  const groups = Math.min(anchors.length, MOST_GROUPS);
  const without = Array.from({ length: groups }, (_, g) => {
    const rest = anchors.filter((_, k) => k % groups !== g);
    return constants(pickItems(from, rest), pickItems(to, rest), options, all);
  });
  if (without.some((one) => one === null || !one.converged)) return null;
  const slopes = without.map((one) => one!.slope);
  const intercepts = without.map((one) => one!.intercept);
  const [ofSlopes, ofIntercepts] = [mean(slopes), mean(intercepts)];
  const factor = (groups - 1) / groups;
  const errors = { slope: 0, intercept: 0, covariance: 0 };
  for (let g = 0; g < groups; g++) {
    const [s, i] = [slopes[g] - ofSlopes, intercepts[g] - ofIntercepts];
    errors.slope += factor * s * s;
    errors.intercept += factor * i * i;
    errors.covariance += factor * s * i;
  }
  return errors;
}
