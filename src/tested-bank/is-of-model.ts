import type { SessionItemAnswer } from '../store/review/review-store.ts';

/** Whether a model gave an answer, and not a person: calibrations are of models, whose difficulties are others. */
export function isOfModel({ configuration }: Pick<SessionItemAnswer, 'configuration'>): boolean {
  return (configuration as { person?: unknown } | null)?.person !== true;
}
