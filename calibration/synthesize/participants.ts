import { callId, type Setting, speakersOf } from './call-id.ts';
import type { ParticipantGroup } from './configuration.ts';

/** A synthesized examinee: a model alone, or one that reflects on the criticism of another. */
export interface Participant extends Setting {
  /** The id of the call that gives its final answer. */
  readonly id: string;
  readonly generator: string;
  /** Null if the generator is alone. */
  readonly critic: string | null;
  /** Debates, each with a reflection; 0 alone. */
  readonly rounds: number;
}

/** The participants of a configuration in the order of their groups, each once. */
export function participantsOf(groups: readonly ParticipantGroup[]): Participant[] {
  const participants = new Map<string, Participant>();
  for (const { pairs, rounds: counts, temperatures, variants, repeats } of groups)
    for (const temperature of temperatures)
      for (const variant of variants)
        for (let repeat = 0; repeat < repeats; repeat++)
          for (const rounds of counts)
            for (const [generator, critic] of pairs) {
              const setting = { temperature, variant, repeat };
              const id = callId(speakersOf(generator, critic, rounds), setting);
              if (!participants.has(id))
                participants.set(id, { id, generator, critic, rounds, ...setting });
            }
  return [...participants.values()];
}
