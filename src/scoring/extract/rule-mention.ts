import { type ChoiceQuestion, type Statement, sortedLetters } from './extraction.ts';
import { mentionedLetters } from './mentions.ts';
import { breaksOff } from './no-answer.ts';

const CONCLUDES =
  /\b(?:therefore|thus|hence|consequently|so|in conclusion|overall|finally)\b|因此|所以|故|综上|可见|总之/i;

/** The options named in the last sentence that concludes: "Therefore, option C fits best." */
export function* concludedAnswers(text: string, question: ChoiceQuestion): Iterable<Statement> {
  const sentences = text.split(/[.!?。!\n]/);
  // What follows the last full stop is empty, or a sentence that breaks off.
  for (let k = sentences.length - (breaksOff(text) ? 2 : 1); k >= 0; k--) {
    if (!CONCLUDES.test(sentences[k])) continue;
    const letters = sortedLetters(mentionedLetters(sentences[k], question));
    if (letters === '') continue;
    if (letters.length === 1 || question.type === 'multiple')
      yield { at: 0, end: text.length, letters };
    return;
  }
}

/** The one option that is named as such in the whole text. Where several are, none is the answer. */
export function* onlyMention(text: string, question: ChoiceQuestion): Iterable<Statement> {
  const letters = sortedLetters(mentionedLetters(text, question));
  if (letters.length === 1) yield { at: 0, end: text.length, letters };
}
