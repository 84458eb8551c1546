/** A tag of markup, `<think>`, `<seed:think>`, and its end. */
const tags = (names: string) =>
  ['', String.raw`\s?/`].map((slash) => String.raw`<${slash}\s?(?:[a-z]{1,12}:)?(?:${names})\s?>`);
const channel = (names: string) =>
  String.raw`<\|channel\|>\s?(?:${names})(?:[^<]|<\|constrain\|>){0,40}<\|message\|>`;

/** How the templates of models begin a thinking block, and how they end it. */
const BLOCKS: readonly (readonly string[])[] = [
  tags('think|thinking|thoughts?|reasoning'),
  // They also stand within those before.
  tags('analysis'),
  tags('scratchpad'),
  tags('reflection'),
  [String.raw`\[think\]`, String.raw`\[/think\]`],
  ['◁think▷', '◁/think▷'],
  [String.raw`<\|begin_of_thought\|>`, String.raw`<\|end_of_thought\|>`],
  [String.raw`<\|(?:think|start_thinking)\|>`, String.raw`<\|(?:/think|end_thinking)\|>`],
  [channel('analysis|commentary'), channel('final')],
  // The same without its tokens: "analysisThe rate …assistantfinalB".
  [String.raw`^\s{0,4}analysis(?=\p{L})`, 'assistantfinal'],
  ['<unused94>(?:thought\\b)?', '<unused95>'],
];
const MARKERS = new RegExp(
  BLOCKS.flat()
    .map((marker) => `(${marker})`)
    .join('|'),
  'giu',
);

export interface Spoken {
  /** The last part outside thinking blocks that has text; empty if there is none. */
  readonly text: string;
  /** True if a block is begun and never ended. */
  readonly isThinking: boolean;
}

/**
 * What an output says outside its thinking blocks. Some chat templates keep the begin of a block to themselves, so that all before
 * its end is thinking.
 * @param open the blocks that are open at the begin of the output; those open at its end afterwards
 */
export function outsideThinking(output: string, open = new Set<number>()): Spoken {
  let text = '';
  let from = 0;
  for (const match of output.matchAll(MARKERS)) {
    const marker = match.slice(1).findIndex((found) => found !== undefined);
    const block = marker >> 1;
    if (marker % 2 === 0) {
      if (open.size === 0) text = lastWritten(text, output.slice(from, match.index));
      open.add(block);
      continue;
    }
    if (!open.has(block)) text = '';
    // An end without its begin ends whatever is open.
    if (!open.delete(block)) open.clear();
    from = match.index + match[0].length;
  }
  if (open.size === 0) text = lastWritten(text, output.slice(from));
  return { text, isThinking: open.size > 0 };
}

function lastWritten(before: string, part: string): string {
  return part.trim() === '' ? before : part;
}
