import type { LengthStudy, Replicate } from './length-study.ts';
import { recordedReplications } from './recorded-replications.ts';
import { simulatedReplications } from './simulated-replications.ts';

/** The replications of a study. What they share is prepared when the first one is asked for. */
export function replicateOf(study: LengthStudy): Replicate {
  return study.kind === 'simulated' ? simulatedReplications(study) : recordedReplications(study);
}
