import { type ChoiceQuestion, letterOf } from './extraction.ts';

const ORDINALS = 'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth'.split('|');
/** Not the "2" of "option 2.5". */
const NUMBER = String.raw`([1-9])(?!\d|\.\d|\s?%)`;
const NAMED = new RegExp(
  String.raw`\b(options?|choices?|antwort|réponse|respuesta|opción)\s(?:no\.\s?|number\s|#)?${NUMBER}((?:\s?(?:,|and|or|&)\s?[1-9](?!\d))*)`,
  'gi',
);
const STATED = new RegExp(
  String.raw`\b((?:correct|right|best)\s(?:option|choice)\sis\s(?:number\s)?)${NUMBER}|^\W{0,3}number\s${NUMBER}`,
  'gi',
);
const ORDINAL = new RegExp(
  String.raw`\b(?:the\s)(?:(${ORDINALS.join('|')})|last)\s(?:option|one|choice|answer)(?=\s(?:is\s(?:correct|right|true|the\s(?:answer|correct|right|best))|fits\b)|\s{0,2}[.!;,]?\s{0,2}$)`,
  'gi',
);
const CHINESE = /第([一二三四五六七八九1-9])(?:个选项|项)|选项([1-9])(?!\d)/g;
const CIRCLED = /[①-⑨]/g;
/** Circled numbers that do not number statements. */
const ONLY_CIRCLED =
  /^[^①-⑨]{0,24}[①-⑨](?:\s?[、,和与及]?\s?[①-⑨]){0,8}(?:项|正确|是?正确的?)?\s{0,2}[.。)）]?\s*$/;
/** The whole text, or "option d". */
const SMALL_ALONE =
  /^[\s([*]{0,3}[a-h][)\]*.]{0,3}(?:\s?(?:,|and|&)\s?[([*]{0,2}[a-h][)\]*.]{0,3}){1,8}\s*$|^[\s([*]{0,3}[b-h][)\]*]{0,2},?\s(?:because|since|as)\b/;
const SMALL_NAMED =
  /\b(options?|choice|answer)\s([b-hj-z]|a(?=\s(?:is|fits|seems|works)\b|[.,;)]))(?![a-z0-9'-])/gi;

/**
 * A text with capital letters where it names options by numbers ("option 3", 第二项, ②, "the last option") or by small letters ("option
 * d"); undefined where it does not, or the texts of the options have such numbers themselves.
 */
export function respelled(text: string, question: ChoiceQuestion): string | undefined {
  const { options, optionTexts = [] } = question;
  const letter = (digit: string | number) => letterOf(Number(digit) - 1);
  const areNumbered = optionTexts.some((own) =>
    /[①-⑨]|^\s*[1-9]\s*$|\b(?:option|choice)\s\d|第.项/i.test(own),
  );
  let said = text.replace(
    SMALL_NAMED,
    (_, word, small: string) => `${word} ${small.toUpperCase()}`,
  );
  if (SMALL_ALONE.test(said))
    said = said.replace(/(?<![A-Za-z])[a-h](?![A-Za-z])/g, (small) => small.toUpperCase());
  if (!areNumbered) {
    said = said
      .replace(
        NAMED,
        (_, word, first, others: string) =>
          `${word} ${letter(first)}${others.replace(/\d/g, letter)}`,
      )
      .replace(STATED, (_, is, number, other) => `${is ?? 'option '}${letter(number ?? other)}`)
      .replace(
        ORDINAL,
        (_, word?: string) =>
          `option ${letter(word === undefined ? options : ORDINALS.indexOf(word.toLowerCase()) + 1)}`,
      )
      .replace(CHINESE, (_, ordinal?: string, digit?: string) => {
        const k = '一二三四五六七八九'.indexOf(ordinal ?? '') + 1;
        return `选项${letter(digit ?? (k > 0 && ordinal !== undefined ? k : ordinal!))}`;
      });
    if (ONLY_CIRCLED.test(said))
      said = said.replace(CIRCLED, (number) => letter(number.charCodeAt(0) - 0x245f));
  }
  return said === text ? undefined : said;
}
