import { callId, type Setting, speakersOf } from './call-id.ts';
import type { Participant } from './participants.ts';

/** In the order in which an item goes through them. */
export const STAGES = ['generate', 'debate', 'reflect'] as const;
export type Stage = (typeof STAGES)[number];

/** What one model is asked once for each item: an answer, a criticism or a final answer. */
export interface SynthesisCall extends Setting {
  /** Kept as the examinee of its answers in the record of a run. */
  readonly id: string;
  readonly stage: Stage;
  /** Who is asked. */
  readonly model: string;
  /** 0 for a generation, then 1, 2, … */
  readonly round: number;
  /**
   * Ids of the calls whose outputs it sees: of a debate the answer it criticises; of a reflection its own answer, then the
   * criticism. In round k these are of the reflection of round k − 1.
   */
  readonly after: readonly string[];
}

/** Participants and the calls they are made of. All that refers to a call or a participant does so by its place here. */
export interface SynthesisPlan {
  readonly participants: readonly Participant[];
  /** Every call after those it sees. */
  readonly calls: readonly SynthesisCall[];
  /** Of each participant its calls, in order: the last one gives its final answer. */
  readonly callsOf: readonly (readonly number[])[];
  /** Of each call the calls it sees, as `after` names them. */
  readonly before: readonly (readonly number[])[];
}

/**
 * The calls of participants, each once: pairs of one generator and setting share its generation, and more rounds go on from
 * fewer. All ordered pairs of n models and each alone are n + 2n(n − 1) calls: 45 for 5.
 */
export function synthesisPlan(participants: readonly Participant[]): SynthesisPlan {
  const chains = participants.map(callsOfParticipant);
  const calls: SynthesisCall[] = [];
  const places = new Map<string, number>();
  // By depth: whatever a call sees then stands before it.
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
