import type { MetricOf } from '../../../item-bank/items/metric/metric.ts';
import { comparableText } from './comparable-text.ts';

const ARTICLE = /\b(?:a|an|the)\b/gi;
const PUNCTUATION = /[\p{P}\p{S}]/gu;
const CHINESE_GAP = /(?<=\p{Script=Han}) (?=\p{Script=Han})/gu;

/**
 * 1 if an answer is the reference in one spelling (comparable-text.ts), else 0. With `punctuation: 'all'` no punctuation and
 * no symbol counts, nor a blank between Chinese characters, and with `articles: 'drop'` no English article: both as in
 * SQuAD's evaluation, which knows ASCII punctuation only. Then `-5` and `5` are the same: numbers have a metric of their own.
 *
 * @see Rajpurkar, Zhang, Lopyrev & Liang (2016), SQuAD: 100,000+ questions for machine comprehension of text, EMNLP
 */
export function exactMatch(
  answer: string,
  reference: string,
  options: Omit<MetricOf<'exact-match'>, 'name'>,
): number {
  return spelled(answer, options) === spelled(reference, options) ? 1 : 0;
}

function spelled(
  text: string,
  { letterCase, punctuation, articles }: Omit<MetricOf<'exact-match'>, 'name'>,
): string {
  let plain = comparableText(text, letterCase);
  if (punctuation === 'all') plain = plain.replaceAll(PUNCTUATION, '');
  if (articles === 'drop') plain = plain.replaceAll(ARTICLE, ' ');
  plain = plain.replaceAll(/\s+/g, ' ').trim();
  return punctuation === 'all' ? plain.replaceAll(CHINESE_GAP, '') : plain;
}
