import {
  type Effect,
  type EffectRules,
  effectOf,
  type PairKind,
  type ScorePair,
} from './effect.ts';

/** Answers of one side of the pairs that are not there; `tooLong` is absent without any. */
export type AbsentSide = Readonly<Record<Exclude<PairKind, 'read' | 'tooLong'>, number>> & {
  readonly tooLong?: number;
};

/** Answers to originals and changed items that are not there, each of which scores 0, and the effect without their pairs. */
export interface AbsentPairs {
  readonly original: AbsentSide;
  readonly changed: AbsentSide;
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
  const [original, changed] = [0, 1].map((side) => {
    const countOf = (kind: PairKind) => pairs.filter(({ kinds }) => kinds?.[side] === kind).length;
    const tooLong = countOf('tooLong');
    return {
      unread: countOf('unread'),
      truncated: countOf('truncated'),
      refused: countOf('refused'),
      ...(tooLong === 0 ? {} : { tooLong }),
    };
  });
  const read = pairs.filter(({ kinds }) => kinds?.some((kind) => kind !== 'read') !== true);
  if (read.length === pairs.length) return null;
  const size = isAll ? read.length : Number.POSITIVE_INFINITY;
  return {
    original,
    changed,
    effect: read.length === 0 ? null : effectOf(read, size, rules),
  };
}
