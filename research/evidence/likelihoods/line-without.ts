/**
 * The least-squares line of y on x over all points but one, at `at`: an accuracy from a mean probability, learned from the other models.
 * @param without position of the point that is left out
 */
export function lineWithout(
  x: readonly number[],
  y: readonly number[],
  without: number,
  at: number,
): number {
  const used = x.flatMap((_, i) => (i === without ? [] : [i]));
  const meanX = used.reduce((sum, i) => sum + x[i], 0) / used.length;
  const meanY = used.reduce((sum, i) => sum + y[i], 0) / used.length;
  let xx = 0;
  let xy = 0;
  for (const i of used) {
    xx += (x[i] - meanX) ** 2;
    xy += (x[i] - meanX) * (y[i] - meanY);
  }
  return xx === 0 ? meanY : meanY + (xy / xx) * (at - meanX);
}
