const HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);

/**
 * log Γ(x), x > 0: Stirling's series after shifting the argument above 10, to 1e-12.
 *
 * @see Abramowitz & Stegun (1964), 6.1.41
 */
export function logGamma(x: number): number {
  let shift = 0;
  let y = x;
  while (y < 10) shift += Math.log(y++);
  const inverse = 1 / (y * y);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / y;
  return (y - 0.5) * Math.log(y) - y + HALF_LOG_2PI + series - shift;
}
