/**
 * Adjusts probabilities so that, where those below α are called clear, the expected share of false ones among them is at most α: of m
 * values the k-th smallest is multiplied by m/k, and none exceeds a larger one's. Holds for independent and for
 * positively dependent tests.
 *
 * @param ps in [0, 1]
 * @see Benjamini & Hochberg (1995), Journal of the Royal Statistical Society B 57, 289–300
 */
export function benjaminiHochberg(ps: Float64Array): Float64Array {
  const order = Uint32Array.from(ps, (_, k) => k).sort((i, j) => ps[j] - ps[i]);
  const adjusted = new Float64Array(ps.length);
  let least = 1;
  order.forEach((at, k) => {
    least = Math.min(least, (ps.length / (ps.length - k)) * ps[at]);
    adjusted[at] = least;
  });
  return adjusted;
}
