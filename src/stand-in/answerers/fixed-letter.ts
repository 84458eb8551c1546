import { hash } from 'node:crypto';
import type { Answerer } from '../answerer.ts';
import { shownLetters } from '../questions/shown-letters.ts';

/** Answers any message with a letter that its text decides: for trials of speed, where no items are at hand. */
export function fixedLetter(models: readonly string[], seed: number): Answerer {
  return {
    models,
    answer({ model, messages }) {
      const text = messages.at(-1)?.content ?? '';
      const shown = shownLetters(text);
      const letters = shown.length > 1 ? shown : ['A', 'B', 'C', 'D'];
      // Not a random stream: to set one up from a text this long would take longer than all the rest.
      const digest = hash('sha1', JSON.stringify([seed, model, text]), 'buffer');
      const letter = letters[digest.readUInt32LE() % letters.length];
      return { text: `The answer is (${letter}).`, thinking: null };
    },
  };
}
