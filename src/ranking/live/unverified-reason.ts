import type { Alarm } from '../../cat/robust/alarm.ts';

/**
 * Why the width of an interval is unverified:
 * - `strategy`: intervals of this strategy always come from the response model alone;
 * - `part-of-bank`: not all items could be asked, and widths were learned with all;
 * - `too-short`: with fewer than 20 answers no alarm is possible;
 * - `few-models`: too few recorded models to learn the width from;
 * - `alarm`: the answers are not like those that the width was learned from;
 * - `grown`: the test went on beyond the length that widths were learned for;
 * - `unfinished`: widths were learned on tests of the full length;
 * - `person`: calibrations and widths were learned from models, and people find other items hard;
 * - `too-few`: with fewer than 10 answers a person has no score;
 * - `awaited`: items of the sample still without an answer may be its hard ones.
 */
export type UnverifiedReason =
  | 'strategy'
  | 'part-of-bank'
  | 'few-models'
  | 'too-short'
  | 'alarm'
  | 'grown'
  | 'unfinished'
  | 'person'
  | 'too-few'
  | 'awaited';

/** The reason for a robust test; reasons that more answers cannot remove come first. Null if its interval is verified. */
export function robustReason({
  asLearned,
  enoughModels,
  alarm,
  isGrown,
  isShort,
  isWhole,
}: {
  readonly asLearned: boolean;
  readonly enoughModels: boolean;
  readonly alarm: Alarm | null;
  /** Whether the test went on beyond its length. */
  readonly isGrown: boolean;
  /** Whether the test has too few answers for alarms. */
  readonly isShort: boolean;
  /** Whether the test has its full length. */
  readonly isWhole: boolean;
}): UnverifiedReason | null {
  if (!asLearned) return 'part-of-bank';
  if (!enoughModels) return 'few-models';
  if (alarm !== null) return 'alarm';
  if (isGrown) return 'grown';
  if (!isWhole) return 'unfinished';
  return isShort ? 'too-short' : null;
}
