import { afterThinking, THINKING_BEGINS } from '../../thinking.ts';

/** What an output says to its reader: what follows its last thinking block, up to one that is begun and never ended. */
export function withoutThinking(output: string): string {
  return afterThinking(output).split(THINKING_BEGINS, 1)[0].trim();
}
