import { replicateOf } from '../../../sim/test-length/replicate.ts';
import { raceOf } from '../../../sim/test-length/run-length-study.ts';
import { targetText } from '../../../sim/test-length/target.ts';
import { count, decimal, plural } from '../../numbers.ts';
import type { LengthSource } from '../../workflow/studies/test-length/length-source.ts';

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

export function planText(plan: LengthPlan): string {
  const { target, bank, items, examinees, longest, firstLongest, replications, workers } = plan;
  const { first, most } = replications;
  const time = (n: number) => duration((plan.seconds * n) / Math.min(workers, n));
  const longer =
    longest > firstLongest
      ? ` Tests of up to ${plural(longest, 'item')}, if it takes them, need longer.`
      : '';
  return [
    `${target.join(' and ')} on ${bank} (${plural(items, 'item')}), ${plural(examinees, 'examinee')} a replication, on ${plural(workers, 'worker')}.`,
    `It begins with ${plural(first, 'replication')} of tests of up to ${plural(firstLongest, 'item')}: about ${time(first)}. ${count(most)}, the most there can be, would take about ${time(most)} at that pace.${longer}`,
  ].join('\n');
}

function duration(seconds: number): string {
  if (seconds < 1) return 'a second';
  return seconds < 100 ? `${decimal(seconds, 0)} s` : `${decimal(seconds / 60, 0)} minutes`;
}
