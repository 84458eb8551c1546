import type { Item } from '../../../item-bank/items/item.ts';
import { isComputed, type Metric, metricSchema } from '../../../item-bank/items/metric/metric.ts';
import { quoted } from '../../text/quoted.ts';
import { scoreAnswer } from './metrics.ts';
import { tokensOf } from './tokens/tokens-of.ts';

/** What is missing from a reference that cannot be matched, by metric. */
const LACKS: Readonly<Record<string, string>> = {
  'exact-match': 'nothing is left of it without quotes and full stops',
  'numeric-match': 'it has no number, or several',
  'label-f1': 'it has no label',
  kendall: 'it has fewer than two elements to order',
  bleu: 'it has too few tokens',
  'rouge-1': 'it has no token',
  'rouge-2': 'it has fewer than two tokens',
  'rouge-l': 'it has no token',
};

/** Tokens from which on a text matches itself by BLEU and ROUGE, so that long texts need no comparison. */
const ENOUGH = 8;
/** Rounding of logarithms and roots. */
const ONE = 1 - 1e-9;

/**
 * Why no answer to an open question or a case can score 1: because none of its references scores 1 by the item's own metric, or because an
 * empty answer does too. Null if one can; also for programs, rubrics and embeddings, which compare as they like.
 */
export function unscorable(item: Item): string | null {
  if (item.type !== 'open' && item.type !== 'case') return null;
  const metric = item.metric ?? metricSchema.parse({ name: 'exact-match' });
  if (!isComputed(metric)) return null;
  const questions = item.type === 'open' ? [item.key] : item.key.map(({ answers }) => answers);
  const at = questions.findIndex((references) => !references.some((one) => isMatched(one, metric)));
  if (at === -1) return null;
  const where = item.type === 'open' ? '' : ` of question ${at + 1}`;
  const [first] = questions[at];
  return `reference${where}: ${quoted(first)} cannot score 1 by ${metric.name}: ${LACKS[metric.name]}`;
}

function isMatched(reference: string, metric: Metric): boolean {
  if ('tokens' in metric && tokensOf(reference, metric.tokens).length >= ENOUGH) return true;
  const scoreOf = (answer: string) => scoreAnswer({ answer, references: [reference] }, metric);
  return scoreOf(reference) >= ONE && scoreOf('') < ONE;
}
