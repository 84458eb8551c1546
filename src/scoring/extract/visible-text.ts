import { afterThinking, THINKING_BEGINS } from '../../thinking.ts';

const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
const FULL_WIDTH_SHIFT = 0xfee0;
const CIRCLED = /[\u24B6-\u24CF]/g;
const CIRCLED_SHIFT = 0x24b6 - 65;
const INVISIBLE = /[\u200B-\u200D\u2060\uFEFF]/g;

export interface VisibleText {
  readonly text: string;
  /** True if a thinking block is begun and never ended: the text is thinking, and no answer yet. */
  readonly isThinking: boolean;
}

/**
 * The part of an output that is meant for the reader, in one spelling: what follows the last thinking block, with
 * full-width letters, digits, brackets and colons as their ASCII forms, circled letters as letters, and without
 * invisible characters.
 */
export function visibleText(output: string): VisibleText {
  const plain = output
    .replace(INVISIBLE, '')
    .replace(/\u00A0|\u3000/g, ' ')
    .replace(FULL_WIDTH, (c) => String.fromCharCode(c.charCodeAt(0) - FULL_WIDTH_SHIFT))
    .replace(CIRCLED, (c) => String.fromCharCode(c.charCodeAt(0) - CIRCLED_SHIFT));
  const text = afterThinking(plain);
  return { text, isThinking: THINKING_BEGINS.test(text) };
}
