import { plural } from '../../numbers.ts';
import type { LiveJob } from '../../workflow/live/live-job.ts';

/** Which run is continued, or that a new one starts; null if there is nothing to say. */
export function liveHint({ before, isResumed, open }: LiveJob): string | null {
  if (isResumed)
    return before === null
      ? 'There is no run of this bank with these models and options to continue: a new run starts.'
      : `Continuing run ${before.id}: ${plural(before.answers, 'answer')} kept${before.finishedAt === null ? '' : '; it was already finished'}.`;
  return open === undefined
    ? null
    : `Run ${open.id} with the same settings was interrupted after ${plural(open.answers, 'answer')}. To continue it, add --resume.`;
}
