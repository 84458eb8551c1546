import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PROMPT_LANGUAGES } from '../../../src/prompt/prompt.ts';
import { wordingOf } from '../../../src/prompt/wording/language.ts';
import { explanationOf } from '../../../src/scoring/explanations/explanation-of.ts';
import { scoreExplanations } from '../../../src/scoring/explanations/score-explanations.ts';
import { extractorOf } from '../../../src/scoring/extract/modes.ts';

describe('the explanation in an output', () => {
  test.each([
    ['解析：血压升高（A错）。\n因此选择C。\n\n答案是C', '血压升高（A错）。'],
    ['**解析**：\n第一点。\n\n第二点。\n\n**答案是ABD**', '第一点。\n\n第二点。'],
    ['答案是C\n\n解析：它升高。', '它升高。'],
    ['它升高。\n故选C。', '它升高。'],
    ['它升高，所以答案是C。\n答案是C', '它升高，所以答案是C。'],
    ['<think>\n解析：想想\n答案是A\n</think>\n解析：它升高。\n答案是C', '它升高。'],
    [
      'Explanation: It rises. The answer is not A.\nThe answer is (C)',
      'It rises. The answer is not A.',
    ],
    ['The answer is (C).\n\n## Explanation:\nIt rises.', 'It rises.'],
    ['Explanation: It rises.\nTherefore, the correct answer is **C**.', 'It rises.'],
    ['解析：是水。\n答案是：水', '是水。'],
    ['Because A rises.\nAnswer: A, B', 'Because A rises.'],
  ])('%j', (output, expected) => expect(explanationOf(output)).toBe(expected));

  test.each(['', '答案是C', 'The answer is (C)', '解析：\n答案是C', '<think>解析：它升高。'])(
    '%j has none',
    (output) => expect(explanationOf(output)).toBeNull(),
  );

  test('a line of many blanks is read', () => {
    for (const blank of [' ', '* ', ', ', ') '])
      expect(
        explanationOf(
          `Explanation: x\nthe answer${blank.repeat(20_000)}A${blank.repeat(20_000)}!x`,
        ),
      ).toMatch(/^x/);
  });

  test('the form that prompts ask for gives both parts, whatever the explanation says', () => {
    const sentence = fc
      .array(fc.constantFrom('血压', '升高', '选项B错误', '，', '因为', 'It falls', ' ', 'C'), {
        minLength: 1,
        maxLength: 12,
      })
      .map((words) => `x${words.join('')}。`);
    fc.assert(
      fc.property(
        sentence,
        fc.constantFrom('A', 'B', 'D'),
        fc.constantFrom(...PROMPT_LANGUAGES),
        (text, letter, language) => {
          const { headings, answerLetters } = wordingOf(language);
          const output = `${headings.explanation}${text}\n\n${answerLetters(letter)}`;
          expect(explanationOf(output)).toBe(text);
          const question = {
            type: 'single',
            options: 5,
            optionTexts: undefined,
            asksForWrong: false,
          } as const;
          expect(extractorOf('default')(output, question).extracted).toBe(letter);
        },
      ),
    );
  });
});

describe('scores', () => {
  test('by hand: two of four characters, one of three pairs, against a reference of six', () => {
    const { metrics, ...counts } = scoreExplanations(
      [{ explanation: '左心衰竭', reference: '左心功能不全' }],
      'characters',
      1,
    );
    expect(counts).toEqual({ explanations: 1, without: 0 });
    const brevity = Math.exp(1 - 6 / 4);
    // No triple and no four are common: sacreBLEU's exponential smoothing counts 1/2 and 1/4 of one.
    const four = ((2 / 4) * (1 / 3) * (1 / 2 / 2) * (1 / 4 / 1)) ** 0.25;
    expect(metrics['BLEU-1'].value).toBeCloseTo(brevity * 0.5, 12);
    expect(metrics['BLEU-4'].value).toBeCloseTo(brevity * four, 12);
    expect(metrics['ROUGE-1'].value).toBeCloseTo(0.4, 12);
    expect(metrics['ROUGE-2'].value).toBeCloseTo(0.25, 12);
    expect(metrics['ROUGE-L'].value).toBeCloseTo(0.4, 12);
  });

  test('an explanation that is missing counts as an empty text', () => {
    const one = { explanation: '左心功能不全', reference: '左心功能不全' };
    const { metrics, without } = scoreExplanations(
      [one, { ...one, explanation: null }],
      'characters',
      1,
    );
    expect(without).toBe(1);
    for (const name of ['ROUGE-1', 'ROUGE-2', 'ROUGE-L'] as const)
      expect(metrics[name].value).toBeCloseTo(0.5, 12);
    // Six tokens against twelve.
    expect(metrics['BLEU-1'].value).toBeCloseTo(Math.exp(-1), 12);
    expect(metrics['BLEU-1'].low).toBeLessThan(metrics['BLEU-1'].value);
  });
});
