import { dirname, resolve } from 'node:path';
import { loadBuiltinBank } from '../../../../item-bank/builtin/load.ts';
import { BUILTIN_BANKS, isBuiltinBank } from '../../../../item-bank/builtin/names.ts';
import { checkStudy } from '../../../../sim/monte-carlo/check-study.ts';
import { readDesign, type StudyDesign } from '../../../../sim/monte-carlo/design/study-design.ts';
import type { Study } from '../../../../sim/monte-carlo/run/replication.ts';
import { openSolver } from '../../../../sim/monte-carlo/run/study-solver.ts';
import type { ItemSource, StudyBank } from '../../../../sim/monte-carlo/truth/study-bank.ts';
import { fail } from '../../../errors.ts';
import { readCollection } from '../../../files/items/read-collection.ts';
import { readCosts } from '../../../files/items/read-costs.ts';
import { flaggedIn, readParameters } from '../../../files/items/read-parameters.ts';
import { readItemTags } from '../../../files/items/read-tags.ts';
import { span } from '../../../tracing/span.ts';

/** Called with which items of a file of parameters tests leave out: 1 at each; null if none is. */
export type FlaggedNote = (flagged: Uint8Array | null | undefined) => void;

const NOBODY: FlaggedNote = () => {};

/** As `studyOf`, with the solver loaded where constraints may overlap. */
export function openStudy(value: unknown, file: string, note?: FlaggedNote): Promise<Study> {
  return span('read', {}, async () => {
    await openSolver(readDesign(value, file));
    return studyOf(value, file, note);
  });
}

/**
 * Reads a design, and the bank that it names, and checks that every cell can work.
 * @param file what errors call the design; paths in it are relative to its folder
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export function studyOf(value: unknown, file: string, note: FlaggedNote = NOBODY): Study {
  const design = readDesign(value, file);
  const study = {
    design,
    bank: readBank(design.bank, file, note),
    collection: readSource(design, file),
  };
  checkStudy(study, file);
  return study;
}

function readSource({ bank }: StudyDesign, file: string): ItemSource | null {
  const { from, scale, where } = bank.generate ?? {};
  return from === undefined ? null : readCollection(beside(file, from), scale, where);
}

/** A path as a design file has it: relative to the file. */
const beside = (file: string, name: string) => resolve(dirname(file), name);

function readBank(
  { builtin, file: bankFile, tags, costs, includeFlagged = false }: StudyDesign['bank'],
  file: string,
  note: FlaggedNote,
): StudyBank | null {
  const costsOf = (ids: readonly string[]) =>
    costs === undefined ? null : readCosts(beside(file, costs), ids);
  if (builtin !== undefined) {
    const accepted = BUILTIN_BANKS.join(', ');
    if (!isBuiltinBank(builtin))
      fail('FILE_INVALID', { file, where: 'bank.builtin', found: `"${builtin}"`, accepted });
    const { items: ids, parameters: items, tags: known } = loadBuiltinBank(builtin);
    return { ids, items, tags: known, costs: costsOf(ids), standardErrors: null };
  }
  if (bankFile === undefined) return null;
  const read = readParameters(beside(file, bankFile));
  const { items: ids, parameters: items, standardErrors } = read;
  const flagged = includeFlagged ? null : flaggedIn(read);
  note(flagged);
  return {
    ids,
    items,
    tags: tags === undefined ? {} : readItemTags(beside(file, tags), ids),
    costs: costsOf(ids),
    standardErrors: standardErrors ?? null,
    flagged,
  };
}
