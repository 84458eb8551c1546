import { count, decimal, plural } from '../../../numbers.ts';
import type { LengthPlan } from '../../../workflow/studies/test-length/length-plan.ts';

/** The expected work of a study, as a dry run prints it. */
export function planText(plan: LengthPlan): string {
  const { target, bank, items, examinees, longest, firstLongest, replications, workers } = plan;
  const { first, most } = replications;
  const time = (n: number) => duration((plan.seconds * n) / Math.min(workers, n));
  const longer =
    longest > firstLongest
      ? ` If longer tests are needed, up to ${plural(longest, 'item')}, it takes more time.`
      : '';
  return [
    `${target.join(' and ')} on ${bank} (${plural(items, 'item')}), ${plural(examinees, 'examinee')} per replication, on ${plural(workers, 'thread')} of this machine.`,
    `The study starts with ${plural(first, 'replication')} of tests of up to ${plural(firstLongest, 'item')}: about ${time(first)}. The most, ${count(most)} replications, would take about ${time(most)} at that pace.${longer}`,
  ].join('\n');
}

function duration(seconds: number): string {
  if (seconds < 1) return 'a second';
  return seconds < 100 ? `${decimal(seconds, 0)} s` : `${decimal(seconds / 60, 0)} minutes`;
}
