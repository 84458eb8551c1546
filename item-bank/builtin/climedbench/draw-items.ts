import { randomNormal, randomStream } from '../../../src/random.ts';
import type { PublishedScenario } from '../climedbench-published.ts';

/** Items on a scale of their scenario's own, with P(t) = c + (1 − c)·σ(steepness·(t − place)). */
export interface DrawnItems {
  /** Lognormal(0, 0.3²): median 1. */
  readonly steepness: Float64Array;
  /** Standard normal. */
  readonly place: Float64Array;
  /** Guessing, uniform in [0, ceiling). */
  readonly c: Float64Array;
}

/**
 * Draws the items of one scenario.
 *
 * The ceiling of c is chance (1 / number of options) or half the lowest published score, whichever is smaller, and 0
 * where there are no options: models score far below chance on the published benchmark (4.6% of four options on ID4,
 * 0 of five on FTT), and no model can score below the mean of c.
 */
export function drawItems(
  scenario: PublishedScenario,
  count: number,
  lowestScore: number,
  seed: string,
): DrawnItems {
  const stream = (purpose: string) => randomStream(seed, scenario.code, purpose);
  const draw = (value: () => number) => Float64Array.from({ length: count }, value);
  const [forSteepness, forPlace, forGuessing] = ['steepness', 'place', 'guessing'].map(stream);
  const ceiling = scenario.options === 0 ? 0 : Math.min(1 / scenario.options, lowestScore / 2);
  return {
    steepness: draw(() => Math.exp(0.3 * randomNormal(forSteepness))),
    place: draw(() => randomNormal(forPlace)),
    c: draw(() => ceiling * forGuessing()),
  };
}
