import { count, decimal, plural } from '../../../numbers.ts';
import type { Told } from '../../../report/document.ts';
import type { Reading } from '../../operation.ts';
import { onWorkersNote } from '../on-workers.ts';
import type { LengthPlan } from './length-plan.ts';
import type { LengthOptions } from './options.ts';

/** The expected work of a study. */
export function planDocument(plan: LengthPlan, reading: Reading<LengthOptions>): Told {
  const { target, bank, items, examinees, longest, firstLongest, replications, workers } = plan;
  const { first, most } = replications;
  const time = (n: number) => duration((plan.seconds * n) / Math.min(workers, n));
  const longer =
    longest > firstLongest
      ? ` If longer tests are needed, up to ${plural(longest, 'item')}, it takes more time.`
      : '';
  return {
    lead: [
      `${target.join(' and ')} on ${bank} (${plural(items, 'item')}), ${plural(examinees, 'examinee')} per replication, on ${plural(workers, 'thread')} of this machine.`,
      `The study starts with ${plural(first, 'replication')} of tests of up to ${plural(firstLongest, 'item')}: about ${time(first)}. The most, ${count(most)} replications, would take about ${time(most)} at that pace.${longer}`,
      ...onWorkersNote(reading),
    ].join('\n'),
    next: 'the same command without --dry-run. Nothing was kept.',
  };
}

function duration(seconds: number): string {
  if (seconds < 1) return 'a second';
  return seconds < 100 ? `${decimal(seconds, 0)} s` : `${decimal(seconds / 60, 0)} minutes`;
}
