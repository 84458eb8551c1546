/**
 * How long an endpoint asks to be left alone, in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as an
 * HTTP date (RFC 9110, 10.2.3); null if it does not say, or not legibly.
 * @param now milliseconds since 1970
 */
export function retryAfter(headers: Headers, now: number): number | null {
  const milliseconds = decimal(headers.get('retry-after-ms'));
  if (milliseconds !== null) return milliseconds;
  const text = headers.get('retry-after');
  const seconds = decimal(text);
  if (seconds !== null) return seconds * 1000;
  // Date.parse alone reads almost anything as a date, such as -5.
  const date = text !== null && /\bGMT\s*$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function decimal(text: string | null): number | null {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : null;
}
