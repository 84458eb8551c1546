/**
 * log Σ exp xᵢ over the first `count` entries, without overflow: the largest is taken out. −∞ for none, or if all are −∞.
 */
export function logSumExp(values: ArrayLike<number>, count = values.length): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < count; k++) if (values[k] > most) most = values[k];
  if (most === Number.NEGATIVE_INFINITY) return most;
  let sum = 0;
  for (let k = 0; k < count; k++) sum += Math.exp(values[k] - most);
  return most + Math.log(sum);
}
