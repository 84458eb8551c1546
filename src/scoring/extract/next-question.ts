import type { ChoiceQuestion, Statement } from './extraction.ts';

const MARGIN = '\\n[\\s*#>_-]{0,8}';
/** Each is where something begins that is not of this question. */
const HEADED = new RegExp(
  `${MARGIN}(?:(?:next\\s|new\\s)?(?:question|problem|exercise)|Q(?=\\s?\\d{0,4}\\s?[.:])|题目|问题|下一题|第\\s?[\\d一二三四五六七八九十]{1,4}\\s?题)\\s{0,2}\\d{0,4}[\\s*_]{0,4}[:.\\n]`,
  'gi',
);
/** The first words of prompts, as base models write one after another, and marks of turns. */
const PROMPT =
  /\n[\s*#>_-]{0,8}(?:Below (?:is|are) a\s[^\n]{0,24}(?:question|case)|下面是一[道份]|(?:human|user|instruction|用户)\s{0,2}:)|<\|(?:im_start|im_end|eot_id|start_header_id|endoftext)\|>|\[INST\]|<\/s>/gi;
/** The answers to all questions of a prompt with shots, once more. */
const RECAP =
  /\b(?:summari[sz]|combin|consider|recap|list|collect|compil)[a-z]{0,4}\s(?:all\s(?:of\s)?(?:the|our|your|these)?\s?|(?:the|our)\s)(?:answers|questions)\b|\bfor the other questions\b|(?:总结|汇总|综合)(?:一下)?(?:以上|上述|前面|所有|全部){1,2}(?:的)?(?:问题|题目|各题)?的?(?:答案|问题)/gi;
const PART = /(?:^|[\s.;])\(([a-h])\)\s/g;
const CONCLUDES =
  /\b(?:overall|final(?:ly)?|altogether|in total|in conclusion|to conclude)\b|综上|总之|最终/i;
/** So far before a statement a word that concludes is looked for. */
const REACH = 60;

/**
 * Where a model begins to ask and answer a question of its own, as base models do after their answer, or to repeat the
 * answers to all questions of its prompt: the first such place below the first clear statement. With parts (a), (b), …
 * of a single choice it is where the next part begins, unless a conclusion of all parts follows. The length of the text
 * if there is none.
 * @param statements in any order
 */
export function nextQuestionAt(
  text: string,
  statements: readonly Statement[],
  { type }: ChoiceQuestion,
): number {
  if (statements.length === 0) return text.length;
  const opening = statements.reduce((x, y) => (y.end < x.end ? y : x));
  const first = opening.end;
  const last = statements.reduce((x, { at }) => Math.max(x, at), 0);
  const places = [HEADED, PROMPT, ...(type === 'single' ? [RECAP] : [])].map((expression) => {
    expression.lastIndex = first;
    return expression.exec(text)?.index ?? text.length;
  });
  const limit = Math.min(...places);
  const isConcluded = CONCLUDES.test(text.slice(Math.max(first, last - REACH), last));
  return type === 'single' && !isConcluded ? Math.min(limit, nextPartAt(text, opening)) : limit;
}

/** Where the part after the one that a statement stands in begins: (b) after (a). */
function nextPartAt(text: string, { at, end }: Statement): number {
  let current = '';
  for (const { 1: part, index } of text.matchAll(PART)) {
    const isNext = part.charCodeAt(0) === (current === '' ? 97 : current.charCodeAt(0) + 1);
    if (!isNext) continue;
    if (index >= end) return current === '' ? text.length : index;
    // The letter of the statement itself is no part.
    if (index + 3 <= at) current = part;
  }
  return text.length;
}
