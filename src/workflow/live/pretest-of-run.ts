import type { PretestPlan } from '../../ranking/pretest/pretest-plan.ts';
import type { RunConfiguration } from '../../run/run-record.ts';

/** The pretest items of a run, as they were when it began; null if it has none. */
export function pretestOfRun({ pretestPlan }: RunConfiguration): PretestPlan | null {
  return (pretestPlan ?? null) as PretestPlan | null;
}
