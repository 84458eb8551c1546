const NAME = '(?:[a-z]{1,12}:)?(?:think|thinking|thoughts?|reasoning)';
const ENDS = new RegExp(
  String.raw`</${NAME}>|\[/think\]|◁/think▷|<\|end_of_thought\|>|<\|/think\|>`,
  'gi',
);
const BEGINS = new RegExp(
  String.raw`<${NAME}>|\[think\]|◁think▷|<\|begin_of_thought\|>|<\|think\|>`,
  'gi',
);

/** The begin of a thinking block within an output. */
export const THINKING_BEGINS = new RegExp(BEGINS.source, 'i');

/**
 * What follows the last thinking block of an output; all of it where none has ended. Some chat templates keep the begin of
 * the block to themselves, so its end alone counts.
 */
export function afterThinking(output: string): string {
  let start = 0;
  for (const match of output.matchAll(ENDS)) start = match.index + match[0].length;
  return output.slice(start);
}

/** Whether a thinking block is open at the end of a text, given whether one was at its beginning. */
export function isLeftThinking(text: string, before: boolean): boolean {
  const ends = [...text.matchAll(ENDS)].at(-1)?.index ?? -1;
  const begins = [...text.matchAll(BEGINS)].at(-1)?.index ?? -1;
  return ends === begins ? before : begins > ends;
}
