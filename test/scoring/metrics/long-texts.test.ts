import { expect, test } from 'vitest';
import { metricSchema } from '../../../item-bank/items/metric/metric.ts';
import { scoreAnswer } from '../../../src/scoring/metrics/metrics.ts';

/** Texts on which a careless regular expression takes the square of their length. */
const LENGTH = 20_000;
const METRICS = [
  { name: 'exact-match', punctuation: 'all', articles: 'drop' },
  { name: 'numeric-match' },
  { name: 'label-f1' },
  { name: 'kendall', missing: 'last' },
  { name: 'bleu', tokens: '13a' },
  { name: 'bleu', tokens: 'zh' },
  { name: 'rouge-l', tokens: 'characters' },
  { name: 'rouge-l', tokens: 'words' },
];

test.each([
  ['blanks', ' '],
  ['line ends', '\n'],
  ['digits', '7'],
  ['thousands', '1,000,'],
  ['half numbers', '1/1 '],
  ['exponents', '1e'],
  ['numerals', '一'],
  ['fractions', '百分之'],
  ['commas', ','],
  ['equal signs', 'a='],
  ['dashes', '-\n'],
])('long texts of %s are scored by all metrics', (_, part) => {
  const long = part.repeat(Math.ceil(LENGTH / part.length));
  for (const metric of METRICS) {
    const score = scoreAnswer(
      { answer: `${long.slice(0, LENGTH - 1)}x`, references: [`x${long.slice(0, 1000)}`] },
      metricSchema.parse(metric),
    );
    expect(score).toBeGreaterThanOrEqual(0);
    expect(score).toBeLessThanOrEqual(1);
  }
});
