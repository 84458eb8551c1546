import { importedItems, type JobKind } from '../../api/jobs.ts';
import { inFields } from './in-fields.ts';

/** Of an import, so many records of each kind are kept; all are counted. */
const MOST_LISTED = 50;
const LONGEST_REASON = 300;
/** In characters, as JSON. */
const MOST_KEPT = 200_000;

/** What a job keeps of a command's output: of an import the first rejected records. Null if there is none, or too much. */
export function keptResult(
  kind: string,
  printed: Record<string, unknown> | null,
): Record<string, unknown> | null {
  const kept = shortened(kind as JobKind, printed);
  return JSON.stringify(kept).length > MOST_KEPT ? null : kept;
}

function shortened(
  kind: JobKind,
  printed: Record<string, unknown> | null,
): Record<string, unknown> | null {
  if (kind === 'import-items') return firstRecords(kind, printed);
  // Its folder has it.
  if (kind === 'study') return null;
  if (kind !== 'refresh' || printed === null) return printed;
  // The whole report is kept with the calibration.
  const { calibration, accepted, bank, refreshed, method, warnings } = printed;
  return { calibration, accepted, bank, refreshed, method, warnings };
}

function firstRecords(
  kind: string,
  printed: Record<string, unknown> | null,
): Record<string, unknown> | null {
  const { data } = importedItems.safeParse(printed);
  if (data === undefined) return printed;
  const withReasons = <T extends { readonly reason: string }>(records: readonly T[]): T[] =>
    records.slice(0, MOST_LISTED).map((record) => {
      const reason = inFields(kind, record.reason);
      const isLong = reason.length > LONGEST_REASON;
      return { ...record, reason: isLong ? `${reason.slice(0, LONGEST_REASON)}…` : reason };
    });
  const { files, recorded } = data;
  return {
    ...data,
    files: files.map((file) => ({
      ...file,
      rejects: withReasons(file.rejects),
      duplicateOf: file.duplicateOf.slice(0, MOST_LISTED),
    })),
    ...(recorded && {
      recorded: {
        ...recorded,
        unscored: { ...recorded.unscored, first: withReasons(recorded.unscored.first) },
      },
    }),
  };
}
