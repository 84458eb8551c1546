import { fail } from '../../../../src/errors.ts';
import type { GroupWeights } from '../e-step/posteriors.ts';
import type { Workspace } from '../engine/workspace.ts';

/**
 * Checks for results that no data can cause but a defect can, such as threads that overwrite one another, or a kernel that
 * reads the wrong bytes. Each check costs almost nothing compared with the sums. A fit that fails one ends with an error.
 */

/** Sums of a million answers are rounded by less than this share of themselves. */
const ROUNDING = 1e-9;

/** By item: the numbers of right answers and of answers. J each. */
export interface AnswerCounts {
  readonly right: Float64Array;
  readonly asked: Float64Array;
}

/** Counts the packed answers, fractions included. */
export function answerCounts(workspace: Workspace): AnswerCounts {
  const { size, columns, askedColumns, fractionAt, fraction } = workspace;
  const { items: all, examinees: n, missing } = size;
  const right = new Float64Array(all);
  const asked = new Float64Array(all).fill(missing ? 0 : n);
  const bits = Uint8Array.from({ length: 256 }, (_, byte) => {
    let count = 0;
    for (let rest = byte; rest > 0; rest &= rest - 1) count++;
    return count;
  });
  for (let at = 0; at < columns.length; at += all)
    for (let j = 0; j < all; j++) {
      right[j] += bits[columns[at + j]];
      if (missing) asked[j] += bits[askedColumns[at + j]];
    }
  for (let f = 0; f < size.fractions; f++) right[fractionAt[2 * f]] += fraction[f];
  return { right, asked };
}

/**
 * The expected counts of each item, summed over the nodes, are its counted answers: posteriors add up to 1.
 * @throws Error a defect
 */
export function checkCounts(workspace: Workspace, { right, asked }: AnswerCounts): void {
  const { size, table, wrong } = workspace;
  const { items: all, nodes: q, missing } = size;
  for (let j = 0; j < all; j++) {
    const slack = ROUNDING * (1 + asked[j]);
    if (!(Math.abs(sumOf(table, j * q, q) - right[j]) <= slack))
      throw impossible(
        `the expected right answers to item ${j + 1} do not add up to the given ones`,
      );
    if (missing && !(Math.abs(sumOf(wrong, j * q, q) - asked[j]) <= slack))
      throw impossible(`the expected answers to item ${j + 1} do not add up to the given ones`);
  }
}

/**
 * Probabilities of answers are at most 1, so the likelihood is at most the sum of the nodes' weights. That sum differs from 1
 * by rounding and, for a narrow density, by the position of the nodes.
 * @throws Error a defect; VALUE_NOT_FINITE if items without priors have diverged so far that nothing can be computed
 */
export function checkLogLikelihood(logLikelihood: number, { of, count, logWeights }: GroupWeights) {
  if (Number.isNaN(logLikelihood))
    fail('VALUE_NOT_FINITE', {
      name: 'the log-likelihood of the fit',
      found: logLikelihood,
      accepted: 'finite numbers; add priors, or use a model with fewer parameters per item',
    });
  const q = logWeights.length / count;
  const most = new Float64Array(count);
  for (let g = 0; g < count; g++) {
    let mass = 0;
    for (let k = g * q; k < (g + 1) * q; k++) mass += Math.exp(logWeights[k]);
    most[g] = Math.log(mass);
  }
  let bound = ROUNDING * of.length;
  for (const g of of) bound += most[g];
  if (!(logLikelihood <= bound))
    throw impossible(`a log-likelihood of ${logLikelihood}, which can be 0 at most`);
}

/** Checks the log-posterior. @param before that of the previous step. @throws Error a defect: steps only go upwards */
export function checkNoFall(logPosterior: number, before: number): number {
  if (!(logPosterior >= before - ROUNDING * Math.abs(before) - 1e-6))
    throw impossible(`a log-posterior that falls from ${before} to ${logPosterior}`);
  return logPosterior;
}

function impossible(what: string): Error {
  return new Error(`the calibration arrived at ${what}; its result was discarded`);
}

function sumOf(values: Float64Array, from: number, count: number): number {
  let sum = 0;
  for (let k = from; k < from + count; k++) sum += values[k];
  return sum;
}
