/** log σ(x) = −log(1 + e^−x), finite for every finite x. */
export function logLogistic(x: number): number {
  return Math.min(x, 0) - Math.log1p(Math.exp(-Math.abs(x)));
}
