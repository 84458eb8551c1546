import { join } from 'node:path';
import { money2 } from '../live/live-estimate.ts';
import { count, percent, plural } from '../numbers.ts';
import { textTable } from '../table.ts';
import type { SynthesisResult } from './synthesis-result.ts';

/** What a synthesis prints at its end. */
export function synthesisText(result: SynthesisResult, out: string | undefined): string {
  const { bank, items, run, database, calls, complete, cost, sessionCost, asked } = result;
  const money = cost === 0 ? '' : `; cost ${money2(cost)}, of this session ${money2(sessionCost)}`;
  return [
    `${plural(result.participants.length, 'synthesized participant')} on ${plural(items, 'item')} of ${bank}, run ${run}.`,
    participantTable(result),
    `"changed": final answers that are not the generation. "→ right", "→ wrong": answers that a debate made better or worse, and in brackets those of them that took over the critic's. "critic right": the critic's own answer.`,
    `${count(calls.kept)} of ${count(calls.kept + calls.missing)} calls kept, ${count(asked)} of them asked now${money}. Database: ${database}`,
    ...(complete ? [] : [`${plural(calls.missing, 'call')} missing: --resume asks them.`]),
    next(result, out),
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

function next({ participants }: SynthesisResult, out: string | undefined): string {
  if (out === undefined)
    return 'Next: again with --resume --out DIR, to write the answers for thetarank calibrate fit.';
  if (participants.every(({ answers }) => answers === 0))
    return 'Next: no participant has an answer yet.';
  return `Next: thetarank calibrate fit --responses ${join(out, 'responses.csv')} --out ${join(out, 'parameters.csv')}`;
}
