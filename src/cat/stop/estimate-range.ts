/**
 * Greatest minus smallest of the estimates before and after each of the last answers.
 * @param path the estimate after 1, 2, … answers: the first `count`
 * @returns Infinity if there are fewer estimates
 */
export function estimateRange(path: Float64Array, count: number, last: number): number {
  if (count <= last) return Number.POSITIVE_INFINITY;
  let least = path[count - 1];
  let most = least;
  for (let k = count - 1 - last; k < count; k++) {
    if (path[k] < least) least = path[k];
    if (path[k] > most) most = path[k];
  }
  return most - least;
}
