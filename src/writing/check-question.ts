import type { WritingIssue } from '../prompt/write/issues.ts';
import type { WrittenQuestion } from '../prompt/write/shown-question.ts';
import { isQuoted, plainForm } from './evidence.ts';
import { hasInstructions } from './instructions.ts';
import { personalData } from './personal-data.ts';

/** A key of fewer letters stands in many texts by chance; of Chinese, one character is a word. */
const LEAST_KEY = 3;
const LEAST_CHINESE_KEY = 2;
const CHINESE = /\p{Script=Han}/u;

/** What a program finds in one question, without a model. */
export function checkQuestion(question: WrittenQuestion, passage: string): WritingIssue[] {
  const { stem, options, explanation, evidence } = question;
  const found: WritingIssue['kind'][] = [];
  if (!isQuoted(passage, evidence)) found.push('no-evidence');
  if (isKeyInStem(question)) found.push('key-in-stem');
  const all = [stem, ...Object.values(options ?? {}), explanation].join('\n');
  if (personalData(all).length > 0) found.push('personal-data');
  if (hasInstructions(all) || hasInstructions(passage)) found.push('instruction');
  return found.map((kind) => ({ by: 'check', kind, note: '' }));
}

/** Whether the stem has the right option or answer in it, and no wrong one. */
function isKeyInStem({ type, stem, options, key }: WrittenQuestion): boolean {
  if (type === 'sequencing' || type === 'multiple') return false;
  const plain = plainForm(stem);
  const isIn = (text: string) => {
    const own = plainForm(text);
    const least = CHINESE.test(own) ? LEAST_CHINESE_KEY : LEAST_KEY;
    return own.length >= least && plain.includes(own);
  };
  if (options === null) return key.some(isIn);
  const wrong = Object.entries(options).filter(([letter]) => !key.includes(letter));
  return isIn(options[key[0]]) && !wrong.some(([, text]) => isIn(text));
}

/** What an auditor's own answer says of a question. @param solved null if it could not be read */
export function solutionIssues(
  { type, options, key }: WrittenQuestion,
  solved: readonly string[] | null,
): WritingIssue[] {
  if (solved === null) return [{ by: 'check', kind: 'unsolved', note: '' }];
  const isRight =
    options === null
      ? isSameAnswer(key, solved)
      : type === 'sequencing'
        ? solved.join('') === key.join('')
        : [...new Set(solved)].sort().join('') === [...key].sort().join('');
  if (isRight) return [];
  return [
    {
      by: 'solver',
      kind: 'key-wrong',
      note: (options === null ? solved.join('; ') : solved.join('')).slice(0, 300),
    },
  ];
}

/** Whether one of the answers is a reference answer, or has one in it. */
function isSameAnswer(key: readonly string[], given: readonly string[]): boolean {
  const answers = given.map(plainForm);
  return key.map(plainForm).some((one) => one !== '' && answers.some((own) => own.includes(one)));
}
