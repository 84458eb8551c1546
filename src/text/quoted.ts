const LONGEST = 40;

/** What a user wrote, as an error shows it: in double quotes, cut to 40 characters. */
export function quoted(text: string): string {
  // A character takes at most two units of a string: enough of it to know whether there are more than 40.
  const characters = [...text.slice(0, 2 * LONGEST + 2)];
  if (characters.length <= LONGEST) return `"${text}"`;
  return `"${characters.slice(0, LONGEST).join('')}…"`;
}

/** A JSON value that a user wrote, as an error shows it. */
export function quotedValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return quoted(String(value));
}
