import { createHash } from 'node:crypto';
import type { FoundObject } from './objects-in.ts';

/** The name of the field that tells a judge's own object apart. */
export const CODE = 'code';

/** A brace: itself, in a form that NFKC makes one of, or written as HTML, URLs and programs do, which a judge may undo. */
const BRACE = /[{\uFE37\uFE5B\uFF5B]|&(?:#0*123|#x0*7b|lcub|lbrace)\b|(?:%|\\x|\\u00)7b|\\173/i;

/**
 * A code that a judge has to repeat if the answers it judges have a brace in them, so that an object within an answer cannot pass for
 * the judge's own; else null. It is made from the answers, so that none of them can contain it.
 * @param asked what is asked about them
 */
export function gradeCode(asked: string, answers: readonly string[]): string | null {
  if (!answers.some((answer) => BRACE.test(answer))) return null;
  return createHash('sha256')
    .update(JSON.stringify([asked, answers]))
    .digest('hex')
    .slice(0, 8);
}

/** Whether an object has the code, if there is one to have. */
export function hasCode({ fields }: FoundObject, code: string | null): boolean {
  return code === null || fields.some(([name, value]) => name === CODE && value === code);
}
