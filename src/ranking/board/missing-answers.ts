import { CONFORMAL_LEAST, conformalQuantile, LEAST_FOR_VERIFIED } from '../conformal.ts';

/** A recorded matrix as it is needed here: rows are examinees. */
export interface RecordedScores {
  readonly examinees: readonly string[];
  /** Width is the number of items; in [0, 1], NaN if there is no answer. */
  readonly scores: Float32Array;
}

/** A full score of which some answers are missing, in [0, 1]. */
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
/** Examinees that a prediction is checked on, at most: it is done while others wait. */
const MOST_CHECKS = 40;

/**
 * The full score of an examinee that left items out. Those left out are seldom like the others, so that the mean of the
 * answers that are there is biased. What is missing is predicted from how many of the other examinees have each item right:
 *
 *   P(right) = σ(logit pⱼ + δ),   pⱼ = (right + ½) / (answered + 1) among the others,
 *
 * with the δ that gives the examinee as many right answers as it has. The 90% interval is as wide as the same prediction errs
 * for other examinees when their answers to the same items are hidden (conformal, from nine of these on), and never beyond what is
 * possible: everything missing wrong, or right. Of fewer others it is just that, which is certain.
 *
 * @param rows of the examinees that are asked for
 * @param weights of the items in the full score, adding up to 1
 * @see Vovk, Gammerman & Shafer (2005), Algorithmic Learning in a Random World, on the rank that is taken
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

/** The shift of the logits by which as many answers are expected to be right as are: a bisection. */
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
