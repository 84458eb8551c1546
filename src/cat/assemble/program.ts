/**
 * A linear programme: the columns x that maximise objective · x, each within its bounds, with every row of A x within
 * its own. The matrix A is stored by columns: the entries of column j are at `starts[j]` … `starts[j + 1]` − 1.
 */
export interface Program {
  readonly objective: Float64Array;
  readonly columnLower: Float64Array;
  readonly columnUpper: Float64Array;
  readonly rowLower: Float64Array;
  readonly rowUpper: Float64Array;
  /** One more than columns. */
  readonly starts: Int32Array;
  /** The row of each entry. */
  readonly indices: Int32Array;
  readonly values: Float64Array;
}

/** The result of a programme. */
export interface ProgramSolution {
  /** `limit` if the search stopped before it found out. */
  readonly status: 'optimal' | 'infeasible' | 'limit';
  /** One per column; null if none was found. */
  readonly columns: Float64Array | null;
  /**
   * By row: how much the objective rises if the row's bound rises by one. Positive if the upper bound limits it, negative if
   * the lower one does. Null for whole numbers, where prices do not exist.
   */
  readonly prices: Float64Array | null;
  /** No solution has a greater objective. */
  readonly bound: number;
}

/**
 * Solves programmes. Callers pass it in (`loadSolver` of src/highs-solver.ts), because a solver is neither small nor pure. The
 * same programme must give the same solution, so limits count steps of the search, not seconds.
 */
export interface ProgramSolver {
  /** Over real numbers; the solution is a corner of the feasible region. */
  solveRelaxed(program: Program): ProgramSolution;
  /** Over whole numbers. @param gap the objective may stay so far below the greatest one */
  solveInteger(program: Program, gap: number): ProgramSolution;
}
