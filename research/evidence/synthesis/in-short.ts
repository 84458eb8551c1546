import {
  type CalibrationName,
  FIT_ROUNDS,
  MEASURES,
  type StudyCell,
  SYNTHESIS_CALIBRATIONS,
} from 'thetarank/study';
import { figure } from '../../text.ts';
import { OF_SYNTHESIS, SYNTHESES } from './words.ts';

/** Numbers of cells in which synthesis is better, and worse, than another calibration, beyond the interval. */
export function verdictRows(cells: readonly StudyCell[]): string[][] {
  return SYNTHESES.flatMap((name) =>
    (['betterThanSolos', 'betterThanSamples'] as const).map((of) => [
      OF_SYNTHESIS[name],
      of === 'betterThanSolos' ? '5 solos (5 calls)' : '9 samples of each (45 calls)',
      ...MEASURES.map((measure) => {
        const all = cells.map(
          (cell) => cell.rows.find(({ calibration }) => calibration === name)![of][measure],
        );
        const better = all.filter(({ low }) => low !== null && low > 0).length;
        const worse = all.filter(({ high }) => high !== null && high < 0).length;
        return `${better} / ${worse}`;
      }),
    ]),
  );
}

/** The range of the mean difference in log-likelihood over the cells, by participants. */
export function likelihoodLines(cells: readonly StudyCell[]): string {
  return SYNTHESES.map((name) => {
    const range = (of: 'betterThanSolos' | 'betterThanSamples') => {
      const all = cells.map(
        (cell) => cell.rows.find(({ calibration }) => calibration === name)![of].logLikelihood.mean,
      );
      return `${figure(Math.min(...all), 4)} to ${figure(Math.max(...all), 4)}`;
    };
    return `- ${OF_SYNTHESIS[name]}: log-likelihood per answer compared with the 5 solos ${range('betterThanSolos')}, compared with 9 samples of each ${range('betterThanSamples')}.`;
  }).join('\n');
}

/** A line on fits that used all rounds, if there were any. */
export function unconvergedLine(cells: readonly StudyCell[], seeds: number): string {
  const rows = cells.flatMap((cell) => cell.rows);
  const counts = (Object.keys(SYNTHESIS_CALIBRATIONS) as CalibrationName[]).flatMap((name) => {
    const own = rows.filter(({ calibration }) => calibration === name);
    const most = Math.max(...own.map(({ unconverged }) => unconverged));
    return most === 0 ? [] : [`${SYNTHESIS_CALIBRATIONS[name]}: up to ${most}`];
  });
  if (counts.length === 0) return '';
  return ` Some of the ${seeds} fits of a cell used all ${FIT_ROUNDS.maxIterations} rounds and are included without convergence: ${counts.join('; ')}.`;
}
