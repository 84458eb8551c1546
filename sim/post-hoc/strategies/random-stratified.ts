import { randomStream, shuffle } from '../../../src/random.ts';
import { plainScore, type Strata } from '../../../src/ranking/random-items.ts';
import { balanceTag, type RecordedBank } from '../../../src/ranking/recorded-bank.ts';
import type { RecordedExaminee } from '../../../src/ranking/recorded-test.ts';
import { largestRemainder } from '../../../src/statistics/largest-remainder.ts';
import { difficultyStrata } from '../difficulty-strata.ts';
import { shareRight } from '../share-right.ts';
import { fromSample, oncePerFold, type Strategy } from '../strategy-test.ts';

/**
 * Random items stratified by tag × difficulty, and the stratified mean Σ W_h ū_h with its design-based interval of a finite
 * population: the best result of random items without a model of the answers.
 *
 * The tag is the score's, else the bank's first; difficulty is the share right among the calibration's examinees, cut into
 * fifths or thirds within each value of the tag. Each stratum gets its share of the score's weight among the items, by largest
 * remainder. The finest division without an empty stratum is used.
 *
 * @see Cochran (1977), Sampling Techniques, ch. 5 and 5A
 */
export const randomStratified: Strategy = (test) => {
  const { examinee, lengths, path } = test;
  const answered = Int32Array.from(examinee.weights.keys()).filter((j) => isAnswered(examinee, j));
  const order = shuffle(answered, randomStream(path.join('/'), 'stratified'));
  return lengths.map((length) => {
    const { strata, items } = drawStratified(examinee, divisionsOf(test), order, length);
    return fromSample(plainScore(examinee, strata, items, length), items.length);
  });
};

/**
 * The items of a stratified sample: of each stratum its first ones in `order`.
 * @param divisions finest first
 * @param order the answered items, in random order
 */
export function drawStratified(
  examinee: RecordedExaminee,
  divisions: readonly Strata[],
  order: Int32Array,
  length: number,
): { strata: Strata; items: Int32Array } {
  let strata = divisions[divisions.length - 1];
  let counts: Int32Array = new Int32Array(strata.count);
  for (const division of divisions) {
    const { weights, sizes } = contents(examinee, division);
    counts = largestRemainder(weights, length, sizes);
    strata = division;
    if (counts.every((n, h) => n > 0 || sizes[h] === 0)) break;
  }
  const items = order.filter((j) => counts[strata.of[j]]-- > 0);
  return { strata, items };
}

function contents(examinee: RecordedExaminee, { count, of }: Strata) {
  const weights = new Float64Array(count);
  const sizes = new Float64Array(count);
  for (let j = 0; j < examinee.weights.length; j++) {
    if (!isAnswered(examinee, j)) continue;
    weights[of[j]] += examinee.weights[j];
    sizes[of[j]]++;
  }
  return { weights, sizes };
}

function isAnswered({ scores }: RecordedExaminee, j: number): boolean {
  return !Number.isNaN(scores[j]);
}

/** Finest first. A mean of tag means needs strata by the values of its tag; a mean over items needs none. */
const divisionsOf = oncePerFold(({ bank, known }): Strata[] => {
  const items = bank.responses.items.length;
  const right = shareRight(known.examinees, items);
  const { count, of } = tagStrata(bank);
  const fine = [5, 3].map((bins) => difficultyStrata(of, count, right, bins));
  if (bank.fullScore !== 'items') return [...fine, { count, of }];
  const one = new Uint8Array(items);
  return [...fine, ...[5, 3, 1].map((bins) => difficultyStrata(one, 1, right, bins))];
});

function tagStrata(bank: RecordedBank): Strata {
  if (Object.keys(bank.tags).length === 0)
    return { count: 1, of: new Uint8Array(bank.responses.items.length) };
  const { values, codes } = bank.tags[balanceTag(bank)];
  return { count: values.length, of: codes };
}
