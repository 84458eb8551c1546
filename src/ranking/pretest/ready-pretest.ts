import type { KnownPretest } from './pretest-plan.ts';

/** What an item needs before it counts. */
export interface PretestBar {
  readonly answers: number;
  /** The largest standard error of its difficulty. */
  readonly se: number;
}

/** What an item needs if nothing else is asked for. */
export const PRETEST_BAR: PretestBar = { answers: 50, se: 0.3 };

/** The pretest items that are calibrated well enough to count: enough answers, and a difficulty that they determine. */
export function readyPretest(
  items: readonly KnownPretest[],
  { answers, se }: PretestBar,
): string[] {
  return items
    .filter((item) => item.answers >= answers && item.sd !== null && item.sd <= se)
    .map(({ item }) => item);
}
