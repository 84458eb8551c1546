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
    `${JOINED}(?:(?:选项|项|是|为){0,2}(?:的?(?:说法|描述|表述|叙述|陈述|观点))?(?:${WRONG_ZH}|(?:常见的?)?(?:干扰项|陷阱))|(?:,?\\s?(?:which|but\\s(?:this|that|it))\\s)?(?:is|was|would be|seems?)\\s${WRONG}|isn't\\b|(?:is|was)\\s(?:an?|the)\\s(?:[a-z]{3,12}\\s){0,2}(?:mistake|trap|distractor|decoy|pitfall)|(?:fails?|(?:does\\snot|doesn't)\\s(?:work|hold|fit|apply|follow))(?:\\s(?:because|since|as|here)\\b|[.,;]))`,
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

/**
 * Words of a sentence that make a choice in it one that the text does not make: a mistake, what others choose, what would hold under a
 * wrong condition. NUL stands where the choice begins: at its letter, or at the words that announce it ("choose", "the answer is").
 */

const CHOOSE = String.raw`(?:choos(?:e|es|ing)|chose|pick(?:s|ed|ing)?|select(?:s|ed|ing)?|say(?:s|ing)?|answer(?:s|ed|ing)?|think(?:s|ing)?|assum(?:e|es|ing)|conclud(?:e|es|ing)|go(?:es|ing)?\s(?:for|with)|opt(?:s|ing)?\sfor|mark(?:s|ed|ing)?)`;
/** Words of the same clause: a word that turns or concludes begins another. */
const CLAUSE = String.raw`(?:(?!\b(?:but|yet|so|hence|thus|therefore|and|because|since|actually|correct|right)\b)[^,;:\0]){0,40}`;
/** The verbs of them that announce a letter. */
const ANNOUNCES = '(?:choose|chose|pick|select|say|go|opt)';
/** Words for mistakes. "The wrong options" and "correcting a mistake" say nothing about the choice that follows. */
const MISTAKE = String.raw`(?<!\b(?:correct|fix|avoid)(?:ing|ed)\s(?:[a-z]{1,8}\s){0,2})\b(?:easy\sto|mistakes?|errors?|pitfalls?|traps?|(?:wrong|incorrect)(?!\s(?:options|answers|choices|ones)\b)|temptation|tempt(?:ing|ed))\b`;
/** Who does something wrong in a condition: "if the patient is confused" is part of a question. */
const READER = String.raw`(?:I|we|you|they|one|someone|people|students?|(?:a|the)\s(?:student|reader))\b`;
/** What is done wrong there; not "if I am not mistaken". */
const DONE_WRONG = String.raw`(?<!\bnot\s)\b(?:forg[eo]t(?:ting|ten)?|mis(?:read|count|take)\w{0,3}|overlook\w{0,3}|confus\w{1,4}|wrongly|mistakenly|incorrectly|accidentally|by\s(?:accident|mistake))\b`;
const OTHER_PERSON = String.raw`\b(?:students?|people|many|some|most|others|they|(?:every|any|no)(?:one|body)|no\sone|those|(?:many|some|other)\s[a-z]{3,12}s|novices?|beginners?|(?:careless|naive|hasty|hurried)\s[a-z]{3,12}|(?:my|his|her|our|your|the|a|one)\s(?:[a-z]{3,12}\s)?(?:colleague|friend|classmate|students?|teacher|tutor|reader|candidate|user|neighbour|brother|sister)|(?:one|you|someone)(?=\s(?:might|may|could)\b))`;

const ENGLISH = new RegExp(
  [
    // A common mistake is to choose C. It would be wrong to answer C. It is tempting to say that the answer is C.
    String.raw`${MISTAKE}${CLAUSE}(?:\0${ANNOUNCES}|\b${CHOOSE}\b${CLAUSE}\0)`,
    // The trap answer is C. The closest distractor is (C).
    String.raw`\b(?:trap|tempting|second[\s-]best|distracting|naive|wrong|incorrect|alternative)\s(?:(?!the\s)[a-z]{3,8}\s)?\0(?:answer|option|choice)`,
    String.raw`\b(?:distractors?|trap|pitfall|decoy)\s(?:here\s)?(?:is|are|was)\s(?:options?\s|choice\s|answer\s)?[([*"']{0,3}\0`,
    String.raw`\bsecond[\s-]\0best\b`,
    // If we forget the sign, we choose C. Had we ignored the drag, the answer would be C.
    String.raw`(?:^|[\s"'(])(?:(?:if|when|had|should)\s${READER}[^.;\0]{0,60}|(?:by|after)\s(?:having\s)?)${DONE_WRONG}[^.;\0]{0,40}\0`,
    String.raw`^\W{0,3}(?:forgetting|misreading|miscounting|overlooking|mistaking|accidentally|mistakenly)\b[^.;\0]{0,60}\0`,
    // If it had been acidic, the answer would be C. Without the correction it would be C. If the question asked for mass, C.
    String.raw`(?:^\W{0,3}(?:had|were)\s(?:we|it|they|you|one|he|she|the|this)\b|\bif\b(?!\s(?:I|we)\s(?:had|were)\s(?:to|forced|pressed)\b)[^.;,\0]{0,60}\b(?:had|were|weren't)\b|^\W{0,3}without\s(?:the|this|that)\b)[^.;\0]{0,80}(?:\0[^.;]{0,24}\bwould\b|\bwould\s\0)`,
    String.raw`\bif\s(?:the|this)\s(?:question|problem|stem|task)\s(?:had\s)?(?:ask|want|sa(?:id|ys)|mean)\w{0,3}\b[^.;\0]{0,80}\0`,
    // I first thought the answer was C. I almost chose C.
    String.raw`\b(?:(?:initially|originally|at\sfirst),?\s(?:I|we|it\s(?:seem|look|appear)[a-z]{0,2})|(?:I|we)\s(?:had\s)?(?:initially|originally|at\sfirst|first)|(?:seem|look|appear)[a-z]{0,2}\s(?:initially|at\sfirst)|about\sto)\b${CLAUSE}\0`,
    String.raw`\b(?:almost|nearly)\s(?:\0${ANNOUNCES}|${CHOOSE}\b${CLAUSE}\0)`,
    // In the previous question the answer was C. The prompt says: end with "The answer is C".
    String.raw`\b(?:previous|earlier|last|other|sample)\s(?:question|example|problem|exercise|item)s?\b${CLAUSE}\0`,
    String.raw`\b(?:prompt|instructions?|examples?|template|task|question)\s(?:says?|said|asks?|asked|wants?|ends?|ended|tells?|told)\b[^.\0]{0,60}["“'‘]\s?(?:the\s(?:answer\sis\s[([*]?)?)?\0`,
    // Adding instead of multiplying gives option C.
    String.raw`\binstead\sof\s(?:[a-z]{2,14}\s){1,3}(?:gives?|yields?|leads?\sto|results?\sin)\s(?:options?\s|choice\s|answer\s)?[([*"']{0,3}\0`,
    // Some might argue for option C. My colleague says the answer is C. Novices choose C. Those who select C …
    String.raw`${OTHER_PERSON}(?:\s(?:who|that)\b(?:\s[a-z]{2,14}){0,5}?)?(?:\s(?:[a-z]{1,9}ly|often|would|will|might|may|could)){0,2}(?:\s(?:think|thought|say|said|write|wrote|choose|chose|pick|select|answer|believe|argue|claim|assume|conclude)(?:s|d|ed)?(?:\s(?:that|for|it))?(?:[\s,:"“']{0,3}(?:the|this|that|its|correct|right|best|final|options?|choice|answer|[[("'“*])){0,6}[\s,:"“']{0,3}\0|\s{0,2}\0\s?(?:choose|chose|pick|select|answer))`,
    String.raw`\bconfus\w{1,4}\s(?:[a-z]{2,12}\s){1,3}with\s(?:options?\s|choice\s|answer\s)?[([*"']{0,3}\0`,
    String.raw`(?<!\b(?:by|am|i'm|are)\s)\b(?:choosing|picking|selecting)\s(?:options?\s|choice\s|answer\s)?[([*"']{0,3}\0`,
  ].join('|'),
  'i',
);
const CHINESE =
  /(?:常见的?(?:错误|误区|陷阱|错选)[^,。;]{0,8}|容?易(?:误|错)(?:选|认为|以为|答)?|(?:据说|(?:老师|书上|同学|朋友|他们?|她们?)(?:说|认为)|差点|险些|表面上?看|(?:原先|起初|最初|一开始)(?:我|以为|认为|会|就)|我(?:原来|本来))[^,。;]{0,4}|(?:要求|格式|示例|例子)[^。;]{0,16}[“"「『]|误(?:认为|以为|选)|错选|切勿|请?勿|不要|(?<![区级特类差分性个鉴识])别|避免|干扰项[是为]|陷阱(?:答案|选项)?[是为]|乍一?看[^,。;]{0,4}|(?:若|如果|要是|假如|倘若)[^。;]{0,24}(?:忽[略视](?![^。;,]{0,6}(?:阻力|摩擦|重力|内阻))|漏(?:掉|看|算|了)|忘(?:记|掉|了)|误(?:以为|认为|读|看|算|解|选)|[看读算记弄搞选]错|错(?:误地|把|将|看|算|选)|当成|当作|看成|(?:题目|题干|本题|问题|该题|问)[^。;,]{0,2}(?:问|改[为成]|换成|要求)|问的?是)[^。;]{0,20})(?:正确|选项|答案|是|为){0,3}\0|(?<!没)[误错]\0选|\0选择?[A-Z]会|(?:有[的些]?|一些|[很许]多|不少|多数|部分|其他)(?:人|考生|学生|同学)(?:可能|容易|常|会|也|都|就|误){0,3}(?:(?:认为|觉得|以为|说)(?:正确|选项|答案){0,2}\s{0,2}\0|\0选)/;
/** After a choice in quotation marks: somebody else said it. */
const SAID_BY = /^.{0,3}["”'’],?\s(?:said|says|say|claimed|wrote|argued|thought|answered)\b/i;

/**
 * Whether a choice is not the answer of the text.
 * @param before the part of its sentence before the choice
 * @param choice from where the choice begins
 * @param after what follows it
 */
function isWrongChoice(before: string, choice: string, after: string): boolean {
  const sentence = `${before}\0${choice}`;
  return ENGLISH.test(sentence) || CHINESE.test(sentence) || SAID_BY.test(after);
}
