import { count, percent, plural } from '../../numbers.ts';
import type { Table, Told } from '../../report/document.ts';
import { plainTable } from '../../report/plain-table.ts';
import type { CalibratedSynthesis } from '../../workflow/synthesis/fit/calibrate-source.ts';
import { hasEnoughGenerators } from '../../workflow/synthesis/fit/calibrate-source.ts';
import type { SynthesisResult } from '../../workflow/synthesis/synthesis-result.ts';
import { costText } from '../asking/cost-text.ts';
import { changeText, reusedNote } from '../asking/reuse-text.ts';
import { calibrationText, insteadOfRanking } from './fit/fit-text.ts';

/** Said of answers that no parameters can come of. */
export const ONE_GENERATOR =
  'Participants of a single generator cannot calibrate a bank: at least two models must generate.';

/** What came of a synthesis. @param where the database, as `Reading` has it */
export function synthesisReport(
  result: SynthesisResult,
  calibrated: CalibratedSynthesis | null,
  where: string,
): Told {
  const { bank, items, run, database } = result;
  const isGraded = hasGradedScores(result);
  return {
    lead: `${plural(result.participants.length, 'synthesized participant')} on ${plural(items, 'item')} of ${bank}, run ${run}.`,
    sections: [
      {
        table: participantTable(result),
        paragraphs: [
          `${isGraded ? '"score": the mean score, because some are between 0 and 1; then "right" and "wrong" mean a higher and a lower score. ' : ''}"changed": final answers that differ from the generation. "→ right", "→ wrong": answers that became right or wrong in the debate; in brackets, those that are the critic's answer. "critic right": share of the critic's own answers that are right.`,
        ],
      },
      {
        paragraphs: [
          `${callsText(result)}${costText(result)}. Database: ${database}`,
          ...originNotes(result),
        ],
      },
      ...(calibrated === null
        ? []
        : calibrationText(calibrated, bank).map((text) => ({ paragraphs: [text] }))),
    ],
    next: nextStep(result, calibrated, where),
  };
}

/** Whether answers are reused, and where another model answered than before. */
function originNotes({ reused, endpointChanges = [] }: SynthesisResult): string[] {
  const note = reusedNote(reused);
  const notes = [
    ...(note === null ? [] : [note]),
    ...endpointChanges.map((change) => changeText(change)),
  ];
  return notes;
}

/** Whether some score is between 0 and 1: then a sum of scores is hardly ever a whole number. */
function hasGradedScores({ participants }: SynthesisResult): boolean {
  return participants.some(({ answers, accuracy }) => {
    const sum = answers * (accuracy ?? 0);
    return Math.abs(sum - Math.round(sum)) > ROUNDING * Math.max(1, answers);
  });
}

/** Scores are kept in single precision. */
const ROUNDING = 1e-6;

function participantTable(result: SynthesisResult): Table {
  const { participants } = result;
  const score = hasGradedScores(result) ? 'score' : 'right';
  const share = (value: number | null | undefined) => (value == null ? null : percent(value));
  const columns = ['answers', score, 'alone', 'critic right', 'changed', '→ right', '→ wrong'];
  return plainTable(
    ['participant', ...columns],
    participants.map(({ participant, answers, accuracy, debate: d }) => [
      participant,
      count(answers),
      share(accuracy),
      share(d?.before),
      share(d?.critic),
      share(d?.changed),
      d === null ? null : `${count(d.wrongToRight)} (${count(d.wrongToRightByCritic)})`,
      d === null ? null : `${count(d.rightToWrong)} (${count(d.rightToWrongByCritic)})`,
    ]),
    columns,
  );
}

function callsText({ calls: { kept, missing }, asked, cached }: SynthesisResult): string {
  if (missing === null) return `${count(kept)} calls kept; the run is not finished`;
  return [
    `${count(kept)} of ${count(kept + missing)} calls kept`,
    ...(asked > cached ? [`${count(asked - cached)} of them asked now`] : []),
    ...(cached > 0 ? [`${count(cached)} from kept replies, at no cost`] : []),
    ...(missing > 0 ? [`${count(missing)} missing`] : []),
  ].join(', ');
}

/** What to do next, which is something that works. */
function nextStep(
  result: SynthesisResult,
  calibrated: CalibratedSynthesis | null,
  where: string,
): string {
  const { bank, complete, run, participants, others, items } = result;
  const instead = calibrated === null ? null : insteadOfRanking(calibrated.report);
  if (instead !== null) return instead;
  if (calibrated !== null)
    return `thetarank rank --bank ${bank} --model my-model@http://localhost:8000/v1 --calibration ${calibrated.number}${where}`;
  if (participants.every(({ answers }) => answers === 0))
    return 'no participant has an answer yet; run the same command with --resume to ask again.';
  if (!hasEnoughGenerators(participants))
    return complete
      ? `to get the answers themselves: thetarank runs answers ${run}${where} --out answers.jsonl. ${ONE_GENERATOR}`
      : 'run it again with --resume, which asks what is missing.';
  const fit = `thetarank calibrate synthesized --run ${run}${where}`;
  const all =
    others > 0
      ? ` (it uses all items of the run; to use only these ${count(items)}, run calibrate synthesize with --resume and without --answers-only)`
      : '';
  return complete
    ? `${fit}${all}`
    : `run it again with --resume, which asks what is missing; or calibrate on the answers so far with ${fit} --partial${all}.`;
}

/** Where the results of a run are that could not be written. @param where the database, as `Reading` has it */
export function keptRunText({ run }: Pick<SynthesisResult, 'run'>, where: string): string {
  return `The results of run ${run} are kept. Print them with: thetarank runs show ${run}${where}; its answers with: thetarank runs answers ${run}${where}`;
}
