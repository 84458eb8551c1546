import { type AbsentCounts, absentCounts } from '../scoring/absent.ts';
import { type Effect, type EffectRules, effectOf, type ScorePair } from './effect.ts';

/** Answers to originals and changed items that are not there, each of which scores 0, and the effect without their pairs. */
export interface AbsentPairs {
  readonly original: AbsentCounts;
  readonly changed: AbsentCounts;
  /** On the items of which both answers were read; null if there are none. */
  readonly effect: Effect | null;
}

/**
 * Tells a change that makes answers wrong from one that makes them unreadable. The pairs of which both answers were read are a random sample of
 * such items in a random order, so the interval of the effect on them holds as that of all pairs does. How many such items there are is known only
 * if all items were asked.
 * @param isAll whether these are the pairs of all items
 * @returns null if all answers were read
 */
export function absentPairs(
  pairs: readonly ScorePair[],
  isAll: boolean,
  rules: EffectRules,
): AbsentPairs | null {
  const [original, changed] = [0, 1].map((side) =>
    absentCounts(
      pairs.map(({ kinds }) => {
        const kind = kinds?.[side] ?? 'read';
        return kind === 'read' ? null : kind;
      }),
    ),
  );
  const read = pairs.filter(({ kinds }) => kinds?.some((kind) => kind !== 'read') !== true);
  if (read.length === pairs.length) return null;
  const size = isAll ? read.length : Number.POSITIVE_INFINITY;
  return {
    original,
    changed,
    effect: read.length === 0 ? null : effectOf(read, size, rules),
  };
}
