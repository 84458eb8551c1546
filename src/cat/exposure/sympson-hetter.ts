import { type ExposureCounts, exposureRates } from './exposure-counts.ts';

export interface SympsonHetterOptions {
  /** Number of items in the bank. */
  readonly items: number;
  /** Length of the longest test: this number of items is always open, so that every test can be completed. */
  readonly longest: number;
  /** The exposure rate that no item shall exceed, in (0, 1). */
  readonly rate: number;
  /** The greatest rate may exceed `rate` by this; by default three standard errors of a rate over these sessions. */
  readonly tolerance?: number | undefined;
  /** Rounds of simulation at most. */
  readonly rounds: number;
}

export interface SympsonHetterResult {
  /** By item: the chance, in (0, 1], that it is asked once it is chosen. */
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
 * and the `longest` largest K are raised to 1. Which items are set aside is drawn before the session, independently of
 * everything else; this gives the same tests. So P(asked) = P(S_j) K_j, and the counts give P(S_j).
 *
 * The rounds end when the greatest rate is within the tolerance. Convergence is not guaranteed: the result says whether the
 * rounds converged, and has the parameters of the round with the smallest maximum rate.
 *
 * A generator: it yields control parameters and receives the counts of sessions simulated with them. So the caller decides
 * where sessions run.
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
