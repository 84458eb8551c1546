import type { ReviewEntry } from '../../../item-bank/review/decision.ts';
import { count, decimal, plural } from '../../numbers.ts';
import type { Told } from '../../report/document.ts';
import { plainTable } from '../../report/plain-table.ts';
import { shortened } from '../../text/shortened.ts';
import type { ModelMove } from '../../workflow/bank/review/recorded-effects.ts';
import type { ReviewEffects } from '../../workflow/bank/review/review-effects.ts';
import type { Reading } from '../operation.ts';
import type { AppliedDecisions, ReviewState } from './review.ts';

/** Most rows of a printed table. */
const SHOWN = 20;

/** The suspected items that are not decided, and the last decisions. */
export function queueText(
  { bank, audit, suspects, reviewed, log }: ReviewState,
  { where }: Pick<Reading<unknown>, 'where'>,
): Told {
  const open = suspects.filter(({ decision }) => decision === null);
  return {
    lead:
      audit === null
        ? `Bank ${bank} was not audited, so no items are known as suspected.`
        : `Bank ${bank}, audited ${audit.at}: ${plural(suspects.length, 'suspected item')}, ${count(reviewed)} of ${count(suspects.length)} reviewed.`,
    sections: [
      ...(open.length === 0 ? [] : [{ table: suspectsTable(open) }]),
      ...(log.length === 0
        ? []
        : [{ heading: 'Decisions, the newest first', table: logTable(log) }]),
    ],
    next:
      audit === null
        ? `thetarank bank audit ${bank}${where}`
        : open.length > 0
          ? `write decisions to a file, then: thetarank bank review ${bank} --file review.csv${where}`
          : `thetarank bank show ${bank}${where}`,
  };
}

function suspectsTable(open: ReviewState['suspects']) {
  const columns = ['item', 'probability', 'suggested key', 'reason'];
  const rows = open.map(({ item, probability, suggestedKey, reasons }) => [
    ...[item, decimal(probability, 2), suggestedKey?.join('') ?? null],
    shortened(reasons[0]?.text ?? '–'),
  ]);
  return { ...plainTable(columns, rows, ['probability']), limit: SHOWN };
}

function logTable(log: ReviewState['log']) {
  const rows = log
    .toReversed()
    .map((entry) => [
      ...[entry.number, entry.item, `${decisionText(entry)}${entry.undone ? ' (undone)' : ''}`],
      ...[entry.by, entry.at.slice(0, 16).replace('T', ' '), shortened(entry.note)],
    ]);
  const columns = ['number', 'item', 'decision', 'by', 'when', 'note'];
  return { ...plainTable(columns, rows), limit: SHOWN };
}

/** `correct to D`, `retire`, `undo 12` */
function decisionText({ decision, key, undoes }: ReviewEntry): string {
  if (decision === 'correct') return `correct to ${key?.join('')}`;
  return decision === 'undo' ? `undo ${undoes}` : decision;
}

/** What was decided, and what changes by it. */
export function appliedText(
  {
    bank,
    kept,
    entries,
    version,
    versionBefore,
    undecided = 0,
    unchanged = 0,
    effects,
  }: AppliedDecisions,
  { where }: Pick<Reading<unknown>, 'where'>,
): Told {
  const counts = [
    plural(entries.length, kept ? 'decision' : 'new decision'),
    ...(unchanged > 0 ? [`${count(unchanged)} already kept`] : []),
    ...(undecided > 0 ? [`${count(undecided)} undecided`] : []),
  ].join(', ');
  const made = version === versionBefore ? `still version ${version}` : `version ${version}`;
  const numbers = entries.length > 0 ? ` (${numbersText(entries)})` : '';
  return {
    lead: kept
      ? `Bank ${bank}: ${counts} kept${numbers}; ${made}.`
      : `Bank ${bank}: ${counts}. Nothing was changed. With these decisions:`,
    sections: effectSections(effects),
    next: !kept
      ? 'the same command without --dry-run'
      : effects.models > 0 && version !== versionBefore
        ? `thetarank rank --bank ${bank}${where}`
        : `thetarank bank review ${bank}${where}`,
  };
}

/** `number 3`, `numbers 3 to 9` */
function numbersText(entries: readonly ReviewEntry[]): string {
  const [first, last] = [entries[0].number, entries[entries.length - 1].number];
  return first === last ? `number ${first}` : `numbers ${first} to ${last}`;
}

function effectSections(effects: ReviewEffects): NonNullable<Told['sections']> {
  const { items, recorded } = effects;
  const changed = [
    ...(items.corrected > 0 ? [`${plural(items.corrected, 'item')} with another key`] : []),
    ...(items.retired > 0 ? [`${plural(items.retired, 'item')} retired`] : []),
    ...(items.restored > 0 ? [`${plural(items.restored, 'item')} used again`] : []),
    ...(items.promoted > 0
      ? [`${plural(items.promoted, 'pretest item')} with another status`]
      : []),
  ];
  if (changed.length === 0) return [{ paragraphs: ['No item changes, so no score does.'] }];
  const lines = [`Items: ${changed.join(', ')}.`];
  if (recorded.answers > 0)
    lines.push(
      `Recorded answers to items with another key: ${count(recorded.answers)}, of which ${count(recorded.rescored)} are scored again: ${count(recorded.changed)} with another score, ${count(recorded.returned)} that were missing.`,
    );
  if (recorded.missing > 0)
    lines.push(
      `${plural(recorded.missing, 'recorded answer')} ${recorded.missing === 1 ? 'counts' : 'count'} as missing, because only the score by another key is known, not the letters. To score them: import the logs again (thetarank bank import LOG … --name NAME), record the run that asked them (thetarank bank record --run N), or record scores by this key (thetarank bank record ANSWERS.csv --to NAME).`,
    );
  if (recorded.leftOut !== 0)
    lines.push(
      `${plural(Math.abs(recorded.leftOut), 'recorded answer')} ${recorded.leftOut > 0 ? 'to retired items no longer count' : 'count again'}.`,
    );
  return [
    { paragraphs: lines },
    ...rankingSection(effects),
    ...testSection(effects),
    ...outdated(effects),
  ];
}

/** What cannot go on as it is. */
function outdated({ openSessions, calibrations }: ReviewEffects): NonNullable<Told['sections']> {
  const paragraphs = [
    ...(openSessions > 0
      ? [
          `${plural(openSessions, 'open session')} of the service cannot go on, because the bank is another version.`,
        ]
      : []),
    ...(calibrations > 0
      ? [
          `${plural(calibrations, 'kept calibration')} ${calibrations === 1 ? 'leaves' : 'leave'} the changed items out. To use them, calibrate again: thetarank calibrate fit --keep.`,
        ]
      : []),
  ];
  return [{ paragraphs }];
}

function rankingSection({
  ranking,
  models,
  recorded,
}: ReviewEffects): NonNullable<Told['sections']> {
  if (models === 0) return [];
  if (ranking.length === 0)
    return [{ paragraphs: ['No recorded model has another score or rank.'] }];
  const columns = ['model', 'before', 'after', 'rank before', 'rank after'];
  const rows = ranking
    .toSorted((x, y) => moved(y) - moved(x))
    .map(({ model, before, after }) => [
      model,
      ...[before, after].map(({ score }) =>
        score === null ? null : `${decimal(100 * score, 2)}%`,
      ),
      ...[before.rank, after.rank],
    ]);
  return [
    {
      heading: `Scores or ranks of ${count(ranking.length)} of ${plural(models, 'recorded model')} change, because ${reasons(recorded)} (share of right answers, rank)`,
      table: { ...plainTable(columns, rows, ['before', 'after']), limit: SHOWN },
    },
  ];
}

/** Why models move, as in the lines before. */
function reasons({ changed, returned, missing, leftOut }: ReviewEffects['recorded']): string {
  const all = [
    ...(changed > 0 ? ['answers have another score'] : []),
    ...(returned > 0 || leftOut < 0 ? ['answers count again'] : []),
    ...(missing > 0 ? ['answers count as missing'] : []),
    ...(leftOut > 0 ? ['answers no longer count'] : []),
  ];
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(all);
}

/** How far a model moves: by rank first. */
function moved({ before, after }: ModelMove): number {
  return (
    Math.abs((before.rank ?? 0) - (after.rank ?? 0)) +
    Math.abs((before.score ?? 0) - (after.score ?? 0))
  );
}

function testSection({ tests }: ReviewEffects): NonNullable<Told['sections']> {
  if (tests.length === 0) return [];
  const columns = ['test', 'model', 'now right', 'now wrong', 'letters missing', 'left out'];
  const rows = tests.map(({ run, session, examinee, toRight, toWrong, missing, leftOut }) => [
    ...[run === null ? `session ${session}` : `run ${run}`, examinee],
    ...[toRight, toWrong, missing, leftOut],
  ]);
  return [
    {
      heading: `Kept results of ${plural(tests.length, 'test')} and their leaderboards stay as they are. By the decisions, their answers would be`,
      table: { ...plainTable(columns, rows), limit: SHOWN },
    },
  ];
}
