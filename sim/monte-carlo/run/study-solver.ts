import { usesRule } from '../../../src/cat/stop/stop-rules.ts';
import { loadSolver } from '../../../src/highs-solver.ts';
import type { Cell } from '../design/cells.ts';
import type { StudyDesign } from '../design/study-design.ts';

/** Loads the solver of shadow tests if a cell of the design may need it, for the sessions of the study. */
export async function openSolver({ cells }: Pick<StudyDesign, 'cells'>): Promise<void> {
  if (cells.some(mayNeedSolver)) await loadSolver();
}

/** False if the constraints of a cell are kept item by item for any bank. */
function mayNeedSolver({ quotas, enemies, assembly, stop }: Cell): boolean {
  if (assembly !== undefined) return assembly.rule === 'shadow';
  if (quotas.length === 0) return false;
  const tags = new Set(quotas.map(({ tag }) => tag));
  return tags.size > 1 || enemies !== null || usesRule(stop, 'budget');
}
