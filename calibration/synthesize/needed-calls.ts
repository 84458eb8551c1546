import type { SynthesisPlan } from './calls.ts';

/** The calls that some participants need together, each once, in the order of the plan. */
export function neededCalls(plan: SynthesisPlan, participants: ArrayLike<number>): number[] {
  const needed = new Set<number>();
  for (let k = 0; k < participants.length; k++)
    for (const call of plan.callsOf[participants[k]]) needed.add(call);
  return [...needed].sort((x, y) => x - y);
}
