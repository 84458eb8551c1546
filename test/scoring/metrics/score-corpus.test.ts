import { expect, test } from 'vitest';
import { metricSchema } from '../../../item-bank/items/metric/metric.ts';
import { randomStream } from '../../../src/random.ts';
import { repeatedCorpus, scoreCorpus } from '../../../src/scoring/metrics/score-corpus.ts';

const EXACT = metricSchema.parse({ name: 'exact-match' });
const answersOf = (right: readonly boolean[], group?: (i: number) => string) =>
  right.map((is, i) => ({
    answer: is ? 'yes' : 'no',
    references: ['yes'],
    ...(group === undefined ? {} : { group: group(i) }),
  }));

test('the mean has the interval of the binomial distribution', () => {
  const answers = answersOf(Array.from({ length: 400 }, (_, i) => i % 4 === 0));
  const { corpus, mean, macro, metric } = scoreCorpus(answers, EXACT, 1);
  expect(mean.value).toBe(0.25);
  expect(corpus).toEqual(mean);
  expect(macro).toBeNull();
  expect(metric).toEqual({
    name: 'exact-match',
    letterCase: 'ignore',
    punctuation: 'ends',
    articles: 'keep',
  });
  // 1.645 √(¼ · ¾ / 400) = .0356; the ends of 2,000 draws vary by about a tenth of that.
  expect(Math.abs(mean.low! - (0.25 - 0.0356))).toBeLessThan(0.005);
  expect(Math.abs(mean.high! - (0.25 + 0.0356))).toBeLessThan(0.005);
});

test('groups count alike, whatever their sizes', () => {
  const right = [...Array(90).fill(true), ...Array.from({ length: 10 }, (_, i) => i < 2)];
  const { mean, macro } = scoreCorpus(
    answersOf(right, (i) => (i < 90 ? 'large' : 'small')),
    EXACT,
    1,
  );
  expect(mean.value).toBe(0.92);
  expect(macro!.value).toBe(0.6);
  // Only the ten vary: half of 1.645 √(.2 · .8 / 10) = .104, in steps of .05.
  expect(macro!.low).toBe(0.5);
  expect(macro!.high).toBe(0.7);
});

test('no interval if all answers are alike, or there is one', () => {
  for (const n of [1, 30])
    expect(scoreCorpus(answersOf(Array(n).fill(true)), EXACT, 1).mean).toEqual({
      value: 1,
      low: null,
      high: null,
    });
});

test('the same seed gives the same interval, another seed another one', () => {
  const answers = Array.from({ length: 30 }, (_, i) => ({
    answer: 'a '.repeat(1 + (i % 7)),
    references: ['a '.repeat(1 + (i % 5))],
  }));
  for (const name of ['rouge-1', 'bleu', 'label-f1']) {
    const metric = metricSchema.parse({ name });
    const interval = (seed: number) => scoreCorpus(answers, metric, seed).corpus;
    expect(interval(1)).toEqual(interval(1));
    expect(interval(1)).not.toEqual(interval(2));
  }
});

test('90% intervals of means of 30 answers hold in at least 80% of the samples', () => {
  // 120 repetitions: two binomial standard errors are 5.5 points.
  const REPETITIONS = 120;
  let held = 0;
  for (let r = 0; r < REPETITIONS; r++) {
    const random = randomStream(7, r);
    const right = Array.from({ length: 30 }, () => random() < 0.6);
    const { low, high } = scoreCorpus(answersOf(right), EXACT, r).mean;
    if (low! <= 0.6 && 0.6 <= high!) held++;
  }
  expect(held / REPETITIONS).toBeGreaterThan(0.8);
});

test('repeats: the mean of their values, with items drawn together', () => {
  const metric = metricSchema.parse({ name: 'bleu' });
  const references = [['the cat sat on the old mat'], ['a dog ran over the green hill']];
  const answersOf = (...texts: string[]) =>
    texts.map((answer, item) => ({ item, answer, references: references[item] }));
  const right = answersOf('the cat sat on the old mat', 'a dog ran over the green hill');
  const other = answersOf('the cat sat on a mat today', 'one dog ran over the green hill');
  const alone = scoreCorpus(other, metric, 1).corpus.value;
  expect(repeatedCorpus([other], metric, 1).value).toBeCloseTo(alone, 12);
  expect(repeatedCorpus([right, other], metric, 1).value).toBeCloseTo((1 + alone) / 2, 12);
  // The same repeat twice says no more than once.
  expect(repeatedCorpus([other, other], metric, 1)).toEqual(repeatedCorpus([other], metric, 1));
  // A repeat without an answer to one item has the value of the other one.
  const [, half] = other;
  expect(repeatedCorpus([other, [half]], metric, 1).value).toBeCloseTo(
    (alone + scoreCorpus([half], metric, 1).corpus.value) / 2,
    12,
  );
});
