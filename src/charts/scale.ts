/** A scale that has all values, with ends at multiples of a round step, and within limits. */
export function roundScale(
  values: readonly (number | null)[],
  limits: readonly [number, number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
): readonly [number, number] {
  const numbers = values.filter((value) => value !== null && Number.isFinite(value)) as number[];
  if (numbers.length === 0) return [0, 1];
  const low = numbers.reduce((a, b) => Math.min(a, b));
  const high = numbers.reduce((a, b) => Math.max(a, b));
  const step = [0.1, 0.5, 1, 2, 5, 10, 20, 50].find((one) => (high - low) / one <= 20) ?? 100;
  const ends = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  if (ends[0] === ends[1]) return [ends[0] - step, ends[1] + step];
  return [Math.max(limits[0], ends[0]), Math.min(limits[1], ends[1])];
}

/** Round values on a scale, from three to seven of them. */
export function ticksOf([low, high]: readonly [number, number]): number[] {
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50].find((one) => (high - low) / one <= 6) ?? 100;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, k) => (first + k) * step);
}

/** Where a value lies on a scale, in percent of its width. */
export function at(value: number, [low, high]: readonly [number, number]): string {
  const share = high > low ? (value - low) / (high - low) : 0.5;
  return `${(100 * Math.min(1, Math.max(0, share))).toFixed(2)}%`;
}
