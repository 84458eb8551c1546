const LONGEST = 40;

/** What a user wrote, as an error shows it: in double quotes, cut to 40 characters. */
export function quoted(text: string): string {
  // A character is at most two UTF-16 units, so the first 80 and one more decide.
  const characters = [...text.slice(0, 2 * LONGEST + 2)];
  if (characters.length <= LONGEST && text.length <= 2 * LONGEST + 2) return `"${text}"`;
  return `"${characters.slice(0, LONGEST).join('')}…"`;
}
