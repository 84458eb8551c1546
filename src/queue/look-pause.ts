/** Pauses between two looks for results, in ms. */
export const SHORTEST = 20;
const LONGEST = 250;
/** The share of the tasks handed out that is to be done from one look to the next: the rest keeps workers busy. */
const SHARE = 1 / 4;

/**
 * The pause until the next look for results, in ms: each look costs the same, however much it finds. While results come, it lasts as
 * long as a share of what is open takes at their rate; while none come, twice as long each time.
 * @param last the pause before this look
 * @param found results of this look
 * @param open tasks without a result
 * @param since ms since the look before
 */
export function nextPause(last: number, found: number, open: number, since: number): number {
  const pause = found === 0 ? 2 * last : (SHARE * open * since) / found;
  return Math.max(SHORTEST, Math.min(pause, LONGEST));
}
