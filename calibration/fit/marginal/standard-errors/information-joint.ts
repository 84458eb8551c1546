import type { AbilityGroups } from '../ability/ability-groups.ts';
import { readAnswers } from '../engine/answer-reader.ts';
import type { CalibrationEngine } from '../engine/calibration-engine.ts';
import type { Workspace } from '../engine/workspace.ts';
import { emptySlopes, itemSlopes } from '../m-step/item-slopes.ts';
import { groupScores } from './group-scores.ts';
import { emptyScores, fillScores, type ScoreTables } from './score-tables.ts';

/** The observed information of all estimated coordinates together. */
export interface JointInformation {
  /** n × n, symmetric. */
  readonly matrix: Float64Array;
  /**
   * The meaning of each row: k J + j for coordinate k (log a, δ, logit c, logit d) of item j, 4J + 2g for the mean of ability
   * in group g, 4J + 2g + 1 for the logarithm of its standard deviation.
   */
  readonly coordinates: Int32Array;
}

/**
 * −∂² log posterior = −∂²Q/∂ψ′∂ψ′ᵀ − ∂²Q/∂ψ′∂ψᵀ at ψ′ = ψ, Q the expected complete log-posterior. The first is one block per
 * item. The second is the slope of ∂Q/∂ψ′ in the posteriors: ψ changes examinee i's posterior at node q by posterior (s_i(q) −
 * Σ s_i posterior), with s_i the score of i's answer. The counts of these changes, from one pass of the engine per coordinate,
 * are multiplied by the scores of all items.
 *
 * The workspace must hold the posteriors at the estimate and their counts; both are restored at the end.
 * @see Oakes (1999), Journal of the Royal Statistical Society B 61, 479–482
 */
export function jointInformation(
  workspace: Workspace,
  groups: AbilityGroups,
  engine: CalibrationEngine,
): JointInformation {
  const { size, fixed, posterior } = workspace;
  const { items: all, nodes: q, examinees } = size;
  const coordinates = coordinatesOf(workspace, groups);
  const n = coordinates.length;
  const scores = Array.from({ length: all }, (_, j) => {
    const tables = emptyScores(q);
    fillScores(workspace, j, tables);
    return tables;
  });
  const ability = groupScores(workspace, groups);
  const matrix = completeInformation(workspace, coordinates, ability.complete);

  const kept = posterior.slice();
  const keptFixed = fixed.slice();
  const answers = new Float64Array(examinees);
  const density = new Float64Array(q);
  // The engine is used only for its counts; all items are fixed, so it does not move them.
  fixed.fill(1);
  for (let row = 0; row < n; row++) {
    const coordinate = coordinates[row];
    if (coordinate >= 4 * all) {
      const part = coordinate - 4 * all;
      const table = ability.tables.subarray(part * q, (part + 1) * q);
      const isOf = (i: number) => groups.of[i] === part >> 1;
      move(workspace, kept, (i) => (isOf(i) ? 1 : Number.NaN), table, table);
    } else {
      const j = coordinate % all;
      const from = Math.floor(coordinate / all) * q;
      readAnswers(workspace, j, answers);
      const { right, wrong } = scores[j];
      const ofNodes = (table: Float64Array) => table.subarray(from, from + q);
      move(workspace, kept, (i) => answers[i], ofNodes(right), ofNodes(wrong));
    }
    engine.maximise(workspace);
    sumOver(workspace, density, () => true);
    for (let column = 0; column < n; column++) {
      const target = coordinates[column];
      matrix[row * n + column] -=
        target < 4 * all
          ? itemSlope(workspace, density, scores, target)
          : groupSlope(workspace, groups, ability.tables, target - 4 * all);
    }
  }
  fixed.set(keptFixed);
  posterior.set(kept);
  engine.maximise(workspace);
  for (let x = 0; x < n; x++)
    for (let y = 0; y < x; y++) {
      const half = (matrix[x * n + y] + matrix[y * n + x]) / 2;
      matrix[x * n + y] = half;
      matrix[y * n + x] = half;
    }
  return { matrix, coordinates };
}

/** The estimated coordinates, an item's together. */
function coordinatesOf({ size, fixed, active }: Workspace, groups: AbilityGroups): Int32Array {
  const all = size.items;
  const list: number[] = [];
  for (let j = 0; j < all; j++)
    for (let k = 0; k < 4; k++) if (fixed[j] === 0 && active[k] === 1) list.push(k * all + j);
  groups.free.forEach((free, g) => {
    if (!groups.of.includes(g)) return;
    if (free === 2) list.push(4 * all + 2 * g);
    if (free > 0) list.push(4 * all + 2 * g + 1);
  });
  return Int32Array.from(list);
}

/** The information if abilities were known: blocks of items and of groups. */
function completeInformation(
  workspace: Workspace,
  coordinates: Int32Array,
  ofGroups: Float64Array,
): Float64Array {
  const all = workspace.size.items;
  const n = coordinates.length;
  const matrix = new Float64Array(n * n);
  const row = new Map<number, number>();
  coordinates.forEach((coordinate, at) => {
    row.set(coordinate, at);
  });
  const put = (x: number, y: number, value: number) => {
    const [i, j] = [row.get(x), row.get(y)];
    if (i !== undefined && j !== undefined) matrix[i * n + j] = value;
  };
  const slopes = emptySlopes();
  for (let j = 0; j < all; j++) {
    if (workspace.fixed[j] === 1) continue;
    itemSlopes(workspace, j, slopes);
    for (let k = 0; k < 4; k++)
      for (let l = 0; l < 4; l++) put(k * all + j, l * all + j, slopes.observed[4 * k + l]);
  }
  for (let g = 0; 4 * g < ofGroups.length; g++)
    for (let k = 0; k < 2; k++)
      for (let l = 0; l < 2; l++)
        put(4 * all + 2 * g + k, 4 * all + 2 * g + l, ofGroups[4 * g + 2 * k + l]);
  return matrix;
}

/** Writes posterior (s(q) − Σ s posterior), s = u right + (1 − u) wrong; zero for examinees whose u is NaN. */
function move(
  { size, posterior, windows }: Workspace,
  kept: Float64Array,
  answer: (i: number) => number,
  right: Float64Array,
  wrong: Float64Array,
): void {
  const q = size.nodes;
  posterior.fill(0);
  for (let i = 0; i < size.examinees; i++) {
    const u = answer(i);
    if (Number.isNaN(u)) continue;
    const from = windows[2 * i];
    const to = windows[2 * i + 1];
    let mean = 0;
    for (let k = from; k < to; k++) mean += kept[i * q + k] * (u * right[k] + (1 - u) * wrong[k]);
    for (let k = from; k < to; k++)
      posterior[i * q + k] = kept[i * q + k] * (u * right[k] + (1 - u) * wrong[k] - mean);
  }
}

/** Σ posterior over the selected examinees, node by node. */
function sumOver(
  { size, posterior, windows }: Workspace,
  into: Float64Array,
  isMeant: (i: number) => boolean,
): void {
  into.fill(0);
  for (let i = 0; i < size.examinees; i++) {
    if (!isMeant(i)) continue;
    for (let k = windows[2 * i]; k < windows[2 * i + 1]; k++)
      into[k] += posterior[i * size.nodes + k];
  }
}

/** Σ_q (right counts · ∂log P + wrong counts · ∂log(1 − P)) for one coordinate of one item. */
function itemSlope(
  { size, table, wrong }: Workspace,
  density: Float64Array,
  scores: readonly ScoreTables[],
  coordinate: number,
): number {
  const { items: all, nodes: q, missing } = size;
  const j = coordinate % all;
  const at = Math.floor(coordinate / all) * q;
  const ofItem = scores[j];
  const asked = missing ? wrong : density;
  const askedAt = missing ? j * q : 0;
  let sum = 0;
  for (let k = 0; k < q; k++) {
    const right = table[j * q + k];
    sum += right * ofItem.right[at + k] + (asked[askedAt + k] - right) * ofItem.wrong[at + k];
  }
  return sum;
}

/** Σ_i Σ_q posterior · ∂log weight over the examinees of the coordinate's group. */
function groupSlope(
  workspace: Workspace,
  groups: AbilityGroups,
  tables: Float64Array,
  part: number,
): number {
  const q = workspace.size.nodes;
  const sums = new Float64Array(q);
  sumOver(workspace, sums, (i) => groups.of[i] === part >> 1);
  return sums.reduce((sum, weight, k) => sum + weight * tables[part * q + k], 0);
}
