import { markdownTable } from '../../text.ts';
import type { RecordDifference } from './compare-records.ts';

/** The result of the undisturbed run, or of the other one. */
export interface RunFigures {
  /** Answers kept at each kill. */
  readonly kills: readonly number[];
  readonly answered: number;
  /** Calls that more than one process asked, and questions to calls whose answer was kept. */
  readonly askedTwice: number;
  readonly askedAgain: number;
  readonly forgotten: number;
  readonly seconds: number;
  /** MiB; null where it was not measured. */
  readonly memory: number | null;
}

export interface RecordSummary {
  readonly items: number;
  readonly calls: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly concurrency: number;
  readonly undisturbed: RunFigures;
  readonly killed: RunFigures;
  readonly difference: RecordDifference;
  readonly isSameResponses: boolean;
}

const number = (n: number) => n.toLocaleString('en-US');

/** True if no answer was lost, doubled, changed or asked again, and both records give the same files. */
export function isSound({
  calls,
  undisturbed,
  killed,
  difference,
  isSameResponses,
}: RecordSummary): boolean {
  const { expected, lost, doubled, foreign, changed } = difference;
  const wrong = [undisturbed, killed].flatMap(({ askedAgain, forgotten }) => [
    askedAgain,
    forgotten,
  ]);
  const isEqual = [...wrong, lost, doubled, foreign, changed].every((n) => n === 0);
  return isEqual && expected === calls && isSameResponses;
}

/** docs/evidence/synthesis-record.md */
export function recordPage(summary: RecordSummary, code: string): string {
  const { items, calls, faults, concurrency, undisturbed, killed, difference } = summary;
  const rate = Object.values(faults).reduce((sum, share) => sum + share, 0);
  const both = (of: (run: RunFigures) => string) => [of(undisturbed), of(killed)];
  const rows = [
    ['processes killed (SIGKILL)', ...both(({ kills }) => number(kills.length))],
    ['questions the stand-in answered', ...both(({ answered }) => number(answered))],
    ['calls that more than one process asked', ...both(({ askedTwice }) => number(askedTwice))],
    [
      'questions to calls whose answer was kept when the process began',
      ...both(({ askedAgain }) => number(askedAgain)),
    ],
    [
      'kept answers that a later process did not find',
      ...both(({ forgotten }) => number(forgotten)),
    ],
    ['time, including starts', ...both(({ seconds }) => `${number(Math.round(seconds))} s`)],
    ['calls per second', ...both(({ seconds }) => number(Math.round(calls / seconds)))],
    [
      'peak memory of a process',
      ...both(({ memory }) => (memory === null ? '–' : `${number(Math.round(memory))} MiB`)),
    ],
  ];
  const compared = [
    ['answers of the undisturbed record', number(difference.expected)],
    ['lost', number(difference.lost)],
    ['doubled', number(difference.doubled)],
    ['to calls that are not in the other record', number(difference.foreign)],
    [
      'changed',
      `${number(difference.changed)}${difference.fields.length > 0 ? ` (${difference.fields.join(', ')})` : ''}`,
    ],
    ['`responses.csv`', summary.isSameResponses ? 'the same bytes' : 'OTHER BYTES'],
  ];
  return `# Evidence: the record of a synthesis under faults and kills

Code ${code}.

\`thetarank calibrate synthesize\` asks 20 ordered pairs of 5 models and the 5 alone ${number(items)} generated items: ${number(calls)} calls, at most ${concurrency} per model in
flight, stored in SQLite. [The stand-in](../stand-in.md) answers them in a separate process; ${Math.round(100 * rate)}% of the requests have a fault
(${Object.entries(faults)
    .map(([fault, share]) => `${fault} ${Math.round(100 * share)}%`)
    .join(
      ', ',
    )}). One run is undisturbed. The other is killed by \`kill -9\` at ${number(killed.kills.length)} random moments (by seed, spread evenly over the
calls), and continues with \`--resume\` each time. Both run at the same time, on a machine that may have had
other load, so the stated calls per second are lower bounds.

${markdownTable(['', 'undisturbed:', 'killed:'], rows)}

A question is answered more than once if a fault keeps the answer from arriving, or if a process is killed before it
stores the answer: at most ${number(5 * concurrency * killed.kills.length)} calls were in flight at the kills. ${isSound(summary) ? 'No kept answer was asked again, none was lost, and the two records are equal.' : 'THIS IS WRONG: see the figures that are not 0.'}

The record after the last resume, compared with the undisturbed one answer by answer, in all fields except time, latency, attempts, source of
the reply (cache or endpoint) and cost:

${markdownTable(['', 'killed:'], compared)}

Answers kept at the kills: ${killed.kills.map(number).join(', ')}.
`;
}
