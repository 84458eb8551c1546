import { fail } from '../../errors.ts';
import { nameProblem } from '../../plain-text.ts';
import { quoted } from '../../text/quoted.ts';
import { unguardFormula } from './formula-guard.ts';

const NAMES = {
  aspect: 'the name of an aspect',
  column: 'the name of a column',
  condition: 'the name of a condition',
  examinee: 'the name of an examinee',
  family: 'the name of a family',
  group: 'the name of a group',
  item: 'the name of an item',
  judge: 'the name of a judge',
  value: 'a value of the tag',
};

/** In characters. Ids of some benchmarks are paths. */
const LONGEST = 1000;

/** Where a name stands, and what it names. */
export interface NamePlace {
  readonly file: string;
  /** The line, and the column where that helps. */
  readonly where: string;
  readonly kind: keyof typeof NAMES;
}

/**
 * The name in a cell. Columns may be called anything. Spreadsheets break names into lines, which are joined by a space.
 * @throws FILE_INVALID if there is none, or one that breaks the rule of names
 */
export function readName(cell: string, { file, where, kind }: NamePlace): string {
  const text = unguardFormula(cell);
  const name = kind === 'column' ? text : text.replaceAll(/[\t\r\n]+/g, ' ');
  const problem = kind === 'column' ? null : nameProblem(name);
  if (name.length > LONGEST && kind !== 'column')
    fail('FILE_INVALID', {
      file,
      where,
      found: `${quoted(name)}, of ${name.length} characters`,
      accepted: `${NAMES[kind]} of at most ${LONGEST}`,
    });
  if (name.trim() === '') {
    fail('FILE_INVALID', { file, where, found: 'an empty cell', accepted: NAMES[kind] });
  }
  if (problem !== null)
    fail('FILE_INVALID', { file, where, found: problem, accepted: NAMES[kind] });
  return name;
}

/**
 * The name in a cell, which must not be in `known` yet; it is put there with its place.
 * @throws FILE_INVALID for an empty name and for one met before
 */
export function readNewName(cell: string, place: NamePlace, known: Map<string, string>): string {
  const name = readName(cell, place);
  const first = known.get(name);
  if (first !== undefined) {
    fail('FILE_INVALID', {
      file: place.file,
      where: place.where,
      found: `${place.kind} ${quoted(name)} again (first: ${first})`,
      accepted: `each ${place.kind} only once`,
    });
  }
  known.set(name, place.where);
  return name;
}
