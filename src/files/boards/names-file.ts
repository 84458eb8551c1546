import { basename } from 'node:path';
import { fail } from '../../errors.ts';
import { quoted } from '../../text/quoted.ts';
import { unguardFormula } from '../table/formula-guard.ts';
import { readName } from '../table/names.ts';
import { columnsOf, readTable } from '../table/read-table.ts';
import { toCsv } from '../write/write.ts';

const HEADER = 'file,name,model';
const COLUMNS = ['file', 'name', 'model', 'note', 'candidates'] as const;

/** What names of models mean, as a person corrected it. */
export interface StatedNames {
  /** The model that a name of a file means; null if it is to be left out, undefined if nothing is stated of it. */
  of(file: string, name: string): string | null | undefined;
}

/** A name of a file with the model that it is taken for. */
export interface ProposedName {
  readonly file: string;
  readonly name: string;
  readonly model: string;
  /** Why it should be looked at; empty if it need not. */
  readonly note: string;
  readonly candidates: readonly string[];
}

/** The list to correct, as CSV. */
export function namesCsv(names: readonly ProposedName[]): string {
  return toCsv(
    COLUMNS,
    names.map(({ file, name, model, note, candidates }) => [
      ...[file, name, model, note],
      candidates.join('; '),
    ]),
  );
}

/**
 * Reads a list of names: CSV with the columns `name`, `model` and optionally `file`. Names with the same model are that model; an empty
 * model leaves the name out. The file is that of the command line, with or without its folder; if it is empty or absent, every file is meant. A note names other columns.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export function readStatedNames(path: string): StatedNames {
  const table = readTable(path, HEADER);
  const at = columnsOf(table, {
    required: ['name', 'model'],
    optional: ['file'],
    unread: COLUMNS,
    accepted: HEADER,
  });
  const stated = new Map<string, string | null>();
  const key = (file: string, name: string) => JSON.stringify([file, name]);
  for (const { cells, line } of table.rows) {
    const where = `line ${line}`;
    const name = readName(cells[at.name], { file: path, where, kind: 'examinee' });
    const file = unguardFormula(cells[at.file] ?? '');
    const own = key(file, name);
    if (stated.has(own))
      fail('FILE_INVALID', {
        file: path,
        where,
        found: `name ${quoted(name)} again`,
        accepted: 'each name of a file only once',
      });
    const model = unguardFormula(cells[at.model]);
    stated.set(own, model === '' ? null : model);
  }
  return {
    of: (file, name) =>
      [file, basename(file), ''].map((own) => stated.get(key(own, name))).find(isStated),
  };
}

function isStated(model: string | null | undefined): boolean {
  return model !== undefined;
}
