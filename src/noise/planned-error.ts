import { combinationInterval, type Ends } from './combination-interval.ts';
import { type Effect, FACETS, WITHIN } from './effects.ts';
import type { VarianceComponents } from './variance-components.ts';

/** How many answers each model gives: `items` × `conditions` × `repeats`. */
export interface Design {
  readonly items: number;
  readonly conditions: number;
  readonly repeats: number;
}

/** What a score is meant to stand for. Infinite: all items, or conditions, like those asked. */
export interface Universe {
  readonly items: number;
  readonly conditions: number;
}

export interface PlannedError {
  /** Standard error of one model's score. */
  readonly score: number;
  /** Standard error of the difference of two models on the same items; null with one model. */
  readonly difference: number | null;
  /** Standard error from repeats alone, that asking the same again would show; null if the data do not show it. */
  readonly noise: number | null;
  /** Generalizability coefficient Eρ²: the share of the variance of scores that is of models, in comparisons. Null with one model. */
  readonly reliability: number | null;
}

/**
 * Standard errors of a design. A component of effects over facets counts with Π 1/n − Π 1/N over its facets other than the model: n levels
 * of a facet asked, N in the universe (a mean of n of N crossed levels differs from the mean of all by that share of its variance). So the item
 * component vanishes once all items of a bank are asked; repeats count with 1/(items · conditions · repeats) in any case. Components below 0 count as 0.
 * A facet that the components do not know has one level. Without repeats in the data the largest interaction counts as repeats: an
 * upper bound for designs that repeat nothing.
 *
 * Of a score: all components without that of models. Of a difference: twice those that involve models, and repeats.
 *
 * @see Brennan (2001), Generalizability Theory, 4.1.1 to 4.1.4; Cochran (1977), Sampling Techniques, 2.6 and 10.3
 */
export function plannedError(
  components: VarianceComponents,
  design: Design,
  universe: Universe,
): PlannedError {
  const isCompared = (components.facets & FACETS.model) !== 0;
  let score = 0;
  let relative = 0;
  let noise = 0;
  let models = 0;
  for (const { effect, estimate } of components.components) {
    const variance = Math.max(0, estimate);
    const share = shareOf(effect, components, design, universe);
    if (effect !== FACETS.model) score += share * variance;
    if (isRelative(effect)) relative += share * variance;
    if (effect === WITHIN) noise += share * variance;
    if ((effect & FACETS.model) !== 0 && effect !== WITHIN)
      models += inUniverse(effect, universe) * variance;
  }
  return {
    score: Math.sqrt(score),
    difference: isCompared ? Math.sqrt(2 * relative) : null,
    noise: noise > 0 ? Math.sqrt(noise) : null,
    reliability: isCompared && models + relative > 0 ? models / (models + relative) : null,
  };
}

/** Interval of the standard error of a difference (of a score, with one model), from the mean squares behind it. */
export function plannedInterval(
  components: VarianceComponents,
  design: Design,
  universe: Universe,
  confidence: number,
): Ends {
  const isCompared = (components.facets & FACETS.model) !== 0;
  const weights = new Float64Array(components.meanSquares.length);
  for (const { effect, weights: own } of components.components) {
    if (isCompared ? !isRelative(effect) : effect === FACETS.model) continue;
    const share = (isCompared ? 2 : 1) * shareOf(effect, components, design, universe);
    for (let k = 0; k < weights.length; k++) weights[k] += share * own[k];
  }
  const { low, high } = combinationInterval(components.meanSquares, weights, confidence);
  return { low: Math.sqrt(Math.max(0, low)), high: Math.sqrt(Math.max(0, high)) };
}

/** Effects that can change the order of models. */
function isRelative(effect: Effect): boolean {
  return effect === WITHIN || ((effect & FACETS.model) !== 0 && effect !== FACETS.model);
}

function shareOf(
  effect: Effect,
  { facets, hasRepeats }: VarianceComponents,
  { items, conditions, repeats }: Design,
  universe: Universe,
): number {
  if (effect === WITHIN) return 1 / (items * conditions * repeats);
  const asked =
    ((effect & FACETS.item) === 0 ? 1 : items) *
    ((effect & FACETS.condition) === 0 ? 1 : conditions);
  // It holds the repeats too, whose variance does not vanish with the last item.
  if (effect === facets && !hasRepeats) return 1 / asked;
  return Math.max(0, 1 / asked - inUniverse(effect, universe));
}

/** Π 1/N over the facets of an effect other than the model. */
function inUniverse(effect: Effect, { items, conditions }: Universe): number {
  return (
    ((effect & FACETS.item) === 0 ? 1 : 1 / items) *
    ((effect & FACETS.condition) === 0 ? 1 : 1 / conditions)
  );
}
