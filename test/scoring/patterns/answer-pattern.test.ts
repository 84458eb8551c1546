import { describe, expect, test } from 'vitest';
import { randomStream } from '../../../src/random.ts';
import { answerPatterns, type ReadAnswer } from '../../../src/scoring/patterns/answer-pattern.ts';
import { positionEffect } from '../../../src/scoring/patterns/position-effect.ts';

const LETTERS = 'ABCDEFGHIJ';
const read = (extracted: string | null, key: string, options = 4): ReadAnswer => ({
  extracted,
  reason: null,
  refused: false,
  choice: { key, options },
});
const kinds = (answers: readonly ReadAnswer[]) => answerPatterns(answers).map((p) => p.pattern);

/**
 * A model that is right of a share of the items, fewer where there are more options, and answers one letter at some.
 * @param favourite the place that it answers at, counted from 0; −1 for the last
 */
function model(
  random: () => number,
  answers: number,
  { ability = 0.6, bias = 0, favourite = 0 } = {},
): ReadAnswer[] {
  return Array.from({ length: answers }, () => {
    const options = random() < 0.5 ? 4 : 10;
    const key = LETTERS[Math.floor(random() * options)];
    if (random() < bias) return read(LETTERS[(favourite + options) % options], key, options);
    const right = random() < ability - (options === 10 ? 0.3 : 0);
    const other = LETTERS[(LETTERS.indexOf(key) + 1) % options];
    return read(right ? key : other, key, options);
  });
}

describe('the same letter', () => {
  const keys = Array.from({ length: 61 }, (_, t) => LETTERS[t % 4]);

  test('for all answers is found, whatever the keys but itself', () => {
    expect(answerPatterns(keys.map((key) => read('A', key)))).toEqual([
      { pattern: 'same-letter', count: 61, of: 61, letter: 'A', keys: 16 },
    ]);
    expect(kinds(keys.map(() => read('A', 'A')))).toEqual([]);
    // 55 right keys A, 6 others: too few to tell a bad extraction from a bank of such keys.
    expect(kinds(keys.map((_, t) => read('A', t < 6 ? 'B' : 'A')))).toEqual([]);
  });

  test('for nearly all answers is found too; for most of them it is a matter of position', () => {
    const answers = (others: number) =>
      keys.map((key, t) => read(t < others ? (key === 'A' ? 'B' : key) : 'A', key));
    expect(answerPatterns(answers(3))[0]).toMatchObject({ pattern: 'same-letter', count: 58 });
    expect(kinds(answers(12))).toEqual(['position']);
  });

  test('of a few answers says nothing, nor do answers of several letters, texts, and none', () => {
    expect(kinds(keys.slice(0, 19).map((key) => read('A', key)))).toEqual([]);
    expect(kinds(keys.map((key) => read('AB', key)))).toEqual([]);
    expect(kinds(keys.map((key) => ({ ...read('A', key), choice: null })))).toEqual([]);
    expect(kinds([])).toEqual([]);
  });
});

describe('fewer right than by chance', () => {
  const wrong = (key: string, options: number) =>
    LETTERS[(LETTERS.indexOf(key) + 1 + (LETTERS.indexOf(key) % (options - 1))) % options];
  const allWrong = (answers: number, options: number) =>
    Array.from({ length: answers }, (_, t) => {
      const key = LETTERS[t % options];
      return read(wrong(key, options), key, options);
    });

  test.each([
    [2, 10],
    [4, 25],
    [10, 66],
  ])('with %i options each none of %i right is found, one answer less is not', (options, least) => {
    const [pattern] = answerPatterns(allWrong(least, options));
    // (1 − 1/k)ⁿ is the probability that a guesser has none right.
    expect(pattern).toMatchObject({ pattern: 'below-chance', count: 0, of: least });
    expect(pattern).toHaveProperty('p', expect.closeTo((1 - 1 / options) ** least, 12));
    expect(pattern).toHaveProperty('expected', expect.closeTo(least / options, 9));
    expect(kinds(allWrong(least - 1, options))).not.toContain('below-chance');
  });

  test('is found in at most 1 of 1,000 tests of models that guess, whatever the numbers of options', () => {
    const random = randomStream('patterns', 'guessing');
    const TESTS = 4000;
    let found = 0;
    for (let k = 0; k < TESTS; k++) {
      const answers = Array.from({ length: [12, 30, 100][k % 3] }, () => {
        const options = [2, 4, 5, 10][Math.floor(4 * random())];
        const letter = () => LETTERS[Math.floor(options * random())];
        return read(letter(), letter(), options);
      });
      if (kinds(answers).includes('below-chance')) found++;
    }
    expect(found).toBeLessThanOrEqual(4 + 3 * Math.sqrt(4));
  });

  test('counts answers that were read alone: unread ones are no wrong choices', () => {
    const unread = Array.from({ length: 50 }, () => read(null, 'A'));
    expect(kinds([...allWrong(10, 4), ...unread])).toEqual(['unreadable']);
    expect(kinds([...allWrong(25, 4), ...unread])).toEqual(['below-chance', 'unreadable']);
  });

  test('counts letters beside the key, which a key counted from the wrong number gives', () => {
    const keys = Array.from({ length: 40 }, (_, t) => LETTERS[t % 3]);
    const shifted = keys.map((key) => read(LETTERS[LETTERS.indexOf(key) + 1], key));
    expect(answerPatterns(shifted)).toMatchObject([{ after: 40, before: 0 }]);
  });
});

describe('the position of the key', () => {
  test('is found to matter in at most 1 of 1,000 tests of models that do not mind it', () => {
    const random = randomStream('patterns', 'null');
    const sizes = [30, 60, 120];
    const TESTS = 4000;
    let found = 0;
    let small = 0;
    let tested = 0;
    for (let k = 0; k < TESTS; k++) {
      const answers = model(random, sizes[k % sizes.length], { ability: 0.35 + 0.6 * random() });
      if (kinds(answers).length > 0) found++;
      const effect = positionEffect(
        answers.map(({ choice, extracted }) => ({ ...choice!, right: extracted === choice!.key })),
      );
      if (effect === null) continue;
      tested++;
      if (effect.p < 0.05) small++;
    }
    // Three standard errors of a rate of 1 in 1,000; and 5% of p values are below .05.
    expect(found).toBeLessThanOrEqual(4 + 3 * Math.sqrt(4));
    expect(small / tested).toBeGreaterThan(0.039);
    expect(small / tested).toBeLessThan(0.061);
  });

  test('is not mistaken for the number of options, which late keys go with', () => {
    const random = randomStream('patterns', 'options');
    const answers = model(random, 4000, { ability: 0.9 });
    const without = answers.map(({ choice, extracted }) => ({
      key: choice!.key,
      options: 10,
      right: extracted === choice!.key,
    }));
    expect(positionEffect(without)!.p).toBeLessThan(1e-6);
    expect(kinds(answers)).toEqual([]);
  });

  test.each([
    ['the first option', 0],
    ['the last option', -1],
  ])('is found where 60% of 200 answers are %s', (_, favourite) => {
    const random = randomStream('patterns', 'power', favourite);
    let found = 0;
    for (let k = 0; k < 100; k++)
      if (kinds(model(random, 200, { bias: 0.6, favourite })).includes('position')) found++;
    expect(found).toBeGreaterThanOrEqual(80);
  });

  test('gives the shares where most and fewest are right, and finite numbers', () => {
    const answers = Array.from({ length: 400 }, (_, t) => {
      const key = LETTERS[t % 4];
      return read(key === 'D' || t % 8 < 4 ? 'D' : key, key);
    });
    const [pattern] = answerPatterns(answers);
    expect(pattern).toMatchObject({ pattern: 'position', of: 400, best: { keys: 'D', share: 1 } });
    for (const answersOf of [[], answers.slice(0, 1), answers.map(() => read('A', 'A'))])
      expect(JSON.stringify(answerPatterns(answersOf))).not.toContain('null');
  });
});

test('ties between options are counted, however few', () => {
  const answers = (ties: number) => [
    ...Array.from({ length: ties }, () => read('B=D', 'B')),
    ...Array.from({ length: 30 - ties }, (_, t) => read(LETTERS[t % 4], LETTERS[t % 4])),
  ];
  expect(answerPatterns(answers(4))).toEqual([{ pattern: 'tied', count: 4, of: 30 }]);
  expect(answerPatterns(answers(1))).toEqual([{ pattern: 'tied', count: 1, of: 30 }]);
  expect(answerPatterns(answers(0))).toEqual([]);
  // An open answer may look like one.
  expect(answerPatterns(answers(30).map((answer) => ({ ...answer, choice: null })))).toEqual([]);
});

describe('missing answers', () => {
  const none = (reason: string | null, refused = false) => ({
    ...read(null, 'A'),
    reason,
    refused,
  });
  const good = Array.from({ length: 80 }, (_, t) => read(LETTERS[t % 4], LETTERS[t % 4]));
  const twenty = (answer: ReadAnswer) => [...good, ...Array.from({ length: 20 }, () => answer)];

  test.each([
    ['unreadable', none('none')],
    ['unreadable', none(null)],
    ['unreadable', none('truncated')],
    ['declined', none('refusal')],
    ['refused', none(null, true)],
  ])('are %s', (pattern, answer) => {
    expect(answerPatterns(twenty(answer))).toMatchObject([{ pattern, count: 20, of: 100 }]);
    expect(kinds([...good, answer])).toEqual([]);
  });

  test('tells how many were cut off, and how many were empty', () => {
    expect(answerPatterns(twenty(none('truncated')))).toMatchObject([{ truncated: 20, empty: 0 }]);
    expect(answerPatterns(twenty(none('empty')))).toMatchObject([{ truncated: 0, empty: 20 }]);
  });
});
