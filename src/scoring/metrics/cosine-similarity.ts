/**
 * The cosine of the angle of two vectors, Σ xy / √(Σ x² Σ y²), in [−1, 1]: the likeness of two embeddings. Null if one of them
 * is all zeros, has a value that is not finite, or if they have different lengths: then nothing can be compared. Each is
 * first divided by its largest value, so that squares neither overflow nor vanish.
 *
 * @see Salton, Wong & Yang (1975), Communications of the ACM 18, 613–620
 */
export function cosineSimilarity(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  if (x.length !== y.length) return null;
  const [scaleX, scaleY] = [largest(x), largest(y)];
  if (!(scaleX > 0 && scaleX < Number.POSITIVE_INFINITY)) return null;
  if (!(scaleY > 0 && scaleY < Number.POSITIVE_INFINITY)) return null;
  let [xy, xx, yy] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    const [a, b] = [x[i] / scaleX, y[i] / scaleY];
    xy += a * b;
    xx += a * a;
    yy += b * b;
  }
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
}

/** The largest absolute value; NaN if there is one. */
function largest(values: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i]));
  return most;
}
