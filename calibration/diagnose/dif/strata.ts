/** Examinees per stratum on average, at least, where their number is not given. */
const PER_STRATUM = 10;

/** The number of strata that examinees fill well: one for every ten, at least two. */
export function usualStrata(examinees: number): number {
  return Math.max(2, Math.floor(examinees / PER_STRATUM));
}

/**
 * Strata of examinees by their matching scores, rounded: one per score if there are at most `most` scores, else as many strata of nearly the same
 * size, in which equal scores stay together. In a stratum of one examinee no groups can be compared, and few models on many items would leave
 * only such.
 *
 * @param scores NaN for examinees that do not count
 * @param full the largest possible score
 * @param into the stratum of each examinee, −1 if it does not count
 * @returns the number of strata
 * @see Donoghue & Allen (1993), Journal of Educational Statistics 18, 131–154, on thin and thick matching
 */
export function fillStrata(
  scores: Float64Array,
  full: number,
  most: number,
  into: Int32Array,
): number {
  const counts = new Int32Array(full + 1);
  let all = 0;
  for (const score of scores) {
    if (Number.isNaN(score)) continue;
    counts[Math.round(score)]++;
    all++;
  }
  const stratum = new Int32Array(full + 1);
  const isThin = full + 1 > most;
  let [below, last, strata] = [0, -1, 0];
  for (let k = 0; k <= full; k++) {
    if (!isThin) {
      stratum[k] = k;
      continue;
    }
    if (counts[k] === 0) continue;
    // The middle of the score's examinees says where it belongs.
    const part = Math.floor((most * (below + counts[k] / 2)) / all);
    if (part !== last) {
      strata++;
      last = part;
    }
    stratum[k] = strata - 1;
    below += counts[k];
  }
  for (let i = 0; i < scores.length; i++)
    into[i] = Number.isNaN(scores[i]) ? -1 : stratum[Math.round(scores[i])];
  return isThin ? strata : full + 1;
}
