import type { Item } from '../../item-bank/items/item.ts';
import { fail } from '../errors.ts';
import type { ResponseMatrix } from '../irt/responses.ts';
import { methodOf } from '../scoring/metrics/metrics.ts';

/** So many graded answers are not all 0 or 1 by chance. */
const ENOUGH = 20;

/** The metric of an open question or a case, if it gives scores between 0 and 1; else null. */
export function gradedMetric(item: Item): string | null {
  if (!('metric' in item) || item.metric === undefined) return null;
  // A program may give any score.
  if (item.metric.name === 'command') return null;
  if (item.metric.name === 'rubric' || item.metric.name === 'cosine') return item.metric.name;
  return methodOf(item.metric).isGraded ? item.metric.name : null;
}

/**
 * Refuses a bank whose items have metrics of graded scores, and recorded answers that are right or wrong: what is calibrated on
 * these does not hold for graded scores. A bank without recorded answers to these items passes.
 * @param graded by item of the matrix, as `gradedMetric` says
 * @throws METRIC_GRADED
 */
export function requireGradedAnswers(
  bank: string,
  { items, examinees, scores }: ResponseMatrix,
  graded: readonly (string | null)[],
): void {
  const places = graded.flatMap((metric, j) => (metric === null ? [] : [j]));
  let answers = 0;
  for (const j of places)
    for (let i = 0; i < examinees.length; i++) {
      const score = scores[i * items.length + j];
      if (score > 0 && score < 1) return;
      if (score === 0 || score === 1) answers++;
    }
  if (answers < ENOUGH) return;
  const [first] = places;
  fail('METRIC_GRADED', {
    bank,
    item: items[first],
    count: places.length,
    metric: graded[first]!,
    answers,
  });
}
