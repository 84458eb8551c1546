import { fail } from '../../errors.ts';
import type { Program, ProgramSolver } from './program.ts';
import type { Requirements } from './requirements.ts';

/**
 * The requirements without values and costs, as numbers of items of each class. The bounds of an `elastic` group may be missed;
 * the programme minimises the total amount.
 *
 * @param isKept false for groups that do not count
 */
export function countsProgram(
  { length, groups, groupsOf, members }: Requirements,
  isKept: (group: number) => boolean = () => true,
  isElastic = false,
): Program {
  const lower = [length];
  const upper = [length];
  const rowOf = groups.map(({ least, most }, group) => {
    if (!isKept(group)) return -1;
    lower.push(least);
    upper.push(Math.min(most, length));
    return lower.length - 1;
  });
  const objective: number[] = [];
  const columnUpper: number[] = [];
  const starts = [0];
  const indices: number[] = [];
  const values: number[] = [];
  members.forEach((own, c) => {
    objective.push(0);
    columnUpper.push(Math.min(own.length, length));
    indices.push(0);
    values.push(1);
    for (const group of groupsOf[c]) {
      if (rowOf[group] < 0) continue;
      indices.push(rowOf[group]);
      values.push(1);
    }
    starts.push(indices.length);
  });
  if (isElastic)
    groups.forEach(({ isQuota }, group) => {
      if (rowOf[group] < 0 || !isQuota) return;
      // Columns for items too few and items too many.
      for (const sign of [1, -1]) {
        objective.push(-1);
        columnUpper.push(length);
        indices.push(rowOf[group]);
        values.push(sign);
        starts.push(indices.length);
      }
    });
  return {
    objective: Float64Array.from(objective),
    columnLower: new Float64Array(objective.length),
    columnUpper: Float64Array.from(columnUpper),
    rowLower: Float64Array.from(lower),
    rowUpper: Float64Array.from(upper),
    starts: Int32Array.from(starts),
    indices: Int32Array.from(indices),
    values: Float64Array.from(values),
  };
}

/** Whole numbers, one per column; null if there are none. @throws SOLVER_FAILED */
export function solveCounts(program: Program, solver: ProgramSolver): Float64Array | null {
  const { status, columns } = solver.solveInteger(program, 0);
  if (status === 'infeasible') return null;
  if (columns === null) return fail('SOLVER_FAILED', { status, columns: program.objective.length });
  return columns.map(Math.round);
}
