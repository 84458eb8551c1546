import type { ProgramSolver } from './program.ts';
import { programOf } from './program-of.ts';
import type { OpenTest, Requirements } from './requirements.ts';
import { checkCompletes, solverFailed, wholeColumns } from './whole-columns.ts';

/** Number of items that the first search leaves open: those with reduced values closest to 0. */
const CORE = 60;

/** The result of the relaxed programme. */
export interface Relaxed {
  readonly requirements: Requirements;
  readonly open: OpenTest;
  readonly values: Float64Array;
  /** Items that contain a best test. */
  readonly candidates: readonly number[];
  /** By item: its reduced value. */
  readonly reduced: Float64Array;
  /** No test has a greater value. */
  readonly bound: number;
  /** Values this close are equal. */
  readonly rounding: number;
  /** The share of value that may be lost. */
  readonly within: number;
}

/**
 * The best test if the relaxed programme has fractions of items.
 *
 * The value V of a known test and the relaxed bound U decide most items: a better test must have all items of reduced value
 * above U − V and none below V − U. The others are searched in whole numbers. To bring V close to U, the first search leaves
 * only the core open: the items whose reduced value is closest to 0. The second search leaves open all items that the new V
 * does not decide.
 *
 * @param known a test that completes the asked items
 * @param relaxed the columns of the relaxed programme, and their items
 * @see Balas & Zemel (1980), Operations Research 28, 1130–1154, on cores
 * @throws SOLVER_FAILED
 */
export function searchWhole(
  { requirements, open, values, candidates, reduced, bound, rounding, within }: Relaxed,
  known: { readonly items: Int32Array; readonly value: number },
  relaxed: { readonly items: Int32Array; readonly columns: Float64Array },
  solver: ProgramSolver,
): { readonly items: Int32Array; readonly gap: number; readonly solved: number } {
  let best = known;
  let solved = 0;
  /** Items that the relaxed test has, as a whole. */
  const whole = relaxed.items.filter((_, k) => relaxed.columns[k] > 0.5);
  const byDoubt = [...candidates].sort(
    (x, y) => Math.abs(reduced[x]) - Math.abs(reduced[y]) || x - y,
  );
  const parts = relaxed.items.filter((_, k) => Math.abs(relaxed.columns[k] - 0.5) < 0.5 - 1e-9);
  let free = new Set([...byDoubt.slice(0, CORE), ...parts]);
  for (;;) {
    const fixed = new Set(whole.filter((j) => !free.has(j)));
    const items = Int32Array.from([...free, ...fixed]).sort();
    const { program } = programOf(requirements, open, values, items, fixed);
    const found = solver.solveInteger(program, within * Math.abs(best.value));
    solved++;
    if (found.columns !== null) {
      const own = wholeColumns(items, found.columns);
      if (own === null) return solverFailed('parts of items', items.length);
      checkCompletes(requirements, open, own);
      const value = own.reduce((sum, j) => sum + values[j], 0);
      if (value > best.value) best = { items: own, value };
    }
    const most = bound - best.value + rounding;
    const left = candidates.filter((j) => Math.abs(reduced[j]) <= most);
    if (left.every((j) => free.has(j))) {
      // If no such test exists, none is better than the known one.
      const gap = found.status === 'infeasible' ? 0 : Math.min(found.bound, bound) - best.value;
      return { items: best.items, gap: gap <= rounding ? 0 : gap, solved };
    }
    free = new Set(left);
  }
}
