import { hypergeometricInterval } from '../statistics/hypergeometric-interval.ts';
import { wilsonInterval } from '../statistics/wilson-interval.ts';

/** Half-width in standard errors of an interval of 95%. */
const Z = 1.959963984540054;
/** What both bounds together may miss. */
const LEVEL = 0.05;

/** Questions of a round that no program or auditor flagged, of which experts saw some, drawn at random. */
export interface SampledQuestions {
  /** All of them. */
  readonly size: number;
  /** Decided by experts. */
  readonly drawn: number;
  readonly accepted: number;
}

/** The share of questions that two experts accept. */
export interface Acceptance {
  /** Estimated, in [0, 1]. */
  readonly share: number;
  /** Of 95%. It is the share itself if experts decided about every question. */
  readonly low: number;
  readonly high: number;
}

/**
 * The share of a finite set of questions that two experts accept, where some were not shown to them:
 *
 *     (A + Σ_r R_r p_r) / N
 *
 * A are the accepted questions, R_r those of round r that experts did not see, and p_r the share accepted of those drawn from the same
 * stratum. Its bounds put in the exact bounds of the number of acceptable questions in each stratum (hypergeometric), and add up: cautious with
 * several rounds, because not all bounds are missed at once.
 *
 * @param accepted all accepted questions, also those drawn
 * @param total N, at least 1
 * @param sampled strata of unflagged questions with some that experts did not see; one of which none was drawn may be anything
 */
export function acceptanceOf(
  accepted: number,
  total: number,
  sampled: readonly SampledQuestions[],
): Acceptance {
  let [share, low, high] = [accepted, accepted, accepted];
  for (const { size, drawn, accepted: right } of sampled) {
    const rest = size - drawn;
    if (rest <= 0) continue;
    if (drawn === 0) {
      high += rest;
      continue;
    }
    const bounds = hypergeometricInterval(right, drawn, size, LEVEL);
    share += (rest * right) / drawn;
    low += bounds.low - right;
    high += bounds.high - right;
  }
  return { share: share / total, low: low / total, high: Math.min(1, high / total) };
}

/** The share of questions like these that would be accepted, with Wilson's interval of 95%; null without questions. */
export function acceptanceRate(accepted: number, decided: number): Acceptance | null {
  if (decided === 0) return null;
  const share = accepted / decided;
  return { share, ...wilsonInterval(share, decided, Z) };
}
