import { type ChoiceQuestion, letterOf, type Statement } from './extraction.ts';
import { lettersAt } from './letters.ts';

/** A sentence that chooses every option: 全选, 以上全部正确, "All of the above are correct." */
const ALL =
  /(?:^|[\n。.,;:]|答案[是为]?|故|因此|所以|应该?)\s{0,3}(?:选择?)?(?:全选|(?:以上|上述)(?:所有|各)?(?:选项|说法|各?项)?(?:全部|全都|全|都|均|皆)(?:是?正确|[是为]?对的?|符合题意|要?选)|(?:全部|所有)(?:选项|说法|都|均|皆)?(?:都|均|皆)?(?:正确|符合题意|选)|all (?:of the above|(?:the |of the )?(?:options|choices|statements|answers))(?: (?:are|is))?(?: (?:correct|true|right))?)\s{0,2}(?=[。.,;!\n]|$)/i;
/** A sentence that chooses every option but one or some: "All except C", 除了C以外都对. Its letters follow. */
const BUT =
  /(?:^|[\n。.,;:]\s{0,3})(?:(?:all|everything|every (?:option|one)|all (?:the |of the )?(?:options|statements)|all of (?:these|them))(?: (?:is|are) (?:correct|true|right))? ?,?(?:except|but|apart from|other than)(?: for)?(?: options?)?(?=[\s(])|除了?(?:选项)?(?=\s?[A-Z][^。.\n]{0,12}(?:都|均|全|皆)是?(?:正确|对|可选|要?选|符合)))/i;
/** An option that says so itself is the answer to be read. */
const IS_OPTION = /以上|上述|of the above|all of/i;

/** All options of a multiple choice, or all but those named, where a sentence chooses them together. */
export function* allOptions(text: string, question: ChoiceQuestion): Iterable<Statement> {
  if (question.type !== 'multiple') return;
  const but = BUT.exec(text);
  const left = but === null ? undefined : lettersAt(text, but.index + but[0].length, question);
  if (left === undefined && !ALL.test(text)) return;
  if (question.optionTexts?.some((option) => IS_OPTION.test(option)) === true) return;
  const all = Array.from({ length: question.options }, (_, k) => letterOf(k));
  const letters = all.filter((letter) => left?.letters.includes(letter) !== true).join('');
  yield { at: 0, end: text.length, letters };
}
