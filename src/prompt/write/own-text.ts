import { withoutThinking } from '../debate/without-thinking.ts';

const QUOTED = /^[ \t]*>.*$/gm;

/** What a writer or an auditor says itself: without its thinking, and without lines that it quotes from the prompt. */
export function ownText(output: string): string {
  return withoutThinking(output).replace(QUOTED, '').trim();
}
