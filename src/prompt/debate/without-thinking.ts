const ENDS = /<\/(?:think|thinking|thought|reasoning)>/gi;
const BEGINS = /<(?:think|thinking|thought|reasoning)>/i;

/**
 * What an output says to its reader: what follows its last thinking block, up to one that is begun and never ended. Some
 * chat templates keep the begin of the block to themselves, so its end alone counts.
 */
export function withoutThinking(output: string): string {
  let start = 0;
  for (const match of output.matchAll(ENDS)) start = match.index + match[0].length;
  return output.slice(start).split(BEGINS, 1)[0].trim();
}
