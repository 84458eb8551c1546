import { money2 } from '../live/live-estimate.ts';
import { count, percent, plural } from '../numbers.ts';
import { textTable } from '../table.ts';
import type { CalibratedSynthesis } from './fit/calibrate-source.ts';
import { calibrationText } from './fit/fit-text.ts';
import type { SynthesisResult } from './synthesis-result.ts';

/** What a synthesis prints at its end. */
export function synthesisText(
  result: SynthesisResult,
  out: string | undefined,
  calibrated: CalibratedSynthesis | null = null,
): string {
  const { bank, items, run, database, cost, sessionCost } = result;
  const money = cost === 0 ? '' : `; cost ${money2(cost)}, of this session ${money2(sessionCost)}`;
  return [
    `${plural(result.participants.length, 'synthesized participant')} on ${plural(items, 'item')} of ${bank}, run ${run}.`,
    participantTable(result),
    `"changed": final answers that are not the generation. "→ right", "→ wrong": answers that a debate made better or worse, and in brackets those of them that took over the critic's. "critic right": the critic's own answer.`,
    `${callsText(result)}${money}. Database: ${database}`,
    ...(calibrated === null ? [] : calibrationText(calibrated, bank)),
    next(result, calibrated, out),
  ].join('\n\n');
}

function participantTable({ participants }: SynthesisResult): string {
  const share = (value: number | null | undefined) => (value == null ? '–' : percent(value));
  return textTable(
    [
      { head: 'participant' },
      ...['answers', 'right', 'alone', 'critic right', 'changed', '→ right', '→ wrong'].map(
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

function callsText({ calls: { kept, missing }, asked }: SynthesisResult): string {
  if (missing === null) return `${count(kept)} calls kept, of a run that is not finished`;
  const all = `${count(kept)} of ${count(kept + missing)} calls kept, ${count(asked)} of them asked now`;
  return missing === 0 ? all : `${all}, ${count(missing)} missing`;
}

function next(
  { bank, complete, run, participants }: SynthesisResult,
  calibrated: CalibratedSynthesis | null,
  out: string | undefined,
): string {
  const written = out === undefined ? '' : `Written to ${out}. `;
  if (calibrated !== null)
    return `${written}Next: thetarank rank --bank ${bank} --model my-model@http://localhost:8000/v1 --calibration ${calibrated.number}`;
  if (participants.every(({ answers }) => answers === 0))
    return `${written}Next: no participant has an answer yet.`;
  const fit = `thetarank calibrate synthesized --run ${run}`;
  return complete
    ? `${written}Next: ${fit}`
    : `${written}Next: again with --resume, which asks what is missing; or ${fit} --partial, to calibrate with the answers there are.`;
}
