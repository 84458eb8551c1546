import { CONFORMAL_LEAST, conformalQuantile, LEAST_FOR_VERIFIED } from '../conformal.ts';

/** The part of a recorded matrix that is used here: rows are examinees. */
export interface RecordedScores {
  readonly examinees: readonly string[];
  /** Width is the number of items; in [0, 1], NaN if there is no answer. */
  readonly scores: Float32Array;
}

/** A full score with some answers missing, in [0, 1]. */
export interface FilledScore {
  readonly score: number;
  readonly low: number;
  readonly high: number;
  /** True if the interval held for enough other examinees. */
  readonly verified: boolean;
}

/** Shares of right answers are distinguished this finely. */
const BINS = 400;
/** Beyond this ability all answers are right or all are wrong. */
const FARTHEST = 12;
const HALVINGS = 40;
/** The most examinees that a prediction is checked on; other requests wait for it. */
const MOST_CHECKS = 40;

/**
 * The full score of an examinee that left items out. Skipped items usually differ from the others, so the mean of the given
 * answers is biased. The missing answers are predicted from the share of the other examinees that have each item right:
 *
 *   P(right) = σ(logit pⱼ + δ),   pⱼ = (right + ½) / (answered + 1) among the others,
 *
 * with the δ that gives the examinee as many right answers as it has. The width of the 90% interval comes from the errors of
 * the same prediction for at least nine other examinees whose answers to the same items are hidden (conformal). It stays within
 * the possible range: all missing answers wrong, or all right. With fewer others, the interval is this range, which is certain.
 *
 * @param rows of the requested examinees
 * @param weights of the items in the full score, adding up to 1
 * @see Vovk, Gammerman & Shafer (2005), Algorithmic Learning in a Random World, on the rank of the quantile
 */
export function fillScores(
  recorded: RecordedScores,
  weights: Float64Array,
  rows: readonly number[],
): FilledScore[] {
  const width = weights.length;
  const right = new Float64Array(width);
  const answered = new Float64Array(width);
  recorded.examinees.forEach((_, k) => {
    for (let j = 0; j < width; j++) {
      const score = recorded.scores[k * width + j];
      if (Number.isNaN(score)) continue;
      right[j] += score;
      answered[j]++;
    }
  });
  const fill = (k: number, missing: readonly number[], hidden: Uint8Array) => {
    const own = recorded.scores.subarray(k * width, (k + 1) * width);
    const bin = (j: number) => {
      const has = !Number.isNaN(own[j]);
      const others = answered[j] - Number(has);
      return Math.floor((BINS * (right[j] - (has ? own[j] : 0) + 0.5)) / (others + 1));
    };
    const counts = new Float64Array(BINS + 1);
    const open = new Float64Array(BINS + 1);
    let [sum, known] = [0, 0];
    for (let j = 0; j < width; j++) {
      if (hidden[j] === 1 || Number.isNaN(own[j])) continue;
      counts[bin(j)]++;
      sum += own[j];
      known += weights[j] * own[j];
    }
    for (const j of missing) open[bin(j)] += weights[j];
    const shift = shiftOf(counts, sum);
    return { known, score: known + expected(open, shift) };
  };
  return rows.map((i) => {
    const isMissing = new Uint8Array(width);
    for (let j = 0; j < width; j++)
      isMissing[j] = Number(weights[j] > 0 && Number.isNaN(recorded.scores[i * width + j]));
    const missing = [...isMissing.keys()].filter((j) => isMissing[j] === 1);
    const { known, score } = fill(i, missing, isMissing);
    const most = missing.reduce((sum, j) => sum + weights[j], known);
    const checks = recorded.examinees
      .flatMap((_, k) =>
        missing.every((j) => !Number.isNaN(recorded.scores[k * width + j])) ? [k] : [],
      )
      .slice(0, MOST_CHECKS);
    if (checks.length < CONFORMAL_LEAST) return { score, low: known, high: most, verified: true };
    const errors = checks.map((k) => {
      const filled = fill(k, missing, isMissing);
      const true_ = missing.reduce(
        (sum, j) => sum + weights[j] * recorded.scores[k * width + j],
        filled.known,
      );
      return Math.abs(filled.score - true_);
    });
    const half = conformalQuantile(errors);
    return {
      score,
      low: Math.max(known, score - half),
      high: Math.min(most, score + half),
      verified: checks.length >= LEAST_FOR_VERIFIED,
    };
  });
}

/** The shift of the logits at which the expected number of right answers equals the observed one, by bisection. */
function shiftOf(counts: Float64Array, sum: number): number {
  let [low, high] = [-FARTHEST, FARTHEST];
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2;
    if (expected(counts, middle) < sum) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function expected(counts: Float64Array, shift: number): number {
  let sum = 0;
  for (let bin = 0; bin <= BINS; bin++) {
    if (counts[bin] === 0) continue;
    const share = (bin + 0.5) / (BINS + 1);
    sum += counts[bin] / (1 + Math.exp(-Math.log(share / (1 - share)) - shift));
  }
  return sum;
}
