import { count, decimal, plural } from '../../../numbers.ts';
import type { LengthPlan } from '../../../workflow/studies/test-length/length-plan.ts';

/** What a study will take, as a dry run prints it. */
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
