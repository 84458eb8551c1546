/** Flags after purification. */
export interface Purified<T> {
  /** The last tests. */
  readonly tests: T;
  readonly adjusted: Float64Array;
  readonly flagged: Uint8Array;
  /** Items that the examinees were matched by in the last tests. */
  readonly matching: Uint8Array;
  readonly rounds: number;
  /** False if flags still changed, or too few items were left to match by. */
  readonly settled: boolean;
}

/** Fewer items than this do not tell examinees apart. */
const LEAST_MATCHING = 4;

/**
 * Tests all items, leaves the flagged ones out of what examinees are matched by, and tests again, until flags come back that were there before.
 *
 * @param test tests by the matching items, with a probability per item, NaN where it cannot be tested
 * @param adjust for many items, of probabilities that are numbers
 * @see Candell & Drasgow (1988), Applied Psychological Measurement 12, 253–260
 */
export function purify<T extends { readonly p: Float64Array }>(
  items: number,
  test: (isMatching: Uint8Array, round: number) => T,
  adjust: (ps: Float64Array) => Float64Array,
  alpha: number,
  mostRounds: number,
): Purified<T> {
  let matching = new Uint8Array(items).fill(1);
  const seen = new Set<string>();
  for (let rounds = 1; ; rounds++) {
    const tests = test(matching, rounds);
    const adjusted = adjustedOf(tests.p, adjust);
    const flagged = Uint8Array.from(adjusted, (p) => (p < alpha ? 1 : 0));
    const next = flagged.map((flag) => 1 - flag);
    const key = next.join('');
    const isSame = next.every((one, j) => one === matching[j]);
    const isShort = next.reduce((sum, one) => sum + one, 0) < LEAST_MATCHING;
    if (isSame || isShort || seen.has(key) || rounds >= mostRounds)
      return { tests, adjusted, flagged, matching, rounds, settled: isSame || mostRounds === 1 };
    seen.add(key);
    matching = next;
  }
}

/** Only items that can be tested count among the many. */
function adjustedOf(p: Float64Array, adjust: (ps: Float64Array) => Float64Array): Float64Array {
  const places = Array.from(p.keys()).filter((j) => !Number.isNaN(p[j]));
  const values = adjust(Float64Array.from(places, (j) => p[j]));
  const adjusted = new Float64Array(p.length).fill(Number.NaN);
  places.forEach((j, k) => {
    adjusted[j] = values[k];
  });
  return adjusted;
}
