import type { ImportReport } from '../../../item-bank/import/import-items.ts';
import type { Source } from '../../../item-bank/import/records/source.ts';
import { chunksOf, fileSource } from '../../files/file-source.ts';
import { count } from '../../numbers.ts';
import type { Told } from '../../report/document.ts';
import { plainTable } from '../../report/plain-table.ts';
import { shortened } from '../../text/shortened.ts';

/** Most left-out records that are named. */
const SHOWN = 10;

/** Opens files so that their reading is told. @throws FILE_NOT_FOUND, FILE_UNREADABLE */
export function watched(
  files: readonly string[],
  progress: (share: number) => void,
): (file: string) => Source {
  const chunks = files.reduce((sum, file) => sum + chunksOf(file), 0);
  let read = 0;
  // A file may grow while it is read.
  return (file) => fileSource(file, () => progress(Math.min(1, ++read / chunks)));
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

/** Whether a record is missing that should be there. */
export function isPartial(reports: readonly ImportReport[]): boolean {
  return reports.some((report) => report.isPartial);
}

/**
 * What became of the records of each file.
 * @param as what they were left out as
 * @param where all of those are
 */
export function recordSections(
  reports: readonly ImportReport[],
  as: string,
  where: string,
): NonNullable<Told['sections']> {
  if (reports.length === 0) return [];
  const left = reports.flatMap(({ file, rejected }) => rejected.map((one) => ({ file, ...one })));
  const total = reports.reduce((sum, { rejectedCount }) => sum + rejectedCount, 0);
  const counts = {
    table: plainTable(
      ['file', 'read', 'accepted', 'rejected', 'duplicates'],
      reports.map((one) => [
        one.file,
        ...[one.read, one.accepted, one.rejectedCount, one.duplicates],
      ]),
    ),
  };
  if (total === 0) return [counts];
  const paragraphs = left
    .slice(0, SHOWN)
    .map(
      (one) =>
        `  ${shortened(reports.length > 1 ? `${one.file}, ${one.where}` : one.where)}: ${shortened(one.reason)}`,
    );
  if (total > SHOWN) paragraphs.push(`  … and ${count(total - SHOWN)} more`);
  return [counts, { heading: `Left out as ${as} (${where})`, paragraphs }];
}

/** Where all left-out records are. @param file of them, if there is one */
export function rejectsPlace(file: string | undefined): string {
  return file === undefined
    ? '--rejects FILE.jsonl writes all of them to a file'
    : `all in ${file}`;
}
