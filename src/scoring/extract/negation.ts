/** How far before a statement a negation or a condition is looked for, in characters. */
const REACH = 48;

const SENTENCE_END = /[.!?。!;\n]/;
const BEFORE =
  /(?:\bnot|n't|n't\s(?:think|believe|mean|say)(?:\sthat)?|\bnever|\bcannot|\bif|\bwhether|\bunless|\bsuppos(?:e|ing)(?:\sthat)?|\bassum(?:e|ing)(?:\sthat)?|\bwhy|\brather than|\binstead of|\brules? out|\bruling out|\beliminates?|\bexcludes?|如果|假如|假设|若|倘若|并非|不认为|不是|不选|排除|为什么|为何|而非)\s{0,2}(?:(?:the|this|that|your|its|correct|right|best|final|option|choice|选项)\s{0,2}){0,4}$/i;
/** What may stand between a letter and what is said of it: marks, and more letters of an enumeration. */
const BETWEEN =
  /^[)\]}】*_`"'”’」』.]{0,4}(?:\s?(?:,|、|和|and\b|or\b)\s?(?:and\s|or\s)?[(*]{0,3}[A-Z](?![A-Za-z])[)*]{0,3}){0,9}\s{0,2}/
    .source;
const ASKED_OR_EXCLUDED = new RegExp(
  `${BETWEEN}(?:(?:选项|项|是|为){0,2}排除|吗|还是|\\?|(?:is|are|was|were|would be|seems?|can be)\\s(?:also\\s|clearly\\s)?(?:ruled|eliminated|excluded))`,
  'i',
);
const CALLED_WRONG = new RegExp(
  `${BETWEEN}(?:(?:选项|项|是|为){0,2}(?:不正确|不对|不符|错误|错的|有误)|(?:is|are|was|were|would be|seems?)\\s(?:also\\s|clearly\\s)?(?:not\\b|incorrect|wrong|false)|isn't\\b)`,
  'i',
);

/**
 * True if the statement text[at .. end) is denied ("not B", "B is wrong"), supposed ("if the answer is B") or asked.
 * @param asksForWrong where the wrong option is wanted, calling it wrong does not deny it
 */
export function isRuledOut(text: string, at: number, end: number, asksForWrong = false): boolean {
  const before = text.slice(Math.max(0, at - REACH), at);
  const sentence = before.slice(lastIndexOf(before, SENTENCE_END) + 1);
  const after = text.slice(end, end + REACH);
  return (
    BEFORE.test(sentence) ||
    ASKED_OR_EXCLUDED.test(after) ||
    (!asksForWrong && CALLED_WRONG.test(after))
  );
}

function lastIndexOf(text: string, characters: RegExp): number {
  for (let k = text.length - 1; k >= 0; k--) if (characters.test(text[k])) return k;
  return -1;
}
