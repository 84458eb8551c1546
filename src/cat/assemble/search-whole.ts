import type { ProgramSolver } from './program.ts';
import { programOf } from './program-of.ts';
import type { OpenTest, Requirements } from './requirements.ts';
import { checkCompletes, solverFailed, wholeColumns } from './whole-columns.ts';

/** Items that the first search leaves open: those of which the relaxed programme was least sure. */
const CORE = 60;

/** The result of the relaxed programme. */
export interface Relaxed {
  readonly requirements: Requirements;
  readonly open: OpenTest;
  readonly values: Float64Array;
  /** The items that a best test is made of. */
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
 * The best test where the relaxed programme has parts of items.
 *
 * The value V of a test that is known and the relaxed bound U decide about most items: without one of reduced value above
 * U − V, and with one below V − U, no test is better. What is left is searched in whole numbers. So that V is close to U,
 * a first search leaves only those items open whose reduced value is closest to 0, the core; after it, all that its value
 * does not decide about. There is no third search, as fewer are left then.
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
      // Where there is no such test, none is better than the known one.
      const gap = found.status === 'infeasible' ? 0 : Math.min(found.bound, bound) - best.value;
      return { items: best.items, gap: gap <= rounding ? 0 : gap, solved };
    }
    free = new Set(left);
  }
}
