import type { Extraction } from './extract/extraction.ts';
import { isRefusal } from './extract/no-answer.ts';
import { visibleText } from './extract/visible-text.ts';

const STATED =
  /(?:\b(?:the\s)?(?:final\s|correct\s)?answer(?:\s(?:is|would be|should be)(?![a-z])|(?=\s{0,2}[:=]))|答案(?:应?该?[是为]|(?=\s{0,2}:)))\s{0,2}[:=]?[*_\s]{0,4}/gi;
/** Longer texts are not compared: no reference is so long (item.ts). */
const LONGEST = 20_000;
const BEFORE = '"\'“”‘’「」『』《》`*_。;,、 ';
/** A full stop before a text is a decimal point, `.5`, or part of a name, `.NET`. */
const BEHIND = `${BEFORE}.!`;
/** A character after which an exclamation mark means a factorial: `5!`, `(n + 1)!`. */
const FACTOR = /[\p{Nd})\]}]/u;

/**
 * The text that an output to an open question gives as its answer: what follows the last "The answer is:" or 答案是： on
 * its line, else all that is for the reader.
 */
export function extractText(output: string): Extraction {
  const { text, isThinking } = visibleText(output);
  const whole = text.trim();
  if (whole === '') return { extracted: null, rule: 'none', reason: 'empty' };
  if (isThinking) return { extracted: null, rule: 'none', reason: 'truncated' };
  let from = -1;
  for (const match of text.matchAll(STATED)) from = match.index + match[0].length;
  const line = from === -1 ? '' : text.slice(from).split('\n', 1)[0].trim();
  const answer = line === '' ? whole : line;
  if (line === '' && isRefusal(whole)) return { extracted: null, rule: 'none', reason: 'refusal' };
  return { extracted: answer, rule: 'exact-match', reason: null };
}

/**
 * 1 if a text is one of the references, else 0: an exact match in Unicode form NFKC, lower case, blanks within as one
 * and without quotes and emphasis around it and full stops behind it. A sign, a decimal point, a factorial, a unit or a
 * bracket counts. It suits short answers only; metrics of longer ones come in a later step.
 */
export function gradeText(answer: string | null, references: readonly string[]): number {
  if (answer === null || answer.length > LONGEST) return 0;
  const given = comparableText(answer);
  return references.some((reference) => comparableText(reference) === given) ? 1 : 0;
}

function comparableText(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ');
  let start = 0;
  let end = plain.length;
  while (start < end && BEFORE.includes(plain[start])) start++;
  while (end > start && BEHIND.includes(plain[end - 1])) {
    let marks = end;
    while (marks > start && plain[marks - 1] === '!') marks--;
    if (marks < end && marks > start && FACTOR.test(plain[marks - 1])) break;
    end = Math.min(marks, end - 1);
  }
  return start === end ? plain : plain.slice(start, end);
}
