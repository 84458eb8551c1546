/** The middle one of numbers, or the mean of the two in the middle. @param values at least one, not NaN; they stay as they are */
export function median(values: Float64Array): number {
  const sorted = values.slice().sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
