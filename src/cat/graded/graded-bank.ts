import { type NormalPrior, STANDARD_NORMAL } from '../../irt/estimate/estimate.ts';
import { categoryCurves, openCurves } from '../../irt/polytomous/curves/category-curves.ts';
import { type ItemMoments, itemMoments } from '../../irt/polytomous/item-moments.ts';
import type { MixedItems } from '../../irt/polytomous/mixed-items.ts';

/** The grid has this many nodes over [−REACH, REACH]: steps of 0.05. */
const NODES = 241;
const REACH = 6;

/** A bank of items with several categories, tabulated on a grid of abilities for adaptive tests. */
export interface GradedBank {
  readonly items: MixedItems;
  /** Equally spaced abilities, ascending. */
  readonly nodes: Float64Array;
  /** Log-density of the prior at the nodes, up to a constant. */
  readonly logPrior: Float64Array;
  /** log P_k at the nodes: the row of category k of item j begins at (scoresFrom[j] + k) × nodes. */
  readonly logP: Float64Array;
  /** Expected score, variance of the score and Fisher information at the nodes: the row of item j begins at j × nodes. */
  readonly expected: Float64Array;
  readonly variance: Float64Array;
  readonly information: Float64Array;
}

/** @param prior of abilities, by default that of the calibration, N(0, 1) */
export function gradedBank(items: MixedItems, prior: NormalPrior = STANDARD_NORMAL): GradedBank {
  const nodes = Float64Array.from(
    { length: NODES },
    (_, q) => -REACH + (2 * REACH * q) / (NODES - 1),
  );
  const logPrior = nodes.map((theta) => -0.5 * ((theta - prior.mean) / prior.sd) ** 2);
  const logP = new Float64Array(items.scores.length * NODES);
  const table = () => new Float64Array(items.count * NODES);
  const [expected, variance, information] = [table(), table(), table()];
  const curves = openCurves(items.mostCategories);
  const at: ItemMoments = { score: 0, variance: 0, slope: 0, information: 0, warm: 0 };
  for (let j = 0; j < items.count; j++)
    for (let q = 0; q < NODES; q++) {
      categoryCurves(nodes[q], items, j, curves);
      for (let k = 0; k < items.categories[j]; k++)
        logP[(items.scoresFrom[j] + k) * NODES + q] = curves.logP[k];
      itemMoments(nodes[q], items, j, curves, at);
      expected[j * NODES + q] = at.score;
      variance[j * NODES + q] = at.variance;
      information[j * NODES + q] = at.information;
    }
  return { items, nodes, logPrior, logP, expected, variance, information };
}
