import { fail } from '../../../src/errors.ts';
import { quoted } from '../../../src/text/quoted.ts';

/** Metrics of errors, by the words of their names: a smaller value is better. */
const LOWER =
  /perplexity|bits_per_byte|brier|toxicity|(?:^|_)(?:ppl|wer|cer|ter|loss|nll|mse|rmse|mae|error|error_rate)(?:$|_)/i;
/** Of these the range is known: 0 to 1. */
const UNIT = /brier/i;

/** Whether a smaller value of a metric is better. @param stated whether a larger one is, if the log says so */
export function isLowerBetter(metric: string, stated?: boolean | undefined): boolean {
  return stated === undefined ? LOWER.test(metric) : !stated;
}

/**
 * The score 1 − x of an error x.
 * @throws OPTION_INVALID where the range of the metric is not known, and for an error outside of it
 */
export function scoreOfError(value: unknown, metric: string, file: string): number {
  if (UNIT.test(metric) && typeof value === 'number' && value >= 0 && value <= 1) return 1 - value;
  return fail('OPTION_INVALID', {
    option: '--metric',
    found: `${quoted(metric)} in ${file}, of which smaller values are better and the range is not 0 to 1`,
    accepted: 'a metric of which larger values are better',
  });
}
