import type { ImportReport } from '../../../item-bank/import/import-items.ts';
import { count, plural } from '../../numbers.ts';
import { PARTIAL } from '../../operations/exit-codes.ts';
import { textTable } from '../../report/text-table.ts';
import { logHints } from '../../scoring/patterns/pattern-words.ts';
import { shortened } from '../../text/shortened.ts';
import type { ImportOutcome } from '../../workflow/bank/import-files.ts';
import { type DatabaseOptions, databaseOf } from '../options/database-option.ts';
import { scoredLines } from '../output/scored-lines.ts';
import { printText } from '../output/typed-commands.ts';
import { printKinds, printPatterns } from './kinds-report.ts';

/** Most left-out records that are named. */
const SHOWN = 10;

/** Prints what became of the records of each file, and what to do next. */
export function printImport(
  { bank, name, format, taxonomy, added, reports, leftOut, recorded }: ImportOutcome,
  options: DatabaseOptions & {
    readonly json?: boolean;
    readonly rejects?: string;
    readonly status?: string;
  },
): void {
  if (options.json) {
    const data = {
      bank,
      format,
      taxonomy,
      added,
      ...countedRecords(reports),
      leftOut: Object.fromEntries(leftOut),
    };
    const logs = recorded && {
      answers: recorded.answers.count,
      ...recorded.scored,
      replaced: recorded.replaced,
      examinees: recorded.answers.matrix().examinees,
      unscored: recorded.unscored,
      kinds: recorded.kinds,
      patterns: recorded.patterns,
    };
    console.log(JSON.stringify({ ...data, recorded: logs }, null, 2));
    return;
  }
  printCounts(reports);
  if (taxonomy !== null) printText(`Tags checked against the taxonomy ${taxonomy}.`);
  printRejected(reports, options.rejects, 'invalid items');
  for (const [field, records] of leftOut)
    printText(
      `Left out: field ${JSON.stringify(field)} of ${plural(records, 'record')}: it cannot be a tag (a long text, several lines, or a list).`,
    );
  printText(
    `\nBank ${name}: ${plural(added, 'item')} added, ${plural(bank?.items ?? 0, 'item')} in all${bank === null ? '' : ` (version ${bank.version})`}.`,
  );
  if (recorded !== null) printAnswers(recorded);
  if (options.status === 'pretest' && added > 0)
    printText(
      `The new items are pretest items: they do not count in scores yet. To ask some besides each test: thetarank rank --bank ${name} --model NAME@ADDRESS -T pretest=${Math.min(10, added)}${databaseOf(options)}; what is known of them: thetarank bank pretest ${name}${databaseOf(options)}`,
    );
  printText(`Next: thetarank bank audit ${name}${databaseOf(options)}`);
}

function printAnswers({
  answers,
  scored,
  replaced,
  unscored,
  kinds,
  patterns,
}: NonNullable<ImportOutcome['recorded']>): void {
  const { examinees, scores } = answers.matrix();
  const names = examinees.slice(0, SHOWN).map(shortened).join(', ');
  const rest = examinees.length > SHOWN ? `, … and ${count(examinees.length - SHOWN)} more` : '';
  printText(
    `${plural(answers.count, 'answer')} of ${plural(examinees.length, 'model')} kept: ${names}${rest}.`,
  );
  for (const line of scoredLines(scored)) printText(line);
  const repeats = answers.count - scores.reduce((sum, one) => sum + Number(!Number.isNaN(one)), 0);
  if (repeats > 0)
    printText(
      `${plural(repeats, 'answer')} of a model to an item it had answered before: the mean counts.`,
    );
  if (replaced !== null && replaced.answers > 0)
    printText(
      `Warning: ${plural(replaced.answers, 'answer')} of ${replaced.examinees.slice(0, SHOWN).map(shortened).join(', ')} had another score before and ${replaced.answers === 1 ? 'was' : 'were'} replaced. For logs of another model or run, import them under a name of their own: --model NAME.`,
    );
  printKinds(kinds);
  printPatterns(patterns, logHints());
  if (unscored.count === 0) return;
  const [{ item, reason }] = unscored.first;
  printText(
    `${plural(unscored.count, 'record')} without an answer (first: ${item}: ${shortened(reason)}).`,
  );
}

/** What became of the records of each file and of all, for JSON. */
export function countedRecords(reports: readonly ImportReport[]) {
  const total = (of: (report: ImportReport) => number) =>
    reports.reduce((sum, report) => sum + of(report), 0);
  return {
    read: total(({ read }) => read),
    accepted: total(({ accepted }) => accepted),
    rejected: total(({ rejectedCount }) => rejectedCount),
    duplicates: total(({ duplicates }) => duplicates),
    files: reports.map(({ rejectedCount, isPartial, rejected, duplicated, ...report }) => ({
      ...report,
      rejected: rejectedCount,
      rejects: rejected,
      duplicateOf: duplicated,
    })),
  };
}

/** Sets the exit code if a record is missing that should be there. */
export function endPartial(reports: readonly ImportReport[]): void {
  if (reports.some(({ isPartial }) => isPartial)) process.exitCode = PARTIAL;
}

/** A table of what became of the records of each file. */
export function printCounts(reports: readonly ImportReport[]): void {
  const columns = ['file', 'read', 'accepted', 'rejected', 'duplicates'];
  printText(
    textTable(
      columns.map((head, k) => ({ head, align: k === 0 ? 'left' : 'right' })),
      reports.map(({ file, read, accepted, rejectedCount, duplicates }) => [
        file,
        ...[read, accepted, rejectedCount, duplicates].map(count),
      ]),
    ),
  );
}

/** @param rejects the file of all of them; null for a command without such an option @param what they were left out as */
export function printRejected(
  reports: readonly ImportReport[],
  rejects: string | null | undefined,
  what: string,
): void {
  const total = reports.reduce((sum, { rejectedCount }) => sum + rejectedCount, 0);
  if (total === 0) return;
  const all = reports.flatMap(({ file, rejected }) => rejected.map((one) => ({ file, ...one })));
  const where =
    rejects === undefined
      ? '--rejects FILE.jsonl writes all of them to a file'
      : rejects === null
        ? '--json lists more of them'
        : `all in ${rejects}`;
  printText(`\nLeft out as ${what} (${where}):`);
  for (const { file, where, reason } of all.slice(0, SHOWN))
    printText(
      `  ${shortened(reports.length > 1 ? `${file}, ${where}` : where)}: ${shortened(reason)}`,
    );
  if (total > SHOWN) printText(`  … and ${count(total - SHOWN)} more`);
}
