import { callId, type Setting, speakersOf } from './call-id.ts';
import type { Participant } from './participants.ts';

/** In the order in which an item goes through them. */
export const STAGES = ['generate', 'debate', 'reflect'] as const;
export type Stage = (typeof STAGES)[number];

/** A call: one model gives one answer, criticism or final answer per item. */
export interface SynthesisCall extends Setting {
  /** In the record of a run, the examinee of its answers. */
  readonly id: string;
  readonly stage: Stage;
  /** The model that is asked. */
  readonly model: string;
  /** 0 for a generation, then 1, 2, … */
  readonly round: number;
  /**
   * Ids of the calls whose outputs it sees. A criticism sees the answer that it criticises; a reflection sees its own answer,
   * then the criticism. From the second round on, that answer is the reflection of the previous round.
   */
  readonly after: readonly string[];
}

/** Participants and their calls. Other values refer to a call or a participant by its position here. */
export interface SynthesisPlan {
  readonly participants: readonly Participant[];
  /** Each call comes after those it sees. */
  readonly calls: readonly SynthesisCall[];
  /** By participant: its calls in order; the last one gives its final answer. */
  readonly callsOf: readonly (readonly number[])[];
  /** By call: the calls it sees, in the order of `after`. */
  readonly before: readonly (readonly number[])[];
}

/**
 * The calls of participants, each once. Pairs with the same generator and settings share its generation, and more rounds
 * continue from fewer. All ordered pairs of n models and each alone take n + 2n(n − 1) calls: 45 for 5.
 */
export function synthesisPlan(participants: readonly Participant[]): SynthesisPlan {
  const chains = participants.map(callsOfParticipant);
  const calls: SynthesisCall[] = [];
  const places = new Map<string, number>();
  // By depth, so that each call comes after the calls it sees.
  const deepest = Math.max(0, ...chains.map(({ length }) => length));
  for (let depth = 0; depth < deepest; depth++)
    for (const chain of chains) {
      const call = chain[depth];
      if (call === undefined || places.has(call.id)) continue;
      places.set(call.id, calls.length);
      calls.push(call);
    }
  return {
    participants,
    calls,
    callsOf: chains.map((chain) => chain.map(({ id }) => places.get(id)!)),
    before: calls.map(({ after }) => after.map((id) => places.get(id)!)),
  };
}

function callsOfParticipant(participant: Participant): SynthesisCall[] {
  const { generator, critic, rounds, temperature, variant, repeat } = participant;
  const setting = { temperature, variant, repeat };
  const speakers = speakersOf(generator, critic, rounds);
  const ids = speakers.map((_, k) => callId(speakers.slice(0, k + 1), setting));
  return speakers.map((model, k) => ({
    id: ids[k],
    stage: k === 0 ? 'generate' : k % 2 === 1 ? 'debate' : 'reflect',
    model,
    round: Math.ceil(k / 2),
    after: k === 0 ? [] : k % 2 === 1 ? [ids[k - 1]] : [ids[k - 2], ids[k - 1]],
    ...setting,
  }));
}
