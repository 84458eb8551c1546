import { pickExaminees, pickItems, type ResponseMatrix } from '../../../src/irt/responses.ts';
import { randomStream, shuffle } from '../../../src/random.ts';
import { fitFactors } from '../../fit/fit-factors.ts';
import type { DimensionComparison, Finding } from './bank-diagnosis.ts';
import { predictAnswers } from './predict-answers.ts';

const FOLDS = 5;
/** Examinees that a fit needs per dimension. */
const EXAMINEES_PER_DIMENSION = 5;
/** The most examinees, and the most examinees × items: a few seconds for 1, 2 and 4 dimensions. */
const MOST_EXAMINEES = 200;
const MOST_CELLS = 40_000;
/** Fewer answers say little of an examinee. */
const LEAST_ANSWERS = 4;

/**
 * Compares numbers of dimensions by answers that were not used: the examinees are divided into five folds by whole families,
 * the factor model is fitted without a fold, and half of the answers of each of its examinees, drawn at random, are predicted
 * from the other half. With S and n a family's sum of log-likelihoods and its number of answers, and r = ΣS/Σn, the standard
 * error of r is √(F/(F − 1) Σ(S − rn)²) / Σn over F families.
 *
 * @param guessing of each item, as known; upper asymptotes are 1
 * @param families one entry per examinee
 * @param dimensions ascending
 * @see Cochran (1977), Sampling Techniques, chapter 6, for the error of a ratio; Breiman, Friedman, Olshen & Stone (1984),
 *   Classification and Regression Trees, 3.4.3, for the rule of one standard error
 */
export function compareDimensions(
  whole: ResponseMatrix,
  {
    guessing: known,
    families: ofWhole,
    dimensions,
    seed,
    onFit,
  }: {
    readonly guessing: Float64Array;
    readonly families: readonly string[];
    readonly dimensions: readonly number[];
    readonly seed: string | number;
    readonly onFit: (share: number) => void;
  },
): Finding<DimensionComparison> {
  if (dimensions.length === 0) return none('no number of dimensions was asked for');
  const sampled = (count: number, most: number, of: string) =>
    shuffle(
      Int32Array.from({ length: count }, (_, k) => k),
      randomStream(seed, 'dimensions', of),
    )
      .slice(0, most)
      .sort();
  const rows = sampled(whole.examinees.length, MOST_EXAMINEES, 'examinees');
  const columns = sampled(whole.items.length, Math.floor(MOST_CELLS / rows.length), 'items');
  const matrix = pickItems(pickExaminees(whole, rows), columns);
  const guessing = Float64Array.from(columns, (j) => known[j]);
  const families = Array.from(rows, (i) => ofWhole[i]);
  const names = [...new Set(families)];
  if (names.length < FOLDS) return none(`${names.length} families; five folds need at least five`);
  const fold = foldsOf(families, names, seed);
  const training = Math.min(
    ...Array.from({ length: FOLDS }, (_, f) => fold.filter((own) => own !== f).length),
  );
  const tried = dimensions.filter((k) => k * EXAMINEES_PER_DIMENSION <= training);
  if (tried.length === 0)
    return none(
      `${training} examinees remain without a fold; ${dimensions[0]} dimensions need ${dimensions[0] * EXAMINEES_PER_DIMENSION}`,
    );

  const halves = Array.from(rows, (i, row) => halvesOf(matrix, row, randomStream(seed, 'half', i)));
  const answers = halves.reduce((sum, { predicted }) => sum + predicted.length, 0);
  if (answers === 0) return none(`no examinee has ${LEAST_ANSWERS} answers`);
  const width = matrix.items.length;
  /** Log-likelihoods by dimensions and examinee. */
  const found = tried.map(() => new Float64Array(rows.length));
  tried.forEach((k, at) => {
    for (let f = 0; f < FOLDS; f++) {
      const others = [...fold.keys()].filter((i) => fold[i] !== f);
      const model = fitFactors(pickExaminees(matrix, others), { dimensions: k, guessing });
      fold.forEach((own, i) => {
        if (own !== f || halves[i].predicted.length === 0) return;
        const scores = matrix.scores.subarray(i * width, (i + 1) * width);
        found[at][i] = predictAnswers(model, scores, halves[i].given, halves[i].predicted);
      });
      onFit((at * FOLDS + f + 1) / (tried.length * FOLDS));
    }
  });

  const index = families.map((family) => names.indexOf(family));
  const byFamily = (values: ArrayLike<number>) => {
    const sums = new Float64Array(names.length);
    index.forEach((family, i) => {
      sums[family] += values[i];
    });
    return sums;
  };
  const counts = byFamily(halves.map(({ predicted }) => predicted.length));
  const sums = found.map(byFamily);
  const totals = sums.map((own) => ratio(own, counts));
  const best = totals.reduce((top, { mean }, at) => (mean > totals[top].mean ? at : top), 0);
  const compared = tried.map((k, at) => {
    const behind = ratio(
      sums[best].map((sum, family) => sum - sums[at][family]),
      counts,
    );
    return {
      dimensions: k,
      logLikelihood: totals[at].mean,
      se: totals[at].se,
      behind: behind.mean,
      behindSe: behind.se,
    };
  });
  const enough = compared.find(({ behind, behindSe }) => behind <= behindSe) ?? compared[best];
  return {
    value: {
      folds: FOLDS,
      examinees: rows.length,
      families: names.length,
      items: width,
      answers,
      compared,
      best: tried[best],
      enough: enough.dimensions,
    },
    reason: null,
  };
}

function none(reason: string): Finding<DimensionComparison> {
  return { value: null, reason };
}

/** The fold of each examinee: families in random order, each to the fold with the fewest examinees. */
function foldsOf(families: readonly string[], names: readonly string[], seed: string | number) {
  const sizes = new Array<number>(FOLDS).fill(0);
  const ofFamily = new Map<string, number>();
  for (const family of shuffle([...names], randomStream(seed, 'dimensions', 'folds'))) {
    const fold = sizes.indexOf(Math.min(...sizes));
    ofFamily.set(family, fold);
    sizes[fold] += families.filter((own) => own === family).length;
  }
  return families.map((family) => ofFamily.get(family) as number);
}

/** The items that an examinee answered, divided at random; nothing is predicted from too few. */
function halvesOf({ scores, items }: ResponseMatrix, i: number, random: () => number) {
  const width = items.length;
  const answered = Int32Array.from({ length: width }, (_, j) => j).filter(
    (j) => !Number.isNaN(scores[i * width + j]),
  );
  shuffle(answered, random);
  const half = answered.length < LEAST_ANSWERS ? 0 : answered.length >> 1;
  return { given: answered.subarray(half), predicted: answered.subarray(0, half) };
}

/** Σ sums / Σ counts and its standard error over families. */
function ratio(sums: Float64Array, counts: Float64Array) {
  const families = sums.length;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const mean = sums.reduce((sum, own) => sum + own, 0) / total;
  let squares = 0;
  sums.forEach((own, family) => {
    squares += (own - mean * counts[family]) ** 2;
  });
  return { mean, se: Math.sqrt((families / (families - 1)) * squares) / total };
}
