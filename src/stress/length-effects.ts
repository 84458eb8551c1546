import { type Effect, type EffectRules, effectOf } from './effect.ts';
import type { MeasuredEffect } from './measure-effects.ts';

/** Groups of equal size, from the shortest items to the longest. */
const GROUPS = 3;

/** The effect on items of similar length. */
export interface LengthEffect {
  /** Characters of the shortest and the longest original of the group. */
  readonly from: number;
  readonly to: number;
  /** Null if none of them was asked. */
  readonly effect: Effect | null;
}

/**
 * An effect by the length of the original items: thirds of the items to which the change applies. A third of one random order is in random order
 * too, so each interval holds as that of the whole does.
 *
 * @param lengthOf characters of an item
 */
export function lengthEffects(
  { items, pairs }: Pick<MeasuredEffect, 'items' | 'pairs'>,
  lengthOf: (item: number) => number,
  rules: EffectRules,
): LengthEffect[] {
  const sorted = [...items].sort((x, y) => lengthOf(x) - lengthOf(y) || x - y);
  return Array.from({ length: GROUPS }, (_, k) => {
    const begin = Math.round((k * sorted.length) / GROUPS);
    const own = sorted.slice(begin, Math.round(((k + 1) * sorted.length) / GROUPS));
    const members = new Set(own);
    const scores = pairs.flatMap((one) => (members.has(one.item) ? [one.scores] : []));
    return own.length === 0
      ? []
      : [
          {
            from: lengthOf(own[0]),
            to: lengthOf(own[own.length - 1]),
            effect: scores.length === 0 ? null : effectOf(scores, own.length, rules),
          },
        ];
  }).flat();
}
