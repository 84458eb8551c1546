import type { FacetRatings } from '../../../calibration/facets/facet-types.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';

export interface RatingTruth {
  readonly severities: readonly number[];
  readonly answers: number;
  readonly aspects?: number;
  readonly categories?: number;
  readonly perAnswer?: number;
  /** Standard deviations of deviations by aspect, and of impressions. */
  readonly aspectSd?: number;
  readonly impressionSd?: number;
  /** By rater, aspect: further severity. */
  readonly bias?: (rater: number, aspect: number) => number;
  readonly slope?: (rater: number) => number;
  readonly quality?: (answer: number) => number;
  readonly seed?: number;
}

/** Ratings of the model, with thresholds from −1.5 to 1.5 and qualities of variance 1. */
export function simulateRatings(truth: RatingTruth): FacetRatings & { qualities: number[] } {
  const { severities, answers, aspects = 4, categories = 5, seed = 1 } = truth;
  const { perAnswer = severities.length, aspectSd = 0.5, impressionSd = 0 } = truth;
  const random = randomStream(seed, 'ratings');
  const normal = () => randomNormal(random);
  const lists = { answers: [], raters: [], aspects: [], scores: [] } as Record<string, number[]>;
  const qualities: number[] = [];
  for (let a = 0; a < answers; a++) {
    const theta = truth.quality?.(a) ?? normal();
    qualities.push(theta);
    const own = Array.from({ length: aspects }, () => aspectSd * normal());
    const order = severities.map((_, r) => [random(), r]).sort((x, y) => x[0] - y[0]);
    for (const [, r] of order.slice(0, perAnswer)) {
      const impression = impressionSd * normal();
      for (let s = 0; s < aspects; s++) {
        const quality = (theta + own[s] + impression) * (truth.slope?.(r) ?? 1);
        const eta = quality - severities[r] - (truth.bias?.(r, s) ?? 0);
        const weights = [1];
        let log = 0;
        for (let k = 1; k < categories; k++) {
          log += eta - (categories === 2 ? 0 : -1.5 + (3 * (k - 1)) / (categories - 2));
          weights.push(Math.exp(log));
        }
        let left = random() * weights.reduce((sum, w) => sum + w, 0);
        let score = 0;
        while (score < categories - 1 && left > weights[score]) left -= weights[score++];
        lists.answers.push(a);
        lists.raters.push(r);
        lists.aspects.push(s);
        lists.scores.push(score);
      }
    }
  }
  return {
    ...{ answers: Int32Array.from(lists.answers), raters: Int32Array.from(lists.raters) },
    ...{ aspects: Int32Array.from(lists.aspects), scores: Int32Array.from(lists.scores) },
    counts: { answers, raters: severities.length, aspects, categories },
    qualities,
  };
}
