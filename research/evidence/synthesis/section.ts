import {
  type CalibrationName,
  MEASURES,
  type Persuasion,
  type SeedInterval,
  type Sharing,
  type StudyCell,
  type StudyRow,
  SYNTHESIS_CALIBRATIONS,
} from 'thetarank/study';
import { figure, markdownTable } from '../../text.ts';
import { HEADS, OF_SYNTHESIS, PLACES, SYNTHESES } from './words.ts';

function interval({ mean, low, high, count }: SeedInterval, places: number): string {
  if (count === 0) return '–';
  const ends = low === null ? '' : ` (${figure(low, places)} to ${figure(high, places)})`;
  return `${figure(mean, places)}${ends}`;
}

const cellsOf = (row: StudyRow, of: 'measures' | 'betterThanSolos' | 'betterThanSamples') =>
  MEASURES.map((measure) => interval(row[of][measure], PLACES[measure]));

const nameOf = ({ persuasion, truth, confidence, eloquence }: Persuasion) =>
  persuasion === 0
    ? 'κ = 0: nobody is persuaded'
    : [
        `κ = ${persuasion}, τ = ${figure(truth, 0)}${truth < 0 ? ': errors persuade better' : ''}`,
        ...(confidence === undefined ? [] : [`γ = ${confidence}, ε = ${eloquence}`]),
      ].join(', ');

/** Tables of one kind of sharing. */
export function sectionOf(cells: readonly StudyCell[], sharing: Sharing): string {
  const own = cells.filter((cell) => cell.sharing.shared === sharing.shared);
  const rowOf = (cell: StudyCell, name: CalibrationName) =>
    cell.rows.find(({ calibration }) => calibration === name)!;
  const names = (Object.keys(SYNTHESIS_CALIBRATIONS) as CalibrationName[]).filter(
    (name) => !Object.hasOwn(OF_SYNTHESIS, name),
  );
  const synthesized = (of: 'measures' | 'betterThanSolos' | 'betterThanSamples') =>
    SYNTHESES.flatMap((name) =>
      own.map((cell) => [
        OF_SYNTHESIS[name],
        nameOf(cell.persuasion),
        ...cellsOf(rowOf(cell, name), of),
      ]),
    );
  return `## ${sharing.common === 0 ? 'Models with independent errors' : 'Models with shared errors'}

\`shared\` = ${sharing.shared}, \`common\` s² = ${sharing.common}, \`steadiness\` = ${sharing.steadiness}.

Without a debate:

${markdownTable(
  ['calibration', ...HEADS],
  names.map((name) => [SYNTHESIS_CALIBRATIONS[name], ...cellsOf(rowOf(own[0], name), 'measures')]),
)}

Synthesized:

${markdownTable(['participants', 'persuasion', ...HEADS], synthesized('measures'))}

The gain over the 5 solos, seed by seed (above 0 is better, also for the error):

${markdownTable(['participants', 'persuasion', ...HEADS], synthesized('betterThanSolos'))}

The gain over 9 samples of each model at the same cost:

${markdownTable(['participants', 'persuasion', ...HEADS], synthesized('betterThanSamples'))}

The report of the fit on 25 participants:

${markdownTable(
  ['persuasion', 'design effect:', 'effective participants:', 'reflected − solo, points right:'],
  own.map((cell) => [
    nameOf(cell.persuasion),
    interval(cell.designEffect, 2),
    interval(cell.effectiveParticipants, 2),
    interval(cell.reflectionGain, 1),
  ]),
)}
`;
}
