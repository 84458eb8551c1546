import type { ResponseMatrix } from '../../../../src/irt/responses.ts';
import { itemRestCorrelation } from '../../item-rest-correlation.ts';
import type { EmResult } from '../em/em.ts';
import type { Workspace } from '../engine/workspace.ts';
import { otherSign, type Turned } from './other-sign.ts';

/** Beyond this many standard errors of its item-rest correlation the sign of a slope is not in doubt. */
const IN_DOUBT = 3;
/** After so many passes items are turned one at a time: each turn then raises the log-posterior, so that passes come to an end. */
const TOGETHER = 3;
const MOST_PASSES = 20;

/**
 * Settles the signs of slopes after a fit: every item whose sign is in doubt is tried with the other one, all other items held, and
 * turned where that has the higher log-posterior; then the fit goes on. Ends where no item gains by turning.
 *
 * Under a sign that is wrong a slope runs to 0, or to where its prior holds it: a local maximum, which EM does not leave.
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
