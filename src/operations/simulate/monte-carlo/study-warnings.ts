import type { CellResult } from '../../../../sim/monte-carlo/study.ts';
import { decimal } from '../../../numbers.ts';

/** Cells that a warning names; more are counted. */
const NAMED = 3;

/**
 * What in a study is not as its design says, a sentence each: tests that ended for lack of items, and searches for control parameters
 * of exposure that did not come to the rate.
 */
export function studyWarnings(
  cells: readonly CellResult[],
  nameOf: (cell: CellResult) => string,
): string[] {
  const exhausted = cells.filter((cell) => cell.exhausted.value! > 0);
  const open = cells.filter(
    ({ search }) => search.converged.value !== null && search.converged.value < 1,
  );
  const list = (of: readonly CellResult[], text: (cell: CellResult) => string) => {
    const first = of.slice(0, NAMED).map((cell) => `${text(cell)} (${nameOf(cell)})`);
    const more = of.length - first.length;
    return `${first.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
  };
  return [
    ...(exhausted.length === 0
      ? []
      : [
          `TESTS CUT SHORT: no eligible item was left, so that the test ended early, in ${list(
            exhausted,
            ({ exhausted: { value } }) => `${percent(value!)} of the tests`,
          )}. Such a cell does not represent tests of its length: allow a higher rate or looser constraints, or use a larger bank.`,
        ]),
    ...(open.length === 0
      ? []
      : [
          `SEARCH NOT DONE: Sympson-Hetter came within its tolerance of the rate in ${list(
            open,
            ({ search: { converged, greatest } }) =>
              `${percent(converged.value!)} of its searches, with a greatest rate of ${decimal(greatest.value!, 3)} on average`,
          )}. The best round was used. Allow more rounds, more examinees or a greater tolerance.`,
        ]),
  ];
}

/** A share below a tenth of a percent is not nothing. */
const percent = (share: number) =>
  share < 0.001 ? 'less than 0.1%' : `${decimal(100 * share, 1)}%`;
