import { fail } from '../../errors.ts';
import { completes, type OpenTest, type Requirements } from './requirements.ts';

/** A number this close to 0 or 1 counts as 0 or 1; HiGHS keeps its own whole numbers within 1e-6. */
const WHOLE = 1e-5;

/** The items whose columns are 1; null if a column is neither 0 nor 1. */
export function wholeColumns(items: Int32Array, columns: Float64Array): Int32Array | null {
  if (!columns.every((x) => Math.abs(x - Math.round(x)) <= WHOLE)) return null;
  return items.filter((_, k) => Math.round(columns[k]) === 1);
}

/** Checks a solver's result against the requirements. @throws SOLVER_FAILED */
export function checkCompletes(
  requirements: Requirements,
  open: OpenTest,
  items: Int32Array,
): void {
  if (!completes(requirements, open, items))
    solverFailed('a test outside its requirements', items.length);
}

export function solverFailed(status: string, columns: number): never {
  return fail('SOLVER_FAILED', { status, columns });
}
