import { type RandomStream, randomInteger } from '../../random.ts';
import type { Intended } from './intended-answer.ts';

const ENGLISH_LETTERS = [
  'The answer is (X).',
  'Answer: X',
  'The correct answer is X.',
  'The answer is **X**.',
  'Therefore, the answer is (X).',
];
const CHINESE_LETTERS = [
  '故选X。',
  '答案是X。',
  '正确答案：X',
  '因此，答案为X。',
  '综上，本题选X。',
];
const ENGLISH_TEXTS = ['The answer is: X', 'X', 'Therefore, the answer is X.'];
const CHINESE_TEXTS = ['答案是：X', 'X', '因此答案为：X'];

const ENGLISH_REASONS = [
  'Each option is held against what is asked. ',
  'The question asks for the option that fits every condition. ',
  'The facts given narrow it down, and the remaining options contradict one of them. ',
  'Comparing what is stated with each option leaves one reading. ',
];
const CHINESE_REASONS = [
  '先分析题意。',
  '题干给出的条件排除了其余选项。',
  '逐项比较后，只有一种说法符合全部条件。',
  '结合所学知识进行判断。',
];

/** Percentage of answers that begin with reasons. */
const REASONED = 60;

/**
 * An answer in the words of one of several ways of putting it, with some sentences of reasons before it more often than
 * not. The reasons name no letter.
 * @param mayReason false where an explanation stands before it
 */
export function phrase(
  intended: Intended,
  isChinese: boolean,
  random: RandomStream,
  mayReason = true,
): string {
  const isReasoned = mayReason && randomInteger(random, 100) < REASONED;
  const reasons = isReasoned ? reasoning(isChinese, random) : '';
  const answer = intended.kind === 'letters' ? intended.letters.join('') : intended.text;
  const forms =
    intended.kind === 'letters'
      ? isChinese
        ? CHINESE_LETTERS
        : ENGLISH_LETTERS
      : isChinese
        ? CHINESE_TEXTS
        : ENGLISH_TEXTS;
  const form = forms[randomInteger(random, forms.length)];
  return `${reasons === '' ? '' : `${reasons}\n\n`}${form.split('X').join(answer)}`;
}

/** One to three sentences that lead to no answer by themselves. */
export function reasoning(isChinese: boolean, random: RandomStream): string {
  const sentences = isChinese ? CHINESE_REASONS : ENGLISH_REASONS;
  const first = randomInteger(random, sentences.length);
  const many = 1 + randomInteger(random, 3);
  return Array.from({ length: many }, (_, k) => sentences[(first + k) % sentences.length])
    .join('')
    .trim();
}
