import type { CalibrationName, Measures } from 'thetarank/study';

/** Calibrations on synthesized participants. */
export const OF_SYNTHESIS = {
  synthesized: '20 pairs, 5 solos',
  pairs: '20 pairs',
  naive: '20 pairs as if independent',
} as const satisfies Partial<Record<CalibrationName, string>>;
export const SYNTHESES = Object.keys(OF_SYNTHESIS) as (keyof typeof OF_SYNTHESIS)[];
export const HEADS = ['correlation of b:', 'log-likelihood:', 'error, points:', 'τ:'];
export const PLACES: Readonly<Record<keyof Measures, number>> = {
  difficulty: 3,
  logLikelihood: 4,
  error: 2,
  tau: 3,
};
