import { Race, type RaceSettings } from '../../../sim/test-length/race.ts';
import type { Goal } from '../../../sim/test-length/target.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';

/** A measure whose mean at every length is known. */
export interface Synthetic {
  /** One a target. */
  readonly means: readonly ((length: number) => number)[];
  /** Standard deviation of what a replication has in common at all lengths, and of what it has at each. */
  readonly common: number;
  readonly own: number;
}

export const atLeast = (low: number): Goal => ({
  low,
  high: Number.POSITIVE_INFINITY,
  leastVariance: 0,
});

/** Runs a race on a synthetic measure to its end; also how many items it took. */
export function syntheticRace(
  seed: number,
  { means, common, own }: Synthetic,
  settings: Partial<RaceSettings> & Pick<RaceSettings, 'goals'>,
): { race: Race; items: number } {
  const race = new Race({
    improves: true,
    longest: 1000,
    tolerance: { share: 0.05 },
    confidence: 0.95,
    maxReplications: 3000,
    lengthsAreCheap: false,
    prior: 0.03,
    ...settings,
  });
  let items = 0;
  for (let round = race.next(); round !== null; round = race.next()) {
    const values = Array.from({ length: round.count }, (_, r) => {
      const random = randomStream(seed, 'replication', round.first + r);
      const shared = common * randomNormal(random);
      return round.lengths.map((length) =>
        means.map((mean) => mean(length) + shared + own * randomNormal(random)),
      );
    });
    items += round.count * round.lengths[round.lengths.length - 1];
    race.add(round, values);
  }
  return { race, items };
}
