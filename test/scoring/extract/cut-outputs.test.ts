import { describe, expect, test } from 'vitest';
import { isCutAt } from '../../../src/finish-reason.ts';
import { extractAnswer } from '../../../src/scoring/extract/extract-answer.ts';
import { extractText } from '../../../src/scoring/extract/extract-text.ts';
import type { ChoiceQuestion } from '../../../src/scoring/extract/extraction.ts';
import { extractSequence } from '../../../src/scoring/extract/sequence.ts';

const single: ChoiceQuestion = { type: 'single', options: 4 };
const TRUNCATED = { extracted: null, reason: 'truncated' };

describe('an output that ended at the limit of tokens', () => {
  test.each([
    "Let's analyze. Option C says that the enzyme is inhibited, which would mean",
    'Option B is correct in that glucose rises. However, we still have to',
    'So B looks likely. But what about',
    'Choose between A',
    '逐项分析。选项C说该酶被抑制，这意味着',
    '因此B项符合题意。但是还要看',
  ])('says no answer by being on the way to one: %s', (output) => {
    expect(extractAnswer(output, single, true)).toMatchObject(TRUNCATED);
  });

  test.each([
    ['The answer is B. To see why, consider the enzyme', 'B'],
    ['Answer: (D)\n\nExplanation: the', 'D'],
    ['\\boxed{A} since the', 'A'],
    ['B\n\nThe enzyme is inhibited by', 'B'],
    ['**C**\nBecause', 'C'],
    // One token was asked for.
    [' C', 'C'],
    ['答案是D。因为', 'D'],
    ['{"answer": "A", "explanation": "The', 'A'],
  ])('counts where the answer is stated: %j is %s', (output, letter) => {
    expect(extractAnswer(output, single, true)).toMatchObject({ extracted: letter });
  });

  test.each([
    'Let me work through it. Option C would require the vessel to',
    '逐项分析。选项C说该酶被抑制，这意味着',
  ])('says none either if a filter ended it, and was refused: %s', (output) => {
    const refused = { extracted: null, reason: 'refusal' };
    expect(extractAnswer(output, single, isCutAt('content_filter'))).toMatchObject(refused);
    expect(extractSequence('First B, D, A, C and', ['A', 'B', 'C', 'D'], 'filtered')).toMatchObject(
      refused,
    );
    expect(extractText('We have 12 apples, and', 'answer', 'filtered')).toMatchObject(refused);
  });

  test('of a multiple choice as well', () => {
    const multiple: ChoiceQuestion = { type: 'multiple', options: 5 };
    expect(extractAnswer('A is right, and C', multiple, true)).toMatchObject(TRUNCATED);
    expect(extractAnswer('答案：ACD。解析：', multiple, true).extracted).toBe('ACD');
  });

  test('has an order only if one is stated', () => {
    const letters = ['A', 'B', 'C', 'D'];
    expect(extractSequence('First B, D, A, C and', letters, true)).toMatchObject(TRUNCATED);
    expect(extractSequence('The correct order is BDAC because', letters, true).extracted).toBe(
      'BDAC',
    );
  });

  test('answers an open question if a sentence or line that states the answer has an end', () => {
    expect(extractText('We have 12 apples, and then', 'answer', true)).toMatchObject(TRUNCATED);
    expect(extractText('The answer is 12', 'answer', true)).toMatchObject(TRUNCATED);
    expect(extractText('The answer is 12.', 'answer', true).extracted).toBe('12.');
    expect(extractText('Answer: 12\nLet us check', 'answer', true).extracted).toBe('12');
    // A text of several sentences is compared as it is.
    expect(extractText('The tide rises when', 'text', true).extracted).toBe('The tide rises when');
  });

  test('is read as before where it ended by itself', () => {
    const output = "Let's analyze. Option C says that the enzyme is inhibited, which would mean";
    expect(extractAnswer(output, single)).toMatchObject({ extracted: 'C' });
  });
});

describe('a longer output without a full stop, of which nothing says whether it was cut', () => {
  const sentence =
    'We look at each of these gases, and weigh what is known of it and of the leaf. ';
  const reasoning = sentence.repeat(5);
  const gases = {
    ...single,
    optionTexts: ['Oxygen', 'Nitrogen', 'Carbon dioxide', 'Argon'],
  } as const;

  test.each([
    ['B', 'B', 'B'],
    ['Option B', 'B', 'B'],
    ['B. Nitrogen', 'B', 'B'],
    ['Option B is correct', 'B', 'B'],
    ['The most likely one is (D)', 'D', 'D'],
    ['Carbon dioxide', 'C', null],
    ['A. Oxygen', 'A', null],
    // On the way to an answer.
    ['A. Oxygen\nB. Nitrogen', null, null],
    ['A. Oxygen\nC. Carbon dioxide', null, null],
    ['Oxygen\nNitrogen', null, null],
    ['B. Nitrogen is inert and', null, null],
    ['Option B is correct in that', null, null],
    ['Next, option C', null, null],
    ['(B', null, null],
    ['- A (Ala)\n- C', null, null],
    ['A\nit is fixed\nA', null, null],
    ['They give:\n- Carbon dioxide', null, null],
  ])(
    'says it at its end, or not at all: %j is %s, and %s without texts of options',
    (end, own, bare) => {
      const read = (question: ChoiceQuestion) =>
        extractAnswer(`${reasoning}\n\n${end}`, question).extracted;
      expect([read(gases), read(single)]).toEqual([own, bare]);
    },
  );

  test('says it in its first line', () => {
    expect(extractAnswer(`B\n\n${reasoning}And then`, single).extracted).toBe('B');
  });

  test('of a multiple choice all of it or nothing', () => {
    const several = { ...gases, type: 'multiple' } as const;
    expect(extractAnswer(`${reasoning}\nA, C`, several).extracted).toBe('AC');
    expect(extractAnswer(`${reasoning}\nB. Nitrogen\nC. Carbon dioxide`, several)).toMatchObject(
      TRUNCATED,
    );
  });
});

describe('why nothing was read', () => {
  test.each([
    ['A complete text that names no option', false, 'none'],
    ['We weigh the enzyme, and', false, 'none'],
    ['<think>The answer is B', false, 'empty'],
    ['The rate is low.\n<think>So it is B', false, 'none'],
    ['We weigh the enzyme.', true, 'truncated'],
    ['We weigh the enzyme, and', undefined, 'truncated'],
    ['首先比较各项，因为', undefined, 'truncated'],
    ['None of these', undefined, 'none'],
    ['<think>The answer is B', undefined, 'truncated'],
  ] as const)('%j, cut: %s: %s', (output, isCut, reason) => {
    expect(extractAnswer(output, single, isCut)).toMatchObject({ extracted: null, reason });
  });

  test('an open question or an order whose thinking ended by itself is not truncated', () => {
    const empty = { extracted: null, reason: 'empty' };
    expect(extractText('<think>12', 'answer', false)).toMatchObject(empty);
    expect(extractSequence('<think>BDAC', ['A', 'B', 'C', 'D'], false)).toMatchObject(empty);
  });
});
