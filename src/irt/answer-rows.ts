import type { LikelihoodGrid } from './likelihood-grid.ts';
import { type LikelihoodSlope, likelihoodSlope } from './likelihood-slope.ts';
import { logComplement, logProbability } from './log-probability.ts';
import type { ItemParameters } from './parameters.ts';
import type { RowWriter } from './sum-answer-rows.ts';

/** log P or log(1 − P) at each node: the terms of a right or a wrong answer in the log-likelihood. */
export function likelihoodRows(items: ItemParameters, { nodes }: LikelihoodGrid): RowWriter {
  const { a, b, c, d } = items;
  return (j, right, wrong) => {
    for (let q = 0; q < nodes.length; q++) {
      right[q] = logProbability(nodes[q], a[j], b[j], c[j], d[j]);
      wrong[q] = logComplement(nodes[q], a[j], b[j], c[j], d[j]);
    }
  };
}

/** The slope at each node, then the information, then Warm's J: the terms of a right or a wrong answer in a SlopeGrid. */
export function slopeRows(items: ItemParameters, { nodes }: LikelihoodGrid): RowWriter {
  const at: LikelihoodSlope = { slope: 0, information: 0, observed: 0, warm: 0 };
  const answer = { items, index: new Int32Array(1), scores: new Float64Array(1), count: 1 };
  const fill = (row: Float64Array, score: number) => {
    answer.scores[0] = score;
    for (let q = 0; q < nodes.length; q++) {
      likelihoodSlope(nodes[q], answer, at);
      row[q] = at.slope;
      row[nodes.length + q] = at.information;
      row[2 * nodes.length + q] = at.warm;
    }
  };
  return (j, right, wrong) => {
    answer.index[0] = j;
    fill(right, 1);
    fill(wrong, 0);
  };
}
