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
  /** wrong/reviewed with Wilson's 90% interval; null before the first review. */
  readonly error: { readonly value: number; readonly low: number; readonly high: number } | null;
}

/**
 * The error of agreed labels from a random sample of them that people reviewed. The sample is drawn without replacement, so the interval is a
 * little wider than it must be if much is audited.
 * @see Wilson (1927), JASA 22, 209–212
 */
export function agreedError(
  counts: Pick<AgreedError, 'agreed' | 'audited' | 'reviewed' | 'wrong'>,
): AgreedError {
  const { reviewed, wrong } = counts;
  if (reviewed === 0) return { ...counts, error: null };
  const value = wrong / reviewed;
  return { ...counts, error: { value, ...wilsonInterval(value, reviewed, NORMAL_90) } };
}
