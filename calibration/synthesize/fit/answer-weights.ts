import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import type { DesignEffects } from './design-effects.ts';

/** How often an answer counts, shaped like the scores: 1/D of its item, so that those to an item add up to n / D. */
export function answerWeights(
  { examinees, items }: ResponseMatrix,
  { ofItem }: Pick<DesignEffects, 'ofItem'>,
): Float32Array {
  const weights = new Float32Array(examinees.length * items.length);
  const row = Float32Array.from(ofItem, (effect) => 1 / effect);
  for (let i = 0; i < examinees.length; i++) weights.set(row, i * items.length);
  return weights;
}
