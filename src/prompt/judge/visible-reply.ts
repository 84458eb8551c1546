import { compatibleForm } from '../../text/compatible-form.ts';
import { outsideThinking } from '../../thinking.ts';

const QUOTED = /^[ \t]*>.*$/gm;
const INVISIBLE = /[\u200B-\u200D\u2060\uFEFF]/g;

/**
 * What a judge says itself: without its thinking, and without lines that it quotes from the answer; full-width signs as their ASCII
 * forms. Null while a thinking block is not
 * ended, because grades in it are not final.
 */
export function visibleReply(output: string): string | null {
  const { text, isThinking } = outsideThinking(output.replace(INVISIBLE, ''));
  if (isThinking) return null;
  return compatibleForm(text).replace(QUOTED, '').trim();
}
