import { plural } from '../../numbers.ts';
import { strategyOf } from '../../ranking/live/strategies.ts';
import type { LiveJob } from '../../workflow/live/live-job.ts';

/**
 * Which item parameters tests are by, and why another strategy than the default one; null for tests that need none.
 * @param inForce the calibration of the bank that was accepted last
 */
export function calibrationNote(
  { live, request, used }: LiveJob,
  inForce: number | null,
): string | null {
  const { strategy } = request;
  if (used !== null)
    return `Item parameters: calibration ${used.number}.${strategy === 'paper' ? ' The strategy is "paper", because a kept calibration has no recorded answers that "robust" could learn from.' : ''}`;
  const models = live.recorded.responses.examinees.length;
  if (!strategyOf(strategy).isCalibrated || models === 0) return null;
  const other =
    inForce === null
      ? ''
      : `; calibration ${inForce}, which is in force, is used with --calibration current only`;
  return `Item parameters: calibrated now on the recorded answers of ${plural(models, 'model')}${other}.`;
}

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
