import type { Extraction } from './extraction.ts';
import { whyNoAnswer } from './no-answer.ts';
import { visibleText } from './visible-text.ts';

const LETTERS = /(?<![A-Za-z0-9_])[A-Z]{1,26}(?![A-Za-z0-9_])/g;
/** What may stand between two letters of one order: marks, blanks, arrows, numbers of a list, and small words. */
const BETWEEN =
  /^(?:[\s,;、,;.:()[\]{}【】"'“”‘’`*_#<>→⇒➔=\\-]|\d{1,2}[.)、:]|(?:and|then|to|option|step|finally|next|last|first)\b|rightarrow|to\b|和|与|及|然后|再|接着|最后|到|选项){0,12}$/i;
/** As far as the words before an order, or the marks between two of its letters, are looked at. */
const REACH = 48;
const STATED =
  /(?:\b(?:answer|order|sequence|ordering|boxed)\b|答案|顺序|排序|次序|排列|["'](?:answer|order|sequence|答案)["']\s{0,4}:)(?:[^\n.。]|\n(?=\s{0,3}[*([{"'\d]{0,4}[A-Z])){0,40}$/i;
/** A line of a list: "2. B. Disinfect the skin", "- B) Disinfect the skin". */
const LISTED =
  /^[\s>*_#-]{0,8}(?:\d{1,2}[.)、:]\s{0,3})?[*_([【]{0,4}([A-Z])[)\]】*_]{0,4}(?=[.、:)\]\s-]|$)/;

/**
 * The order of options that an output gives: its letters, each once, in that order. The last order that follows a word
 * such as "answer" or 顺序 counts, else the last of the text, else the one list whose lines begin with the letters.
 * Part of an order, or one with a letter twice, is none. A list in the order of the options repeats the question.
 * @param letters the letters of the options
 */
export function extractSequence(output: string, letters: readonly string[]): Extraction {
  const { text, isThinking } = visibleText(output);
  if (text.trim() === '') return { extracted: null, rule: 'none', reason: 'empty' };
  if (isThinking) return { extracted: null, rule: 'none', reason: 'truncated' };
  const orders = writtenOrders(text, letters);
  const stated = orders.findLast(({ at }) => STATED.test(text.slice(Math.max(0, at - REACH), at)));
  if (stated !== undefined) return { extracted: stated.order, rule: 'order-stated', reason: null };
  const last = orders.at(-1);
  if (last !== undefined) return { extracted: last.order, rule: 'order', reason: null };
  const listed = listedOrder(text, letters);
  if (listed !== undefined) return { extracted: listed, rule: 'order-listed', reason: null };
  return { extracted: null, rule: 'none', reason: whyNoAnswer(text) };
}

/** Letters with nothing but marks between them that are every option once: BDAC, "B, D, A, C", B → D → A → C. */
function writtenOrders(
  text: string,
  letters: readonly string[],
): readonly { readonly at: number; readonly order: string }[] {
  const orders: { at: number; order: string }[] = [];
  let chain = { at: 0, end: -1, order: '' };
  const keep = () => {
    if (isOrder(chain.order, letters)) orders.push({ at: chain.at, order: chain.order });
  };
  for (const { 0: run, index } of text.matchAll(LETTERS)) {
    const gap = index - chain.end;
    const goes =
      chain.end >= 0 &&
      gap <= REACH &&
      chain.order.length < letters.length &&
      BETWEEN.test(text.slice(chain.end, index));
    if (goes) chain = { ...chain, end: index + run.length, order: chain.order + run };
    else {
      keep();
      chain = { at: index, end: index + run.length, order: run };
    }
  }
  keep();
  return orders;
}

function listedOrder(text: string, letters: readonly string[]): string | undefined {
  const listed: string[] = [];
  for (const line of text.split('\n')) {
    const letter = LISTED.exec(line)?.[1];
    if (letter !== undefined && letters.includes(letter)) listed.push(letter);
  }
  const order = listed.slice(-letters.length).join('');
  return isOrder(order, letters) && order !== letters.join('') ? order : undefined;
}

function isOrder(order: string, letters: readonly string[]): boolean {
  return order.length === letters.length && letters.every((letter) => order.includes(letter));
}
