import { describe, expect, test } from 'vitest';
import { scoreOutput } from '../../src/scoring/score-output.ts';
import {
  BRIDGE,
  CAPITAL,
  COLOURS,
  DUMPLINGS,
  itemOf,
  RIVER,
  TEA,
  TIDE,
  WEEKDAY,
} from '../prompt/items.ts';

const score = (item: Parameters<typeof scoreOutput>[0], output: string | string[], more = {}) =>
  scoreOutput(item, output, more).score;

describe('choices', () => {
  test('are right or wrong by their letters', () => {
    expect(scoreOutput(TIDE, 'It pulls. The answer is (B)')).toEqual({
      extracted: 'B',
      rule: 'statement',
      reason: null,
      score: 1,
    });
    expect(score(TIDE, 'The answer is (C)')).toBe(0);
    expect(score(WEEKDAY, '答案是A')).toBe(1);
    expect(score(TIDE, 'Surely the moon.')).toBe(1);
    expect(scoreOutput(TIDE, '')).toMatchObject({ extracted: null, reason: 'empty', score: 0 });
  });

  test('of several letters are worth a share of the key on request', () => {
    expect(score(COLOURS, 'The answer is (ACD)')).toBe(1);
    expect(score(COLOURS, 'The answer is (AD)')).toBe(0);
    expect(score(COLOURS, 'The answer is (AD)', { partial: true })).toBe(2 / 3);
    expect(score(COLOURS, 'The answer is (ABD)', { partial: true })).toBe(0);
  });

  test('are extracted as a published evaluation did, on request', () => {
    const output = '答案可能不是B。';
    expect(scoreOutput(TIDE, output, { mode: 'cmb' })).toMatchObject({ extracted: 'B', score: 1 });
    expect(score(TIDE, output)).toBe(0);
  });

  test('are read as the wrong statement if the stem asks for it', () => {
    const wrong = itemOf({
      type: 'single',
      stem: 'Which is NOT red?',
      options: { A: 'blood', B: 'grass' },
      key: ['B'],
    });
    expect(scoreOutput(wrong, 'B is not red. B is wrong.')).toMatchObject({
      rule: 'called-wrong',
      score: 1,
    });
    expect(score(TIDE, 'B is wrong.')).toBe(0);
  });

  test('with a gap in their letters are read by their own letters', () => {
    const gap = itemOf({
      type: 'single',
      stem: 'Which?',
      options: { A: 'one', E: 'five' },
      key: ['E'],
    });
    expect(score(gap, 'The answer is (E)')).toBe(1);
    expect(scoreOutput(gap, 'The answer is (C)')).toMatchObject({ extracted: 'C', score: 0 });
    expect(score(gap, 'It is five.')).toBe(1);
  });
});

describe('orders', () => {
  test.each([
    ['The answer is (BAC)', 1],
    ['B, A, C', 1],
    ['B → A → C', 1],
    ['\\boxed{B \\rightarrow A \\rightarrow C}', 1],
    ['1. B\n2. A\n3. C', 1],
    ['1. B. boil the water\n2. A. pour the water\n3. C. drink', 1],
    // One pair of three is wrong: τ = 1/3.
    ['The answer is (ABC)', 2 / 3],
    ['答案是BCA', 2 / 3],
    // Two are: τ = −1/3.
    ['Answer: C, B, A', 1 / 3],
    ['The answer is (CAB)', 0],
    // The order that is stated counts, not the options listed.
    ['The answer is (BAC). The options were A, B and C.', 1],
    ['Answer: BAC. The given order was ABC', 1],
    ['Answer: BAC (the order was ABC)', 1],
    ['The correct order is BAC. In the question the order is ABC.', 1],
    ['BAC. The given order was ABC.', 1],
    ['The answer, given the order ABC, is BAC', 1],
    ['The answer is BAC, not ABC.', 1],
    ['答案：BAC。题目给出的顺序是ABC', 1],
    ['正确的顺序是BAC，而不是ABC。', 1],
    // A correction is an answer.
    ['Answer: ABC. Wait, the order should be BAC.', 1],
    ['The answer is ABC. No, actually BAC.', 1],
    ['答案不是ABC，而是BAC', 1],
    ['The given order was ABC. The correct order of the given options is BAC', 1],
    ['A. pour the water\nB. boil the water\nC. drink', 0],
    ['<think>The answer is (ABC)</think>The answer is (BAC)', 1],
    ['The answer is (BA)', 0],
    ['The answer is (BAB)', 0],
    ['The answer is (BACD)', 0],
    ['A patient came.', 0],
    ['', 0],
  ])('%s is worth %f', (output, expected) => {
    expect(score(TEA, output)).toBeCloseTo(expected, 15);
  });

  test('in Chinese', () => {
    expect(scoreOutput(DUMPLINGS, '先和面。\n答案是ＢＣＡ')).toMatchObject({
      extracted: 'BCA',
      score: 1,
    });
    expect(score(DUMPLINGS, '正确的顺序是B、C、A。')).toBe(1);
    expect(score(DUMPLINGS, '首先B，然后C，最后A')).toBe(1);
  });

  test('many letters, brackets or arrows get a score', () => {
    for (const piece of [
      'A',
      'A ',
      'A, B, ',
      '(',
      'A →',
      '1. A\n',
      'answer ',
      '- ',
      'not ABC ',
      'given order ',
    ])
      for (const item of [TEA, CAPITAL]) {
        expect([0, 1]).toContain(score(item, piece.repeat(20_000 / piece.length)));
      }
  });
});

describe('texts', () => {
  test.each([
    ['Oslo', 1],
    ['  oslo. ', 1],
    ['**Oslo**', 1],
    ['Oslo,\nNorway', 1],
    ['It was Christiania.\nThe answer is: Oslo.', 1],
    ['The answer is: Bergen\nNo. The answer is: Oslo', 1],
    ['Answer: Oslo', 1],
    ['The capital is Oslo', 0],
    ['Bergen', 0],
    ['', 0],
  ])('%s is worth %d', (output, expected) => {
    expect(score(CAPITAL, output)).toBe(expected);
  });

  test('signs and units count, forms of characters do not', () => {
    const minus = itemOf({ type: 'open', stem: 'How cold?', key: ['-5 ℃'] });
    expect(score(minus, '-5 °C')).toBe(1);
    expect(score(minus, '5 °C')).toBe(0);
    expect(score(RIVER, '答案是：长江。')).toBe(1);
    expect(score(RIVER, '答案是长江')).toBe(1);
  });

  test.each([
    ['.5', '5', 0],
    ['.5', '.5', 1],
    ['5', '5.', 1],
    ['5', '.5', 0],
    ['5!', '5', 0],
    ['5!', '5!', 1],
    ['5!', '5!.', 1],
    ['5!', '**5!**', 1],
    ['5!!', '5!', 0],
    ['(n+1)!', '(n+1)', 0],
    ['x[1]!', 'x[1]', 0],
    ['Oslo', 'Oslo!', 1],
    ['Oslo', '"Oslo"!!', 1],
    ['!', '!', 1],
  ])('the reference %s and the answer %s: %d', (reference, output, expected) => {
    const item = itemOf({ type: 'open', stem: 'What?', key: [reference] });
    expect(score(item, `The answer is: ${output}`)).toBe(expected);
  });

  test('a refusal is no answer', () => {
    expect(score(CAPITAL, "I'm sorry for the delay. The answer is: Oslo")).toBe(1);
    expect(scoreOutput(CAPITAL, "I'm sorry, I cannot help.")).toMatchObject({
      extracted: null,
      reason: 'refusal',
    });
  });
});

test('a case is the mean over its questions, and one without an output is 0', () => {
  expect(score(BRIDGE, ['Close it', 'The carpenter.'])).toBe(1);
  const half = scoreOutput(BRIDGE, ['Close it']);
  expect(half).toMatchObject({ extracted: 'Close it', reason: null, score: 0.5 });
  expect(half.turns?.map(({ reason }) => reason)).toEqual([null, 'empty']);
  expect(scoreOutput(BRIDGE, [])).toMatchObject({ extracted: null, reason: 'empty', score: 0 });
});
