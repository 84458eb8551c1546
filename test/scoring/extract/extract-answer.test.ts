import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractAnswer } from '../../../src/scoring/extract/extract-answer.ts';
import type { ChoiceQuestion } from '../../../src/scoring/extract/extraction.ts';
import { EXTRACTION_MODES, extractorOf } from '../../../src/scoring/extract/modes.ts';
import { repetitions } from '../../repetitions.ts';
import { CASES } from './cases.ts';

test('has many cases, in English and Chinese', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(80);
  expect(CASES.filter(({ output }) => /[\u4E00-\u9FFF]/.test(output)).length).toBeGreaterThan(30);
});

test.each(CASES)(
  '$output → $expected',
  ({ output, expected, type = 'single', options = 5, ...rest }) => {
    const { extracted, reason } = extractAnswer(output, { type, options, ...rest });
    expect(extracted ?? reason).toBe(expected);
    expect(reason === null).toBe(extracted !== null);
  },
);

/** Words that cues, links, brackets and negations are made of, and plain characters between them. */
const fragments = fc.constantFrom(
  ...[
    'answer',
    'The answer is',
    'is',
    'not',
    "don't",
    'if',
    'option',
    'A',
    'B',
    '(C)',
    'D.',
    '**',
    '(',
  ],
  ...[
    '答案是',
    '故选',
    '不',
    '选',
    '是',
    '为',
    '、',
    '。',
    '：',
    '"answer":',
    '{',
    '}',
    '\\boxed{',
    '\\text{',
  ],
  ...[
    '<think>',
    '</think>',
    '```',
    '\n',
    ' ',
    ',',
    'and',
    'or',
    '?',
    '.',
    "'",
    'I think',
    'sorry',
    'E',
  ],
  ...['正确', '错误', 'Ａ', '（', 'wait,', 'it is', 'therefore', '\u200b', '\ud800', '💊'],
);
const reasoning = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(fragments, { maxLength: 40 }).map((parts) => parts.join('')),
  fc.array(fragments, { maxLength: 40 }).map((parts) => parts.join(' ')),
);
const questions: fc.Arbitrary<ChoiceQuestion> = fc.record({
  type: fc.constantFrom('single' as const, 'multiple' as const),
  options: fc.integer({ min: 1, max: 26 }),
  optionTexts: fc.option(fc.array(fragments, { maxLength: 26 }), { nil: undefined }),
});

describe('for any text', () => {
  test.each(EXTRACTION_MODES)(
    '%s never throws, and gives letters of the question, ascending',
    (mode) => {
      fc.assert(
        fc.property(reasoning, questions, (output, question) => {
          const { extracted, reason } = extractorOf(mode)(output, question);
          expect(extracted === null).toBe(reason !== null);
          const letters = [...(extracted ?? '')];
          expect(letters).toEqual([...new Set(letters)].sort());
          for (const letter of letters)
            expect(letter.charCodeAt(0) - 65).toBeLessThan(question.options);
          if (question.type === 'single') expect(letters.length).toBeLessThanOrEqual(1);
        }),
        { numRuns: repetitions(2000, 330), seed: 1 },
      );
    },
  );

  test('a clear statement after it is the answer', () => {
    fc.assert(
      fc.property(reasoning, questions, fc.nat(), (text, question, n) => {
        // What stands in an unclosed block of thinking is no answer; a next question is not of this one's reasoning.
        const letter = String.fromCharCode(65 + (n % question.options));
        const { extracted } = extractAnswer(
          `${text.replaceAll('<think>', '')}\nThat settles it: so the answer is (${letter}).`,
          question,
        );
        expect(extracted).toBe(letter);
      }),
      { numRuns: repetitions(4000, 660), seed: 2 },
    );
  });
});

describe('long hostile texts have an answer or a reason for none', () => {
  const HOSTILE = [
    [
      '答案是',
      '(',
      '\\boxed{',
      '答案是A、',
      'A, ',
      'A and ',
      '"answer":',
      'The answer is ',
      '选',
      ' ',
      '\n',
    ],
    [
      'answer to ',
      '<think>',
      '**',
      'A',
      'not ',
      'B)\n',
      'so it is ',
      'Option B ',
      '\\text{',
      'answer (',
      'I am ',
    ],
    [
      'wait, actually ',
      'not A but ',
      'neither ',
      '(a) ',
      'A-',
      'A-B ',
      '\ud800',
      '<b>',
      'It is ',
      'B is wrong ',
    ],
    [
      'summarize all ',
      'The answer is (A)\n',
      '\n(a) answer: A',
      'Below is a ',
      'B错误',
      '我认为',
      '[[{{((',
      '总结以上',
    ],
    ['\nQuestion: ', 'answer: A\nQuestion: ', 'is the correct answer ', '。', 'Therefore (A) '],
    [
      'C is also correct ',
      '另外C也对',
      'A (or ',
      'A, possibly ',
      'before checking a ',
      'initial ',
      '初步',
    ],
    [
      'answer is A.B.C.D.',
      'change it from A ',
      '~~A',
      'hmm. A. ',
      'if it had ',
      'first answer: A\n',
    ],
  ].flat();
  const question = {
    type: 'multiple',
    options: 26,
    optionTexts: ['答案是', '((', 'A'],
    asksForWrong: true,
  } as const;
  test.each(EXTRACTION_MODES)('%s', (mode) => {
    for (const piece of HOSTILE) {
      const { extracted, reason } = extractorOf(mode)(
        piece.repeat(20_000 / piece.length),
        question,
      );
      expect(extracted === null).toBe(reason !== null);
    }
  });
});
