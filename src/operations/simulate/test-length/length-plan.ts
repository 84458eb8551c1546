import { replicateOf } from '../../../../sim/test-length/replicate.ts';
import { raceOf } from '../../../../sim/test-length/run-length-study.ts';
import { targetText } from '../../../../sim/test-length/target.ts';
import type { LengthSource } from './length-source.ts';

/** What a study will take. */
export interface LengthPlan {
  readonly bank: string;
  readonly items: number;
  readonly target: readonly string[];
  readonly examinees: number;
  /** The longest test that may be looked at. */
  readonly longest: number;
  /** Of the tests that the race begins with. */
  readonly firstLongest: number;
  /** Before the first look, and at most. */
  readonly replications: { readonly first: number; readonly most: number };
  readonly workers: number;
  /** Of one replication on one worker as the race begins, tried once. */
  readonly seconds: number;
}

/** Plans a study, by one replication of its first round. @param now a clock in milliseconds */
export function lengthPlan(
  { study, limits, examinees, bank, items }: LengthSource,
  workers: number,
  now: () => number,
): LengthPlan {
  const { count: first, lengths } = raceOf(study, examinees, limits).next()!;
  const replicate = replicateOf(study);
  // The first one also prepares the bank. Of recorded models every one calibrates, which takes most of the time.
  if (study.kind === 'simulated') replicate(1, lengths);
  const from = now();
  replicate(1, lengths);
  return {
    bank,
    items,
    examinees,
    target: study.targets.map(targetText),
    longest: limits.longest,
    firstLongest: lengths[lengths.length - 1],
    replications: { first, most: limits.maxReplications },
    workers: Math.min(workers, limits.maxReplications),
    seconds: (now() - from) / 1000,
  };
}
