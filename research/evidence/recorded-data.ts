import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import {
  type Bank,
  type BuiltinBank,
  decodeBank,
  isBuiltinBank,
  loadBuiltinBank,
  type RecordedBank,
  readItemTags,
  readResponses,
  toCsv,
  writeFileWhole,
} from 'thetarank';

/** A bank with the family of each model. */
export interface StudiedBank {
  readonly bank: RecordedBank;
  readonly families: readonly string[] | null;
}

/** Matrices of recorded answers by name, and the column of items.csv that is their tag. */
const MATRICES: Readonly<Record<string, string | null>> = {
  math: 'subject',
  legalbench: 'task',
  arc_challenge: null,
};
/** Columns of examinees.csv that mark who must not be tested: those that items were chosen by, and copies. */
const LEFT_OUT = ['landmark_tier', 'duplicate_of'];

/** A built-in bank; or a smaller one in its place, from `in-place` in the folder of recorded data. */
export function builtinBank(name: BuiltinBank, data: string): Bank {
  const file = join(data, 'in-place', `${name}.bank`);
  return existsSync(file) ? decodeBank(readFileSync(file), file) : loadBuiltinBank(name);
}

/** A built-in bank, or one of the matrices in the folder of recorded data: without its flagged items and the examinees of LEFT_OUT. */
export function bankOf(name: string, data: string): StudiedBank {
  if (isBuiltinBank(name)) {
    const bank = builtinBank(name, data);
    return { bank, families: bank.families ?? null };
  }
  const folder = join(data, 'matrices', name);
  const items = readCsv(join(folder, 'items.csv'));
  const examinees = readCsv(join(folder, 'examinees.csv'));
  const flagged = new Set(items.filter((item) => item.flagged === '1').map(({ item }) => item));
  const familyOf = new Map(
    examinees
      .filter((one) => LEFT_OUT.every((mark) => (one[mark] ?? '') === ''))
      .map(({ examinee, family }) => [examinee, family]),
  );
  const rows = readCsv(join(folder, 'responses.csv.gz')).filter((row) =>
    familyOf.has(row.examinee),
  );
  const columns = Object.keys(rows[0]).filter((name) => !flagged.has(name));
  const tag = MATRICES[name];
  return withFile(
    toCsv(
      columns,
      rows.map((row) => columns.map((column) => row[column])),
    ),
    (file) => {
      const { matrix: responses } = readResponses(file);
      const tags = tag === null ? {} : tagsOf(items, tag, responses.items);
      const families = responses.examinees.map((examinee) => familyOf.get(examinee)!);
      return { bank: { name, simulated: false, responses, tags, fullScore: 'items' }, families };
    },
  );
}

function tagsOf(rows: readonly Row[], tag: string, items: readonly string[]) {
  const csv = toCsv(
    ['item', tag],
    rows.map((row) => [row.item, row[tag]]),
  );
  return withFile(csv, (file) => readItemTags(file, items));
}

type Row = Readonly<Record<string, string>>;

/** The rows of a CSV file with a header, gzipped or not. */
export function readCsv(file: string): Row[] {
  return parse(readText(file), { columns: true }) as Row[];
}

export function readText(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** Reads a text by a reader of files. */
function withFile<T>(text: string, read: (file: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-research-'));
  try {
    writeFileWhole(join(folder, 'data.csv'), text);
    return read(join(folder, 'data.csv'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The folds that models are divided into, in studies of left-out models. */
export const FOLDS = 5;
