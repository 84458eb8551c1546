import { firstFraction } from '../e-step/likelihood-block.ts';
import type { Workspace } from './workspace.ts';

/** Reads one item's packed answers back: `into[i]` is the score of examinee i (workspace order), NaN if not asked. */
export function readAnswers(workspace: Workspace, j: number, into: Float64Array): void {
  const { size, columns, askedColumns, fractionAt, fraction } = workspace;
  for (let i = 0; i < size.examinees; i++) {
    const at = (i >> 3) * size.items + j;
    const isAsked = !size.missing || ((askedColumns[at] >> (i & 7)) & 1) === 1;
    into[i] = isAsked ? (columns[at] >> (i & 7)) & 1 : Number.NaN;
  }
  for (let f = firstFraction(fractionAt, j); f < size.fractions && fractionAt[2 * f] === j; f++)
    into[fractionAt[2 * f + 1]] = fraction[f];
}
