import { ENGLISH, listed, type ReportText, sentences, type Words } from '../../languages/words.ts';
import { count, decimal, percent } from '../../numbers.ts';
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
export const logHints = (t: Words = ENGLISH): PatternHints => ({
  look: t('Look at the outputs in the log before you use these answers.'),
  longer: t('allow more tokens per answer'),
});

const OF_LETTERS: readonly string[] = ['same-letter', 'below-chance', 'position'];

/** True for a pattern that makes the score say more about something else than about the model: its words begin with WARNING. */
export function isWarning(pattern: AnswerPattern): boolean {
  if (OF_LETTERS.includes(pattern.pattern)) return true;
  return pattern.count >= MANY.half * pattern.of;
}

/** A pattern in words: what was found, what it probably means, and what to do. Half of the answers and more begin with WARNING. */
export function patternWords(
  pattern: AnswerPattern,
  hints: PatternHints,
  t: Words = ENGLISH,
): string {
  return sentences([foundWords(pattern, hints, false, t), todoWords(pattern, hints, t)], t);
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
  return foundWords(pattern, hints, true, ENGLISH);
}

/** What to do about a pattern. */
export function todoWords(
  { pattern }: AnswerPattern,
  { look }: PatternHints,
  t: Words = ENGLISH,
): string {
  return pattern === 'refused' ? t('Check the endpoint and its content filter.') : look;
}

function foundWords(
  pattern: AnswerPattern,
  hints: PatternHints,
  areFirst: boolean,
  t: Words,
): string {
  const { count: found, of } = pattern;
  const many = isWarning(pattern);
  const facts = {
    first: String(areFirst),
    n: count(of),
    share: percent(found / of),
    many: String(many),
  };
  const marked = (text: string) => (many ? t('WARNING: {text}', { text }) : text);
  switch (pattern.pattern) {
    case 'same-letter':
      return marked(
        t(
          '{all, select, true {all {of}} other {{found} of {of}}} answers are {letter}, but only {keys} of the right ones are. The prompt or the extraction is probably broken, and the score is not one of the model.',
          {
            all: String(found === of),
            of: count(of),
            found: count(found),
            letter: pattern.letter,
            keys: count(pattern.keys),
          },
        ),
      );
    case 'below-chance':
      return marked(
        sentences(
          [
            t(
              '{found} of {of} answers are right, clearly below chance: guessing gives about {expected} (so few in less than 1 of 1,000 tests). Compare some outputs with what was read and with the key: letters may be misread, or the key may be that of options in another order.',
              {
                found: count(found),
                of: count(of),
                expected: decimal(pattern.expected, pattern.expected < 10 ? 1 : 0),
              },
            ),
            ...shiftWords(pattern, t),
          ],
          t,
        ),
      );
    case 'position': {
      const { best, worst } = pattern;
      return marked(
        t(
          'the answers depend on the position of the options: {most} are right if the key is {best}, {least} if it is {worst} (by chance in less than 1 of 1,000 tests). The model may prefer a position, or letters may be misread.',
          {
            most: percent(best.share),
            best: keysText(best.keys, t),
            least: percent(worst.share),
            worst: keysText(worst.keys, t),
          },
        ),
      );
    }
    case 'tied':
      return marked(
        t(
          '{first, select, true {in the first {n} answers} other {in {share} of the answers}} several options are equally likely, and count with equal shares{many, select, true {, so the score says more about the numbers of the server than about the model} other {}}.',
          facts,
        ),
      );
    case 'unreadable': {
      const cause = causeWords(pattern, hints, t) ?? (areFirst ? t(NO_FORMAT) : null);
      const words = t(
        '{first, select, true {the first {n} answers} other {{share} of the answers}} could not be read and count as wrong{many, select, true {, so the score says more about the prompt, the limit of tokens or the extraction than about the model} other {}}',
        facts,
      );
      return marked(
        t('{sentence}.', { sentence: cause === null ? words : `${words}${t('; ')}${cause}` }),
      );
    }
    case 'declined':
      return marked(
        t(
          '{first, select, true {the first {n} outputs} other {{share} of the outputs}} decline to answer and count as wrong{many, select, true {, so the score says more about its refusals than about the model} other {}}.',
          facts,
        ),
      );
    case 'refused':
      return marked(
        t(
          '{first, select, true {the first {n} questions} other {{share} of the questions}} were refused or not answered by the endpoint and count as wrong{many, select, true {, so the score says more about the endpoint than about the model} other {}}.',
          facts,
        ),
      );
  }
}

/** Where most letters are beside the key, places of the key were probably counted wrong. */
function shiftWords(
  { of, after, before }: Extract<AnswerPattern, { pattern: 'below-chance' }>,
  t: Words,
): string[] {
  if (2 * Math.max(after, before) <= of) return [];
  const facts = { n: count(Math.max(after, before)), after: String(after > before) };
  return [
    t(
      '{n} letters are the one {after, select, true {after} other {before}} the key, so its places were probably counted from the wrong number.',
      facts,
    ),
  ];
}

const NO_FORMAT =
  /*T*/ 'check the prompt, and the chat template that the server uses' satisfies ReportText;

/** Why most of the unreadable answers are so, and what to do; null if no cause stands out. */
function causeWords(
  { count: found, truncated, empty = 0 }: Extract<AnswerPattern, { pattern: 'unreadable' }>,
  { longer }: PatternHints,
  t: Words,
): string | null {
  const all = (some: number) => String(some === found);
  if (truncated > found / 2)
    return t(
      '{all, select, true {all} other {most}} were cut off: {longer} (models that reason need more)',
      { all: all(truncated), longer },
    );
  if (empty > found / 2)
    return t(
      '{all, select, true {all} other {most}} were empty: check the chat template and the reasoning parser of the server',
      { all: all(empty) },
    );
  return null;
}

/** `A`, `A or B`, `A, B or C`. */
function keysText(keys: string, t: Words): string {
  return keys.length === 1
    ? keys
    : t('{some} or {last}', { some: listed([...keys.slice(0, -1)], t), last: keys.at(-1)! });
}
