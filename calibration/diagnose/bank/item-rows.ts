import type { ItemParameters } from '../../../src/irt/parameters.ts';
import { probability } from '../../../src/irt/probability.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import type { PriorGrid } from './prior-grid.ts';

/** Items with fewer right or fewer wrong answers agree with others by chance too often to be compared. */
const LEAST_OF_EACH = 5;

/** What is correlated between pairs of items: one row per item, one number per examinee. */
export interface ItemRows {
  /** Items. */
  readonly count: number;
  /** Examinees. */
  readonly n: number;
  /** count × n; 0 where there is no answer. */
  readonly values: Float64Array;
  /** count × n: 1 where there is an answer, else 0; null if all are there. */
  readonly answered: Float64Array | null;
  /**
   * Rows whose products are the correlations that the model implies, `nodes` numbers per item; null: they are 0.
   */
  readonly implied: { readonly nodes: number; readonly rows: Float64Array } | null;
}

/** Positions of the items with at least 5 right and 5 wrong answers. */
export function comparableItems({ scores, items, examinees }: ResponseMatrix): Int32Array {
  const width = items.length;
  const right = new Int32Array(width);
  const wrong = new Int32Array(width);
  for (let i = 0; i < examinees.length; i++)
    for (let j = 0; j < width; j++) {
      const u = scores[i * width + j];
      if (u === 1) right[j]++;
      else if (u === 0) wrong[j]++;
    }
  return Int32Array.from(right.keys()).filter(
    (j) => right[j] >= LEAST_OF_EACH && wrong[j] >= LEAST_OF_EACH,
  );
}

/** Residuals u − P(θ̂) of the items at `order`. @param abilities θ̂, one per examinee */
export function residualRows(
  matrix: ResponseMatrix,
  { a, b, c, d }: ItemParameters,
  abilities: Float64Array,
  order: Int32Array,
): ItemRows {
  return rowsOf(
    matrix,
    order,
    null,
    (u, i, j) => u - probability(abilities[i], a[j], b[j], c[j], d[j]),
  );
}

/**
 * Scores of the items at `order`, with the correlations implied by curves averaged over a prior:
 * Σ w (P_j − π_j)(P_k − π_k) / √(π_j(1 − π_j) π_k(1 − π_k)).
 */
export function scoreRows(
  matrix: ResponseMatrix,
  { a, b, c, d }: ItemParameters,
  { nodes, weights }: PriorGrid,
  order: Int32Array,
): ItemRows {
  const q = nodes.length;
  const rows = new Float64Array(order.length * q);
  order.forEach((j, row) => {
    let expected = 0;
    for (let k = 0; k < q; k++) {
      rows[row * q + k] = probability(nodes[k], a[j], b[j], c[j], d[j]);
      expected += weights[k] * rows[row * q + k];
    }
    const spread = Math.sqrt(expected * (1 - expected));
    for (let k = 0; k < q; k++)
      rows[row * q + k] =
        spread > 0 ? (Math.sqrt(weights[k]) * (rows[row * q + k] - expected)) / spread : 0;
  });
  return rowsOf(matrix, order, { nodes: q, rows }, (u) => u);
}

function rowsOf(
  { scores, items, examinees }: ResponseMatrix,
  order: Int32Array,
  implied: ItemRows['implied'],
  ofAnswer: (u: number, i: number, j: number) => number,
): ItemRows {
  const [n, width, count] = [examinees.length, items.length, order.length];
  const values = new Float64Array(count * n);
  const answered = new Float64Array(count * n).fill(1);
  let isComplete = true;
  for (let i = 0; i < n; i++)
    for (let row = 0; row < count; row++) {
      const j = order[row];
      const u = scores[i * width + j];
      if (Number.isNaN(u)) {
        answered[row * n + i] = 0;
        isComplete = false;
      } else values[row * n + i] = ofAnswer(u, i, j);
    }
  return { count, n, values, answered: isComplete ? null : answered, implied };
}
