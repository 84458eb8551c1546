import type { RunConfiguration } from '../run/run-record.ts';
import { EVALUATION_FORMAT } from './evaluation/evaluation-run.ts';

/**
 * The strategy that chose the items of a run: `random` also of an evaluation, which asks all items or a random sample of them. Null if
 * the run has none, such as a series, whose items depend on earlier answers.
 */
export function chosenBy({ format, strategy }: RunConfiguration): string | null {
  if (format === EVALUATION_FORMAT) return 'random';
  return typeof strategy === 'string' ? strategy : null;
}
