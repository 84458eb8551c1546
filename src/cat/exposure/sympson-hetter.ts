import { type ExposureCounts, exposureRates } from './exposure-counts.ts';

export interface SympsonHetterOptions {
  /** Number of items in the bank. */
  readonly items: number;
  /** Length of the longest test: this number of items is always open, so that a test can be filled. */
  readonly longest: number;
  /** The exposure rate that no item shall exceed, in (0, 1). */
  readonly rate: number;
  /** By how much the greatest rate may exceed `rate`; by default three standard errors of a rate among these sessions. */
  readonly tolerance?: number | undefined;
  /** Rounds of simulation at most. */
  readonly rounds: number;
}

export interface SympsonHetterResult {
  /** For each item the chance that it is asked where it is chosen, in (0, 1]. */
  readonly control: readonly number[];
  readonly converged: boolean;
  /** The greatest exposure rate of an item in each round. */
  readonly greatestRates: readonly number[];
  /** The round, from 1, whose control parameters these are. */
  readonly round: number;
}

/**
 * The control parameters of Sympson & Hetter, by simulation in rounds: a chosen item is asked with the chance K_j, and
 * otherwise set aside for that session. After a round, with P(S_j) the share of sessions that chose the item,
 *
 *     K_j = rate / P(S_j) where P(S_j) > rate, else 1
 *
 * and the `longest` largest K are raised to 1. Whether an item is set aside is drawn before the session, apart from
 * everything else, which gives the same tests; so P(asked) = P(S_j) K_j, and P(S_j) is found from the counts.
 *
 * The rounds end when the greatest rate is within the tolerance. The method has no guarantee to get there: the result
 * says whether it did, and has the parameters of the round with the smallest greatest rate.
 *
 * A generator: it yields control parameters, and takes the counts of sessions that were simulated with them. So who
 * calls it decides where these run.
 *
 * @see Sympson & Hetter (1985), Proceedings of the Military Testing Association 27, 973–977; Hetter & Sympson (1997);
 * van der Linden (2003), Journal of Educational and Behavioral Statistics 28, 249–265, on its convergence
 */
export function* sympsonHetter(
  options: SympsonHetterOptions,
): Generator<readonly number[], SympsonHetterResult, ExposureCounts> {
  const { items, rate, longest, rounds } = options;
  let control: readonly number[] = new Array<number>(items).fill(1);
  const greatestRates: number[] = [];
  let best = { control, round: 0, rate: Number.POSITIVE_INFINITY };
  for (let round = 1; round <= rounds; round++) {
    const counts = yield control;
    const rates = exposureRates(counts);
    const greatest = rates.reduce((most, own) => Math.max(most, own), 0);
    greatestRates.push(greatest);
    if (greatest < best.rate) best = { control, round, rate: greatest };
    const tolerance = options.tolerance ?? 3 * Math.sqrt((rate * (1 - rate)) / counts.sessions);
    if (greatest <= rate + tolerance) return { control, converged: true, greatestRates, round };
    control = nextControl(control, rates, rate, longest);
  }
  return { control: best.control, converged: false, greatestRates, round: best.round };
}

function nextControl(
  control: readonly number[],
  rates: Float64Array,
  rate: number,
  longest: number,
): number[] {
  const next = control.map((own, j) => {
    const chosen = rates[j] / own;
    return chosen > rate ? rate / chosen : 1;
  });
  const order = next.map((_, j) => j).sort((x, y) => next[y] - next[x] || x - y);
  for (const j of order.slice(0, longest)) next[j] = 1;
  return next;
}
