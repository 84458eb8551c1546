/** An argument as it would be typed into a shell. */
export function shellWord(argument: string): string {
  return /^[\w.,:/@=+-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
