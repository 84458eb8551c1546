import { STAGES, type Stage, type SynthesisPlan } from './calls.ts';
import { type Design, participantsOfItem } from './design.ts';

/** Calls of one model, by stage. */
export interface ModelCalls extends Readonly<Record<Stage, number>> {
  readonly model: string;
}

/** What a design takes in calls. An answer to a case is one call here, however many questions it has. */
export interface DesignCost {
  readonly calls: number;
  readonly byStage: Readonly<Record<Stage, number>>;
  /** In the order in which the plan names them first. */
  readonly byModel: readonly ModelCalls[];
  /** Of each call of the plan, for how many items it is made. */
  readonly itemsOfCall: Uint32Array;
  /** What it would be without sharing: each participant with calls of its own. */
  readonly callsUnshared: number;
}

/**
 * The calls that a design takes, those that participants share counted once an item. An incomplete design shares less: with
 * one pair of each generator at an item nothing is shared, so that half the answers cost more than half the calls.
 */
export function designCost(plan: SynthesisPlan, design: Design): DesignCost {
  const itemsOfCall = new Uint32Array(plan.calls.length);
  const lastItem = new Int32Array(plan.calls.length).fill(-1);
  let callsUnshared = 0;
  for (let item = 0; item < design.items; item++)
    for (const participant of participantsOfItem(design, item))
      for (const call of plan.callsOf[participant]) {
        callsUnshared++;
        if (lastItem[call] === item) continue;
        lastItem[call] = item;
        itemsOfCall[call]++;
      }
  const none = () => Object.fromEntries(STAGES.map((stage) => [stage, 0])) as Record<Stage, number>;
  const byStage = none();
  const byModel = new Map<string, Record<Stage, number>>();
  let calls = 0;
  for (const [k, { stage, model }] of plan.calls.entries()) {
    calls += itemsOfCall[k];
    byStage[stage] += itemsOfCall[k];
    const own = byModel.get(model) ?? none();
    own[stage] += itemsOfCall[k];
    byModel.set(model, own);
  }
  return {
    calls,
    byStage,
    itemsOfCall,
    callsUnshared,
    byModel: [...byModel].map(([model, stages]) => ({ model, ...stages })),
  };
}
