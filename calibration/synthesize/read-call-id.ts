import { PROMPT_VARIANTS } from '../../src/prompt/prompt.ts';
import { callId, speakersOf } from './call-id.ts';
import type { Stage } from './calls.ts';
import type { Participant } from './participants.ts';

/**
 * The participant whose final answer a call gives, parsed from the id that callId wrote. Null for a criticism, and for a text
 * that is not an id. Every generation is the answer of a model alone and every reflection that of a pair, whether or not the
 * configuration has them as participants.
 */
export function participantOfCall(id: string): Participant | null {
  const { speakers, marks } = partsOf(id);
  if (speakers.length % 2 === 0) return null;
  const [generator, critic = null] = speakers;
  const rounds = (speakers.length - 1) / 2;
  const parts = marks.split(' ');
  const temperature = parts.find((part) => part.startsWith('t='))?.slice(2);
  const repeat = parts.find((part) => part.startsWith('#'))?.slice(1);
  const setting = {
    temperature: temperature === undefined ? null : Number(temperature),
    variant: PROMPT_VARIANTS.find((name) => parts.includes(name)) ?? ('cot' as const),
    repeat: repeat === undefined ? 0 : Number(repeat) - 1,
  };
  const isOne =
    setting.repeat >= 0 && callId(speakersOf(generator, critic, rounds), setting) === id;
  return isOne ? { id, generator, critic, rounds, ...setting } : null;
}

/** The speakers of a call and its stage, parsed from its id. */
export function speakerOfCall(id: string): { readonly model: string; readonly stage: Stage } {
  const { speakers } = partsOf(id);
  const stage =
    speakers.length === 1 ? 'generate' : speakers.length % 2 === 0 ? 'debate' : 'reflect';
  return { model: speakers[speakers.length - 1], stage };
}

function partsOf(id: string): { readonly speakers: readonly string[]; readonly marks: string } {
  const [, who = id, marks = ''] = /^(.*?)(?: \[([^[\]]*)\])?$/s.exec(id) ?? [];
  return { speakers: who.split(' > '), marks };
}
