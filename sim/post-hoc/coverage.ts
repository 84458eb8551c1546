import type { RandomStream } from '../../src/random.ts';
import { percentileInterval } from '../../src/statistics/percentile-interval.ts';
import { drawFamilies, eachFamilyOnce, type FamilySample, familyPlaces } from './resample.ts';

/** The intervals of the models of one study. */
export interface Intervals extends FamilySample {
  /** One entry per model: the number of its intervals that hold its score. */
  readonly held: readonly number[];
  /** Number of intervals of each model: repetitions, or repetitions times lengths. */
  readonly each: number;
}

/** Coverage of some intervals; shares in [0, 1]. */
export interface Coverage {
  readonly share: number;
  /** Ends of the 95% interval of the share; null if there are fewer than two families. */
  readonly low: number | null;
  readonly high: number | null;
  /** Number of intervals. */
  readonly count: number;
}

const RESAMPLES = 2000;

/**
 * The share of intervals that hold, pooled over studies, with a 95% bootstrap interval over families: families are drawn with
 * replacement within each population, together with all intervals of their models in all studies, because the intervals of one
 * model or family are dependent. The ends are the 2.5th and 97.5th percentiles of 2,000 draws.
 *
 * If every interval holds, both ends are 1, which says little about the next model. With few families (below about 20) the
 * interval is somewhat too narrow.
 *
 * @see Cameron, Gelbach & Miller (2008), Review of Economics and Statistics 90, 414–427
 */
export function coverageOf(studies: readonly Intervals[], random: RandomStream): Coverage {
  const places = familyPlaces(studies);
  const sums = places.counts.map((count) => ({
    held: new Float64Array(count),
    all: new Float64Array(count),
  }));
  studies.forEach(({ held, each }, s) => {
    const { population, of } = places.samples[s];
    held.forEach((count, i) => {
      sums[population].held[of[i]] += count;
      sums[population].all[of[i]] += each;
    });
  });
  const total = (counts: readonly Float64Array[], key: 'held' | 'all') =>
    counts.reduce(
      (sum, ofPopulation, p) =>
        ofPopulation.reduce((part, times, f) => part + times * sums[p][key][f], sum),
      0,
    );
  const share = (counts: readonly Float64Array[]) => total(counts, 'held') / total(counts, 'all');
  const once = eachFamilyOnce(places);
  const families = places.counts.reduce((sum, count) => sum + count, 0);
  const draws = Array.from({ length: families < 2 ? 0 : RESAMPLES }, () =>
    share(drawFamilies(places, random)),
  );
  return { share: share(once), ...percentileInterval(draws, 0.025), count: total(once, 'all') };
}
