import { NORMAL_90 } from '../statistics/normal-points.ts';
import { wilsonInterval } from '../statistics/wilson-interval.ts';

/** The estimated share of wrong labels among those that models agree on. */
export interface AgreedError {
  /** Agreed labels, audited ones included. */
  readonly agreed: number;
  /** Of them drawn for the audit. */
  readonly audited: number;
  /** Of them decided by people. */
  readonly reviewed: number;
  /** Of them decided otherwise than the models. */
  readonly wrong: number;
  /** Of them on which experts differ, and which nobody has decided. */
  readonly conflicts: number;
  /** wrong/reviewed with a 90% interval; null before the first review that stands. */
  readonly error: { readonly value: number; readonly low: number; readonly high: number } | null;
}

/**
 * The error of agreed labels from a random sample of them that people reviewed. The sample is drawn without replacement, so the interval is a
 * little wider than it must be if much is audited. It is Wilson's, with labels in conflict as right for its lower end and as wrong for its upper end: experts differ on wrong
 * labels more than on right ones, so the decided ones alone would say too little.
 * @see Wilson (1927), JASA 22, 209–212
 */
export function agreedError(
  counts: Pick<AgreedError, 'agreed' | 'audited' | 'reviewed' | 'wrong' | 'conflicts'>,
): AgreedError {
  const { reviewed, wrong, conflicts } = counts;
  if (reviewed === 0) return { ...counts, error: null };
  const all = reviewed + conflicts;
  const { low } = wilsonInterval(wrong / all, all, NORMAL_90);
  const { high } = wilsonInterval((wrong + conflicts) / all, all, NORMAL_90);
  return { ...counts, error: { value: wrong / reviewed, low, high } };
}
