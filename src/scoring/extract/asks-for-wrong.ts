/** What does not apply, said of the options and not of a patient: close to the end of the sentence, or after "which". */
const CHINESE = new RegExp(
  [
    '(?:错误|不正确|不对|有误|不恰当|不妥|不合理)的(?:一项|选项|说法|叙述|描述|做法)?(?:是|有|为|$)',
    '(?:不属于?|不包括|不包含|不符合|不宜|不应|不是|无关)[^,，。；;]{0,20}的(?:一项|选项|说法|叙述|描述)?(?:是|有|为|$)',
    '(?:不包括|不包含|不属于)$',
    '(?:哪一?[项种个]|何者|哪些)[^,，。；;]{0,12}(?:不|错误|有误|无关|没有)',
    '除外|例外|除(?:下列|以下)?哪一?[项种个][^,，。；;]{0,4}外',
  ].join('|'),
);
const ENGLISH = new RegExp(
  [
    "\\b(?:[Ww]hich|[Ww]hat)\\s(?:one\\s)?(?:of\\s(?:the\\s(?:following|above)|these)\\s)?(?:[a-z]{1,20}\\s){0,3}(?:is|are|was|were|does|do|did|would|could|can|has|have|should)\\s?(?:not|n't)\\b",
    '\\bNOT\\b|\\bEXCEPT\\b|\\b(?:except|except for)[\\s:.?]{0,4}$',
    '\\b(?:is|are|was|were)\\s(?:[a-z]{1,20}\\s)?(?:false|incorrect|wrong|untrue|inaccurate)\\b',
    '\\b(?:false|incorrect|wrong|untrue|inaccurate)\\s(?:statement|option|answer|one)\\b',
  ].join('|'),
);
const SENTENCE_ENDS = ['.', '?', '!', '。', '？', '！', '\n'];

/**
 * True if a stem asks for the option that is wrong or does not apply, as far as its words tell: 错误的是, 不属于…的是,
 * 哪项不…, 除外; NOT, EXCEPT, "which is not", "is false". Only the last sentence asks; what is before it describes.
 */
export function asksForWrong(stem: string): boolean {
  const text = stem.trim().replace(/[\s.。?？!！:：_()（）]{1,40}$/, '');
  const begin = Math.max(...SENTENCE_ENDS.map((mark) => text.lastIndexOf(mark)));
  const sentence = text.slice(begin + 1);
  return CHINESE.test(sentence) || ENGLISH.test(sentence);
}
