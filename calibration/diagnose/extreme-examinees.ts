/** Fewer answers may all be right or all be wrong by chance. */
const FEWEST_ANSWERS = 10;
const LEAST_SHARE = 0.5;

/**
 * Examinees with all answers right, or all wrong. They say nothing about how items differ: a perfect examinee is right even on an item
 * that all others miss, and one whose outputs could not be read misses even the easiest.
 *
 * @param score of examinee i on item j; NaN or below 0 without an answer
 * @returns by examinee: 1 if it is one
 * @see Fischer (1981), Psychometrika 46, 59–77: without such rows, columns that are all alike have no estimate
 */
export function extremeExaminees(
  examinees: number,
  items: number,
  score: (i: number, j: number) => number,
): Uint8Array {
  return Uint8Array.from({ length: examinees }, (_, i) => {
    let [answered, right, wrong] = [0, 0, 0];
    for (let j = 0; j < items; j++) {
      const own = score(i, j);
      if (!(own >= 0)) continue;
      answered++;
      if (own === 1) right++;
      if (own === 0) wrong++;
    }
    const isEnough = answered >= FEWEST_ANSWERS && answered >= LEAST_SHARE * items;
    return isEnough && (right === answered || wrong === answered) ? 1 : 0;
  });
}
