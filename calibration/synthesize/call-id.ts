import type { PromptVariant } from '../../src/prompt/prompt.ts';

/** What all calls of a participant share. */
export interface Setting {
  /** Null is each model's own. */
  readonly temperature: number | null;
  /** Of generation and reflection. */
  readonly variant: PromptVariant;
  /** Distinguishes participants that differ only by chance, from 0: the `repeat` of their questions. */
  readonly repeat: number;
}

/**
 * The id of a call: who has spoken so far, in their order, the model of the call last: `qwen` generates, in `qwen > gpt` gpt
 * criticises that, in `qwen > gpt > qwen` qwen reflects. Then, in brackets, what departs from a model's own temperature,
 * the variant `cot` and the first repeat: `qwen [t=0.7 answer-only #2]`. It depends on nothing else of a configuration, so
 * that participants can be added to one whose answers are recorded. Names have neither > nor brackets: no two calls
 * share an id.
 */
export function callId(
  speakers: readonly string[],
  { temperature, variant, repeat }: Setting,
): string {
  const marks = [
    ...(temperature === null ? [] : [`t=${temperature}`]),
    ...(variant === 'cot' ? [] : [variant]),
    ...(repeat === 0 ? [] : [`#${repeat + 1}`]),
  ];
  const who = speakers.join(' > ');
  return marks.length === 0 ? who : `${who} [${marks.join(' ')}]`;
}

/** Who speaks in `rounds` rounds of debate: the generator, then critic and generator by turns. */
export function speakersOf(generator: string, critic: string | null, rounds: number): string[] {
  const round = critic === null ? [] : [critic, generator];
  return [generator, ...Array.from({ length: rounds }, () => round).flat()];
}
