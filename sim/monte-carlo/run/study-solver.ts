import { usesRule } from '../../../src/cat/stop/stop-rules.ts';
import { loadSolver } from '../../../src/highs-solver.ts';
import type { Cell } from '../design/cells.ts';
import type { StudyDesign } from '../design/study-design.ts';

/** Loads the solver of shadow tests where a cell of the design may need it; sessions of a study then find it there. */
export async function openSolver({ cells }: Pick<StudyDesign, 'cells'>): Promise<void> {
  if (cells.some(mayNeedSolver)) await loadSolver();
}

/** False if the constraints of a cell are kept item by item whatever the bank. */
function mayNeedSolver({ quotas, enemies, assembly, stop }: Cell): boolean {
  if (assembly !== undefined) return assembly.rule === 'shadow';
  if (quotas.length === 0) return false;
  const tags = new Set(quotas.map(({ tag }) => tag));
  return tags.size > 1 || enemies !== null || usesRule(stop, 'budget');
}
