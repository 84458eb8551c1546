import { count } from '../../../src/cli/command-kit.ts';
import type { PartSeeds } from '../simulate/paper-report.ts';

/** With fewer seeds, ranges and standard errors are unreliable. */
const ENOUGH = 10;

/** A warning if the seeds are too few for ranges and standard errors; else nothing. */
export function fewSeeds({ published, recorded }: PartSeeds): string[] {
  const few = [published, recorded].filter((seeds) => seeds > 0 && seeds < ENOUGH);
  if (few.length === 0) return [];
  return [
    `With ${[...new Set(few)].map(count).join(' and ')} seeds ranges are those of these few draws, and standard errors are too uncertain to build on: take ${ENOUGH} or more.`,
  ];
}
