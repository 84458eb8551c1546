import {
  type ChoiceQuestion,
  letterOf,
  MOST_OPTIONS,
  type Statement,
  sortedLetters,
} from './extraction.ts';
import { lettersAt, ownTextEnd } from './letters.ts';
import { isRuledOut } from './negation.ts';
import { optionTextAt } from './option-text.ts';
import { comparableOptions, lowerCase } from './options.ts';
import { LABEL } from './rule-line.ts';

const KEY =
  /["'](?:(?:final|correct|selected|chosen|best|my|predicted)[_ ]?)?(?:answers?|choices?|option|letter|prediction|(?:正确)?(?:答案|选项))["']\s{0,8}:/gi;

/** `{"answer": "B"}`, `{"answer": ["A", "C"]}`, anywhere in the text, in a code fence or not, complete or not. */
export function* jsonAnswers(text: string, question: ChoiceQuestion): Iterable<Statement> {
  for (const match of text.matchAll(KEY)) {
    const found = lettersAt(text, match.index + match[0].length, question);
    if (found !== undefined) yield found;
  }
}

/** Between the boxes of one answer of several letters: `\\boxed{A}, \\boxed{C}`. */
const BETWEEN_BOXES = /^[}\s$*]{0,4}(?:<\/answer>)?\s?(?:,|、|和|与|及|and|&|;)?\s?[$*]{0,4}$/i;
const LONGEST_GAP = 16;
const BOX = /\\(?:boxed|fbox)\s{0,3}\{|<(?:final[_ ]?)?(?:answer|ans|choice|result)>|<final>/gi;

/** `\boxed{B}`, `<answer>B</answer>`, `\boxed{\text{B}}`, `\boxed{A, C}`. Of boxed numbers and formulas only the text of an option is an answer. */
export function* boxedAnswers(text: string, question: ChoiceQuestion): Iterable<Statement> {
  let previous: Statement | undefined;
  for (const match of text.matchAll(BOX)) {
    const from = match.index + match[0].length;
    let found = lettersAt(text, from, question) ?? boxedText(text, from, question);
    if (found === undefined || isRuledOut(text, match.index, found.end, question.asksForWrong))
      continue;
    const isNext =
      question.type === 'multiple' &&
      previous !== undefined &&
      match.index - previous.end <= LONGEST_GAP &&
      BETWEEN_BOXES.test(text.slice(previous.end, match.index));
    if (isNext) found = { ...found, letters: sortedLetters(previous!.letters + found.letters) };
    previous = found;
    yield found;
  }
}

function boxedText(text: string, from: number, question: ChoiceQuestion): Statement | undefined {
  const found = optionTextAt(text, from, question);
  return found !== undefined && /^\s?[}<]/.test(text.slice(found.end, found.end + 2))
    ? found
    : undefined;
}

/** An item of a list, before its letter. */
const ITEM = /^\s{0,3}(?:(?:[-•*]|\d{1,2}[.)])\s{1,2})?/;
const ONLY_MARKS = /^[)\]*_.]{0,4}\s*$/;

/** How far answers below one another are followed, in characters. */
const LONGEST_LIST = 2000;

/** Where a sentence begins to say what the answer is, and what stands between that and the letter. */
interface Phrase {
  readonly cue: RegExp;
  readonly link: RegExp;
}

const HEDGES =
  '(?:\\s(?:therefore|thus|then|clearly|indeed|most likely|likely|probably|actually|now|simply|hence|still|definitely|given by|represented by|in)\\b,?){0,3}';

/** Nothing between the words and a letter that ends its phrase: "actually B." but not "actually B might be right". */
const ENDS_PHRASE =
  /(?=[\s([*_"'“]{0,6}[A-Z][)\]*_"'”]{0,4}\s{0,2}(?:[.!;。]|\n|$|after all\b|it is\b|then\s?[.!]|,?\s?(?:because|since|not|因为)))/y;

/** The same behind a colon. */
const ENDS_LABELLED = new RegExp(String.raw`[*_]{0,3}\s?:${ENDS_PHRASE.source}`, 'y');

/** Before the words: 错误答案：A, "Wrong answer: A". */
const WRONG_ONE = /(?:错误的?|误选|\b(?:wrong|incorrect)\s)$/i;

const PHRASES: readonly Phrase[] = [
  {
    // The answer is (C). Answer: C. The correct option to this question would be C.
    cue: /\b(?:answers?|ans|(?:correct|best|right|final|appropriate|suitable|likely|closest|accurate|true|valid)\s(?:ones?|options?|choices?|statements?|letters?|selection|response)|(?:my|our)\s(?:final\s|best\s)?(?:pick|choice|selection|guess|bet|verdict|judge?ment)|conclusion)\b/gi,
    link: new RegExp(
      `[*_"'”’)\\]]{0,4}(?:\\s(?:to|for|of|in|here|among|from|that|which|based)\\b[^.\\n:]{0,60}?|\\s?\\([^)\\n]{0,24}\\))?[ \\t]{0,3}(?:\\b(?:is|are|was|becomes?|remains?|includes?|(?:would|should|must|will)(?:\\s(?:therefore|then|most likely|likely|probably))?\\sbe)(?![a-z'])|[:=](?:\\s{0,3}\\n\\s{0,3}\\d{1,2}[.)]\\s{1,2}(?=[(*]{0,3}[A-Z][)*.]{0,3}\\s{0,3}(?:\\n|$)))?|(?:-{1,2}>?|[–—]{1,2})(?=\\s)|[→⇒➜➔➡]\\uFE0F?|>{2,3}|\\*{0,2}\\s{0,3}\\n\\s{0,3}(?:(?:[-•]|\\d{1,2}[.)])\\s{1,2})?(?=[(*]{0,3}[A-Z][)*.]{0,3}\\s{0,3}(?:\\n|$)))${HEDGES}`,
      'iy',
    ),
  },
  {
    // Ans. B. Not the French "45 ans. A …".
    cue: /(?<!\d\s?)\bans\.(?=[\s:*_(])/gi,
    link: /[*_]{0,2}\s?(?:[:=]|is(?=\s))?/iy,
  },
  {
    // I choose C. We would go with (C).
    cue: /\b(?:(?:I|we)(?:'d|'ll|\swould|\swill|\smust|\sshould|\scan)?(?:\s(?:therefore|thus|then|finally|have to))?\s(?:choose|chose|pick|select|go with|opt for|say|guess|lean towards?|settle on)|(?<=^|[.!?]\s|\n)go with|(?:choose|select|pick|chose|selected)(?=\s(?:option|answer|\(|[A-Z]\b)))\b/gi,
    link: /(?:\sanswer)?/y,
  },
  {
    // Wait, it should be C. No, it's C.
    cue: /\b(?:wait|actually|no|correction|sorry|rather|instead|so|therefore|hence|thus|I (?:think|believe|guess)(?:\sthat)?)\b,?(?:\sI (?:think|believe))?\s(?:it|that|this)(?:'s|\sis|\sshould be|\smust be|\shas to be|\swould be)(?![a-z])/gi,
    link: new RegExp(HEDGES, 'iy'),
  },
  {
    // I first thought A, but it should be C. It was A, but on a second look it is C.
    cue: /\b(?:but|yet|however),?\s(?:[^.;!?\n]{0,60}?[\s,])??(?:it|that|this)(?:'s|\sis|\sshould be|\smust be|\shas to be)(?![a-z])/gi,
    link: new RegExp(`${HEDGES}${ENDS_PHRASE.source}`, 'iy'),
  },
  {
    // Wait, actually B. On second thought, B. Correction: D
    cue: /(?:\b(?:wait|actually|correction|rather|instead|(?<!(?:^|[\n;,]\s{0,2})[A-Z][.):]\s?)no(?![.,;]?\s{0,2}\n)|in fact|scratch that|hold on|oops|on second thoughts?|I meant?)\b[\s,.:;!–—-]{1,4}){1,3}/gi,
    link: ENDS_PHRASE,
  },
  {
    // Revised: C. Before checking: B. After a second look: C
    cue: /(?<=^|[\s;(*_#])(?:solution|verdict|(?:final|last|initial|first|original|preliminary|draft|revised|corrected|updated|new|amended|second)(?:\s(?:attempt|pass|guess|try|thoughts?|version|check|look|verdict|decision|pick|letter))?|(?:before|after|upon|on)\s(?:[a-z-]{1,16}\s){0,2}(?:re-?|double-)?(?:check|review|consider|examin|think|thought|read|verif|reflect|look|evaluat|assess|comput|calculat|analy)\w{0,6})(?=[*_]{0,3}\s?:)/gi,
    link: ENDS_LABELLED,
  },
  {
    // Changed to C. I switch my answer to C.
    cue: /\b(?:chang|switch|revis|correct|updat|amend)(?:e|es|ed|ing)?\s(?:(?:it|this|that|(?:my|the)\s(?:final\s)?(?:answer|choice))\s)?(?:from\s[([*]{0,3}[A-Z][)\]*]{0,3}\s)?to\b/gi,
    link: ENDS_PHRASE,
  },
  {
    // neither A nor B but C
    cue: /\b(?:not(?!\sonly)|neither)\b[^.!?\n]{0,60}?[\s,;)]but(?:\s(?:rather|instead))?(?:\s(?:it|the answer)(?:'s|\sis))?(?=[\s(*])/gi,
    link: ENDS_PHRASE,
  },
  {
    // 答案是B。正确选项为B。**答案**：B
    cue: /答案|(?:正确|最佳|最终|合适|最优)的?(?:选项|选择)|(?:正确|最恰当|最合适|符合题意)的(?:说法|一项|选项)?(?=应?该?[是为有]|包括)/g,
    link: /[*_"'”’」』】)\]]{0,4}\s{0,2}(?:\([^)\n]{0,24}\)\s?)?(?:应该|应当|应|可能|就|即|显然|确实|最终|还|仍|只能|一定|必|肯定|最有可能|最可能|似乎|改){0,2}(?:是|为|有|包括|包含|选择|选|:|=|[→⇒➜➔➡]\uFE0F?|(?=\s{0,2}[([【*]{0,3}[A-Z][)\]】*]{0,3}\s{0,2}(?:[.。,、;\n]|$)))[:]?/y,
  },
  {
    // [正确答案]B 【答案】B根据…
    cue: /[[【〖〔《<「『{(]\s?(?:正确|最终|最佳|参考|标准|我的)?的?(?:答案|选项|回答|正解)\s?[\]】〗〕》>」』})]{1,2}|[[【<{]\s?(?:the\s)?(?:correct\s|final\s|best\s|my\s)?(?:answer|ans|option|choice)\s?[\]】>}]/gi,
    link: /\s{0,3}[:=是为]{0,2}/y,
  },
  {
    // 答：B，我的回答：B
    cue: /(?<=^|[\s。,;])(?:我的)?(?:回答|作答|选择|答)(?=\s?:)/gm,
    link: /\s?:/y,
  },
  {
    // Answer with one letter (A, B, C or D): C
    cue: /\([A-Z](?:\s?[,/、|]?\s?(?:or\s|或)?[A-Z]){1,9}\)(?=\s?:)/g,
    link: /\s?:/y,
  },
  {
    // 正解はBです。정답은 B입니다. La respuesta correcta es la B. Правильный ответ: B
    cue: /正解|答え|정답|답|الإجابة(?:\sالصحيحة)?|đáp án(?:\sđúng)?|ответ|\b(?:respuestas?|réponses?|respostas?|rispost[ae]|antwort(?:en)?|lösung(?:en)?|opci[oó]n(?:es)?|opç(?:ão|ões)|opzion[ei]|alternativas?)(?:\s(?:correct[ao]s?|correctes?|corret[ao]s?|corrett[ae]|exactes?|justes?|giust[ae]))?/gi,
    link: /[*_"'”』」]{0,4}\s?(?:は|은|는|هي|:|là|—|-|(?<!\p{L})(?:es|est|ist|é|è|son|sont|sind|são|sono|lautet|lauten)(?!\p{L}))\s?:?\s?(?:(?:la|el|le|a|die|letra|lettre|opción|option|opção)\s){0,2}(?=[([*"'「『]{0,3}[A-Z][)\]*"'」』]{0,3}\s?(?:です|だ|である|입니다|이다|[.。,]|\n|$|\s?(?:und|et|y|e|oder|ou|o|weil|denn|car|parce|puisque|porque|perché|poiché)\s))/iuy,
  },
  {
    // Richtig ist Antwort D. Ich wähle D. C'est la réponse B. Elijo la B. Weder A noch B, sondern C.
    cue: /(?<!\p{L})(?:richtig\s(?:ist|sind)|ich\s(?:wähle|nehme)|c'est|je\schoisis|elijo|escojo|escolho|scelgo|sondern|sino|mais)(?:\sl'|\s(?:la|le|die|a|el)(?=\s))?(?:\s?(?:bonne\s)?(?:antwort(?:en)?|option|réponse|opción|opção|respuesta))?(?=[\s(*])/giu,
    link: ENDS_PHRASE,
  },
  {
    // Daher ist B richtig.
    cue: /\b(?:daher|somit|folglich|deshalb)\s(?:ist|sind)(?=\s[([*]{0,3}[A-Z][)\]*]{0,3}\s(?:und\s[A-Z]\s)?(?:richtig|korrekt)\b)/gi,
    link: /\s/y,
  },
  {
    // If I had to guess, B. The only option that fits is B.
    cue: /\bif (?:I|we) (?:had|have|were) to (?:guess|choose|pick|answer),?|\bonly (?:option|one|choice|answer|statement)(?:\s(?:left|remaining|here))?(?:\s(?:that|which|to)\s(?:fits?|works?|applies|apply|match(?:es)?|remains?|holds?|makes?\ssense|satisf\w{2,4}|is\s(?:correct|right|true|consistent))\b[^.\n:;,]{0,50}?)?\sis\b/gi,
    link: ENDS_PHRASE,
  },
  {
    // 答案是丙，即C。
    cue: /答案[是为:][^。.\nA-Z]{1,20}?[,(]\s?(?:也就是|也即|即)/g,
    link: ENDS_PHRASE,
  },
  {
    // "A: B", below a question that begins with "Q:"
    cue: /(?<=\n\s{0,3})A(?=:\s{1,2}[([*]{0,3}[A-Z][)\]*.]{0,3}\s{0,3}$)/g,
    link: /:/y,
  },
  {
    // Correct: A, C. Incorrect: B, D.
    cue: /(?<![a-z-]\s?)\b(?:correct|right)(?=\s?:\s{0,2}[([*]{0,3}[A-Z][)\]*]{0,3}\s{0,2}(?:[,.;、]|and\b|$))/gim,
    link: /\s?:/y,
  },
  {
    // 故选B，选择B，本题选：B
    cue: /(?<![不未勿别误多备单待挑筛可候入供首]|(?<!应)当)选择?(?![项手用取举定题])|首选(?=[:是为]?\s{0,2}[([【*]{0,3}[A-Z])/g,
    link: /(?:了|的是|的答案是|为|是)?[:]?/y,
  },
  {
    // 不是B而是C，应改为C，应该是C
    cue: /而是|(?:初步|最初|原来|最终|最后|第二次|[更订改修]正|修改|更新|复[核查]|核对|检查|验证)后?的?(?:判断|结果|结论|作答|回答)?(?=\s?(?:[:为]|是(?=\s?[A-Z])))|改为|改选|更正为|纠正为|修正为|应该?是|应为|应该为/g,
    link: /\s?[:为是]?/y,
  },
];

/** "The answer is (C)", "Answer: C", "I choose C", "答案是ABD", "故选B", and the same with the text of an option. */
export function* statedAnswers(text: string, question: ChoiceQuestion): Iterable<Statement> {
  for (const { cue, link } of PHRASES)
    for (const match of text.matchAll(cue)) {
      const before = text.slice(Math.max(0, match.index - 12), match.index);
      if (question.asksForWrong !== true && WRONG_ONE.test(before)) continue;
      link.lastIndex = match.index + match[0].length;
      const linked = link.exec(text);
      if (linked === null) continue;
      const from = link.lastIndex;
      const found = lettersAt(text, from, question) ?? optionTextAt(text, from, question);
      if (found === undefined || isRuledOut(text, match.index, found.end, question.asksForWrong))
        continue;
      // Numbered letters may be the answers to several questions.
      if (question.type === 'single' && /\n\s{0,3}\d/.test(linked[0])) continue;
      const isBelow = /\n/.test(linked[0]) || text.slice(from, found.at).includes('\n');
      const isList = isBelow || (question.type === 'multiple' && isWithText(text, found, question));
      const whole = isList ? withLinesBelow(text, found, question) : found;
      if (whole !== undefined) yield whole;
    }
}

/** Whether a letter and the text of its option end a line. */
function isWithText(text: string, { end, letters }: Statement, question: ChoiceQuestion): boolean {
  const own = comparableOptions(question).find(({ letter }) => letter === letters);
  const isText =
    own !== undefined && lowerCase(text.slice(end - own.text.length, end)) === own.text;
  const until = isText ? end : ownTextEnd(text, end, letters, question);
  return until !== undefined && /^[.,;。、]?[ \t]{0,4}(?:\n|$)/.test(text.slice(until, until + 8));
}

/**
 * What is below "The answers are:" on lines such as "A. …", "C. …": the letters of a multiple choice; undefined where
 * the lines list all its options, or are several for a single choice: a list to choose from, or of other questions.
 */
function withLinesBelow(
  text: string,
  found: Statement,
  question: ChoiceQuestion,
): Statement | undefined {
  const last = letterOf(question.options - 1);
  const letters = [...found.letters];
  const lines = text.slice(found.at, found.at + LONGEST_LIST).split('\n', MOST_OPTIONS);
  const isAlone = ONLY_MARKS.test(lines[0].slice(found.end - found.at));
  for (const line of lines.slice(1)) {
    // A blank line ends the list: a discussion of the other options may follow.
    const from = ITEM.exec(line)![0].length;
    const below = lettersAt(line, from, question) ?? optionTextAt(line, from, question);
    const isNext =
      below !== undefined &&
      (isWithText(line, below, question) || (isAlone && ONLY_MARKS.test(line.slice(below.end))));
    const letter = isNext ? below.letters : LABEL.exec(line)?.[1];
    if (letter === undefined || letter > last) break;
    letters.push(letter);
  }
  const distinct = sortedLetters(letters);
  if (distinct === found.letters || (question.type === 'single' && isAlone)) return found;
  if (question.type === 'single' || distinct.length === question.options) return undefined;
  return { ...found, letters: distinct };
}
