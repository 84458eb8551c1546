import { type ChoiceQuestion, type Statement, sortedLetters } from './extraction.ts';
import { isExcepted, listedBefore } from './listed-before.ts';

const CORRECT =
  /\s(?:is|are|must be|should be)\s(?:clearly\s|the most\s|most\s|therefore\s|also\s|all\s|both\s)?(?:correct|right|true|accurate)\b|(?:[两二三四五六]?选?项)?的?(?:说法|描述|表述|叙述|陈述|观点)?(?:是|为|均|都|才|也){0,2}(?:正确|成立|可取|站得住脚|对的|对(?=\s{0,2}(?:[,;。.A-Z]|$))|符合题意)|(?:\s?[:|]\s?|\s[-–—]\s)\*{0,2}(?:(?:true|correct|yes|right)\b|正确)(?=[*_]{0,2}\s{0,2}(?:[.,;|。\n]|[-–—]\s|$))|\s?[✓✔√☑✅]/gi;

/** Before the letter: "if you think that A is right". */
const SUPPOSED =
  /\b(?:if|when|whether|unless)\s(?:you\s(?:[a-z]{2,10}\s){1,2})?(?:that\s)?(?:options?\s)?[([*"'“]{0,3}$/i;
const LONGEST_SUPPOSED = 56;

/** "Option B is correct", "A、B、D正确", "B项符合题意": of a single choice, where one option alone is called so. */
export function* calledCorrect(text: string, question: ChoiceQuestion): Iterable<Statement> {
  const named: string[] = [];
  let end = 0;
  for (const match of text.matchAll(CORRECT)) {
    const listed = isOfOption(match, question)
      ? undefined
      : listedBefore(text, match.index, question);
    if (listed === undefined || isExcepted(text, listed.at)) continue;
    if (SUPPOSED.test(text.slice(Math.max(0, listed.at - LONGEST_SUPPOSED), listed.at))) continue;
    named.push(...listed.letters);
    end = match.index + match[0].length;
  }
  const letters = sortedLetters(named);
  if (letters.length === 1 || (letters !== '' && question.type === 'multiple'))
    yield { at: 0, end, letters };
}

/** Whether an option says it itself, "Consistent when E is true": the letter is a name in it. */
function isOfOption({ 0: words, index, input }: RegExpExecArray, { optionTexts }: ChoiceQuestion) {
  const said = input.slice(Math.max(0, index - 1), index) + words;
  return optionTexts?.some((option) => option.includes(said)) === true;
}
