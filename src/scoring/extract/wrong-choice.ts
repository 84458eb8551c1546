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
export function isWrongChoice(before: string, choice: string, after: string): boolean {
  const sentence = `${before}\0${choice}`;
  return ENGLISH.test(sentence) || CHINESE.test(sentence) || SAID_BY.test(after);
}
