/** Digits that may be an integer above 2⁵³. */
const LONG = /(?<![\d.])\d{16}/;

/** The value of a JSON text, as `exactJson` reads it; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return exactJson(text);
  } catch {
    return undefined;
  }
}

/**
 * The value of a JSON text. An integer that no number holds exactly becomes a text of its digits: rounded, the ids of two items are
 * one.
 * @throws SyntaxError
 */
export function exactJson(text: string): unknown {
  return LONG.test(text) ? JSON.parse(text, withDigits) : JSON.parse(text);
}

function withDigits(_: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' &&
    !Number.isSafeInteger(value) &&
    /^-?\d+$/.test(context?.source ?? '')
    ? context?.source
    : value;
}
