import { outsideThinking } from '../../thinking.ts';

/** A line that is a heading of the explanation, or begins with it. */
const HEADING = /^[\s*_#>]*(?:解析|解释|分析|explanation)[\s*_]*[:：][\s*_]*/i;
const LETTERS = String.raw`[(（*\s]*[A-Z](?:[\s,，、]*[A-Z]){0,25}[)）*\s]*[.。!！]?`;
/**
 * A line that only states the answer, of a choice by letters; of an open question by these first words. It is for lines with single
 * blanks: several parts of it can take a blank, so that a run of n of them would take n⁴ steps.
 */
const ANSWER_LINE = new RegExp(
  String.raw`^[\s*_#>]*(?:(?:因此|所以|故|综上(?:所述)?|therefore|so|thus)[\s,，、:：]*)?(?:(?:the\s+)?(?:final\s+|correct\s+|right\s+)?answers?\s*(?:is|are)?\s*[:：]?\s*${LETTERS}|(?:正确)?答案\s*(?:是|为)?\s*[:：]?\s*${LETTERS}|(?:本题)?(?:应)?选(?:择)?\s*[:：]?\s*${LETTERS}|the\s+answer\s+is:.*|答案是[:：].*)\s*$`,
  'i',
);

/**
 * The explanation in an output that was asked for one and for an answer (prompt variant `explain`): what the reader is to see, from
 * after the heading "Explanation:" or 解析：, without lines that only state the answer. A model that states its answer first is
 * read as well.
 * @returns null if there is none, also if thinking has not ended
 */
export function explanationOf(output: string): string | null {
  const { text, isThinking } = outsideThinking(output);
  if (isThinking) return null;
  const lines = text.split(/\r\n?|\n/);
  const at = lines.findIndex((line) => HEADING.test(line));
  const own = at === -1 ? lines : lines.slice(at);
  if (at !== -1) own[0] = own[0].replace(HEADING, '');
  const explanation = own
    .filter((line) => !ANSWER_LINE.test(line.replaceAll(/\s+/g, ' ')))
    .join('\n')
    .trim();
  return explanation === '' ? null : explanation;
}
