import { count, percent } from '../../numbers.ts';
import { type AnswerPattern, MANY } from './answer-pattern.ts';

/** What a reader can do next, in the words of the interface that shows it. */
export interface PatternHints {
  /** A sentence: how to see the outputs. */
  readonly look: string;
  /** How to allow longer answers, such as `raise -M max-tokens=N`. */
  readonly longer: string;
}

/** For answers from the log of a harness. */
export const LOG_HINTS: PatternHints = {
  look: 'Look at the outputs in the log before you use these answers.',
  longer: 'allow more tokens per answer',
};

/** True for a pattern that makes the score say more about something else than about the model: its words begin with WARNING. */
export function isWarning(pattern: AnswerPattern): boolean {
  if (pattern.pattern === 'same-letter' || pattern.pattern === 'position') return true;
  return pattern.count >= MANY.half * pattern.of;
}

/** A pattern in words: what was found, what it probably means, and what to do. Half of the answers and more begin with WARNING. */
export function patternWords(pattern: AnswerPattern, hints: PatternHints): string {
  const { count: found, of } = pattern;
  const share = percent(found / of);
  const many = isWarning(pattern);
  const warning = many ? 'WARNING: ' : '';
  const says = (what: string) =>
    many ? `, so the score says more about ${what} than about the model` : '';
  const look = hints.look;
  switch (pattern.pattern) {
    case 'same-letter':
      return `WARNING: ${found === of ? `all ${count(of)}` : `${count(found)} of ${count(of)}`} answers are ${pattern.letter}, but only ${count(pattern.keys)} of the right ones are. The prompt or the extraction is probably broken, and the score is not one of the model. ${look}`;
    case 'position': {
      const { best, worst } = pattern;
      return `WARNING: the answers depend on the position of the options: ${percent(best.share)} are right if the key is ${keysText(best.keys)}, ${percent(worst.share)} if it is ${keysText(worst.keys)} (by chance in less than 1 of 1,000 tests). The model may prefer a position, or letters may be misread. ${look}`;
    }
    case 'unreadable':
      return `${warning}${share} of the answers could not be read and count as wrong${says('the prompt, the limit of tokens or the extraction')}${pattern.truncated > found / 2 ? `; most were cut off: ${hints.longer}` : ''}. ${look}`;
    case 'declined':
      return `${warning}${share} of the outputs decline to answer and count as wrong${says('its refusals')}. ${look}`;
    case 'refused':
      return `${warning}${share} of the questions were refused or not answered by the endpoint and count as wrong${says('the endpoint')}. Check the endpoint and its content filter.`;
  }
}

/** `A`, `A or B`, `A, B or C`. */
function keysText(keys: string): string {
  return keys.length === 1 ? keys : `${[...keys.slice(0, -1)].join(', ')} or ${keys.at(-1)}`;
}
