import type { Answers } from '../../irt/answers.ts';
import type { LikelihoodGrid } from '../../irt/likelihood-grid.ts';
import { type LikelihoodSlope, likelihoodSlope } from '../../irt/likelihood-slope.ts';
import { probability } from '../../irt/probability.ts';
import { estimateSoFar } from '../estimate-so-far.ts';
import type { Criterion } from './by-criterion.ts';
import { type CurveTable, curveTable } from './curve-table.ts';

/**
 * The expected observed information of an item after its answer, at the new estimate:
 *
 *     MEI   P_j(θ̂) J_j(θ̂ if right; right) + Q_j(θ̂) J_j(θ̂ if wrong; wrong),   J_j = −(log-likelihood of the answer)″
 *
 * by the session's own estimator. Two estimates for each eligible item: by far the slowest rule, made for banks of
 * hundreds.
 *
 * @see van der Linden (1998), Psychometrika 63, 201–216, eq. 14; van der Linden & Pashley (2000)
 */
export function expectedInformation(): Criterion {
  let index = new Int32Array(0);
  let scores = new Float64Array(0);
  let sums = new Float64Array(0);
  const one = { index: new Int32Array(1), scores: new Float64Array(1) };
  const at: LikelihoodSlope = { slope: 0, information: 0, observed: 0, warm: 0 };
  return ({ bank, ability, answers, grid, estimator, unmixed, prior }) => {
    const { items } = bank;
    const { count } = answers;
    const { nodes, step, logLikelihood } = grid;
    if (index.length <= count) {
      index = new Int32Array(2 * count + 16);
      scores = new Float64Array(2 * count + 16);
    }
    index.set(answers.index.subarray(0, count));
    scores.set(answers.scores.subarray(0, count));
    if (sums.length !== nodes.length) sums = new Float64Array(nodes.length);
    const logRight = curveTable(items, nodes, 'logProbability');
    const logWrong = curveTable(items, nodes, 'logComplement');
    const longer: Answers = { items, index, scores, count: count + 1 };
    const itself: Answers = { items, ...one, count: 1 };
    const longerGrid: LikelihoodGrid = { nodes, step, logLikelihood: sums };
    const observedAfter = (j: number, score: number, table: CurveTable): number => {
      const row = table.rowOf(j);
      for (let q = 0; q < nodes.length; q++) sums[q] = logLikelihood[q] + table.values[row + q];
      index[count] = j;
      scores[count] = score;
      one.index[0] = j;
      one.scores[0] = score;
      likelihoodSlope(
        estimateSoFar(estimator, longer, longerGrid, prior, unmixed).ability,
        itself,
        at,
      );
      return at.observed;
    };
    return (j) => {
      const right = probability(ability, items.a[j], items.b[j], items.c[j], items.d[j]);
      return right * observedAfter(j, 1, logRight) + (1 - right) * observedAfter(j, 0, logWrong);
    };
  };
}
