import { randomInteger, randomStream } from '../../random.ts';
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
      const random = randomStream(seed, 'letter', model, text);
      return {
        text: `The answer is (${letters[randomInteger(random, letters.length)]}).`,
        thinking: null,
      };
    },
  };
}
