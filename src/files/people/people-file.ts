import { fail } from '../../errors.ts';
import { quoted } from '../../text/quoted.ts';
import { readLines, type TextLine } from '../../text/read-lines.ts';
import { readName } from '../table/names.ts';
import { columnsOf, readTable, type Table } from '../table/read-table.ts';

const HEADER = 'name,minutes';
/** In bytes. */
const LONGEST_LINE = 10_000;

/** A person to invite. */
export interface Person {
  readonly name: string;
  /** Extra time in minutes; 0 for none. */
  readonly extraMinutes: number;
}

/**
 * Reads whom to invite: one name per line, or CSV with the column `name`, and optionally `minutes` of extra time. A note names
 * other columns.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export function readPeople(file: string): Person[] {
  const lines = [...readLines(file, LONGEST_LINE)];
  const [first] = lines;
  const isTable = first?.text.split(',').some((cell) => cell.trim().replaceAll('"', '') === 'name');
  // Such as a file of questions by mistake: each of its lines would be a name on the leaderboard.
  const odd = isTable ? undefined : lines.find(({ text }) => /[,;\t{}]/.test(text));
  if (odd !== undefined)
    fail('FILE_INVALID', {
      file,
      where: `line ${odd.line}`,
      found: 'a table or data without a column name',
      accepted: 'one name per line, or CSV with a header that has the column name',
    });
  const people = isTable ? peopleOf(readTable(file, HEADER)) : peopleByLine(file, lines);
  if (people.length === 0)
    fail('FILE_INVALID', { file, found: 'no name', accepted: 'one name per line' });
  const lineOf = new Map<string, number>();
  return people.map(({ line, name, extraMinutes }) => {
    const before = lineOf.get(name);
    if (before !== undefined)
      fail('FILE_INVALID', {
        file,
        where: `line ${line}`,
        found: `name ${quoted(name)} again (first: line ${before})`,
        accepted: 'each name only once; each opens a test of its own',
      });
    lineOf.set(name, line);
    return { name, extraMinutes };
  });
}

type Listed = Person & { readonly line: number };

function peopleByLine(file: string, lines: readonly TextLine[]): Listed[] {
  return lines.map(({ text, line }) => {
    const place = { file, where: `line ${line}`, kind: 'examinee' } as const;
    return { name: readName(text.trim(), place), extraMinutes: 0, line };
  });
}

function peopleOf(table: Table): Listed[] {
  const { file, rows } = table;
  const at = columnsOf(table, { required: ['name'], optional: ['minutes'], accepted: HEADER });
  return rows.map(({ cells, line }) => {
    const where = `line ${line}`;
    const name = readName(cells[at.name], { file, where, kind: 'examinee' });
    const text = cells[at.minutes] ?? '';
    const extraMinutes = Number(text);
    if (!(extraMinutes >= 0 && extraMinutes <= 10_000))
      fail('FILE_INVALID', {
        file,
        where: `${where}, column minutes`,
        found: quoted(text),
        accepted: 'minutes of extra time from 0 to 10000, or nothing',
      });
    return { name, extraMinutes, line };
  });
}
