import { countsProgram, solveCounts } from './counts-program.ts';
import type { ProgramSolver } from './program.ts';
import type { Group, Requirements } from './requirements.ts';

/** The most requirements that a message names. */
const NAMED = 8;

/**
 * A message that says which requirements contradict each other, and how close a test can come.
 *
 * Each requirement is removed in turn, and stays out if the rest still contradict each other (deletion filter). The rest is an
 * irreducible set: without any one of them, there is no contradiction. Sets of enemy items count as one. The closest test
 * breaks all quotas together by as few items as possible (elastic programme).
 *
 * @see Chinneck & Dravnieks (1991), ORSA Journal on Computing 3, 157–168; Chinneck (2008), Feasibility and Infeasibility
 * in Optimization, Springer
 */
export function contradiction(requirements: Requirements, solver: ProgramSolver): string {
  const { groups, length } = requirements;
  const kept = new Set(groups.keys());
  const isPossible = () =>
    solveCounts(
      countsProgram(requirements, (group) => kept.has(group)),
      solver,
    ) !== null;
  const enemies = [...kept].filter((group) => !groups[group].isQuota);
  const parts = [enemies, ...[...kept].filter((group) => groups[group].isQuota).map((g) => [g])];
  for (const part of parts) {
    if (part.length === 0) continue;
    for (const group of part) kept.delete(group);
    if (isPossible()) for (const group of part) kept.add(group);
  }
  const guilty = groups.filter(({ isQuota }, group) => isQuota && kept.has(group));
  const names = guilty.slice(0, NAMED).map((group) => bounds(group, length));
  if (guilty.length > NAMED) names.push(`${guilty.length - NAMED} more`);
  if (enemies.some((group) => kept.has(group))) names.push('the sets of enemy items');
  const what =
    names.length === 0
      ? `the bank has too few items for a test of ${length}`
      : `no test of ${length} items meets ${names.join(', ')}${names.length > 1 ? ' together' : ''}`;
  return `${what}${nearest(requirements, solver)}`;
}

function bounds({ name, least, most }: Group, length: number): string {
  if (least <= 0) return `${name} (at most ${most})`;
  return most >= length
    ? `${name} (at least ${least})`
    : least === most
      ? `${name} (${least})`
      : `${name} (${least} to ${most})`;
}

function nearest(requirements: Requirements, solver: ProgramSolver): string {
  const { groups, groupsOf } = requirements;
  const counts = solveCounts(
    countsProgram(requirements, () => true, true),
    solver,
  );
  if (counts === null) return '';
  const found = new Float64Array(groups.length);
  for (const [c, own] of groupsOf.entries()) for (const group of own) found[group] += counts[c];
  const missed = groups.flatMap(({ name, least, most }, group) =>
    found[group] < least || found[group] > most ? [`${found[group]} of ${name}`] : [],
  );
  return missed.length === 0 ? '' : `; the nearest test has ${missed.slice(0, NAMED).join(', ')}`;
}
