/**
 * Adjusts probabilities for having looked at all of them: where those below α are called clear, the chance that any is called so by luck
 * stays below α, whatever they have to do with each other. The k-th smallest of m is multiplied by m + 1 − k, in order, at most 1.
 *
 * @param ps in [0, 1]
 * @see Holm (1979), A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 65–70
 */
export function holm(ps: Float64Array): Float64Array {
  const order = Uint32Array.from(ps, (_, k) => k).sort((i, j) => ps[i] - ps[j]);
  const adjusted = new Float64Array(ps.length);
  let most = 0;
  order.forEach((at, k) => {
    most = Math.max(most, Math.min(1, (ps.length - k) * ps[at]));
    adjusted[at] = most;
  });
  return adjusted;
}
