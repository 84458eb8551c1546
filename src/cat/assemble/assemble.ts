import { bestOfClass, roomOf } from './candidates.ts';
import { chargesOf, type Prices, valueBound } from './prices.ts';
import type { ProgramSolution, ProgramSolver } from './program.ts';
import { programOf } from './program-of.ts';
import type { OpenTest, Requirements } from './requirements.ts';
import { searchWhole } from './search-whole.ts';
import { checkCompletes, solverFailed, wholeColumns } from './whole-columns.ts';

/** Sums of values count as equal within this share of their size: more than the rounding of a few hundred summands. */
const ROUNDING = 1e-9;
/** Candidates added at a time, besides one per free place of the test. */
const MORE = 100;

/** The rest of a test. */
export interface Assembled {
  /** Positions in the bank, ascending. */
  readonly items: Int32Array;
  readonly prices: Prices | null;
  /** The most value that the best test can have above this one; 0 if this is the best. */
  readonly gap: number;
  /** Number of programmes solved. */
  readonly solved: number;
}

/**
 * The items of greatest value that complete a test within its requirements.
 *
 * The programme of the whole bank is never solved, yet the result is exact:
 *
 * 1. Prices of an earlier test give an upper bound U on the value of all tests; the value V of a known test is a lower bound on
 *    the best. An item of reduced value r < 0 cannot be in a better test if U + r < V (reduced-cost fixing). Of the other items
 *    only the best of each class count (`bestOfClass`). These are the **candidates**.
 * 2. The relaxed programme is solved over some candidates. Candidates with a positive reduced value at its prices are added
 *    until none is left; then it is solved for all (column generation).
 * 3. If its solution has whole numbers, it is the best test. With quotas on two tags it always has: two families of sets,
 *    neither with overlaps of its own, have a totally unimodular matrix. Otherwise `searchWhole` searches whole numbers.
 *
 * @param values by item
 * @param known items of any value that complete the test, so that the solver always gets a feasible programme
 * @param prices of an earlier test of the same requirements
 * @param within `known` is returned if it loses at most this share of value to the best test
 * @see Linderoth & Savelsbergh (1999), INFORMS Journal on Computing 11, 173–187, on reduced-cost fixing; Dantzig & Wolfe
 * (1960), Operations Research 8, 101–111; Edmonds (1970) on two laminar families
 * @throws SOLVER_FAILED
 */
export function assemble(
  requirements: Requirements,
  open: OpenTest,
  values: Float64Array,
  known: Int32Array,
  prices: Prices | null,
  solver: ProgramSolver,
  within = 0,
): Assembled {
  if (open.left === 0) return { items: new Int32Array(0), prices, gap: 0, solved: 0 };
  const sumOf = (items: Int32Array) => items.reduce((sum, j) => sum + values[j], 0);
  const value = sumOf(known);
  const rounding = ROUNDING * (1 + Math.abs(value));
  let floor = Number.NEGATIVE_INFINITY;
  let reduced = prices === null ? values : reducedValues(requirements, values, prices);
  if (prices !== null) {
    const bound = valueBound(open, prices, positiveSum(requirements, open, reduced));
    const gap = bound - value;
    if (gap <= rounding + within * Math.abs(value))
      return { items: known, prices, gap: gap <= rounding ? 0 : gap, solved: 0 };
    floor = -gap - rounding;
  }
  const candidates = candidatesOf(requirements, open, values, reduced, floor);
  const columns = new Set(known);
  // Start with those that seem best, so that few are added later.
  for (const j of largest(candidates, reduced, open.left + MORE)) columns.add(j);

  let solved = 0;
  let relaxed: ProgramSolution;
  let now: Prices;
  for (;;) {
    const program = programOf(requirements, open, values, ascending(columns));
    relaxed = solver.solveRelaxed(program.program);
    solved++;
    if (relaxed.status !== 'optimal') return solverFailed(relaxed.status, columns.size);
    now = program.pricesOf(relaxed.prices!);
    reduced = reducedValues(requirements, values, now);
    const better = candidates.filter((j) => !columns.has(j) && reduced[j] > rounding);
    if (better.length === 0) break;
    for (const j of largest(better, reduced, open.left + MORE)) columns.add(j);
  }
  const bound = relaxed.bound;
  if (bound - value <= rounding) return { items: known, prices: now, gap: 0, solved };
  const whole = wholeColumns(ascending(columns), relaxed.columns!);
  if (whole !== null) {
    checkCompletes(requirements, open, whole);
    return { items: whole, prices: now, gap: 0, solved };
  }

  const found = searchWhole(
    { requirements, open, values, candidates, reduced, bound, rounding, within },
    { items: known, value },
    { items: ascending(columns), columns: relaxed.columns! },
    solver,
  );
  return { ...found, prices: now, solved: solved + found.solved };
}

/** By item: its value minus the prices of its place and its costs. */
function reducedValues(
  requirements: Requirements,
  values: Float64Array,
  prices: Prices,
): Float64Array {
  const { members, costs } = requirements;
  const charges = chargesOf(requirements, prices);
  const reduced = new Float64Array(values.length);
  for (const [c, items] of members.entries())
    for (const j of items)
      reduced[j] = values[j] - charges[c] - (costs === null ? 0 : prices.cost * costs[j]);
  return reduced;
}

function positiveSum(requirements: Requirements, open: OpenTest, reduced: Float64Array): number {
  let sum = 0;
  for (const [c, items] of requirements.members.entries()) {
    if (roomOf(requirements, open, c) === 0) continue;
    for (const j of items) if (open.asked[j] === 0 && reduced[j] > 0) sum += reduced[j];
  }
  return sum;
}

/** Items that contain a best test, ascending: of each class the best items whose reduced value is at least `floor`. */
function candidatesOf(
  requirements: Requirements,
  open: OpenTest,
  values: Float64Array,
  reduced: Float64Array,
  floor: number,
): number[] {
  const found: number[] = [];
  for (const [c, items] of requirements.members.entries()) {
    const room = roomOf(requirements, open, c);
    if (room === 0) continue;
    const own: number[] = [];
    for (const j of items) if (open.asked[j] === 0 && reduced[j] >= floor) own.push(j);
    for (const j of bestOfClass(own, room, values, requirements.costs)) found.push(j);
  }
  return found.sort((x, y) => x - y);
}

/** The `most` items of greatest value, the lower position first among equals. */
function largest(items: readonly number[], values: Float64Array, most: number): number[] {
  if (items.length <= most) return [...items];
  return [...items].sort((x, y) => values[y] - values[x] || x - y).slice(0, most);
}

const ascending = (items: ReadonlySet<number>): Int32Array => Int32Array.from(items).sort();
