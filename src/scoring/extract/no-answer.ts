import type { NoAnswerReason } from './extraction.ts';

/** A refusal is looked for at the beginning and the end: reasoning in between may quote one. */
const ENDS = 600;
const REFUSAL =
  /\b(?:I|we)(?:\s(?:am|'m)|'m)?\s(?:really\s|very\s)?(?:sorry|apologi[sz]e)\b|\b(?:I|we)\s(?:cannot|can't|can not|won't|will not|am unable to|am not able to|must decline|decline to|refuse to)\b|\b(?:I'm|as an AI\b.{0,40}?)\s(?:unable|not able|cannot|can't)\b|\bunable to (?:answer|assist|help|provide|determine)\b|\bI (?:do not|don't) know\b|抱歉|对不起|(?:我|本模型)?(?:无法|不能|不便|拒绝)(?:回答|提供|协助|给出|确定|判断|作答)|我不知道|作为(?:一个)?(?:AI|人工智能).{0,20}(?:无法|不能)/i;
const FINISHED = /[.!?。!…)\]}】》"'”’」』`*|$~>:;_]$/;

/** True if the answer is declined. */
export function isRefusal(text: string): boolean {
  return REFUSAL.test(text.slice(0, ENDS)) || REFUSAL.test(text.slice(-ENDS));
}

/**
 * Why a text without a recognised answer has none.
 * @param isCut whether the output ended at the limit of tokens; where that is not known, its last character tells
 */
export function whyNoAnswer(text: string, isCut?: boolean): NoAnswerReason {
  const trimmed = text.trim();
  if (isCut === true) return 'truncated';
  if (trimmed === '') return 'empty';
  if (isRefusal(trimmed)) return 'refusal';
  return isCut === undefined && breaksOff(trimmed) ? 'truncated' : 'none';
}

/** True if a text ends without a mark that ends a sentence. */
export function breaksOff(text: string): boolean {
  return !FINISHED.test(text.trimEnd().slice(-1));
}
