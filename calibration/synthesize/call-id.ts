import type { PromptVariant } from '../../src/prompt/prompt.ts';

/** The settings that all calls of a participant share. */
export interface Setting {
  /** Null: each model's own. */
  readonly temperature: number | null;
  /** Of generation and reflection. */
  readonly variant: PromptVariant;
  /** Distinguishes participants that differ only by chance, from 0: the `repeat` of their questions. */
  readonly repeat: number;
}

/**
 * The id of a call: the speakers so far in order, the model of the call last. In `qwen` qwen generates, in `qwen > gpt` gpt
 * criticises that, in `qwen > gpt > qwen` qwen reflects. Brackets hold every setting other than the model's own temperature,
 * the variant `cot` and the first repeat: `qwen [t=0.7 answer-only #2]`. The id depends on nothing else in a configuration, so
 * participants can be added after answers are recorded. Names contain neither > nor brackets, so ids are unique.
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

/** The speakers in `rounds` rounds of debate: the generator, then critic and generator in turn. */
export function speakersOf(generator: string, critic: string | null, rounds: number): string[] {
  const round = critic === null ? [] : [critic, generator];
  return [generator, ...Array.from({ length: rounds }, () => round).flat()];
}
