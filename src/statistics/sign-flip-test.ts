import { normalTail } from './normal-tail.ts';

/** A one-sided test whose p can take few values only. */
export interface DiscreteTest {
  readonly p: number;
  /** The values that it could have taken under the null hypothesis, ascending; null if it could take any. */
  readonly attainable: Float64Array | null;
}

/** From more differences on, the distribution is as good as normal. */
const MOST_EXACT = 60;
/** Differences of several sizes are rounded to this part of the largest. */
const PARTS = 50;

/** A test whose p counts half of the probability of what was found. */
export interface MidTest extends DiscreteTest {
  /** That probability; 0 if the distribution is taken as continuous. */
  readonly point: number;
}

/**
 * Whether paired differences add up to more than chance gives: under the null hypothesis each of them could have had the other sign as
 * well. The exact distribution of Σ ±|d|, with mid-p: half of the probability of the sum that was found counts. Of right and wrong
 * answers this is McNemar's mid-p test. Beyond 60 differences that are not 0 it is normal with the variance Σ d².
 *
 * @param differences finite; those that are 0 tell nothing
 * @see Pitman (1937), Supplement to JRSS 4, 119–130, for tests by changing signs; Lancaster (1961), JASA 56, 223–234, for mid-p; Fagerland,
 *   Lydersen & Laake (2013), BMC Medical Research Methodology 13:91, for mid-p of McNemar's test
 */
export function signFlipTest(differences: Float64Array): MidTest {
  const own = differences.filter((d) => d !== 0);
  if (own.length > MOST_EXACT) {
    const sum = own.reduce((total, d) => total + d, 0);
    return {
      p: normalTail(sum / Math.sqrt(own.reduce((total, d) => total + d * d, 0))),
      attainable: null,
      point: 0,
    };
  }
  const largest = own.reduce((most, d) => Math.max(most, Math.abs(d)), 0);
  const isEven = own.every((d) => Math.abs(Math.abs(d) - largest) < 1e-9 * largest);
  const parts = isEven ? 1 : PARTS;
  const sizes = own.map((d) => Math.max(1, Math.round((parts * Math.abs(d)) / largest)));
  // Of the sum of the positive ones: 0 to the sum of all.
  let chances = Float64Array.of(1);
  for (const size of sizes) {
    const next = new Float64Array(chances.length + size);
    chances.forEach((chance, sum) => {
      next[sum] += chance / 2;
      next[sum + size] += chance / 2;
    });
    chances = next;
  }
  const found = sizes.reduce((sum, size, k) => (own[k] > 0 ? sum + size : sum), 0);
  const attainable: number[] = [];
  let above = 0;
  let p = 1;
  let point = 0;
  for (let sum = chances.length - 1; sum >= 0; sum--) {
    if (chances[sum] === 0) continue;
    attainable.push(above + chances[sum] / 2);
    if (sum === found) {
      point = chances[sum];
      p = above + point / 2;
    }
    above += chances[sum];
  }
  return { p, point, attainable: Float64Array.from(attainable) };
}
