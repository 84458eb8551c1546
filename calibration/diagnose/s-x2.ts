import type { NormalPrior } from '../../src/irt/estimate/estimate.ts';
import { emptyGrid, stepFor } from '../../src/irt/likelihood-grid.ts';
import type { ItemParameters } from '../../src/irt/parameters.ts';
import { probability } from '../../src/irt/probability.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { chiSquareTail } from '../../src/statistics/chi-square-tail.ts';
import { collapseCells } from './collapse-cells.ts';
import { withoutEachItem } from './summed-scores.ts';

/** With fewer complete rows, most cells are empty. */
const FEWEST_ROWS = 200;
/** With more items, summed scores have too few examinees each, and the recursion takes long. */
const MOST_ITEMS = 200;
const FEWEST_ITEMS = 3;
/** Expected right and wrong answers of a cell. */
const LEAST_EXPECTED = 1;
/** Half-width of the grid in standard deviations of ability, and its steps: the coarsest, and the finest that steep items get. */
const REACH = 6;
const COARSEST = 5;
const FINEST = 20;

/** One entry per item. */
export interface SX2 {
  /** NaN if no degree of freedom is left. */
  readonly statistic: Float64Array;
  /** Groups of summed scores minus parameters of the item; also 0 or below. */
  readonly df: Int32Array;
  /** NaN where the statistic is. */
  readonly p: Float64Array;
  /** Examinees it is computed from: those who answered every item. */
  readonly examinees: number;
}

/**
 * S-X² of each item: compares the share right of the examinees with each summed score k with the share the model expects,
 *
 *     S-X²_j = Σ_k N_k (O_jk − E_jk)² / (E_jk (1 − E_jk)),
 *     E_jk = ∫ P_j f(k − 1 | θ, without j) φ dθ / ∫ f(k | θ) φ dθ,
 *
 * with k from 1 to J − 1. Neighbouring summed scores are merged until each cell has an expected count of at least 1
 * (`collapseCells`). Degrees of freedom: the groups left minus the parameters estimated per item. Groups are made of observed scores,
 * so the statistic is a χ² under the model, unlike statistics with groups of estimated abilities.
 *
 * @param prior distribution of ability in the calibration
 * @param parametersPerItem estimated per item: 1 for Rasch, 2, 3 or 4
 * @returns in words why there is none, for fewer than 200 complete rows, more than 200 items or fewer than 3
 * @see Orlando & Thissen (2000), Applied Psychological Measurement 24, 50–64
 */
export function sX2(
  { scores, items, examinees }: ResponseMatrix,
  parameters: ItemParameters,
  prior: NormalPrior,
  parametersPerItem: number,
): SX2 | string {
  const width = items.length;
  if (width > MOST_ITEMS) return `S-X² takes at most ${MOST_ITEMS} items; there are ${width}`;
  if (width < FEWEST_ITEMS) return `S-X² needs at least ${FEWEST_ITEMS} items`;
  const rows: number[] = [];
  for (let i = 0; i < examinees.length; i++) if (isComplete(scores, i * width, width)) rows.push(i);
  if (rows.length < FEWEST_ROWS)
    return `S-X² needs ${FEWEST_ROWS} examinees who answered every item; there are ${rows.length}`;
  const { all, right } = countBySum(scores, rows, width);
  const statistic = new Float64Array(width).fill(Number.NaN);
  const df = new Int32Array(width);
  const p = new Float64Array(width).fill(Number.NaN);
  expectedShares(parameters, prior, (j, share) => {
    const cells = [];
    for (let k = 1; k < width; k++) {
      const n = all[k];
      if (n === 0) continue;
      const own = right[k * width + j];
      cells.push({
        right: own,
        wrong: n - own,
        expectedRight: n * share[k],
        expectedWrong: n * (1 - share[k]),
      });
    }
    const groups = collapseCells(cells, LEAST_EXPECTED);
    df[j] = groups.length - parametersPerItem;
    if (df[j] < 1) return;
    statistic[j] = groups.reduce(
      (sum, cell) =>
        sum +
        (cell.right - cell.expectedRight) ** 2 / cell.expectedRight +
        (cell.wrong - cell.expectedWrong) ** 2 / cell.expectedWrong,
      0,
    );
    p[j] = chiSquareTail(statistic[j], df[j]);
  });
  return { statistic, df, p, examinees: rows.length };
}

function isComplete(scores: Float32Array, from: number, width: number): boolean {
  for (let j = 0; j < width; j++) if (Number.isNaN(scores[from + j])) return false;
  return true;
}

/** How many examinees have each summed score, and how many of them have each item right (sums × items). */
function countBySum(scores: Float32Array, rows: readonly number[], width: number) {
  const all = new Int32Array(width + 1);
  const right = new Int32Array((width + 1) * width);
  for (const i of rows) {
    let sum = 0;
    for (let j = 0; j < width; j++) sum += scores[i * width + j];
    all[sum]++;
    for (let j = 0; j < width; j++) right[sum * width + j] += scores[i * width + j];
  }
  return { all, right };
}

/** Calls `each` per item with the share right that the model expects at each summed score. */
function expectedShares(
  items: ItemParameters,
  { mean, sd }: NormalPrior,
  each: (item: number, share: Float64Array) => void,
): void {
  const width = items.count;
  const step = Math.max(sd / FINEST, stepFor(items, sd / COARSEST));
  const { nodes } = emptyGrid(mean - REACH * sd, mean + REACH * sd, step);
  const count = nodes.length;
  const weights = nodes.map((theta) => Math.exp(-(((theta - mean) / sd) ** 2) / 2));
  const right = new Float64Array(width * count);
  for (let j = 0; j < width; j++)
    for (let q = 0; q < count; q++)
      right[j * count + q] = probability(nodes[q], items.a[j], items.b[j], items.c[j], items.d[j]);
  const share = new Float64Array(width + 1);
  withoutEachItem(right, width, count, (j, rest) => {
    for (let k = 1; k < width; k++) {
      let [withRight, withWrong] = [0, 0];
      for (let q = 0; q < count; q++) {
        const p = right[j * count + q];
        withRight += weights[q] * p * rest[(k - 1) * count + q];
        withWrong += weights[q] * (1 - p) * rest[k * count + q];
      }
      share[k] = withRight / (withRight + withWrong);
    }
    each(j, share);
  });
}
