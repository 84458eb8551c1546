import type { SynthesisCall, SynthesisPlan } from './calls.ts';
import { type Design, participantsOfItem } from './design.ts';

/** A call for an item that the record does not have. */
export interface MissingCall {
  /** Position of the item in the design. */
  readonly item: number;
  readonly call: SynthesisCall;
  /** Whether all that it sees is kept: it can be asked now. */
  readonly isReady: boolean;
}

/** Whether the record has an answer of a call, by its id, to an item, by its position. */
export type IsKept = (call: string, item: number) => boolean;

/** The calls that some participants need together, each once, in the order of the plan. */
export function neededCalls(plan: SynthesisPlan, participants: ArrayLike<number>): number[] {
  const needed = new Set<number>();
  for (let k = 0; k < participants.length; k++)
    for (const call of plan.callsOf[participants[k]]) needed.add(call);
  return [...needed].sort((x, y) => x - y);
}

/** What is still to be asked of one item: whatever its participants need and the record lacks, in the order of the plan. */
export function missingCallsOfItem(
  plan: SynthesisPlan,
  design: Design,
  item: number,
  isKept: IsKept,
): MissingCall[] {
  const kept = (call: number) => isKept(plan.calls[call].id, item);
  return neededCalls(plan, participantsOfItem(design, item))
    .filter((call) => !kept(call))
    .map((call) => ({ item, call: plan.calls[call], isReady: plan.before[call].every(kept) }));
}

/**
 * What is still to be asked, item by item: the work of a run is what its record lacks. Ready calls can be asked in any order;
 * the others become ready by them.
 */
export function* missingCalls(
  plan: SynthesisPlan,
  design: Design,
  isKept: IsKept,
): Generator<MissingCall> {
  for (let item = 0; item < design.items; item++)
    yield* missingCallsOfItem(plan, design, item, isKept);
}
