import type { Cut } from '../../finish-reason.ts';
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

/** A longer text that ends within a sentence may have been cut, where nothing is known of its end. */
const LONGEST_UNENDED = 300;
/** The same of a shorter last line. */
const LONGEST_LINE = 60;
/** Words that a sentence does not end with. */
const LEADS_ON =
  /[,、:(]$|\b(?:and|or|but|the|an?|of|to|is|are|was|in|on|at|with|for|from|by|as|that|which|because|since|if|would|not|its?|this)$|(?:因为|由于|但是?|而且?|以及|或者?|如果|所以|因此|其中|[和与及是为的在了对把被将])$/i;

/**
 * Why a text without a recognised answer has none. It is truncated if it reached the limit of tokens, or if nothing is known of its end
 * and it visibly breaks off.
 * @param isCut whether the output ended at the limit of tokens
 * @param isThinking whether a thinking block is begun and never ended
 */
export function whyNoAnswer(text: string, isCut?: Cut, isThinking = false): NoAnswerReason {
  const trimmed = text.trim();
  if (isCut ?? isThinking) return isCut === 'filtered' ? 'refusal' : 'truncated';
  if (trimmed === '') return 'empty';
  if (isRefusal(trimmed)) return 'refusal';
  return isCut === undefined && isVisiblyCut(trimmed) ? 'truncated' : 'none';
}

function isVisiblyCut(text: string): boolean {
  if (!breaksOff(text)) return false;
  const line = text.slice(text.lastIndexOf('\n') + 1);
  return isLong(text) || line.length > LONGEST_LINE || LEADS_ON.test(line.slice(-16));
}

/** Whether a text is so long that an end without a mark shows that it may have been cut. */
export function isLong(text: string): boolean {
  return text.length > LONGEST_UNENDED;
}

/** True if a text ends without a mark that ends a sentence. */
export function breaksOff(text: string): boolean {
  return !FINISHED.test(text.trimEnd().slice(-1));
}
