import type { Alarm } from '../../cat/robust/alarm.ts';

/**
 * Why it was not checked how wide an interval must be:
 * - `strategy`: intervals of this strategy are the model's own, whatever the test;
 * - `part-of-bank`: not all items could be asked, and widths were learned with all;
 * - `few-models`: too few recorded models to learn the width from;
 * - `alarm`: the answers are not like those that the width was learned from;
 * - `unfinished`: widths were learned on tests of the full length;
 * - `awaited`: the items of a sample that have no answer yet may be its hard ones.
 */
export type UnverifiedReason =
  | 'strategy'
  | 'part-of-bank'
  | 'few-models'
  | 'alarm'
  | 'unfinished'
  | 'awaited';

/** Of a robust test: what will not pass with more answers comes first. Null if its interval is verified. */
export function robustReason({
  asLearned,
  enoughModels,
  alarm,
  isWhole,
}: {
  readonly asLearned: boolean;
  readonly enoughModels: boolean;
  readonly alarm: Alarm | null;
  /** Whether the test has its full length. */
  readonly isWhole: boolean;
}): UnverifiedReason | null {
  if (!asLearned) return 'part-of-bank';
  if (!enoughModels) return 'few-models';
  if (alarm !== null) return 'alarm';
  return isWhole ? null : 'unfinished';
}
