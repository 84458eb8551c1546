import { type ChoiceQuestion, letterOf, type Statement, sortedLetters } from './extraction.ts';
import { lettersAt, ownTextEnd, skipClosing } from './letters.ts';
import { isRuledOut } from './negation.ts';
import { comparable, comparableOptions } from './options.ts';

/** A line of a code block, or a tag alone. */
const FENCE = /^\s{0,3}(?:(?:```|~~~)\w{0,16}|<\/?\w{1,16}>)\s*$/;
const REASON =
  /^[.。,、;:)\]}*_`\s]{0,6}(?:because|since|as the|explanation|reason|rationale|因为|由于|理由|原因|解析|解释|分析|说明|依据|根据|其中|其余|其他|(?:but\s)?not\s(?:options?\s)?[([*]{0,3}[A-Z](?![A-Za-z])|(?:而)?(?:不是|非)\s?[A-Z])/i;
/** Several letters are no beginning of a sentence, so that another may follow: "A and D. B is irrelevant." */
const SENTENCE_ENDS = /^[)\]}*_`]{0,4}(?:\.\s|。)/;
const STARTS_WITH_LETTER = /^\s*\p{L}/u;
/** Between a label and the text of its option. */
const AFTER_LABEL = /^[\s.。、:;,)\]}】*_`"'-]{0,16}/;
/** A longer line with a label says more than the text of an option. */
const LONGEST_LABEL = 60;
/** An instruction of the prompt that is repeated before the letter: "Answer with the letter only. A", 请只回答选项字母。A */
const ECHO =
  /^[\s*_]{0,4}(?:(?:please\s)?(?:answer|respond|reply|choose|select|pick|give|write|output|return|provide)\s[^.!?:\n]{0,80}\b(?:letters?|options?|explanations?|explain)\b[^.!?:\n]{0,40}[.!]\s{1,3}(?:(?:sure|ok|okay|of course|certainly)[.,!:]\s{1,3})?|请?(?:只需?要?|仅需?|直接)(?:请)?(?:回答|给出|输出|写出|填写|选择)[^。.:!?\n]{0,24}(?:字母|选项|解释)[^。.:!?\n]{0,12}[。.!]\s{0,3})/i;
/** Of the question, before its answer: "Q12: D", "12) C". */
const NUMBER_OF_QUESTION = /^\s*(?:Q(?:uestion\s)?)?\d{1,3}\s?[.):]\s{1,2}/;
const LEADS_ON =
  /(?:,|\b(?:and|or|but|the|an?|of|to|is|are|in|with|for|by|as|that|which|because))\s*$/i;
const NOTHING_MORE = /^[\s.。,、!;)\]}*_`]{0,16}$/;
/** `B. Insulin`, `B。胰岛素`, but not the `A、` of an enumeration. */
export const LABEL =
  /^[\s>*_#([【`$-]{0,8}([A-Z])(?:[)\]】*_`]{0,4}[.。;](?=\s?[A-Z]选?项)|(?:[)\]】*_`]{0,4}[.。、:;,)\]】]|[)\]】*]|(?=\([\u4E00-\u9FFFA-Z]+[\u4E00-\u9FFF]))(?!\S{0,2}\))(?!\s?[A-Z](?![A-Za-z]))(?![*)\]】]{0,3}\s?(?:and|or|[和与或及&,])\s?[([【*]{0,3}[A-Z](?![A-Za-z])))/;

/** A line that is nothing but the answer, the last line before the first; else the one label of lines such as "B. Insulin". */
export function* lineAnswers(text: string, question: ChoiceQuestion): Iterable<Statement> {
  const lines = writtenLines(text);
  if (lines.length === 1) lines[0] = lines[0].replace(NUMBER_OF_QUESTION, '');
  const found = bareLine(lines, question) ?? labelled(lines, question);
  if (found !== undefined && found !== '') yield { at: 0, end: text.length, letters: found };
}

/** The same where the text may have been cut: a label counts in the last line alone, and with the text of its option. */
export function* endingLines(text: string, question: ChoiceQuestion): Iterable<Statement> {
  const lines = writtenLines(text);
  const bare = lines.filter((line) => onlyLetters(line, question) !== undefined);
  // A bracket that is open, an item of a list or a line as those before it breaks off.
  const isEnd = STARTS_WITH_LETTER.test(lines.at(-1) ?? '') && new Set(bare).size === bare.length;
  const found =
    (isEnd ? bareLine(lines, question) : onlyLetters(lines[0] ?? '', question)) ??
    endingLabel(lines, question);
  if (found !== undefined && found !== '') yield { at: 0, end: text.length, letters: found };
}

function writtenLines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '' && !FENCE.test(line));
}

/** Empty if lines of letters decide nothing. */
function bareLine(lines: readonly string[], question: ChoiceQuestion): string | undefined {
  const bare = lines.map((line) => onlyLetters(line, question));
  const ending = bare.at(-1);
  // Lines with nothing but letters: all of a multiple choice count; of a single choice none, where they differ.
  const several = sortedLetters(bare.join(''));
  if (!bare.includes(undefined) && several !== bare[0])
    return question.type === 'multiple' ? several : '';
  return (ending !== undefined && isNextLabel(ending, lines) ? undefined : ending) ?? bare[0];
}

function endingLabel(lines: readonly string[], question: ChoiceQuestion): string | undefined {
  const line = lines.at(-1) ?? '';
  const found = lettersAt(line, 0, question);
  if (found?.letters.length !== 1 || isNextLabel(found.letters, lines)) return undefined;
  // One of several options that are listed.
  if (LABEL.test(lines.at(-2) ?? '')) return undefined;
  const { letters, end } = found;
  const isOnly = labelled(lines, question) === letters;
  if (question.type === 'multiple' && !isOnly) return undefined;
  const own = comparableOptions(question).find((option) => option.letter === letters);
  // Without the text of the option: not the first of a list that breaks off.
  if (own === undefined) {
    const isWhole = line.length <= LONGEST_LABEL && !LEADS_ON.test(line);
    return isOnly && isWhole && letters !== 'A' ? letters : undefined;
  }
  return comparable(line.slice(end).replace(AFTER_LABEL, '')) === own.text ? letters : undefined;
}

/** The letters of a line that is nothing else, but for a reason given with them. */
export function onlyLetters(line: string, question: ChoiceQuestion): string | undefined {
  const found = lettersAt(line, ECHO.exec(line)?.[0].length ?? 0, question);
  if (found === undefined) return undefined;
  // A line can be as long as the text: its end is looked at only where it is near.
  const end = skipClosing(line, found.end);
  const rest = line.slice(end, end + 17);
  const isSentence = found.letters.length > 1 && SENTENCE_ENDS.test(rest);
  return isSentence || NOTHING_MORE.test(rest) || REASON.test(rest) ? found.letters : undefined;
}

/** True if a letter is the next of lines labelled A, B, …: the text breaks off within a discussion of all options. */
function isNextLabel(letter: string, lines: readonly string[]): boolean {
  const labels = lines.slice(0, -1).map((line) => LABEL.exec(upperLabel(line))?.[1]);
  const previous = String.fromCharCode(letter.charCodeAt(0) - 1);
  return labels.includes(previous) && !labels.includes(letter);
}

/** Parts of an answer have small labels: "a) …". */
function upperLabel(line: string): string {
  return line.slice(0, 10).toUpperCase() + line.slice(10);
}

function labelled(lines: readonly string[], question: ChoiceQuestion): string | undefined {
  const last = letterOf(question.options - 1);
  const labels: string[] = [];
  for (const line of lines) {
    const match = LABEL.exec(line);
    if (match === null || match[1] > last) continue;
    if (
      /^(?:[.、:]\s?)?(?:incorrect|wrong|false|no\b(?!\sother)|错误|不正确|is\s(?:weak|wrong|too|not))/i.test(
        line.slice(match[0].length).trimStart().slice(0, 12),
      )
    )
      continue;
    const found = lettersAt(line, 0, question);
    // "B. iron, C. zinc" is open, "B; A is too small" is not.
    if (found?.letters === '' && ownTextEnd(line, found.at + 1, match[1], question) !== undefined)
      return '';
    if (!isRuledOut(line, match[0].length - 1, match[0].length)) labels.push(match[1]);
  }
  const letters = sortedLetters(labels);
  // Roman numerals of headings.
  if (letters === 'I' && lines.some((line) => /^[\s*#]{0,6}II\b/.test(line))) return undefined;
  if (letters.length === 1) return letters;
  // All options, and below them one again.
  const again = labels.length === question.options + 1 ? labels.at(-1)! : 'A';
  const isRestated = again !== 'A' && letters.length === question.options;
  if (isRestated && LABEL.exec(lines.at(-1)!)?.[1] === again) return again;
  const restatesSome = labels.length === lines.length && letters.length < question.options;
  return question.type === 'multiple' && restatesSome ? letters : undefined;
}
