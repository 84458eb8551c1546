import { fail } from '../../../src/errors.ts';
import { quoted } from '../../../src/text/quoted.ts';

/** Metrics of errors and of harm, by the words of their names: a smaller value is better. */
const LOWER = words(
  'perplexity|bits_per_byte|brier|toxic\\w*|edit_distance|levenshtein|distance|divergence|ppl|wer|cer|ter|loss|nll|mse|rmse|mae',
  'errors?|error_rate|hallucinat\\w*|incorrect\\w*|wrong|mistakes?|failures?|failed|harm\\w*|unsafe|risk|severity|bias\\w*|stereotyp\\w*',
  'violations?|penalty|regret|fpr|fnr|false_positives?|false_negatives?',
);
/** Metrics that say how right an answer is. */
const HIGHER = words(
  'acc|accuracy|accurate|exact|em|qem|pem|f1|\\w*match\\w*|correct\\w*|right|bleu\\w*|rouge\\w*|chrf\\w*|meteor|bertscore|pass\\w*',
  'solved?|resolved|success\\w*|includes?|contains|verif\\w*|graded|ndcg|mrr|map|recall|precision|auc|auroc',
  'mcc|mc1|mc2|iou|jaccard|sim|similarity|agreement|faithful\\w*|factual\\w*|truthful\\w*|helpful\\w*|relevan\\w*|quality|win|reward|perfect',
);
/** Words that turn the others round: error_free, non_toxic, hallucination_detection. Then the name says nothing. */
const TURNED = words(
  'free|without|no|non|not|avoid\\w*|detect\\w*|recover\\w*|resist\\w*|robust\\w*|reduc\\w*',
);
/** Whole names that say the same. */
const SCORE = /^(?:(?:overall|total|final)_)?(?:score|grade|points|choice|pattern|answer|math)$/;
/** What was spent or measured besides: no score. */
const MEASURE = words(
  'costs?|price|usd|dollars|latency|duration|seconds|secs|ms|time|runtime|elapsed|throughput|speed|tokens|chars|characters|words',
  'length|len|count|n|num|steps|turns|retries|usage|calls|timestamp|temperature|seed|index|idx|year|date',
);
/** Of these errors the range is known: 0 to 1. */
const UNIT = /brier/i;

function words(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?:^|_)(?:${alternatives.join('|')})(?:$|_)`);
}

/** What a name or a log says of a metric: larger values are better, smaller ones are, it is no score, or neither says anything. */
export type Direction = 'higher' | 'lower' | 'measure' | 'unknown';

/** @param stated whether a larger value is better, if the log says so */
export function directionOf(metric: string, stated?: boolean | undefined): Direction {
  if (stated !== undefined) return stated ? 'higher' : 'lower';
  const name = metric
    .replaceAll(/([a-z\d])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_');
  if (LOWER.test(name)) return TURNED.test(name) ? 'unknown' : 'lower';
  const isHigher = HIGHER.test(name) || SCORE.test(name);
  const isMeasure = MEASURE.test(name);
  // As of match_count: neither word decides.
  if (isHigher === isMeasure) return 'unknown';
  return isHigher ? 'higher' : 'measure';
}

/** Whether the score by a metric is 1 − x. */
export function isFlipped(metric: string, stated?: boolean | undefined): boolean {
  return UNIT.test(metric) && directionOf(metric, stated) === 'lower';
}

/**
 * What is stated of a metric: by the log, or by who asks for it, against what its name seems to say. Brier scores count as 1 − x all the
 * same.
 */
export function statedOf(
  metric: string,
  asked: string | undefined,
  stated?: boolean | undefined,
): boolean | undefined {
  return stated ?? (asked === undefined || UNIT.test(metric) ? undefined : true);
}

/** A metric of a log, and what the log says of its direction. */
export interface LoggedMetric {
  readonly name: string;
  readonly stated?: boolean | undefined;
}

/**
 * The metric to score by where none is asked for: the first of which larger values are better, else the first whose direction is not known,
 * else the first.
 */
export function usualMetric<T extends LoggedMetric>(metrics: readonly T[]): T | undefined {
  const of = (direction: Direction) =>
    metrics.find(({ name, stated }) => directionOf(name, stated) === direction);
  return of('higher') ?? of('unknown') ?? metrics[0];
}

/** @throws OPTION_INVALID for a metric that nobody asked for, where neither its name nor the log says that larger values are better */
export function refuseUnknown(
  { name, stated }: LoggedMetric,
  others: readonly string[],
  file: string,
): void {
  if (directionOf(name, stated) !== 'unknown') return;
  const all = [name, ...others].map(quoted).join(', ');
  fail('OPTION_INVALID', {
    option: '--metric',
    found: `nothing, and neither ${file} nor the name says whether larger values of ${quoted(name)} are better`,
    accepted: `a metric of which larger values are better; the log has ${all}`,
  });
}

/**
 * The score by a metric: true and false count as 1 and 0, an error x as 1 − x. Null if the value is no number.
 * @param stated whether a larger value is better, if the log says so
 * @throws OPTION_INVALID for a number outside 0 to 1: of such a scale the few scores of 0 and 1 alone would be kept; for errors whose
 * range is not known; and for what is no score
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
  const direction = directionOf(metric, stated);
  if (direction === 'measure')
    return refuse(
      'a cost or a size by its name, and no score',
      'a metric of which larger values are better',
    );
  if (direction === 'lower') {
    if (isFlipped(metric, stated) && isUnit) return 1 - score;
    return refuse(
      'of which smaller values are better and the range is not 0 to 1',
      'a metric of which larger values are better',
    );
  }
  if (typeof score !== 'number') return null;
  return isUnit ? score : refuse(`with the score ${score}`, 'a metric with scores from 0 to 1');
}
