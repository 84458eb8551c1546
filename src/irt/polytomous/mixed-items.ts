import { fail } from '../../errors.ts';
import { centred } from './nominal-parameters.ts';

/** The response models that the items of one bank can have. */
export type ResponseModel = 'logistic' | 'graded' | 'gpcm' | 'nominal' | 'beta';

/**
 * Parameters of one item. Category k of K counts from 0. `scores` are the scores of the categories, by default k/(K − 1); of the
 * options of a choice item give 1 for the key and 0 for the others.
 *
 * - `logistic`: wrong or right with up to four parameters, P(θ) = c + (d − c)σ(a(θ − b)).
 * - `graded`: P(category ≥ k) = σ(a(θ − b_k)), k = 1 … K − 1. Samejima (1969), Psychometrika Monograph 17.
 * - `gpcm`, generalised partial credit: P_k ∝ exp Σ_{v ≤ k} a(θ − b_v). Muraki (1992), Applied Psychological Measurement 16,
 *   159–176.
 * - `nominal`: P_k ∝ exp(slope_k θ + intercept_k). A constant may be added to all slopes or to all intercepts; they are kept with sum 0.
 *   Bock (1972), Psychometrika 37, 29–51.
 * - `beta`: the score k/(K − 1) is beta-binomial with mean μ = σ(a(θ − b)) and variance μ(1 − μ)(1 + (K − 2)φ)/(K − 1), φ in (0, 1):
 *   scores in [0, 1] on a scale of K levels. For many levels it is the beta model of Noel & Dauvier (2007), Applied Psychological
 *   Measurement 31, 47–73, with variance φμ(1 − μ); unlike it, it allows scores of 0 and 1. Skellam (1948), JRSS B 10, 257–261.
 */
export type MixedItem = { readonly scores?: readonly number[] } & (
  | {
      readonly model: 'logistic';
      readonly a: number;
      readonly b: number;
      readonly c?: number;
      readonly d?: number;
    }
  | { readonly model: 'graded'; readonly a: number; readonly b: readonly number[] }
  | { readonly model: 'gpcm'; readonly a: number; readonly b: readonly number[] }
  | {
      readonly model: 'nominal';
      readonly slopes: readonly number[];
      readonly intercepts: readonly number[];
    }
  | {
      readonly model: 'beta';
      readonly a: number;
      readonly b: number;
      readonly dispersion: number;
      readonly categories: number;
    }
);

/** The form in which curves are computed: `linear` is the nominal model, and the generalised partial credit model as its special case. */
export const KIND = { logistic: 0, graded: 1, linear: 2, beta: 3 } as const;

/**
 * Items of any models as flat arrays. The values of item j begin at `first[j]`:
 * logistic a, b, c, d; graded a, d_1 … d_{K−1} (d_k = −a b_k); linear s_0 … s_{K−1}, c_0 … c_{K−1}; beta a, d, ν (d = −ab, ν = 1/φ − 1).
 */
export interface MixedItems {
  readonly count: number;
  readonly kinds: Uint8Array;
  /** Number of categories of each item. */
  readonly categories: Int32Array;
  readonly first: Int32Array;
  readonly values: Float64Array;
  /** Scores of the categories; those of item j begin at `scoresFrom[j]`. */
  readonly scores: Float64Array;
  readonly scoresFrom: Int32Array;
  /** Of any item: the size of arrays with an entry per category. */
  readonly mostCategories: number;
}

/** The length of the values of an item of a kind with K categories. */
function valuesOf(kind: number, categories: number): number {
  if (kind === KIND.logistic) return 4;
  if (kind === KIND.graded) return categories;
  return kind === KIND.linear ? 2 * categories : 3;
}

function kindOf(model: ResponseModel): number {
  return model === 'gpcm' || model === 'nominal' ? KIND.linear : KIND[model];
}

/** Empty items of these models and numbers of categories, whose values are 0, with the default scores. */
export function blankItems(
  models: readonly ResponseModel[],
  categories: ArrayLike<number>,
): MixedItems {
  const count = models.length;
  const kinds = Uint8Array.from(models, kindOf);
  const first = new Int32Array(count + 1);
  const scoresFrom = new Int32Array(count + 1);
  let mostCategories = 2;
  for (let j = 0; j < count; j++) {
    first[j + 1] = first[j] + valuesOf(kinds[j], categories[j]);
    scoresFrom[j + 1] = scoresFrom[j] + categories[j];
    mostCategories = Math.max(mostCategories, categories[j]);
  }
  const scores = new Float64Array(scoresFrom[count]);
  for (let j = 0; j < count; j++)
    for (let k = 0; k < categories[j]; k++) scores[scoresFrom[j] + k] = k / (categories[j] - 1);
  return {
    count,
    kinds,
    categories: Int32Array.from(categories),
    first,
    values: new Float64Array(first[count]),
    scores,
    scoresFrom,
    mostCategories,
  };
}

/**
 * Checks and packs the items of a bank.
 * @param name what to call item j in an error
 * @throws PARAMETER_INVALID for a slope of 0, thresholds of a graded item out of order, asymptotes or a dispersion out of range, scores
 * that are not one per category, or anything not finite
 */
export function mixedItems(
  list: readonly MixedItem[],
  name: (j: number) => string = (j) => `${j + 1}`,
): MixedItems {
  list.forEach((item, j) => {
    check(item, name(j));
  });
  const items = blankItems(
    list.map(({ model }) => model),
    list.map(categoriesOf),
  );
  list.forEach((item, j) => {
    items.values.set(packed(item), items.first[j]);
    if (item.scores !== undefined) items.scores.set(item.scores, items.scoresFrom[j]);
  });
  return items;
}

function categoriesOf(item: MixedItem): number {
  if (item.model === 'logistic') return 2;
  if (item.model === 'nominal') return item.slopes.length;
  return item.model === 'beta' ? item.categories : item.b.length + 1;
}

function packed(item: MixedItem): number[] {
  switch (item.model) {
    case 'logistic':
      return [item.a, item.b, item.c ?? 0, item.d ?? 1];
    case 'graded':
      return [item.a, ...item.b.map((b) => -item.a * b)];
    case 'gpcm': {
      let sum = 0;
      const intercepts = item.b.map((b) => {
        sum -= item.a * b;
        return sum;
      });
      return [...[0, ...item.b].map((_, k) => k * item.a), 0, ...intercepts];
    }
    case 'nominal':
      return [...centred(item.slopes), ...centred(item.intercepts)];
    case 'beta':
      return [item.a, -item.a * item.b, 1 / item.dispersion - 1];
  }
}

function check(item: MixedItem, name: string): void {
  const refuse = (parameter: string, found: number, accepted: string): never =>
    fail('PARAMETER_INVALID', { item: name, parameter, found, accepted });
  const finite = (parameter: string, values: readonly number[]) => {
    for (const value of values)
      if (!Number.isFinite(value)) refuse(parameter, value, 'a finite number');
  };
  if (item.model === 'nominal') {
    finite('a slope', item.slopes);
    finite('an intercept', item.intercepts);
    if (item.intercepts.length !== item.slopes.length)
      refuse(
        'the number of intercepts',
        item.intercepts.length,
        `${item.slopes.length}, as slopes`,
      );
  } else {
    if (!(item.a !== 0 && Number.isFinite(item.a)))
      refuse('a (discrimination)', item.a, 'a finite number other than 0');
    finite('b (difficulty)', typeof item.b === 'number' ? [item.b] : item.b);
  }
  const count = categoriesOf(item);
  if (!(Number.isInteger(count) && count >= 2))
    refuse('the number of categories', count, 'a whole number of at least 2');
  if (item.model === 'graded')
    for (let k = 1; k < item.b.length; k++)
      if (!(item.a * (item.b[k] - item.b[k - 1]) > 0))
        refuse(
          `b_${k + 1}`,
          item.b[k],
          `thresholds that ${item.a > 0 ? 'rise' : 'fall'} with the category, here ${item.a > 0 ? 'above' : 'below'} ${item.b[k - 1]}`,
        );
  if (item.model === 'beta' && !(item.dispersion > 0 && item.dispersion < 1))
    refuse('the dispersion', item.dispersion, 'a number above 0 and below 1');
  if (item.model === 'logistic') {
    const { c = 0, d = 1 } = item;
    if (!(c >= 0 && c < 1)) refuse('c (guessing)', c, 'a number in [0, 1)');
    if (!(d > c && d <= 1)) refuse('d (upper asymptote)', d, 'a number above c and at most 1');
  }
  if (item.scores !== undefined) {
    finite('a score of a category', item.scores);
    if (item.scores.length !== count)
      refuse('the number of scores', item.scores.length, `${count}, one per category`);
  }
}
