import { NORMAL_90 } from '../statistics/normal-points.ts';

/** From this many other examinees on, a 90% interval counts as checked on them. */
export const LEAST_FOR_VERIFIED = 19;
/** With fewer values no conformal 90% quantile exists: ⌈0.9 (n + 1)⌉ > n. */
export const CONFORMAL_LEAST = 9;

/**
 * No interval is narrower than this share of ±1.645 standard errors. If nearly all other scores were predicted exactly, their
 * ratios do not show how large an error can be.
 */
const LEAST_SHARE = 0.05;

/** The half-width of an interval in standard errors, and whether it rests on enough examinees. */
export interface IntervalFactor {
  readonly factor: number;
  readonly verified: boolean;
}

/**
 * The half-width in standard errors at which intervals would have held the known scores of a share `level` of other examinees:
 * the ⌈level (n + 1)⌉-th smallest of their |error| / SE (the largest, if they are too few for that rank).
 *
 * From LEAST_FOR_VERIFIED examinees on, the factor may be below the normal 1.645: fractional scores vary less than the right
 * and wrong answers that standard errors assume. With fewer examinees, whose largest ratios may be small by chance, it is at
 * least 1.645.
 *
 * This is conformal prediction with studentised residuals. The others were themselves predicted by calibrations
 * without them (cross-conformal), so that their errors are like those of a new examinee.
 * @see Vovk (2015), Annals of Mathematics and AI 74, 9–28; Barber et al. (2021), Annals of Statistics 49, 486–507
 */
export function conformalFactor(ratios: readonly number[], level = 0.9): IntervalFactor {
  return intervalFactor(conformalQuantile(ratios, level), ratios.length);
}

/** The factor from `count` examinees, and whether they are enough to verify it and to let it fall below 1.645. */
function intervalFactor(quantile: number, count: number): IntervalFactor {
  const verified = count >= LEAST_FOR_VERIFIED;
  return { factor: Math.max(verified ? LEAST_SHARE * NORMAL_90 : NORMAL_90, quantile), verified };
}

/**
 * The same for several scores per examinee, such as those by tag: the smallest factor at which the coverage summed over
 * examinees reaches `level` (n + 1). Each examinee contributes its fraction of covered scores; the new one contributes zero.
 * With too few examinees it is the largest ratio. Errors of one examinee's scores are related, so examinees are counted, not
 * scores: `verified` from LEAST_FOR_VERIFIED of them on.
 *
 * @param groups |error| / SE of the scores of each examinee; examinees without scores are left out
 * @see Lee, Barber & Willett (2023), arXiv 2306.06342; Dunn, Wasserman & Ramdas (2023), JASA 118, 2491–2502
 */
export function pooledFactor(groups: readonly (readonly number[])[], level = 0.9): IntervalFactor {
  const known = groups.filter(({ length }) => length > 0);
  const all = known
    .flatMap((ratios) => ratios.map((ratio) => ({ ratio, part: 1 / ratios.length })))
    .sort((x, y) => x.ratio - y.ratio);
  const needed = level * (known.length + 1) - 1e-9;
  let held = 0;
  const reached = all.find(({ part }) => {
    held += part;
    return held >= needed;
  });
  return intervalFactor(reached?.ratio ?? all.at(-1)?.ratio ?? 0, known.length);
}

/**
 * The factor of tests that raised an alarm. Their standard errors include what the calibration cannot explain (HypothesisAverage). The
 * errors of other models tell nothing about them, so that the factor is that of a normal error, unverified. The learned one is often larger:
 * with it, intervals of strange models are up to 1.9 times as wide as those of random items, and hold in 95 to 100% of tests.
 */
export const ALARM_FACTOR: IntervalFactor = { factor: NORMAL_90, verified: false };

/** The ⌈level (n + 1)⌉-th smallest of n values, the largest if they are too few for that rank; 0 if there are none. */
export function conformalQuantile(values: readonly number[], level = 0.9): number {
  const n = values.length;
  const rank = Math.min(n, Math.ceil(level * (n + 1) - 1e-9));
  return n === 0 ? 0 : [...values].sort((x, y) => x - y)[rank - 1];
}
