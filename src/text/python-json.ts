import { stringEnd } from './repeated-field.ts';

/** What Python writes for numbers that JSON has not. */
const CONSTANT = /-?\b(?:NaN|Infinity)\b/g;

/** The value of a JSON text in which Python may have written NaN and infinities: these become texts. @throws SyntaxError */
export function pythonJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(withoutPythonNumbers(text, (found) => `"${found}"`));
  }
}

/**
 * A text that Python's json wrote, with `null` for NaN and infinities outside strings: logs of evaluations and tables of pandas have them.
 * @param instead gives the JSON that stands in their place
 */
export function withoutPythonNumbers(
  text: string,
  instead: (found: string) => string = () => 'null',
): string {
  let made = '';
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const plain = text.slice(at, quote === -1 ? text.length : quote);
    made += plain.replaceAll(CONSTANT, instead);
    if (quote === -1) break;
    const end = stringEnd(text, quote);
    made += text.slice(quote, end);
    at = end;
  }
  return made;
}
