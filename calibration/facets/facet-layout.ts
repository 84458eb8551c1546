import type {
  FacetDeviations,
  FacetOptions,
  FacetRatings,
  FacetThresholds,
} from './facet-types.ts';

/** Where each parameter stands, and the ratings in the order of the sums. */
export interface FacetLayout {
  readonly counts: FacetRatings['counts'];
  readonly groupCount: number;
  readonly deviations: FacetDeviations;
  readonly thresholds: FacetThresholds;
  /** First positions in the vector of parameters: severities are from 0. */
  readonly aspectsFrom: number;
  readonly thresholdsFrom: number;
  readonly meansFrom: number;
  /** log σ, and log φ of the deviations; the latter is −1 without them. */
  readonly sdAt: number;
  readonly deviationAt: number;
  readonly size: number;
  /** Parameters that are tested and stay 0, after `size`: sensitivity by rater, bias by rater and aspect. */
  readonly biasFrom: number;
  readonly all: number;
  /** Sets of parameters with the sum 0: first position, number. */
  readonly blocks: readonly (readonly [from: number, count: number])[];
  /** Ratings by answer, and within it by part: ratings of one part share a deviation. */
  readonly answerStarts: Int32Array;
  readonly partStarts: Int32Array;
  readonly ratingStarts: Int32Array;
  readonly raters: Int32Array;
  readonly aspects: Int32Array;
  readonly scores: Int32Array;
  /** The curve of each rating; curves are of pairs of rater and aspect. */
  readonly curves: Int32Array;
  readonly curveRaters: Int32Array;
  readonly curveAspects: Int32Array;
  readonly groups: Int32Array;
  /** Most ratings of one answer. */
  readonly most: number;
}

export function facetLayout(
  ratings: FacetRatings,
  options: FacetOptions,
  deviations: FacetDeviations,
): FacetLayout {
  const { counts } = ratings;
  const { thresholds = 'common' } = options;
  const groups = options.groups ?? new Int32Array(counts.answers);
  const groupCount = groups.reduce((most, g) => Math.max(most, g), 0) + 1;
  const steps = counts.categories - 1;
  const sets = { common: 1, aspect: counts.aspects, rater: counts.raters }[thresholds];
  const aspectsFrom = counts.raters;
  const thresholdsFrom = aspectsFrom + counts.aspects;
  const meansFrom = thresholdsFrom + sets * steps;
  const sdAt = meansFrom + groupCount;
  const deviationAt = deviations === 'none' ? -1 : sdAt + 1;
  const size = sdAt + (deviations === 'none' ? 1 : 2);
  const biasFrom = size + counts.raters;
  const blocks = [
    [0, counts.raters] as const,
    [aspectsFrom, counts.aspects] as const,
    ...Array.from({ length: sets }, (_, t) => [thresholdsFrom + t * steps, steps] as const),
  ];
  const partOf = (k: number) =>
    deviations === 'aspect' ? ratings.aspects[k] : deviations === 'rater' ? ratings.raters[k] : 0;
  const order = Int32Array.from(ratings.scores, (_, k) => k).sort(
    (x, y) =>
      ratings.answers[x] - ratings.answers[y] ||
      partOf(x) - partOf(y) ||
      ratings.raters[x] - ratings.raters[y] ||
      ratings.aspects[x] - ratings.aspects[y],
  );
  const answerStarts = new Int32Array(counts.answers + 1);
  const ratingStarts = new Int32Array(counts.answers + 1);
  const partStarts: number[] = [];
  let at = 0;
  let most = 0;
  for (let a = 0; a < counts.answers; a++) {
    answerStarts[a] = partStarts.length;
    ratingStarts[a] = at;
    for (; at < order.length && ratings.answers[order[at]] === a; at++)
      if (at === ratingStarts[a] || partOf(order[at]) !== partOf(order[at - 1]))
        partStarts.push(at);
    most = Math.max(most, at - ratingStarts[a]);
  }
  answerStarts[counts.answers] = partStarts.length;
  ratingStarts[counts.answers] = at;
  partStarts.push(at);
  const numbers = new Map<number, number>();
  const curves = Int32Array.from(order, (k) => {
    const key = ratings.raters[k] * counts.aspects + ratings.aspects[k];
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    return numbers.get(key)!;
  });
  return {
    ...{ counts, groupCount, deviations, thresholds, aspectsFrom, thresholdsFrom, meansFrom },
    ...{ sdAt, deviationAt, size, biasFrom, blocks, answerStarts, ratingStarts, curves, groups },
    all: biasFrom + counts.raters * counts.aspects,
    partStarts: Int32Array.from(partStarts),
    raters: Int32Array.from(order, (k) => ratings.raters[k]),
    aspects: Int32Array.from(order, (k) => ratings.aspects[k]),
    scores: Int32Array.from(order, (k) => ratings.scores[k]),
    curveRaters: Int32Array.from(numbers.keys(), (key) => Math.floor(key / counts.aspects)),
    curveAspects: Int32Array.from(numbers.keys(), (key) => key % counts.aspects),
    most,
  };
}

/** Position of the first threshold of a pair of rater and aspect. */
export function thresholdsOf(layout: FacetLayout, rater: number, aspect: number): number {
  const set = layout.thresholds === 'common' ? 0 : layout.thresholds === 'aspect' ? aspect : rater;
  return layout.thresholdsFrom + set * (layout.counts.categories - 1);
}
