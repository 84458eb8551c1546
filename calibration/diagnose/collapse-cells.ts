/** Observed and expected answers of the examinees of one group. */
export interface FitCell {
  readonly right: number;
  readonly wrong: number;
  readonly expectedRight: number;
  readonly expectedWrong: number;
}

/**
 * Merges neighbouring groups until every expected count is at least `least`: the first group that is too small joins its only
 * neighbour, or the one with fewer examinees, the lower on a tie. This is mirt's order, on which the degrees of freedom depend.
 *
 * @param cells in the order of their summed scores, each with examinees
 * @see Orlando & Thissen (2000), Applied Psychological Measurement 24, 50–64; Chalmers (2012), Journal of Statistical Software 48(6),
 *   for mirt
 */
export function collapseCells(cells: readonly FitCell[], least: number): FitCell[] {
  const groups = [...cells];
  const isSmall = ({ expectedRight, expectedWrong }: FitCell) =>
    expectedRight < least || expectedWrong < least;
  const size = ({ right, wrong }: FitCell) => right + wrong;
  for (;;) {
    const k = groups.findIndex(isSmall);
    if (k === -1 || groups.length < 2) return groups;
    const isLast = k === groups.length - 1;
    const goesDown = isLast || (k > 0 && size(groups[k - 1]) <= size(groups[k + 1]));
    const from = goesDown ? k - 1 : k;
    groups.splice(from, 2, merged(groups[from], groups[from + 1]));
  }
}

function merged(one: FitCell, two: FitCell): FitCell {
  return {
    right: one.right + two.right,
    wrong: one.wrong + two.wrong,
    expectedRight: one.expectedRight + two.expectedRight,
    expectedWrong: one.expectedWrong + two.expectedWrong,
  };
}
