import {
  type CalibrationName,
  FIT_ROUNDS,
  MEASURES,
  type StudyCell,
  SYNTHESIS_CALIBRATIONS,
} from '../../../../src/study.ts';
import { figure } from '../markdown.ts';
import { OF_SYNTHESIS, SYNTHESES } from './words.ts';

/** In how many cells synthesis is better, and worse, than something beside it, beyond the interval. */
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

/** Between which values the mean difference in log-likelihood lies over the cells, by participants. */
export function likelihoodLines(cells: readonly StudyCell[]): string {
  return SYNTHESES.map((name) => {
    const range = (of: 'betterThanSolos' | 'betterThanSamples') => {
      const all = cells.map(
        (cell) => cell.rows.find(({ calibration }) => calibration === name)![of].logLikelihood.mean,
      );
      return `${figure(Math.min(...all), 4)} to ${figure(Math.max(...all), 4)}`;
    };
    return `- ${OF_SYNTHESIS[name]}: log-likelihood of an answer ${range('betterThanSolos')} beside the 5 solos, ${range('betterThanSamples')} beside 9 samples of each.`;
  }).join('\n');
}

/** Fits that used up their rounds, where there were some. */
export function unconvergedLine(cells: readonly StudyCell[], seeds: number): string {
  const rows = cells.flatMap((cell) => cell.rows);
  const counts = (Object.keys(SYNTHESIS_CALIBRATIONS) as CalibrationName[]).flatMap((name) => {
    const own = rows.filter(({ calibration }) => calibration === name);
    const most = Math.max(...own.map(({ unconverged }) => unconverged));
    return most === 0 ? [] : [`${SYNTHESIS_CALIBRATIONS[name]}: up to ${most}`];
  });
  if (counts.length === 0) return '';
  return ` Of the ${seeds} fits of a cell some used up their ${FIT_ROUNDS.maxIterations} rounds and count as they were: ${counts.join('; ')}.`;
}
