import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  readLikelihoods,
  writeLikelihoods,
} from '../../../src/scoring/likelihood/likelihood-output.ts';
import { scoreLikelihoods } from '../../../src/scoring/likelihood/score-likelihoods.ts';
import { scoreOutput } from '../../../src/scoring/score-output.ts';
import {
  isTrimmed,
  itemOfSample,
  likelihoodsOf,
  loggedSamples,
  scoreOf,
} from '../../golden/likelihood/logged-samples.ts';

/** A hundred roundings of a double at 1: numpy adds in another order. */
const ROUNDING = 100 * Number.EPSILON;

describe.each(['cloze', 'letter'] as const)('samples of %s prompts', (variant) => {
  const samples = loggedSamples(variant);

  test.each(['acc', 'acc_norm', 'acc_bytes'] as const)('%s is that of the log', (metric) => {
    for (const sample of samples) {
      const { id, choices, answer } = sample.doc;
      const texts = variant === 'letter' ? choices.map((_, k) => 'ABCDE'[k]) : choices;
      const best = scoreLikelihoods(likelihoodsOf(sample), texts, answer, metric);
      const letters = best.choices.map((k) => 'ABCDE'[k]).join('=');
      expect([id, best.score]).toEqual([id, scoreOf(sample, metric, letters)]);
    }
  });

  test.each(['acc', 'acc_norm', 'acc_bytes'] as const)(
    '%s of an item and what is kept of it is that of the log',
    (metric) => {
      for (const sample of samples.filter(isTrimmed)) {
        const item = itemOfSample(sample);
        const loglikelihoods = likelihoodsOf(sample);
        const tokens = loglikelihoods.map(() => 1);
        const output = writeLikelihoods({ loglikelihoods, greedy: null, tokens });
        const { score, extracted, rule } = scoreOutput(item, output, {
          likelihood: { metric, of: variant },
        });
        expect([item.id, score]).toEqual([item.id, scoreOf(sample, metric, extracted)]);
        expect(extracted === item.key[0]).toBe(score === 1);
        expect(rule).toBe(metric);
      }
    },
  );

  test('the probability of the key is that of the log, however unlikely all options are', () => {
    for (const sample of samples) {
      const { choices, answer } = sample.doc;
      const { score } = scoreLikelihoods(likelihoodsOf(sample), choices, answer, 'probability');
      expect(Math.abs(score - sample.prob)).toBeLessThanOrEqual(ROUNDING);
    }
  });
});

test.each<[string, number[], number[]]>([
  ['two of four', [-3, -2, -2, -5], [0, 0.5, 0.5, 0]],
  ['all of three', [-7.25, -7.25, -7.25], [1 / 3, 1 / 3, 1 / 3]],
  ['equal but for the rounding of sums', [-0.1 - 0.2, -0.3, -4], [0.5, 0.5, 0]],
  ['one option that cannot be', [Number.NEGATIVE_INFINITY, -9], [0, 1]],
  ['only options that cannot be', Array(4).fill(Number.NEGATIVE_INFINITY), Array(4).fill(0.25)],
])('tied options have equal shares: %s', (_name, likelihoods, shares) => {
  const output = writeLikelihoods({ loglikelihoods: likelihoods, greedy: null, tokens: [] });
  const kept = readLikelihoods(output)!.loglikelihoods;
  const texts = likelihoods.map((_, k) => 'ABCD'[k]);
  expect(shares.map((_, k) => scoreLikelihoods(kept, texts, k, 'acc').score)).toEqual(shares);
  expect(scoreLikelihoods(kept, texts, 0, 'probability').score).not.toBeNaN();
});

test('the answer of a tie is none of its letters', () => {
  const [sample] = loggedSamples('cloze');
  const loglikelihoods = sample.doc.choices.map((_, k) => (k === 1 ? -2 : -1));
  const output = writeLikelihoods({ loglikelihoods, greedy: null, tokens: [] });
  const likelihood = { metric: 'acc', of: 'letter' } as const;
  const { extracted } = scoreOutput(itemOfSample(sample), output, { likelihood });
  expect(extracted).toMatch(/^A=C/);
});

test('the samples tell the metrics apart, and characters from bytes', () => {
  const samples = loggedSamples('cloze');
  expect(samples.some(({ acc, acc_norm }) => acc !== acc_norm)).toBe(true);
  expect(samples.some(({ acc_norm, acc_bytes }) => acc_norm !== acc_bytes)).toBe(true);
});

test('the probabilities of all options add up to 1, and shifting all log-likelihoods changes nothing', () => {
  const lls = fc.array(fc.double({ min: -2000, max: 0, noNaN: true }), {
    minLength: 2,
    maxLength: 26,
  });
  fc.assert(
    fc.property(lls, fc.double({ min: -500, max: 0, noNaN: true }), (values, shift) => {
      const texts = values.map((_, k) => `${k}`);
      const of = (list: readonly number[]) =>
        list.map((_, k) => scoreLikelihoods(list, texts, k, 'probability').score);
      const own = of(values);
      expect(own.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 10);
      // A shift rounds each value to the precision of numbers in the thousands.
      for (const [k, p] of of(values.map((l) => l + shift)).entries())
        expect(p).toBeCloseTo(own[k], 9);
    }),
  );
});

test.each(['', 'The answer is (A).', '{"loglikelihoods":["-1"],"tokens":[1]}', 'null', '[1]'])(
  'no log-likelihoods are read from %j',
  (text) => expect(readLikelihoods(text)).toBeNull(),
);

test('an output of another number of options has no answer', () => {
  const [sample] = loggedSamples('cloze');
  const output = writeLikelihoods({ loglikelihoods: [-1], greedy: [true], tokens: [1] });
  const likelihood = { metric: 'acc', of: 'cloze' } as const;
  const none = { extracted: null, score: 0 };
  expect(scoreOutput(itemOfSample(sample), output, { likelihood })).toMatchObject(none);
  expect(scoreOutput(itemOfSample(sample), '', { likelihood })).toMatchObject({
    ...none,
    reason: 'empty',
  });
});
