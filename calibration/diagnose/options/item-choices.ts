/** Which option each examinee chose of an item. */
export interface ItemChoices {
  /** Letters, ascending; with those that nobody chose, if they are known. */
  readonly options: readonly string[];
  /** One entry per examinee: a position in `options`, −1 if none is known. */
  readonly chosen: Int16Array;
  /** Position of the right option; null if it is not known. */
  readonly key: number | null;
}

/**
 * The right option by the scores: the one that most right answers chose.
 * @param right whether each examinee has the item right
 * @returns null if no right answer has a known option, or two options have the same number of them
 */
export function keyByScores(
  options: number,
  chosen: Int16Array,
  right: (examinee: number) => boolean,
): number | null {
  const counts = new Int32Array(options);
  for (let i = 0; i < chosen.length; i++) if (chosen[i] >= 0 && right(i)) counts[chosen[i]]++;
  const most = counts.reduce((a, b) => Math.max(a, b), 0);
  const first = counts.indexOf(most);
  return most === 0 || counts.indexOf(most, first + 1) !== -1 ? null : first;
}
