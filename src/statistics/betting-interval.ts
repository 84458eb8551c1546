/** Most of what a bet can lose at once, as a share of the wealth. */
const MOST_LOST = 0.75;
/** Halvings of a range of at most 2: to 1e-9. */
const ROUNDS = 31;
/** One difference is taken for known beforehand, with this square around 0. */
const PRIOR_SQUARE = 0.25;

export interface BettingInterval {
  readonly low: number;
  readonly high: number;
  /** Of the hypothesis that the mean is 0: valid after every number of draws at once; 0 only if 0 is impossible. */
  readonly p: number;
}

/**
 * A confidence sequence for the mean of N numbers in [−1, 1], of which some were drawn at random without replacement: with probability
 * 1 − α the mean lies within it after every number of draws at once, so that one may look after each draw and stop when one likes. No
 * distribution is assumed; it is exact once all are drawn.
 *
 * Against each mean m one bets that the next draw is larger, and with as much that it is smaller. If m is the mean, the next draw has the expectation
 * μ = (N m − Σ drawn) / (N − number drawn), so the wealth
 *
 *     W± = ∏ (1 ± λ (x − μ)),   0 ≤ λ ≤ ¾ / (1 ± μ)
 *
 * is a martingale that starts at 1, and reaches 2/α with probability at most α/2 (Ville). All m at which W+ or W− ever reached 2/α are left out; W+
 * falls in m and W− rises, so that an interval is left. λ = w / (s² + w²) with s² the variance of the draws before: nearly the bet
 * that makes the half-width w soonest.
 *
 * @param draws in the order of drawing, each in [−1, 1]
 * @param size N, at least the number of draws; Infinity for independent draws, whose expectation is then meant
 * @param alpha in (0, 1)
 * @param aim the half-width w > 0 that is wanted; any is valid
 * @see Waudby-Smith & Ramdas (2024), Estimating means of bounded random variables by betting, JRSS B 86, 1–27, section 5 (without
 * replacement: Waudby-Smith & Ramdas 2020, Confidence sequences for sampling without replacement)
 */
export function bettingInterval(
  draws: Float64Array,
  size: number,
  alpha: number,
  aim: number,
): BettingInterval {
  const bets = betsOf(draws, aim);
  const limit = Math.log(2 / alpha);
  let sum = 0;
  for (const x of draws) sum += x;
  // What is not drawn lies between −1 and 1.
  const open = size - draws.length;
  const [least, most] =
    size === Number.POSITIVE_INFINITY ? [-1, 1] : [(sum - open) / size, (sum + open) / size];
  if (open === 0) return { low: least, high: most, p: pOf(draws, bets, size) };
  const isLeftOut = (mean: number, side: 1 | -1) =>
    mostWealth(draws, bets, size, mean, side) >= limit;
  return {
    low: border(least, most, (mean) => isLeftOut(mean, 1)),
    high: border(most, least, (mean) => isLeftOut(mean, -1)),
    p: pOf(draws, bets, size),
  };
}

/** Where `isOut` ends on the way from `outer` to `inner`; the last value that is surely out, or `outer`. */
function border(outer: number, inner: number, isOut: (mean: number) => boolean): number {
  let [out, within] = [outer, inner];
  for (let k = 0; k < ROUNDS; k++) {
    const middle = (out + within) / 2;
    if (isOut(middle)) out = middle;
    else within = middle;
  }
  return out;
}

function pOf(draws: Float64Array, bets: Float64Array, size: number): number {
  const most = Math.max(mostWealth(draws, bets, size, 0, 1), mostWealth(draws, bets, size, 0, -1));
  return Math.min(1, 2 * Math.exp(-most));
}

/** λ of each draw, from those before it. */
function betsOf(draws: Float64Array, aim: number): Float64Array {
  const bets = new Float64Array(draws.length);
  let [n, sum, squares] = [1, 0, PRIOR_SQUARE];
  for (let k = 0; k < draws.length; k++) {
    const mean = sum / n;
    bets[k] = aim / (Math.max(0, squares / n - mean * mean) + aim * aim);
    n++;
    sum += draws[k];
    squares += draws[k] * draws[k];
  }
  return bets;
}

/** The largest logarithm of W+ (side 1) or W− (−1) after any number of draws, at least 0; Infinity if the mean became impossible. */
function mostWealth(
  draws: Float64Array,
  bets: Float64Array,
  size: number,
  mean: number,
  side: 1 | -1,
): number {
  const hasEnd = size !== Number.POSITIVE_INFINITY;
  // The rest of the sum that has still to come.
  let rest = hasEnd ? size * mean : 0;
  let [log, most] = [0, 0];
  for (let k = 0; k < draws.length; k++) {
    const expected = side * (hasEnd ? rest / (size - k) : mean);
    if (expected < -1 - 1e-12) return Number.POSITIVE_INFINITY;
    // Impossible on the other side: nothing can be won here.
    if (expected > 1 + 1e-12) return most;
    const bet = Math.min(bets[k], MOST_LOST / Math.max(1e-300, 1 + expected));
    log += Math.log1p(bet * (side * draws[k] - expected));
    if (log > most) most = log;
    rest -= draws[k];
  }
  return most;
}
