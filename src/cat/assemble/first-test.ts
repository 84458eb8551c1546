import { fail } from '../../errors.ts';
import { assemble } from './assemble.ts';
import { contradiction } from './contradiction.ts';
import { countsProgram, solveCounts } from './counts-program.ts';
import type { ProgramSolver } from './program.ts';
import { type OpenTest, openTest, type Requirements } from './requirements.ts';

/**
 * A test that meets the requirements, of any information: assembly starts from it. Without a budget, a small programme finds
 * the number of items of each class. With a budget, it is the cheapest test that meets the other requirements.
 *
 * @returns positions in the bank, ascending
 * @throws QUOTAS_IMPOSSIBLE with the requirements that contradict each other; SOLVER_FAILED
 */
export function firstTest(requirements: Requirements, solver: ProgramSolver): Int32Array {
  const counts = solveCounts(countsProgram(requirements), solver);
  if (counts === null)
    return fail('QUOTAS_IMPOSSIBLE', { reason: contradiction(requirements, solver) });
  const items = Int32Array.from(
    requirements.members.flatMap((own, c) => Array.from(own.subarray(0, counts[c]))),
  ).sort();
  const { costs, budget } = requirements;
  if (costs === null) return items;
  const free: Requirements = { ...requirements, costs: null, budget: Number.POSITIVE_INFINITY };
  const open: OpenTest = openTest(free);
  const cheapest = assemble(
    free,
    open,
    costs.map((cost) => -cost),
    items,
    null,
    solver,
  ).items;
  const least = cheapest.reduce((sum, j) => sum + costs[j], 0);
  if (least > budget * (1 + ROUNDING))
    fail('QUOTAS_IMPOSSIBLE', {
      reason: `the cheapest test of ${requirements.length} items that meets the quotas costs ${Number(least.toPrecision(6))}; the budget is ${budget}`,
    });
  return cheapest;
}

/** Sums of costs count as equal within their rounding. */
const ROUNDING = 1e-9;
