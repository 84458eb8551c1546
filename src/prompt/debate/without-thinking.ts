import { outsideThinking } from '../../thinking.ts';

/** What an output says to its reader: what stands outside its thinking blocks. */
export function withoutThinking(output: string): string {
  return outsideThinking(output).text.trim();
}
