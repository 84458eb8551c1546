import type { Cut } from '../../finish-reason.ts';
import type { Extraction } from './extraction.ts';
import { whyNoAnswer } from './no-answer.ts';
import { visibleText } from './visible-text.ts';

const LETTERS = /(?<![A-Za-z0-9_])[A-Z]{1,26}(?![A-Za-z0-9_])/g;
/** What may stand between two letters of one order: marks, blanks, arrows, numbers of a list, and small words. */
const BETWEEN =
  /^(?:[\s,;、,;.:()[\]{}【】"'“”‘’`*_#<>→⇒➔=\\-]|\d{1,2}[.)、:]|(?:and|then|to|option|step|finally|next|last|first)\b|rightarrow|to\b|和|与|及|然后|再|接着|最后|到|选项){0,12}$/i;
/** As far as the words before an order, or the marks between two of its letters, are looked at. */
const REACH = 48;
/** From a word before an order to the order: on one line, and within a sentence. */
const TO_ORDER = String.raw`(?:[^\n.。]|\n(?=\s{0,3}[*([{"'\d]{0,4}[A-Z])){0,40}$`;
const ORDER = String.raw`(?:order|sequence|ordering|arrangement)\b`;
const ORDER_ZH = '(?:顺序|排序|次序|排列)';
/** The words say that the order is the answer: "Answer:", "the correct order is", 答案是, or that it replaces one. */
const ANSWER = new RegExp(
  String.raw`(?:\b(?:answer|boxed|(?:correct|right|proper|final|best|logical|appropriate)\s(?:[a-z]{1,16}\s)?${ORDER}|(?:should|must|has\sto)\sbe|wait|actually|correction|but|rather)\b|答案|(?:正确|合理|恰当|最终|最佳|准确)的?[^\n。]{0,6}${ORDER_ZH}|应[该当]?[是为]|而是|[更改]正?为|["'](?:answer|order|sequence|答案)["']\s{0,4}:)${TO_ORDER}`,
  'i',
);
/** They say that what follows is an order, and not whose. */
const CALLED_ORDER = new RegExp(String.raw`(?:\b${ORDER}|${ORDER_ZH})${TO_ORDER}`, 'i');
/** They say that the order is that of the question. */
const GIVEN = new RegExp(
  String.raw`(?:\b(?:given|original|initial|listed|presented|printed|alphabetical)\s(?:in\s)?(?:the\s)?${ORDER}|\b${ORDER}\s(?:as\s)?(?:given|listed|presented|printed)\b|(?:给定|给出|所给|题目|题干|原来|原有|原始|初始|原)的?${ORDER_ZH})(?:(?!answer|correct|答案|正确)[^\n.。]){0,24}$`,
  'i',
);
/** They deny it: "not ABCD", 而不是ABCD. */
const DENIED =
  /(?:\b(?:not|never|rather than|instead of)\b|n't\b|不是|并非|而非|不应[为是]?)[\s([{"'*_:]{0,6}$/i;
/** A line of a list: "2. B. Disinfect the skin", "- B) Disinfect the skin". */
const LISTED =
  /^[\s>*_#-]{0,8}(?:\d{1,2}[.)、:]\s{0,3})?[*_([【]{0,4}([A-Z])[)\]】*_]{0,4}(?=[.、:)\]\s-]|$)/;

/**
 * The order of options that an output gives: its letters, each once, in that order. The last order that is stated as the
 * answer counts ("Answer:", "the correct order is", 答案是), else the last one after a word such as "order" or 顺序, else
 * the last of the text that is not said to be the given one, else the one list whose lines begin with the letters. Part
 * of an order, one with a letter twice, or one that is denied, is none. A list in the order of the options repeats the
 * question.
 * @param letters the letters of the options
 * @param isCut whether the output ended at the limit of tokens: then only an order that is stated counts
 */
export function extractSequence(
  output: string,
  letters: readonly string[],
  isCut?: Cut,
): Extraction {
  const { text, isThinking } = visibleText(output);
  if (isThinking)
    return { extracted: null, rule: 'none', reason: whyNoAnswer('', isCut, isThinking) };
  if (text.trim() === '') return { extracted: null, rule: 'none', reason: whyNoAnswer('', isCut) };
  const orders = writtenOrders(text, letters);
  for (const weight of isCut ? [STATED] : [STATED, CALLED, MENTIONED, REPEATED]) {
    const found = orders.findLast((order) => order.weight === weight);
    if (found === undefined) continue;
    const rule = weight === STATED || weight === CALLED ? 'order-stated' : 'order';
    return { extracted: found.order, rule, reason: null };
  }
  if (isCut) return { extracted: null, rule: 'none', reason: whyNoAnswer(text, isCut) };
  const listed = listedOrder(text, letters);
  if (listed !== undefined) return { extracted: listed, rule: 'order-listed', reason: null };
  return { extracted: null, rule: 'none', reason: whyNoAnswer(text, isCut) };
}

/** What the words before an order make of it. */
const [REPEATED, MENTIONED, CALLED, STATED] = [0, 1, 2, 3];

interface WrittenOrder {
  readonly order: string;
  readonly weight: number;
}

/**
 * Letters with nothing but marks between them that are every option once: BDAC, "B, D, A, C", B → D → A → C. Without
 * those that are denied.
 */
function writtenOrders(text: string, letters: readonly string[]): readonly WrittenOrder[] {
  const orders: WrittenOrder[] = [];
  let chain = { at: 0, end: -1, order: '' };
  let previous = 0;
  const keep = () => {
    if (!isOrder(chain.order, letters)) return;
    // A word before another order is said of that one: "Answer: BDAC, the options were ABCD".
    const before = text.slice(Math.max(previous, chain.at - REACH), chain.at);
    previous = chain.end;
    if (!DENIED.test(before)) orders.push({ order: chain.order, weight: weightOf(before) });
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

function weightOf(before: string): number {
  if (GIVEN.test(before)) return REPEATED;
  if (ANSWER.test(before)) return STATED;
  return CALLED_ORDER.test(before) ? CALLED : MENTIONED;
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
