import type { DiscreteTest } from './sign-flip-test.ts';

/** Equal probabilities that were summed in another order. */
const ROUNDING = 1e-12;

/**
 * Holm's adjustment for tests whose p can take few values only: instead of m p, the sum over the tests that are left of the largest value that
 * each could have taken up to p. A test that could not have become significant costs the others nothing. Holds whatever the tests
 * have to do with each other.
 *
 * @see Westfall & Wolfinger (1997), Multiple tests with discrete distributions, The American Statistician 51, 3–8; Tarone (1990),
 *   Biometrics 46, 515–522
 */
export function holmDiscrete(tests: readonly DiscreteTest[]): Float64Array {
  const order = [...tests.keys()].sort((i, j) => tests[i].p - tests[j].p);
  const values = tests.flatMap(({ attainable }, i) =>
    Array.from(attainable ?? [], (value) => ({ i, value })),
  );
  values.sort((x, y) => x.value - y.value);
  const adjusted = new Float64Array(tests.length);
  // By test: the largest value up to p; NaN once it was taken out.
  const largest = new Float64Array(tests.length);
  let continuous = tests.filter(({ attainable }) => attainable === null).length;
  let next = 0;
  let most = 0;
  let sum = 0;
  for (const at of order) {
    const { p, attainable } = tests[at];
    for (; next < values.length && values[next].value <= p * (1 + ROUNDING); next++) {
      const { i, value } = values[next];
      if (Number.isNaN(largest[i])) continue;
      sum += value - largest[i];
      largest[i] = value;
    }
    most = Math.max(most, Math.min(1, sum + continuous * p));
    adjusted[at] = most;
    if (attainable === null) continuous--;
    else sum -= largest[at];
    largest[at] = Number.NaN;
  }
  return adjusted;
}
