import type { Workspace } from '../engine/workspace.ts';
import { slopeOf } from '../signs/slope-of.ts';

/** Derivatives of one item's log-probabilities in (log a, δ, logit c, logit d) at every node. */
export interface ScoreTables {
  /** 4 × Q: ∂ log P and ∂ log(1 − P); zero for a coordinate that is not estimated. */
  readonly right: Float64Array;
  readonly wrong: Float64Array;
}

export function emptyScores(nodes: number): ScoreTables {
  return { right: new Float64Array(4 * nodes), wrong: new Float64Array(4 * nodes) };
}

/** Fills the tables of item j at the point `from`. Ratios are taken first, so that neither 0/0 nor overflow arises. */
export function fillScores(workspace: Workspace, j: number, into: ScoreTables) {
  const { size, from, nodes, active } = workspace;
  const { items: all, nodes: q } = size;
  const a = slopeOf(workspace, j, from);
  const delta = from[all + j];
  const c = 1 / (1 + Math.exp(-from[2 * all + j]));
  const d = 1 / (1 + Math.exp(-from[3 * all + j]));
  const span = d - c;
  const { right, wrong } = into;
  for (let k = 0; k < q; k++) {
    const ax = a * nodes[k];
    const t = Math.exp(-Math.abs(ax + delta));
    const up = (ax + delta >= 0 ? 1 : t) / (1 + t);
    const down = (ax + delta >= 0 ? t : 1) / (1 + t);
    // up / P and down / (1 − P).
    const upShare = c === 0 ? 1 / d : up / (c + span * up);
    const downShare = d === 1 ? 1 / (1 - c) : down / (1 - d + span * down);
    right[q + k] = span * upShare * down;
    wrong[q + k] = -span * downShare * up;
    right[k] = ax * right[q + k];
    wrong[k] = ax * wrong[q + k];
    right[2 * q + k] = c === 0 ? 0 : (c * (1 - c) * down) / (c + span * up);
    wrong[2 * q + k] = -c * (1 - c) * downShare;
    right[3 * q + k] = d * (1 - d) * upShare;
    wrong[3 * q + k] = d === 1 ? 0 : (-d * (1 - d) * up) / (1 - d + span * down);
  }
  for (let k = 0; k < 4; k++)
    if (active[k] === 0) {
      right.fill(0, k * q, (k + 1) * q);
      wrong.fill(0, k * q, (k + 1) * q);
    }
}
