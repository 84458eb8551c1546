import { fail } from '../../../src/errors.ts';
import { quoted } from '../../../src/text/quoted.ts';

/** Metrics of errors, by the words of their names: a smaller value is better. */
const LOWER =
  /perplexity|bits_per_byte|brier|toxic|edit_distance|levenshtein|(?:^|_)(?:ppl|wer|cer|ter|loss|nll|mse|rmse|mae|error|error_rate)(?:$|_)/i;
/** Of these the range is known: 0 to 1. */
const UNIT = /brier/i;

/** Whether a smaller value of a metric is better. @param stated whether a larger one is, if the log says so */
export function isLowerBetter(metric: string, stated?: boolean | undefined): boolean {
  return stated === undefined ? LOWER.test(metric) : !stated;
}

/**
 * The score by a metric: true and false count as 1 and 0, an error x as 1 − x. Null if the value is no number.
 * @param stated whether a larger value is better, if the log says so
 * @throws OPTION_INVALID for a number outside 0 to 1: of such a scale the few scores of 0 and 1 alone would be kept; and for errors whose
 * range is not known
 */
export function scoreByMetric(
  value: unknown,
  metric: string,
  file: string,
  stated?: boolean | undefined,
): number | null {
  if (value === undefined || value === null || Number.isNaN(value)) return null;
  const refuse = (found: string, accepted: string) =>
    fail('OPTION_INVALID', {
      option: '--metric',
      found: `${quoted(metric)} in ${file}, ${found}`,
      accepted,
    });
  const score = typeof value === 'boolean' ? Number(value) : value;
  const isUnit = typeof score === 'number' && score >= 0 && score <= 1;
  if (isLowerBetter(metric, stated)) {
    if (UNIT.test(metric) && isUnit) return 1 - score;
    return refuse(
      'of which smaller values are better and the range is not 0 to 1',
      'a metric of which larger values are better',
    );
  }
  if (typeof score !== 'number') return null;
  return isUnit ? score : refuse(`with the score ${score}`, 'a metric with scores from 0 to 1');
}
