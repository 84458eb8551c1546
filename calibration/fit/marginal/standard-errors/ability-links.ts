import type { AbilityGroups } from '../ability/ability-groups.ts';
import { posteriorOf } from '../e-step/posterior-of.ts';
import type { Workspace } from '../engine/workspace.ts';
import { slopeOf } from '../signs/slope-of.ts';
import { groupScores } from './group-scores.ts';
import { emptyScores, fillScores, type ScoreTables } from './score-tables.ts';

/** The most nodes for the information between items: its curves are smooth. */
const MOST_NODES = 121;
/** Nodes with less than this share of the greatest weight are left out. */
const LEAST_WEIGHT = 1e-10;

/**
 * The missing information between coordinates, as a sum over nodes: Σ_i Cov_i(s_j, s_l) ≈ Σ_q W_q g_j(θ_q) g_l(θ_q), with W_q =
 * Σ_i σ_i² posterior_i(θ_q) and g_j = I(θ, ψ_j) the expected information that links ability and the coordinate. A column for
 * each node and group with weight.
 */
export interface AbilityLinks {
  /** Position of each column's node among the workspace's, and its group. */
  readonly at: Int32Array;
  readonly group: Int32Array;
  /** √W. */
  readonly roots: Float64Array;
  /** 2 × columns: slopes in ability of the scores of the column's own group. */
  readonly groupSlopes: Float64Array;
  /** 2G × Q: ∂ log weight of each node in the groups' coordinates. */
  readonly tables: Float64Array;
  /** G × 4: complete information of each group's mean and log sd, and the part lost to unknown abilities. */
  readonly complete: Float64Array;
  readonly missing: Float64Array;
  /** Expected number of examinees at each node, if some answers are missing. */
  readonly density: Float64Array | null;
  readonly scores: ScoreTables;
}

export function openLinks(workspace: Workspace, groups: AbilityGroups): AbilityLinks {
  const { size, nodes, posterior, windows } = workspace;
  const { nodes: q, examinees: n } = size;
  const count = groups.mean.length;
  const stride = Math.ceil((q - 1) / (MOST_NODES - 1));
  const weight = new Float64Array(count * q);
  const density = size.missing ? new Float64Array(q) : null;
  const { tables, complete } = groupScores(workspace, groups);
  const missing = new Float64Array(4 * count);
  for (let i = 0; i < n; i++) {
    const { sd } = posteriorOf(workspace, i);
    const g = groups.of[i];
    const mean = [0, 0];
    for (let k = windows[2 * i]; k < windows[2 * i + 1]; k++) {
      const share = posterior[i * q + k];
      if (density !== null) density[k] += share;
      // To the nodes of the coarser grid on both sides, linearly.
      const low = Math.floor(k / stride) * stride;
      const part = (k - low) / stride;
      weight[g * q + low] += sd * sd * share * (1 - part);
      if (part > 0) weight[g * q + Math.min(q - 1, low + stride)] += sd * sd * share * part;
      for (let x = 0; x < 2; x++) {
        const slope = tables[(2 * g + x) * q + k];
        mean[x] += share * slope;
        for (let y = 0; y < 2; y++)
          missing[4 * g + 2 * x + y] += share * slope * tables[(2 * g + y) * q + k];
      }
    }
    for (let x = 0; x < 2; x++)
      for (let y = 0; y < 2; y++) missing[4 * g + 2 * x + y] -= mean[x] * mean[y];
  }
  const least = LEAST_WEIGHT * weight.reduce((most, value) => Math.max(most, value), 0);
  const columns = [...weight.keys()].filter((k) => weight[k] > least);
  const at = Int32Array.from(columns, (k) => k % q);
  const group = Int32Array.from(columns, (k) => Math.floor(k / q));
  // Scores of the log density of z = (θ − mean)/sd are z/sd and z² − 1.
  const groupSlopes = new Float64Array(2 * columns.length);
  group.forEach((g, k) => {
    const variance = groups.sd[g] ** 2;
    groupSlopes[k] = 1 / variance;
    groupSlopes[columns.length + k] = (2 * (nodes[at[k]] - groups.mean[g])) / variance;
  });
  return {
    at,
    group,
    roots: Float64Array.from(columns, (k) => Math.sqrt(weight[k])),
    groupSlopes,
    tables,
    complete,
    missing,
    density,
    scores: emptyScores(q),
  };
}

/** The links of one item: √W E ∂s/∂θ = −√W P′ (∂log P − ∂log(1 − P)), one row for each coordinate in `kept`, `width` apart. */
export function fillItemLinks(
  workspace: Workspace,
  { at, roots, scores, density }: AbilityLinks,
  j: number,
  kept: readonly number[],
  into: Float64Array,
  width: number,
): void {
  const { size, wrong: asked } = workspace;
  const q = size.nodes;
  fillScores(workspace, j, scores);
  const { right, wrong } = scores;
  const a = slopeOf(workspace, j, workspace.from);
  for (let k = 0; k < at.length; k++) {
    const node = at[k];
    // P from the slopes of log P and log(1 − P) in δ; P′ in ability is a times that in δ.
    const gap = right[q + node] - wrong[q + node];
    const p = gap > 0 ? -wrong[q + node] / gap : 0;
    const share = density === null ? 1 : Math.min(1, asked[j * q + node] / (density[node] || 1));
    const slope = -roots[k] * share * a * p * right[q + node];
    for (let x = 0; x < kept.length; x++) {
      const row = kept[x] * q + node;
      into[x * width + k] = slope * (right[row] - wrong[row]);
    }
  }
}

/** The same of a group's mean (part 0) and log sd (part 1), for the columns of the group. */
export function fillGroupLinks(
  { group, roots, groupSlopes }: AbilityLinks,
  g: number,
  parts: readonly number[],
  into: Float64Array,
  width: number,
): void {
  parts.forEach((part, x) => {
    for (let k = 0; k < group.length; k++)
      into[x * width + k] = group[k] === g ? roots[k] * groupSlopes[part * group.length + k] : 0;
  });
}
