/** Ranks that an interval allows. */
export function rankRange(best: number, worst: number): string {
  return best === worst ? `${best}` : `${best}–${worst}`;
}

/** Longest name in tables and labels, in characters. */
const LONGEST = 32;

/** A name cut in its middle to fit a table: of checkpoints it is the end that tells them apart. */
export function shortName(name: string, longest = LONGEST): string {
  const characters = [...name];
  if (characters.length <= longest) return name;
  const end = Math.floor((longest - 1) / 2);
  return `${characters.slice(0, longest - 1 - end).join('')}…${characters.slice(-end).join('')}`;
}
