import type { ChoiceQuestion, Statement } from './extraction.ts';
import { lettersAt } from './letters.ts';

/** Where a sentence, or what it concludes, begins. */
const BEGIN = String.raw`(?:^|[.!?。:;\n]\s{0,3}|(?:^|[\s,])(?:so|thus|therefore|hence),?\s|所以|因此|故)`;
const BUT = String.raw`\s(?:but|except|besides|apart from|other than)(?: for)?(?=[\s(*])`;
const EVERY = `(?:everything|every (?:option|choice)|all(?: (?:of )?(?:the )?(?:options|choices|statements|answers))?)`;
const NONE = `(?:nothing|none of (?:them|these|(?:the|these) (?:options|choices|statements|answers))|no (?:other )?(?:option|choice|statement|answer))`;
const IS = String.raw`^[)\]*_"'”]{0,4}\s(?:is|are|can be|must be)\s`;
/** It ends its clause: "wrong in children" says less. */
const END = String.raw`(?=[*_]{0,3}\s{0,2}(?:[.,;!。]|$))`;

/** What stands before the letters, and what after them. */
const SENTENCES = [
  {
    before: new RegExp(`${BEGIN}${EVERY}${BUT}`, 'gi'),
    after: new RegExp(
      `${IS}(?:clearly |definitely )?(?:wrong|incorrect|false|untrue|inaccurate|ruled out|eliminated|excluded|impossible)${END}`,
      'im',
    ),
  },
  {
    before: new RegExp(`${BEGIN}${NONE}${BUT}`, 'gi'),
    after: new RegExp(`${IS}(?:correct|right|true|possible|valid|acceptable)${END}`, 'im'),
  },
  {
    before: new RegExp(String.raw`${BEGIN}\s{0,2}除了?(?=(?:选项)?\s?[A-Z])`, 'gi'),
    after: new RegExp(
      `^(?:选?项)?[以之]?外,?(?:其[他余]|别的|所有)?(?:的?(?:选项|各?项))?(?:都|均|全|皆)(?:是|为)?(?:不正确|错误|错|不对|有误)的?${END}`,
      'm',
    ),
  },
];
const LONGEST_AFTER = 64;

/**
 * The options that are left where a sentence calls all others wrong: "Everything but B is wrong", "None of the options but B is
 * correct", 除了B以外都是错误的. None where two such sentences differ, or the question asks for what is wrong.
 */
export function* allButWrong(text: string, question: ChoiceQuestion): Iterable<Statement> {
  if (question.asksForWrong === true) return;
  const left = SENTENCES.flatMap(({ before, after }) =>
    [...text.matchAll(before)].flatMap(({ 0: words, index }) => {
      const found = lettersAt(text, index + words.length, question);
      const isWhole =
        found !== undefined && after.test(text.slice(found.end, found.end + LONGEST_AFTER));
      return isWhole ? [found] : [];
    }),
  );
  const isOne = new Set(left.map(({ letters }) => letters)).size === 1;
  if (isOne && left[0].letters !== '') yield { ...left[0], at: 0 };
}
