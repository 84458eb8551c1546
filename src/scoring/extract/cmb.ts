import type { Cut } from '../../finish-reason.ts';
import { type ChoiceQuestion, type Extraction, sortedLetters } from './extraction.ts';
import { whyNoAnswer } from './no-answer.ts';

const STATED = /(?:答案|正确选项)(?:应该是|应该为|是|为|：|:)/;
const FULL_STOP = /[。.．]/;
const LETTERS = /[A-G]/g;

/**
 * The rule published with CMB (arXiv:2308.08833, its scoring script): the letters A to G between the first 答案 or
 * 正确选项 that 是, ：, 为, 应该是 or 应该为 follows, and the next full stop, or the end; without such words every such letter
 * of the text. Of a single choice the first letter counts. Letters of words and of other options count as well, which
 * is why numbers by this rule compare only with numbers by this rule.
 *
 * Letters beyond the options of the question are left out here, and the colon may be an ASCII one.
 */
export function extractByCmb(output: string, question: ChoiceQuestion, isCut?: Cut): Extraction {
  const stated = STATED.exec(output);
  const rest = stated === null ? output : output.slice(stated.index + stated[0].length);
  const stop = stated === null ? -1 : rest.search(FULL_STOP);
  const scope = stop === -1 ? rest : rest.slice(0, stop);
  const last = String.fromCharCode(64 + question.options);
  const letters = (scope.match(LETTERS) ?? []).filter((letter) => letter <= last);
  const rule = stated === null ? 'cmb-anywhere' : 'cmb-stated';
  if (letters.length === 0) return { extracted: null, rule, reason: whyNoAnswer(output, isCut) };
  const kept = question.type === 'single' ? letters.slice(0, 1) : letters;
  return { extracted: sortedLetters(kept), rule, reason: null };
}
