import type { ResponseMatrix } from '../../../../src/irt/responses.ts';
import type { Workspace } from './workspace.ts';

/** Counts of the answers that determine the size of a workspace. */
export interface AnswerCensus {
  readonly missing: boolean;
  readonly fractions: number;
  /** Examinees by rising share right, so that neighbours have mass at the same nodes. */
  readonly order: Int32Array;
}

/** Counts missing and fractional answers, and sorts the examinees by their scores. */
export function censusOf({ examinees, items, scores }: ResponseMatrix): AnswerCensus {
  const width = items.length;
  const share = new Float64Array(examinees.length);
  let missing = false;
  let fractions = 0;
  for (let i = 0; i < share.length; i++) {
    let asked = 0;
    let right = 0;
    for (let j = 0; j < width; j++) {
      const u = scores[i * width + j];
      if (Number.isNaN(u)) missing = true;
      else {
        asked++;
        right += u;
        if (u > 0 && u < 1) fractions++;
      }
    }
    share[i] = asked > 0 ? right / asked : 0.5;
  }
  const order = Int32Array.from(share.keys()).sort((x, y) => share[x] - share[y] || x - y);
  return { missing, fractions, order };
}

/** Writes the answers into the workspace's bits, the examinees in the given order. */
export function packAnswers(
  { items, scores }: ResponseMatrix,
  order: Int32Array,
  workspace: Workspace,
): void {
  const width = items.length;
  const n = order.length;
  const { size, nibbles, bytes, columns, askedNibbles, askedBytes, askedColumns } = workspace;
  for (let i = 0; i < n; i++) {
    const row = order[i] * width;
    const inColumn = 1 << (i & 7);
    const column = (i >> 3) * width;
    for (let j = 0; j < width; j++) {
      const u = scores[row + j];
      if (u === 1) {
        nibbles[(j >> 2) * n + i] |= 1 << (j & 3);
        bytes[(j >> 3) * n + i] |= 1 << (j & 7);
        columns[column + j] |= inColumn;
      }
      if (size.missing && !Number.isNaN(u)) {
        askedNibbles[(j >> 2) * n + i] |= 1 << (j & 3);
        askedBytes[(j >> 3) * n + i] |= 1 << (j & 7);
        askedColumns[column + j] |= inColumn;
      }
    }
  }
  if (size.fractions === 0) return;
  let at = 0;
  for (let j = 0; j < width; j++)
    for (let i = 0; i < n; i++) {
      const u = scores[order[i] * width + j];
      if (!(u > 0 && u < 1)) continue;
      workspace.fractionAt[2 * at] = j;
      workspace.fractionAt[2 * at + 1] = i;
      workspace.fraction[at++] = u;
    }
}
