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

/** What came of a programme. */
export interface ProgramSolution {
  /** `limit` where the search ended before it knew. */
  readonly status: 'optimal' | 'infeasible' | 'limit';
  /** One per column; null if none was found. */
  readonly columns: Float64Array | null;
  /**
   * What one more of each row's bound would add to the objective: above 0 if the upper bound holds it back, below
   * where the lower one does. Null for whole numbers, where there is no such thing.
   */
  readonly prices: Float64Array | null;
  /** No solution has a greater objective. */
  readonly bound: number;
}

/**
 * Solves programmes. Handed in from above (`loadSolver` of src/highs-solver.ts), as a solver is neither small nor pure: the
 * same programme must give the same solution, so that limits are counted in steps of the search and not in seconds.
 */
export interface ProgramSolver {
  /** With any numbers, at a corner of the feasible region. */
  solveRelaxed(program: Program): ProgramSolution;
  /**
   * With whole numbers.
   * @param gap the objective may stay so far below the greatest one
   */
  solveInteger(program: Program, gap: number): ProgramSolution;
}
