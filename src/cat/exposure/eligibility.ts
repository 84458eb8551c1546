import type { ExposureCounts } from './exposure-counts.ts';

/**
 * The chance that an item is eligible in the next session, by level of ability: with ε the sessions at the level in
 * which it was eligible, and α those that asked it there,
 *
 *     P(eligible) = min(1, rate · ε / α),   1 where α = 0
 *
 * so that an exposure rate α/ε · P(eligible) above `rate` falls to `rate` at each level. The rule adapts while sessions run and
 * needs no simulation beforehand. A session counts for every level at which it chose an item. Counts fade, because barring an
 * item in early sessions changes how often others are asked later. Rates vary around the bound by chance; if a bound must hold,
 * use the maximum rate.
 *
 * @param recent counts that fade: see `addBlock`
 * @returns by level, one chance per item
 * @see van der Linden & Veldkamp (2004), Journal of Educational and Behavioral Statistics 29, 273–291, for one level, and
 * for fading;
 * van der Linden & Veldkamp (2007), ibid. 32, 398–418, for levels of ability
 */
export function eligibilityChances(recent: ExposureCounts, rate: number): Float64Array[] {
  return recent.levels.map(({ asked, eligible }) =>
    Float64Array.from(asked, (times, j) =>
      times === 0 ? 1 : Math.min(1, (rate * eligible[j]) / times),
    ),
  );
}
