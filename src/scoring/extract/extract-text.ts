import type { Cut } from '../../finish-reason.ts';
import type { Extraction } from './extraction.ts';
import { breaksOff, isRefusal, whyNoAnswer } from './no-answer.ts';
import { visibleText } from './visible-text.ts';

const STATED =
  /(?:\b(?:the\s)?(?:final\s|correct\s)?answer(?:\s(?:is|would be|should be)(?![a-z])|(?=\s{0,2}[:=]))|答案(?:应?该?[是为]|(?=\s{0,2}:)))\s{0,2}[:=]?[*_\s]{0,4}/gi;

/** The same as the first words of a line, with their colon. */
const HEADING = new RegExp(`(?:^|\\n)[*_#>\\s]{0,6}(?:${STATED.source})`, 'gi');

/**
 * The text that an output to an open question gives as its answer: what follows the last "The answer is:" or 答案是： on
 * its line, else all that is for the reader.
 * @param reads `text`: an answer of several sentences. It goes on to the end of the output, and begins after such words only if they
 *   begin a line
 * @param isCut whether the output ended at the limit of tokens: then an `answer` counts if it is stated and its sentence or line has an end
 */
export function extractText(output: string, reads: 'answer' | 'text', isCut?: Cut): Extraction {
  const { text, isThinking } = visibleText(output);
  if (isThinking)
    return { extracted: null, rule: 'none', reason: whyNoAnswer('', isCut, isThinking) };
  const whole = text.trim();
  if (whole === '') return { extracted: null, rule: 'none', reason: whyNoAnswer(whole, isCut) };
  let from = -1;
  for (const match of text.matchAll(reads === 'answer' ? STATED : HEADING))
    from = match.index + match[0].length;
  const rest = from === -1 ? '' : text.slice(from);
  const stated = (reads === 'answer' ? rest.split('\n', 1)[0] : rest).trim();
  const hasEnd = stated !== '' && (rest.includes('\n') || !breaksOff(rest));
  if (isCut && reads === 'answer' && !hasEnd)
    return { extracted: null, rule: 'none', reason: whyNoAnswer(whole, isCut) };
  if (stated === '' && isRefusal(whole))
    return { extracted: null, rule: 'none', reason: 'refusal' };
  return { extracted: stated === '' ? whole : stated, rule: 'stated', reason: null };
}
