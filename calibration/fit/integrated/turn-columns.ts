/** Copies the columns from … to − 1 of a matrix of n rows into `into`, one after another. */
export function turnColumns(
  scores: Float32Array,
  n: number,
  width: number,
  from: number,
  to: number,
  into: Float32Array,
): void {
  for (let i = 0; i < n; i++)
    for (let j = from, at = i; j < to; j++, at += n) into[at] = scores[i * width + j];
}
