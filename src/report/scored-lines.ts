import { type Direction, directionOf } from '../../item-bank/import/logs/metric-direction.ts';
import type { ScoredBy } from '../../item-bank/import/scored-by.ts';
import { count, plural } from '../numbers.ts';
import { shortened } from '../text/shortened.ts';

/** Directions by name under which larger values are not better. */
const SUSPECT: readonly Direction[] = ['lower', 'measure'];
/** Most metrics that are named. */
const SHOWN = 12;

/** What the scores of logs are of, and what they are not of. */
export function scoredLines(scored: ScoredBy): string[] {
  const { metrics, otherMetrics } = scored;
  return [
    ...(metrics.length === 0 ? [] : [`Scored by ${listed(metrics)}.`]),
    ...notTakenLines(scored),
    ...(otherMetrics.length === 0 ? [] : ['To score by another one: --metric NAME.']),
  ];
}

/** The same without the metrics that scores are of. */
export function notTakenLines({ metrics, otherMetrics, flipped, limits }: ScoredBy): string[] {
  const ended = Object.entries(limits);
  const total = ended.reduce((sum, [, n]) => sum + n, 0);
  const kinds = ended.map(([kind, n]) => `${shortened(kind)} ${count(n)}`).join(', ');
  return [
    ...(otherMetrics.length === 0 ? [] : [`Not taken: ${listed(otherMetrics)}.`]),
    ...flipped.map(
      (metric) =>
        `Smaller values of ${shortened(metric)} are better: the score is 1 minus the value.`,
    ),
    ...metrics
      .filter((metric) => !flipped.includes(metric) && SUSPECT.includes(directionOf(metric)))
      .map(
        (metric) =>
          `Larger values of ${shortened(metric)} count as better, although its name reads like an error or a cost.`,
      ),
    ...(total === 0
      ? []
      : [
          `A limit ended ${plural(total, 'sample')} (${kinds}). They have the score of the log; without points they count as truncated.`,
        ]),
  ];
}

function listed(names: readonly string[]): string {
  const first = names.slice(0, SHOWN).map(shortened).join(', ');
  return names.length > SHOWN ? `${first}, … and ${count(names.length - SHOWN)} more` : first;
}
