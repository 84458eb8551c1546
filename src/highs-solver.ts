import type { Highs, ModelData, ModelStatusCode } from 'highs';
import type { Program, ProgramSolution, ProgramSolver } from './cat/assemble/program.ts';
import { fail } from './errors.ts';

/** Nodes of the search tree after which the best found so far is taken, with its gap. */
export const MOST_NODES = 10_000;
/** Absolute gap at which a solution in whole numbers counts as the best: below any difference of information that matters. */
const GAP = 1e-9;

let loading: Promise<ProgramSolver> | null = null;
let loaded: ProgramSolver | null = null;

/**
 * The solver of shadow tests: HiGHS (Huangfu & Hall 2018), compiled to WebAssembly. Loaded once a process; solving is
 * synchronous and has one thread.
 *
 * Every programme gets a model of its own without a start from an earlier one, and limits count nodes, not seconds: the
 * same programme gives the same solution on every machine.
 *
 * @see Huangfu & Hall (2018), Mathematical Programming Computation 10, 119–142
 */
export function loadSolver(): Promise<ProgramSolver> {
  loading ??= load();
  return loading;
}

/** The solver where it has been loaded in this thread, else null: for code that cannot wait. */
export function loadedSolver(): ProgramSolver | null {
  return loaded;
}

async function load(): Promise<ProgramSolver> {
  // The package's types describe its CommonJS build; what is imported is the other one, with the loader as its default.
  const { default: loadHighs } = (await import('highs')) as unknown as {
    readonly default: () => Promise<Highs>;
  };
  const highs = await loadHighs();
  loaded = {
    solveRelaxed: (program) => solve(highs, program, null),
    solveInteger: (program, gap) => solve(highs, program, Math.max(gap, GAP)),
  };
  return loaded;
}

/** @param gap absolute, of whole numbers; null for any numbers */
function solve(highs: Highs, program: Program, gap: number | null): ProgramSolution {
  const { modelStatus } = highs.constants;
  const isInteger = gap !== null;
  return highs.withModel(modelOf(highs, program, isInteger), (model): ProgramSolution => {
    model.options.set({ output_flag: false, random_seed: 0 });
    if (isInteger)
      model.options.set({ mip_rel_gap: 0, mip_abs_gap: gap, mip_max_nodes: MOST_NODES });
    // A corner of the region is wanted, which an interior point is not.
    else model.options.set({ solver: 'simplex' });
    model.run();
    const status: ModelStatusCode = model.getModelStatus();
    if (status === modelStatus.infeasible)
      return {
        status: 'infeasible',
        columns: null,
        prices: null,
        bound: Number.NEGATIVE_INFINITY,
      };
    const isOptimal = status === modelStatus.optimal;
    const isLimit = status === modelStatus.solutionLimit || status === modelStatus.iterationLimit;
    if (!isOptimal && !isLimit)
      fail('SOLVER_FAILED', { status: String(status), columns: program.objective.length });
    // HiGHS: 2 stands for a feasible point.
    const hasColumns = isOptimal || model.info.get('primal_solution_status') === 2;
    const { colValue, rowDual } = model.getSolution();
    return {
      status: isOptimal ? 'optimal' : 'limit',
      columns: hasColumns ? colValue : null,
      prices: isInteger ? null : rowDual,
      bound: isInteger
        ? Number(model.info.get('mip_dual_bound'))
        : isOptimal
          ? model.getObjectiveValue()
          : Number.POSITIVE_INFINITY,
    };
  });
}

function modelOf(highs: Highs, program: Program, isInteger: boolean): ModelData {
  const numCols = program.objective.length;
  const numRows = program.rowLower.length;
  return {
    numCols,
    numRows,
    sense: highs.constants.objectiveSense.maximize,
    colCost: program.objective,
    colLower: program.columnLower,
    colUpper: program.columnUpper,
    rowLower: program.rowLower,
    rowUpper: program.rowUpper,
    matrix: {
      format: 'csc',
      numRows,
      numCols,
      starts: program.starts,
      indices: program.indices,
      values: program.values,
    },
    ...(isInteger ? { integrality: new Int32Array(numCols).fill(1) } : {}),
  };
}
