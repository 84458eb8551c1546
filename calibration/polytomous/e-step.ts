import type { CategoryMatrix } from '../../src/irt/polytomous/category-matrix.ts';
import {
  type CategoryCurves,
  categoryCurves,
} from '../../src/irt/polytomous/curves/category-curves.ts';
import type { MixedItems } from '../../src/irt/polytomous/mixed-items.ts';

/** Equally spaced abilities with the logs of their normal probabilities, which have the sum 1. */
export interface AbilityNodes {
  readonly nodes: Float64Array;
  readonly logWeights: Float64Array;
}

const REACH = 6;
/** Nodes whose log-posterior lies further below the maximum carry less than rounding. */
const NEGLIGIBLE = 40;

/** @param shift moves all nodes by this share of their distance */
export function normalNodes(count: number, shift = 0): AbilityNodes {
  const step = (2 * REACH) / (count - 1);
  const nodes = Float64Array.from({ length: count }, (_, q) => -REACH + (q + shift) * step);
  const density = nodes.map((theta) => Math.exp(-0.5 * theta * theta));
  const log = Math.log(density.reduce((sum, value) => sum + value, 0));
  return { nodes, logWeights: nodes.map((theta) => -0.5 * theta * theta - log) };
}

/** The answers by examinee as rows of a table with a row per item and category: those of examinee i from `starts[i]` on. */
export interface AnswerRows {
  readonly starts: Int32Array;
  readonly rows: Int32Array;
}

export function answerRows(
  { answers, items, examinees }: CategoryMatrix,
  of: MixedItems,
): AnswerRows {
  const width = items.length;
  const starts = new Int32Array(examinees.length + 1);
  const rows = new Int32Array(answers.reduce((sum, k) => sum + (k >= 0 ? 1 : 0), 0));
  let count = 0;
  for (let i = 0; i < examinees.length; i++) {
    for (let j = 0; j < width; j++) {
      const k = answers[i * width + j];
      if (k >= 0) rows[count++] = of.scoresFrom[j] + k;
    }
    starts[i + 1] = count;
  }
  return { starts, rows };
}

/** Writes log P of every category of item `j` at every node into its rows of `table`. */
export function tabulateItem(
  items: MixedItems,
  j: number,
  nodes: Float64Array,
  curves: CategoryCurves,
  table: Float64Array,
): void {
  const width = nodes.length;
  const from = items.scoresFrom[j];
  for (let q = 0; q < width; q++) {
    categoryCurves(nodes[q], items, j, curves);
    for (let k = 0; k < items.categories[j]; k++) table[(from + k) * width + q] = curves.logP[k];
  }
}

/** What an E-step is told of each examinee; each is optional. */
export interface ExamineeSums {
  readonly logLikelihoods?: Float64Array;
  readonly means?: Float64Array;
  readonly sds?: Float64Array;
  /** examinees × nodes */
  readonly posteriors?: Float64Array;
}

/**
 * The E-step: the posterior of each examinee's ability on the nodes, added up by item and category into `expected`, shaped like `table`. In logs
 * throughout, so tests of any length do not underflow.
 *
 * @returns the marginal log-likelihood
 * @see Bock & Aitkin (1981), Psychometrika 46, 443–459
 */
export function expectedAnswers(
  { starts, rows }: AnswerRows,
  table: Float64Array,
  { nodes, logWeights }: AbilityNodes,
  expected: Float64Array,
  sums: ExamineeSums = {},
): number {
  const width = nodes.length;
  const posterior = new Float64Array(width);
  expected.fill(0);
  let total = 0;
  for (let i = 0; i < starts.length - 1; i++) {
    posterior.set(logWeights);
    for (let r = starts[i]; r < starts[i + 1]; r++) {
      const at = rows[r] * width;
      for (let q = 0; q < width; q++) posterior[q] += table[at + q];
    }
    let top = Number.NEGATIVE_INFINITY;
    for (let q = 0; q < width; q++) if (posterior[q] > top) top = posterior[q];
    let low = 0;
    let high = width;
    while (posterior[low] < top - NEGLIGIBLE) low++;
    while (posterior[high - 1] < top - NEGLIGIBLE) high--;
    let mass = 0;
    for (let q = low; q < high; q++) {
      posterior[q] = Math.exp(posterior[q] - top);
      mass += posterior[q];
    }
    const logLikelihood = top + Math.log(mass);
    total += logLikelihood;
    for (let q = low; q < high; q++) posterior[q] /= mass;
    for (let r = starts[i]; r < starts[i + 1]; r++) {
      const at = rows[r] * width;
      for (let q = low; q < high; q++) expected[at + q] += posterior[q];
    }
    if (sums.logLikelihoods !== undefined) sums.logLikelihoods[i] = logLikelihood;
    sums.posteriors?.set(posterior.subarray(low, high), i * width + low);
    if (sums.means === undefined || sums.sds === undefined) continue;
    let mean = 0;
    for (let q = low; q < high; q++) mean += posterior[q] * nodes[q];
    let variance = 0;
    for (let q = low; q < high; q++) variance += posterior[q] * (nodes[q] - mean) ** 2;
    sums.means[i] = mean;
    sums.sds[i] = Math.sqrt(variance);
  }
  return total;
}
