import { isWrongChoice } from './wrong-choice.ts';

/** How far before a statement a negation or a condition is looked for, in characters. */
const REACH = 48;
/** The same of what makes it a wrong choice, and how much of the statement itself is looked at. */
const WRONG_CHOICE_REACH = 120;
const CHOICE_REACH = 28;

const SENTENCE_END = /[.!?。!;\n]/;
const BEFORE =
  /(?:\bnot(?:\sto)?|\bfall(?:ing)?\sfor|n't|n't\s(?:think|believe|mean|say)(?:\sthat)?|\bnever|\bcannot|\bif|\bwhether|\bunless|\bsuppos(?:e|ing)(?:\sthat)?|\bassum(?:e|ing)(?:\sthat)?|\bwhy|\brather than|\binstead of|\brules? out|\bruling out|\beliminat(?:es?|ing)|\bexclud(?:es?|ing)|\b(?:refus|declin|hesita|reluctan|unwilling|unable|tempt)[a-z]{0,5}\sto|\bavoid|\b(?:might|may|could)(?:\swell)?|如果|假如|假设|若|倘若|并非|不认为|不是|不选|排除|为什么|为何|而非|不(?:能|会|可以?|应该?|该|宜|敢|愿意?|想|建议|推荐|主张)(?:再|直接)?|无法|拒绝|难以)\s{0,2}(?:(?:the|this|that|your|its|correct|right|best|final|options?|choices?|answers?|选项|答案|正确|最终|[[【("'“])\s{0,2}){0,4}$/i;
/** What follows is an example of the format, and no answer: 例如[正确答案]A, "in the format 'Answer: A'". */
export const BEGINS_EXAMPLE =
  /(?:例如|比如|譬如|形如|诸如|格式(?:[是为]|如下)?|(?<![\u4E00-\u9FFF])如|\bfor (?:example|instance)|\be\.g\.|\bsuch as|\bformat|\bin the form)[\s,，:："“'‘「`[【<(]{0,4}(?:the\s|my\s|正确|最终|参考)?$/i;

/** The same of all letters of an enumeration that ends with this one: "rule out (A) and (D)". */
const LISTED_OUT =
  /(?:\brules? out|\bruling out|\beliminat(?:es?|ing)|\bexclud(?:es?|ing)|排除|\bneither)\s{0,2}(?:(?:the|options?|choices?|answers?|选项)\s{0,2}){0,2}(?:[([*]{0,3}[A-Z][)\]*]{0,3}\s?(?:,|、)\s?){0,8}[([*]{0,3}[A-Z][)\]*]{0,3}\s?(?:、|和|与|及|,?\s?\b(?:and|or|nor)\b)\s?[([*]{0,3}$/i;

const MARKS = /^[)\]}】*_`"'”’」』.]{0,4}/.source;
const NEXT = /(?:and\s|or\s)?[(*]{0,3}[A-Z](?![A-Za-z])[)*]{0,3}/.source;
/** More letters of an enumeration may stand between a letter and what is said of it. */
const BETWEEN = `${MARKS}(?:\\s?(?:,|、|和|and\\b|or\\b)\\s?${NEXT}){0,9}[ \\t]{0,2}`;
/** As `BETWEEN`, but what is said of one letter after a comma is not said of those before it: "A、B,C不对". */
const JOINED = `${MARKS}(?:(?:\\s?(?:,|、|和|and\\b|or\\b)\\s?${NEXT}){0,8}\\s?(?:、|和|and\\b|or\\b)\\s?${NEXT})?[ \\t]{0,2}`;
const ASKED_OR_EXCLUDED = new RegExp(
  `${BETWEEN}(?:(?:选项|项|是|为){0,2}排除|吗|还是|(?:if|when)\\syou\\s(?:think|believe|agree|would|are\\ssure)\\b|的(?:理由|原因|前提|人|考生|话)|\\?|(?:is|are|was|were|would be|seems?|can be)\\s(?:also\\s|clearly\\s)?(?:ruled|eliminated|excluded))`,
  'i',
);
const WRONG_ZH = '(?:不正确|不对|不符|错误|错的|有误)';
const WRONG = '(?:also\\s|clearly\\s)?(?:not\\b|incorrect|wrong|false)';
const CALLED_WRONG = new RegExp(
  [
    `${JOINED}(?:(?:选项|项|是|为){0,2}(?:${WRONG_ZH}|(?:常见的?)?(?:干扰项|陷阱))|(?:,?\\s?(?:which|but\\s(?:this|that|it))\\s)?(?:is|was|would be|seems?)\\s${WRONG}|isn't\\b|(?:is|was)\\s(?:an?|the)\\s(?:[a-z]{3,12}\\s){0,2}(?:mistake|trap|distractor|decoy|pitfall)|(?:fails?|(?:does\\snot|doesn't)\\s(?:work|hold|fit|apply|follow))(?:\\s(?:because|since|as|here)\\b|[.,;]))`,
    `${BETWEEN}(?:(?:选?项)?(?:都|均|全)[是为]?${WRONG_ZH}|(?:are|were)\\s${WRONG})`,
  ].join('|'),
  'i',
);

/**
 * True if the statement text[at .. end) is denied ("not B", "B is wrong"), supposed ("if the answer is B") or asked.
 * @param asksForWrong where the wrong option is wanted, calling it wrong does not deny it
 */
export function isRuledOut(text: string, at: number, end: number, asksForWrong = false): boolean {
  const before = text.slice(Math.max(0, at - REACH), at);
  const sentence = sentenceOf(before);
  const after = text.slice(end, end + REACH);
  return (
    BEFORE.test(sentence) ||
    LISTED_OUT.test(sentence) ||
    isWrongChoice(
      sentenceOf(text.slice(Math.max(0, at - WRONG_CHOICE_REACH), at)),
      text.slice(at, at + CHOICE_REACH),
      after,
    ) ||
    BEGINS_EXAMPLE.test(before) ||
    ASKED_OR_EXCLUDED.test(after) ||
    (!asksForWrong && CALLED_WRONG.test(after))
  );
}

/** What follows the last end of a sentence. */
export function sentenceOf(before: string): string {
  return before.slice(lastIndexOf(before, SENTENCE_END) + 1);
}

function lastIndexOf(text: string, characters: RegExp): number {
  for (let k = text.length - 1; k >= 0; k--) if (characters.test(text[k])) return k;
  return -1;
}
