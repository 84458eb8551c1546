import type { CategoryMatrix } from '../../src/irt/polytomous/category-matrix.ts';
import { openCurves } from '../../src/irt/polytomous/curves/category-curves.ts';
import type { MixedItems } from '../../src/irt/polytomous/mixed-items.ts';
import { answerRows, expectedAnswers, normalNodes, tabulateItem } from './e-step.ts';

/** The marginal log-likelihood log ∫ L(θ) N(θ; 0, 1) dθ of each examinee under given items, on this number of nodes over [−6, 6]. */
export function heldOutLikelihoods(
  items: MixedItems,
  matrix: CategoryMatrix,
  nodes: number,
): Float64Array {
  const grid = normalNodes(nodes);
  const table = new Float64Array(items.scores.length * nodes);
  const curves = openCurves(items.mostCategories);
  for (let j = 0; j < items.count; j++) tabulateItem(items, j, grid.nodes, curves, table);
  const logLikelihoods = new Float64Array(matrix.examinees.length);
  const expected = new Float64Array(table.length);
  expectedAnswers(answerRows(matrix, items), table, grid, expected, { logLikelihoods });
  return logLikelihoods;
}
