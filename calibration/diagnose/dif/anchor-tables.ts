import { logComplement, logProbability } from '../../../src/irt/log-probability.ts';
import type { ItemParameters } from '../../../src/irt/parameters.ts';

/** Log-probabilities of a wrong and of a right answer at the nodes, anchor by anchor. */
export function anchorTables(
  { count, a, b, c, d }: ItemParameters,
  nodes: Float64Array,
): Float64Array {
  const size = nodes.length;
  const tables = new Float64Array(2 * count * size);
  for (let k = 0; k < count; k++)
    for (let q = 0; q < size; q++) {
      tables[2 * k * size + q] = logComplement(nodes[q], a[k], b[k], c[k], d[k]);
      tables[(2 * k + 1) * size + q] = logProbability(nodes[q], a[k], b[k], c[k], d[k]);
    }
  return tables;
}
