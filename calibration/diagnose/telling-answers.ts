import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { extremeExaminees } from './extreme-examinees.ts';

/** Answers to each item that tell how it differs from others. One entry per item. */
export interface TellingAnswers {
  readonly answered: Int32Array;
  /** Number of all answers. */
  readonly all: Int32Array;
  /** Mean score: exactly 1 or 0 where all are right or all are wrong. NaN without answers. */
  readonly share: Float64Array;
}

/**
 * Answers without those of perfect and zero scorers (`extremeExaminees`); all answers to an item that nobody else was asked.
 * @param isCounted by examinee: 0 to leave it out
 */
export function tellingAnswers(
  { scores, items, examinees }: ResponseMatrix,
  isCounted?: ArrayLike<number>,
): TellingAnswers {
  const width = items.length;
  const score = (i: number, j: number) => scores[i * width + j];
  const isExtreme = extremeExaminees(examinees.length, width, score);
  const answered = new Int32Array(width);
  const all = new Int32Array(width);
  const share = new Float64Array(width);
  for (let j = 0; j < width; j++) {
    let [count, sum, others, sumOfOthers] = [0, 0, 0, 0];
    for (let i = 0; i < examinees.length; i++) {
      const u = score(i, j);
      if (isCounted?.[i] === 0 || Number.isNaN(u)) continue;
      count++;
      sum += u;
      if (isExtreme[i] === 1) continue;
      others++;
      sumOfOthers += u;
    }
    all[j] = count;
    answered[j] = others > 0 ? others : count;
    share[j] = others > 0 ? sumOfOthers / others : sum / count;
  }
  return { answered, all, share };
}
