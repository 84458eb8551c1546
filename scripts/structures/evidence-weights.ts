/**
 * The share of each of several models in an average, by their log evidences: e^l / Σ e^l. Finite for evidences of any size; they add
 * up to 1.
 */
export function evidenceWeights(logs: readonly number[]): number[] {
  const most = logs.reduce((top, log) => Math.max(top, log), Number.NEGATIVE_INFINITY);
  const shares = logs.map((log) => Math.exp(log - most));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
}
