import { count, percent } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import { type AnswerPattern, MANY } from './answer-pattern.ts';

/** What a reader can do next, in the words of the interface that shows it. */
export interface PatternHints {
  /** A sentence: how to see the outputs. */
  readonly look: string;
  /** How to allow longer answers, such as `raise -M max-tokens=N`. */
  readonly longer: string;
  /** A sentence: how to end a test that goes on. */
  readonly stop?: string;
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
  return `${foundWords(pattern, hints)} ${todoWords(pattern, hints)}`;
}

/**
 * The same of the first answers of a test that goes on, all of which show it.
 * @param example an output that shows it; empty for none
 */
export function firstAnswersWords(
  pattern: AnswerPattern,
  hints: PatternHints,
  example: string,
): string {
  return [
    firstFoundWords(pattern, hints),
    exampleWords(pattern, example),
    todoWords(pattern, hints),
    hints.stop ?? '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Most characters of an example. */
const EXAMPLE = 80;

/** An output on one line: of a long one the beginning if it declines, else the end, where an answer should stand. */
function exampleWords({ pattern }: AnswerPattern, example: string): string {
  const line = plainText(example.replaceAll(/\s+/g, ' '));
  if (line === '') return '';
  const letters = [...line];
  if (letters.length <= EXAMPLE) return `One of them: "${line}".`;
  return pattern === 'declined'
    ? `One of them begins: "${letters.slice(0, EXAMPLE).join('')}…".`
    : `One of them ends: "…${letters.slice(-EXAMPLE).join('')}".`;
}

/** What was found in the first answers, and what it probably means. */
export function firstFoundWords(pattern: AnswerPattern, hints: PatternHints): string {
  return foundWords(pattern, hints, true);
}

/** What to do about a pattern. */
export function todoWords({ pattern }: AnswerPattern, { look }: PatternHints): string {
  return pattern === 'refused' ? 'Check the endpoint and its content filter.' : look;
}

function foundWords(pattern: AnswerPattern, hints: PatternHints, areFirst = false): string {
  const { count: found, of } = pattern;
  const some = (what: string) =>
    areFirst ? `the first ${count(of)} ${what}` : `${percent(found / of)} of the ${what}`;
  const many = isWarning(pattern);
  const warning = many ? 'WARNING: ' : '';
  const says = (what: string) =>
    many ? `, so the score says more about ${what} than about the model` : '';
  switch (pattern.pattern) {
    case 'same-letter':
      return `WARNING: ${found === of ? `all ${count(of)}` : `${count(found)} of ${count(of)}`} answers are ${pattern.letter}, but only ${count(pattern.keys)} of the right ones are. The prompt or the extraction is probably broken, and the score is not one of the model.`;
    case 'position': {
      const { best, worst } = pattern;
      return `WARNING: the answers depend on the position of the options: ${percent(best.share)} are right if the key is ${keysText(best.keys)}, ${percent(worst.share)} if it is ${keysText(worst.keys)} (by chance in less than 1 of 1,000 tests). The model may prefer a position, or letters may be misread.`;
    }
    case 'unreadable': {
      const cause = causeWords(pattern, hints) ?? (areFirst ? NO_FORMAT : null);
      return `${warning}${some('answers')} could not be read and count as wrong${says('the prompt, the limit of tokens or the extraction')}${cause === null ? '' : `; ${cause}`}.`;
    }
    case 'declined':
      return `${warning}${some('outputs')} decline to answer and count as wrong${says('its refusals')}.`;
    case 'refused':
      return `${warning}${some('questions')} were refused or not answered by the endpoint and count as wrong${says('the endpoint')}.`;
  }
}

const NO_FORMAT = 'check the prompt, and the chat template that the server uses';

/** Why most of the unreadable answers are so, and what to do; null if no cause stands out. */
function causeWords(
  { count: found, truncated, empty = 0 }: Extract<AnswerPattern, { pattern: 'unreadable' }>,
  { longer }: PatternHints,
): string | null {
  const most = (some: number) => (some === found ? 'all' : 'most');
  if (truncated > found / 2)
    return `${most(truncated)} were cut off: ${longer} (models that reason need more)`;
  if (empty > found / 2)
    return `${most(empty)} were empty: check the chat template and the reasoning parser of the server`;
  return null;
}

/** `A`, `A or B`, `A, B or C`. */
function keysText(keys: string): string {
  return keys.length === 1 ? keys : `${[...keys.slice(0, -1)].join(', ')} or ${keys.at(-1)}`;
}
