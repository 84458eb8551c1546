import { importedItems } from '../../api/jobs.ts';
import { inFields, type Spelling } from './in-fields.ts';

/** Of an import, so many records of each kind are kept; all are counted. */
const MOST_LISTED = 50;
const LONGEST_REASON = 300;
/** In characters, as JSON. */
const MOST_KEPT = 200_000;

type Result = Readonly<Record<string, unknown>>;

/** What a job keeps of a result: of an import the first rejected records. Null if there is too much. */
export function keptResult(name: string, result: unknown, spelling: Spelling): Result | null {
  const kept = (SHORTENED[name] ?? whole)(result as Result, spelling);
  return JSON.stringify(kept).length > MOST_KEPT ? null : kept;
}

const whole = (result: Result) => result;
/** By operation. */
const SHORTENED: Readonly<Record<string, (result: Result, spelling: Spelling) => Result>> = {
  'bank import': firstRecords,
  // The whole report is kept with the calibration.
  'calibrate refresh': ({ calibration, accepted, bank, refreshed, method, warnings }) => ({
    ...{ calibration, accepted, bank, refreshed, method, warnings },
  }),
};

function firstRecords(result: Result, spelling: Spelling): Result {
  const data = importedItems.parse(result);
  const withReasons = <T extends { readonly reason: string }>(records: readonly T[]): T[] =>
    records.slice(0, MOST_LISTED).map((record) => {
      const reason = inFields(spelling, record.reason);
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
