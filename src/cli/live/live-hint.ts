import { plural } from '../../numbers.ts';
import type { LiveJob } from '../../workflow/live/live-job.ts';

/** Which run goes on, or that another one begins; null where there is nothing to say. */
export function liveHint({ before, isResumed, open }: LiveJob): string | null {
  if (isResumed)
    return before === null
      ? 'There is no run of this bank, with these models and options, to go on with: a new one begins.'
      : `Run ${before.id} goes on: ${plural(before.answers, 'answer')} kept${before.finishedAt === null ? '' : ', it was finished'}.`;
  return open === undefined
    ? null
    : `Run ${open.id} of the same kind was broken off after ${plural(open.answers, 'answer')}: --resume goes on with it.`;
}
