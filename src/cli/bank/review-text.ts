import type { ReviewEntry } from '../../../item-bank/review/decision.ts';
import { count, decimal, plural } from '../../numbers.ts';
import { textTable } from '../../report/text-table.ts';
import { shortened } from '../../text/shortened.ts';
import type { AppliedReview } from '../../workflow/bank/review/apply-review.ts';
import type { CheckedReview } from '../../workflow/bank/review/check-review.ts';
import type { ModelMove } from '../../workflow/bank/review/recorded-effects.ts';
import type { ReviewEffects } from '../../workflow/bank/review/review-effects.ts';
import type { ReviewQueue } from '../../workflow/bank/review/review-queue.ts';

/** Most rows of a printed table. */
const SHOWN = 20;

/** The review of a bank as data. */
export function queueJson({ undone, log, ...queue }: ReviewQueue): object {
  return { ...queue, log: log.map((entry) => ({ ...entry, undone: undone.has(entry.number) })) };
}

/** What decisions change as data: all models and tests. */
export function effectsJson(effects: ReviewEffects): object {
  return { effects };
}

/** The suspected items that are not decided, and the last decisions. */
export function queueText(queue: ReviewQueue, database: string): string {
  const { bank, audit, suspects, reviewed, log } = queue;
  const next = `thetarank bank review ${bank} --file review.csv${database}`;
  const lines: string[] = [];
  if (audit === null)
    lines.push(`Bank ${bank} was not audited, so no items are known as suspected.`);
  else
    lines.push(
      `Bank ${bank}, audited ${audit.at}: ${plural(suspects.length, 'suspected item')}, ${count(reviewed)} of ${count(suspects.length)} reviewed.`,
    );
  const open = suspects.filter(({ decision }) => decision === null);
  if (open.length > 0)
    lines.push(
      textTable(
        [
          { head: 'item' },
          { head: 'probability', align: 'right' },
          { head: 'suggested key' },
          { head: 'reason' },
        ],
        open
          .slice(0, SHOWN)
          .map(({ item, probability, suggestedKey, reasons }) => [
            item,
            decimal(probability, 2),
            suggestedKey?.join('') ?? '–',
            shortened(reasons[0]?.text ?? '–'),
          ]),
      ),
    );
  if (open.length > SHOWN) lines.push(`… and ${count(open.length - SHOWN)} more (--json).`);
  if (log.length > 0) lines.push('', logTable(queue));
  lines.push(
    '',
    `Next: ${audit === null ? `thetarank bank audit ${bank}${database}` : open.length > 0 ? `write decisions to a file, then: ${next}` : `thetarank bank show ${bank}${database}`}`,
  );
  return lines.join('\n');
}

/** The last decisions, the newest first. */
function logTable({ log, undone }: ReviewQueue): string {
  const last = log.slice(-SHOWN).reverse();
  const rest = log.length - last.length;
  const table = textTable(
    [
      { head: 'number', align: 'right' },
      { head: 'item' },
      { head: 'decision' },
      { head: 'by' },
      { head: 'when' },
      { head: 'note' },
    ],
    last.map((entry) => [
      String(entry.number),
      entry.item,
      `${decisionText(entry)}${undone.has(entry.number) ? ' (undone)' : ''}`,
      entry.by,
      entry.at.slice(0, 16).replace('T', ' '),
      shortened(entry.note),
    ]),
  );
  return `Decisions, the newest first:\n${table}${rest > 0 ? `\n… and ${plural(rest, 'earlier one')} (--json).` : ''}`;
}

/** `correct to D`, `retire`, `undo 12` */
function decisionText({ decision, key, undoes }: ReviewEntry): string {
  if (decision === 'correct') return `correct to ${key?.join('')}`;
  return decision === 'undo' ? `undo ${undoes}` : decision;
}

/** What was decided, and what changes by it. */
export function appliedText(
  bank: string,
  { entries, version, versionBefore, effects }: AppliedReview,
  {
    checked,
    isTrial,
    database,
  }: { checked: CheckedReview | null; isTrial: boolean; database: string },
): string {
  const counts = [
    plural(entries.length, isTrial ? 'new decision' : 'decision'),
    ...(checked !== null && checked.unchanged > 0
      ? [`${count(checked.unchanged)} already kept`]
      : []),
    ...(checked !== null && checked.undecided > 0 ? [`${count(checked.undecided)} undecided`] : []),
  ];
  const made = version === versionBefore ? `still version ${version}` : `version ${version}`;
  const head = isTrial
    ? `Bank ${bank}: ${counts.join(', ')}. Nothing was changed. With these decisions:`
    : `Bank ${bank}: ${counts.join(', ')} kept${entries.length > 0 ? ` (${numbersText(entries)})` : ''}; ${made}.`;
  const next = isTrial
    ? 'the same command without --dry-run'
    : effects.models > 0 && version !== versionBefore
      ? `thetarank rank --bank ${bank}${database}`
      : `thetarank bank review ${bank}${database}`;
  return [head, ...effectLines(effects), '', `Next: ${next}`].join('\n');
}

/** `number 3`, `numbers 3 to 9` */
function numbersText(entries: readonly ReviewEntry[]): string {
  const [first, last] = [entries[0].number, entries[entries.length - 1].number];
  return first === last ? `number ${first}` : `numbers ${first} to ${last}`;
}

function effectLines(effects: ReviewEffects): string[] {
  const { items, recorded, openSessions, calibrations } = effects;
  const changed = [
    ...(items.corrected > 0 ? [`${plural(items.corrected, 'item')} with another key`] : []),
    ...(items.retired > 0 ? [`${plural(items.retired, 'item')} retired`] : []),
    ...(items.restored > 0 ? [`${plural(items.restored, 'item')} used again`] : []),
    ...(items.promoted > 0
      ? [`${plural(items.promoted, 'pretest item')} with another status`]
      : []),
  ];
  if (changed.length === 0) return ['  No item changes, so no score does.'];
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
  lines.push(...rankingLines(effects), ...testLines(effects));
  if (openSessions > 0)
    lines.push(
      `${plural(openSessions, 'open session')} of the service cannot go on, because the bank is another version.`,
    );
  if (calibrations > 0)
    lines.push(
      `${plural(calibrations, 'kept calibration')} ${calibrations === 1 ? 'leaves' : 'leave'} the changed items out. To use them, calibrate again: thetarank calibrate fit --keep.`,
    );
  return lines;
}

function rankingLines({ ranking, models, recorded }: ReviewEffects): string[] {
  if (models === 0) return [];
  if (ranking.length === 0) return ['No recorded model has another score or rank.'];
  const rows = [...ranking].sort((x, y) => moved(y) - moved(x)).slice(0, SHOWN);
  const rest = ranking.length - rows.length;
  return [
    `Scores or ranks of ${count(ranking.length)} of ${plural(models, 'recorded model')} change, because ${reasons(recorded)} (share of right answers, rank):`,
    textTable(
      [
        { head: 'model' },
        { head: 'before', align: 'right' },
        { head: 'after', align: 'right' },
        { head: 'rank before', align: 'right' },
        { head: 'rank after', align: 'right' },
      ],
      rows.map(({ model, before, after }) => [
        model,
        ...[before, after].map(({ score }) =>
          score === null ? '–' : `${decimal(100 * score, 2)}%`,
        ),
        ...[before, after].map(({ rank }) => (rank === null ? '–' : String(rank))),
      ]),
    ),
    ...(rest > 0 ? [`… and ${count(rest)} more (--json).`] : []),
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

function testLines({ tests }: ReviewEffects): string[] {
  if (tests.length === 0) return [];
  return [
    `Kept results of ${plural(tests.length, 'test')} and their leaderboards stay as they are. By the decisions, their answers would be:`,
    textTable(
      [
        { head: 'test' },
        { head: 'model' },
        { head: 'now right', align: 'right' },
        { head: 'now wrong', align: 'right' },
        { head: 'letters missing', align: 'right' },
        { head: 'left out', align: 'right' },
      ],
      tests
        .slice(0, SHOWN)
        .map(({ run, session, examinee, toRight, toWrong, missing, leftOut }) => [
          run === null ? `session ${session}` : `run ${run}`,
          examinee,
          ...[toRight, toWrong, missing, leftOut].map(count),
        ]),
    ),
    ...(tests.length > SHOWN ? [`… and ${count(tests.length - SHOWN)} more (--json).`] : []),
  ];
}
