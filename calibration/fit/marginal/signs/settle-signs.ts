import type { ResponseMatrix } from '../../../../src/irt/responses.ts';
import { itemRestCorrelation } from '../../item-rest-correlation.ts';
import type { EmResult } from '../em/em.ts';
import type { Workspace } from '../engine/workspace.ts';
import { otherSign, type Turned } from './other-sign.ts';

/** If the item-rest correlation is more than this many standard errors from 0, the sign of the slope is certain. */
const IN_DOUBT = 3;
/** After this many passes, items change sign one at a time. Each change then raises the log-posterior, so passes end. */
const TOGETHER = 3;
const MOST_PASSES = 20;

/**
 * Settles the signs of slopes after a fit. Every item whose sign is uncertain is tried with the other sign, all other items
 * fixed, and keeps the sign of higher log-posterior; then the fit continues. Ends when no item gains by changing its sign.
 *
 * Under the wrong sign, a slope goes to 0, or as close as its prior allows: a local maximum that EM does not leave.
 * @param goOn runs EM on from the workspace's point
 */
export function settleSigns(
  matrix: ResponseMatrix,
  workspace: Workspace,
  fitted: EmResult,
  goOn: () => EmResult,
): EmResult {
  const { correlation, examinees } = itemRestCorrelation(matrix);
  const inDoubt = matrix.items.flatMap((_, j) => {
    if (workspace.fixed[j] === 1 || Number.isNaN(correlation[j])) return [];
    const isReversed = correlation[j] < 0;
    const z = Math.abs(Math.atanh(correlation[j])) * Math.sqrt(Math.max(1, examinees[j] - 3));
    return z < IN_DOUBT || isReversed !== (workspace.reversed[j] === 1) ? [j] : [];
  });
  let result = fitted;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const turned = inDoubt.flatMap((j) => otherSign(workspace, j) ?? []);
    if (turned.length === 0) break;
    for (const turn of pass < TOGETHER ? turned : [best(turned)]) apply(workspace, turn);
    result = goOn();
  }
  return result;
}

function best(turned: readonly Turned[]): Turned {
  return turned.reduce((one, other) => (other.gain > one.gain ? other : one));
}

function apply({ size, from, reversed }: Workspace, { item, point }: Turned): void {
  reversed[item] = 1 - reversed[item];
  point.forEach((value, k) => {
    from[k * size.items + item] = value;
  });
}
