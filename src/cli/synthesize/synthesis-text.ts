import { count, percent, plural } from '../../numbers.ts';
import { costText } from '../../operations/asking/cost-text.ts';
import { changeText, reusedNote } from '../../operations/asking/reuse-text.ts';
import { textTable } from '../../report/text-table.ts';
import type { CalibratedSynthesis } from '../../workflow/synthesis/fit/calibrate-source.ts';
import { hasEnoughGenerators } from '../../workflow/synthesis/fit/calibrate-source.ts';
import type { SynthesisResult } from '../../workflow/synthesis/synthesis-result.ts';
import { databaseArgument } from '../options/database-option.ts';
import { calibrationText, insteadOfRanking } from './fit/fit-text.ts';

/** Said of answers that no parameters can come of. */
export const ONE_GENERATOR =
  'Participants of a single generator cannot calibrate a bank: at least two models must generate.';

/** The text that a synthesis prints at its end. */
export function synthesisText(
  result: SynthesisResult,
  out: string | undefined,
  calibrated: CalibratedSynthesis | null = null,
): string {
  const { bank, items, run, database } = result;
  return [
    `${plural(result.participants.length, 'synthesized participant')} on ${plural(items, 'item')} of ${bank}, run ${run}.`,
    participantTable(result),
    `${hasGradedScores(result) ? '"score": the mean score, because some are between 0 and 1; then "right" and "wrong" mean a higher and a lower score. ' : ''}"changed": final answers that differ from the generation. "→ right", "→ wrong": answers that became right or wrong in the debate; in brackets, those that are the critic's answer. "critic right": share of the critic's own answers that are right.`,
    `${callsText(result)}${costText(result)}. Database: ${database}`,
    ...originNotes(result),
    ...(calibrated === null ? [] : calibrationText(calibrated, bank)),
    next(result, calibrated, out),
  ].join('\n\n');
}

/** Whether answers are reused, and where another model answered than before. */
function originNotes({ reused, endpointChanges = [] }: SynthesisResult): string[] {
  const note = reusedNote(reused);
  const notes = [
    ...(note === null ? [] : [note]),
    ...endpointChanges.map((change) => changeText(change)),
  ];
  return notes.length === 0 ? [] : [notes.join('\n')];
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

function participantTable(result: SynthesisResult): string {
  const { participants } = result;
  const score = hasGradedScores(result) ? 'score' : 'right';
  const share = (value: number | null | undefined) => (value == null ? '–' : percent(value));
  return textTable(
    [
      { head: 'participant' },
      ...['answers', score, 'alone', 'critic right', 'changed', '→ right', '→ wrong'].map(
        (head) => ({ head, align: 'right' as const }),
      ),
    ],
    participants.map(({ participant, answers, accuracy, debate: d }) => [
      participant,
      count(answers),
      share(accuracy),
      share(d?.before),
      share(d?.critic),
      share(d?.changed),
      d === null ? '–' : `${count(d.wrongToRight)} (${count(d.wrongToRightByCritic)})`,
      d === null ? '–' : `${count(d.rightToWrong)} (${count(d.rightToWrongByCritic)})`,
    ]),
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
function next(
  result: SynthesisResult,
  calibrated: CalibratedSynthesis | null,
  out: string | undefined,
): string {
  const { bank, complete, run, participants, others, items } = result;
  const written = out === undefined ? '' : `Written to ${out}. `;
  const database = databaseArgument(result.database);
  const instead = calibrated === null ? null : insteadOfRanking(calibrated.report);
  if (instead !== null) return `${written}Next: ${instead}`;
  if (calibrated !== null)
    return `${written}Next: thetarank rank --bank ${bank} --model my-model@http://localhost:8000/v1 --calibration ${calibrated.number}${database}`;
  if (participants.every(({ answers }) => answers === 0))
    return `${written}Next: no participant has an answer yet; run the same command with --resume to ask again.`;
  if (!hasEnoughGenerators(participants))
    return complete
      ? `${written}${ONE_GENERATOR} Next: to get the answers themselves: thetarank runs answers ${run}${database} --out answers.jsonl`
      : `${written}Next: run it again with --resume, which asks what is missing.`;
  const fit = `thetarank calibrate synthesized --run ${run}${database}`;
  const all =
    others > 0
      ? ` (it uses all items of the run; to use only these ${count(items)}, run calibrate synthesize with --resume and without --no-fit)`
      : '';
  return complete
    ? `${written}Next: ${fit}${all}`
    : `${written}Next: run it again with --resume, which asks what is missing; or calibrate on the answers so far with ${fit} --partial${all}.`;
}
