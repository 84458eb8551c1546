import type { ScoreTarget } from '../cat/robust/score-prediction.ts';
import { bettingInterval } from '../statistics/betting-interval.ts';

export interface EffectRules {
  /** Of each interval, in (0, 1). */
  readonly confidence: number;
  /** The half-width at which asking ends, in (0, 1). */
  readonly precision: number;
  /** Of items like these and other answers to them, or of exactly these items and answers. */
  readonly target: ScoreTarget;
}

/** Scores of one item, asked as it is and changed. Each in [0, 1]. */
export interface ScorePair {
  readonly original: number;
  readonly changed: number;
  /** What became of the original answer and of the changed one; both were read if it is absent. Others score 0. */
  readonly kinds?: readonly [original: PairKind, changed: PairKind];
}

export type PairKind = 'read' | 'unread' | 'truncated' | 'refused' | 'tooLong';

/** What a change does to the score of a model. */
export interface Effect {
  readonly items: number;
  /** Mean score of the original items, and of the changed ones. */
  readonly original: number;
  readonly changed: number;
  /** Mean difference in [−1, 1], negative if the change costs score, and its interval. */
  readonly change: number;
  readonly low: number;
  readonly high: number;
  /** Of no expected difference; valid after every number of items at once. */
  readonly p: number;
  /** Items whose score fell and rose. */
  readonly fell: number;
  readonly rose: number;
  readonly isPrecise: boolean;
}

/**
 * The effect of a change, from pairs in the order of a random draw. The expected difference takes pairs as independent draws of
 * items and answers; the recorded one has the interval of draws without replacement, exact when all items are asked. Whether there is an
 * effect at all (p) is always asked of the expected difference: answers vary by chance, so that two rounds of the same questions differ too.
 *
 * @param pairs at least one
 * @param size items to which the change applies
 */
export function effectOf(pairs: readonly ScorePair[], size: number, rules: EffectRules): Effect {
  const { confidence, precision, target } = rules;
  const draws = Float64Array.from(pairs, ({ original, changed }) => changed - original);
  let [original, changed, fell, rose] = [0, 0, 0, 0];
  for (const pair of pairs) {
    original += pair.original;
    changed += pair.changed;
    if (pair.changed < pair.original) fell++;
    if (pair.changed > pair.original) rose++;
  }
  const expected = bettingInterval(draws, Number.POSITIVE_INFINITY, 1 - confidence, precision);
  const { low, high } =
    target === 'expected' ? expected : bettingInterval(draws, size, 1 - confidence, precision);
  const items = pairs.length;
  return {
    items,
    original: original / items,
    changed: changed / items,
    change: (changed - original) / items,
    low,
    high,
    p: expected.p,
    fell,
    rose,
    isPrecise: (high - low) / 2 <= precision,
  };
}
