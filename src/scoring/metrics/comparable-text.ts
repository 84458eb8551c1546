import { compatibleForm } from '../../text/compatible-form.ts';

const BEFORE = '"\'“”‘’「」『』《》`*_。;,、 ';
/** A full stop before a text is a decimal point, `.5`, or part of a name, `.NET`. */
const BEHIND = `${BEFORE}.!`;
/** A character after which an exclamation mark means a factorial: `5!`, `(n + 1)!`. */
const FACTOR = /[\p{Nd})\]}]/u;

/**
 * A text in one spelling: Unicode form NFKC (full-width forms become ASCII), blanks within as one, without quotes and emphasis
 * around it and full stops behind it, and in lower case. A sign, a decimal point, a factorial, a unit or a bracket
 * stays.
 */
export function comparableText(text: string, letterCase: 'ignore' | 'keep' = 'ignore'): string {
  const spelled = compatibleForm(text).replaceAll(/\s+/g, ' ');
  const plain = letterCase === 'ignore' ? spelled.toLowerCase() : spelled;
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
