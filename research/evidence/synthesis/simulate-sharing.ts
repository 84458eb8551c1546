import { type StudyCell, synthesisStudy } from 'thetarank/study';
import { PERSUASIONS, SHARINGS } from './settings.ts';

/** Simulates all persuasions of a sharing, by its number. */
export function sharingSimulator(
  seeds: number,
): (sharing: number, onStep: (doing: string) => void) => StudyCell[] {
  return (sharing, onStep) =>
    synthesisStudy(
      { seed: 'synthesis', seeds, persuasions: PERSUASIONS, sharings: [SHARINGS[sharing]] },
      (done, all) => onStep(`${done} of ${all}, sharing ${sharing}`),
    );
}
