import type { RandomStream } from '../../src/random.ts';
import { resampleCounts } from '../../src/statistics/resample-counts.ts';

/** Models and families of one population: studies of one bank share its families, so they are not independent. */
export interface FamilySample {
  readonly population: string;
  /** One entry per model. */
  readonly families: readonly string[];
}

/** The families of several samples, numbered from 0 within each population in the order they first come. */
export interface FamilyPlaces {
  /** One entry per sample: its population, and the family of each model. */
  readonly samples: readonly { readonly population: number; readonly of: Int32Array }[];
  /** Number of families of each population. */
  readonly counts: readonly number[];
}

export function familyPlaces(samples: readonly FamilySample[]): FamilyPlaces {
  const populations = [...new Set(samples.map(({ population }) => population))];
  const places = populations.map(() => new Map<string, number>());
  const numbered = samples.map(({ population, families }) => {
    const at = populations.indexOf(population);
    const known = places[at];
    const of = Int32Array.from(families, (family) => {
      const place = known.get(family) ?? known.size;
      known.set(family, place);
      return place;
    });
    return { population: at, of };
  });
  return { samples: numbered, counts: places.map(({ size }) => size) };
}

/** One draw of the bootstrap: how often each family of each population comes. */
export function drawFamilies({ counts }: FamilyPlaces, random: RandomStream): Float64Array[] {
  return counts.map((count) => resampleCounts(count, random));
}

/** Every family once: the sample as it is. */
export function eachFamilyOnce({ counts }: FamilyPlaces): Float64Array[] {
  return counts.map((count) => new Float64Array(count).fill(1));
}
