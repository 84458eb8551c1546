import type { Chapter } from './case.ts';
import { BANKS, SCORING } from './chapters/banks.ts';
import { CALIBRATION, SIMULATION } from './chapters/calibration.ts';
import { EVIDENCE } from './chapters/evidence.ts';
import { COMPARING, LIVE, PANELS, RANKING, SYNTHESES } from './chapters/ranking.ts';
import { REFUSALS } from './chapters/refusals.ts';
import { SERVICE_CHAPTER } from './chapters/service.ts';

/** All chapters, the longest first. */
export const CHAPTERS: readonly Chapter[] = [
  LIVE,
  EVIDENCE,
  RANKING,
  SIMULATION,
  CALIBRATION,
  COMPARING,
  SYNTHESES,
  PANELS,
  SCORING,
  REFUSALS,
  SERVICE_CHAPTER,
  BANKS,
];
