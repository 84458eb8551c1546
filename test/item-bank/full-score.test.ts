import { describe, expect, test } from 'vitest';
import type { FullScore } from '../../item-bank/bank.ts';
import { fullScoreWeights } from '../../item-bank/full-score.ts';

const COUNT = 6;
const TAGS = {
  topic: { values: ['x', 'y', 'z'], codes: Uint16Array.of(0, 0, 0, 1, 1, 2) },
};
const weights = (fullScore: FullScore, available: number[]) => [
  ...fullScoreWeights(fullScore, TAGS, (j) => available.includes(j), COUNT),
];
const all = [0, 1, 2, 3, 4, 5];

describe('mean over items', () => {
  test('all asked', () => {
    expect(weights('items', all)).toEqual(Array(COUNT).fill(1 / 6));
  });
  test('some not asked', () => {
    expect(weights('items', [0, 3, 5])).toEqual([1 / 3, 0, 0, 1 / 3, 0, 1 / 3]);
  });
});

describe('unweighted mean of value means', () => {
  test('all asked', () => {
    expect(weights('macro:topic', all)).toEqual([1 / 9, 1 / 9, 1 / 9, 1 / 6, 1 / 6, 1 / 3]);
  });
  test('some not asked: the others of that value weigh more', () => {
    expect(weights('macro:topic', [0, 3, 4, 5])).toEqual([1 / 3, 0, 0, 1 / 6, 1 / 6, 1 / 3]);
  });
  test('a value nobody could be asked is left out', () => {
    expect(weights('macro:topic', [0, 1, 4])).toEqual([1 / 4, 1 / 4, 0, 0, 1 / 2, 0]);
  });
  test('a tag that is not there', () => {
    expect(() => weights('macro:topics', all)).toThrow(
      expect.objectContaining({
        code: 'NAME_UNKNOWN',
        details: expect.objectContaining({ kind: 'tag', name: 'topics', nearest: ['topic'] }),
      }),
    );
  });
});

test.each(['items', 'macro:topic'] as const)('%s: nothing asked, nothing weighed', (fullScore) => {
  expect(weights(fullScore, [])).toEqual(Array(COUNT).fill(0));
});
