import { expect, test } from 'vitest';
import type { ReviewEffects, ReviewLogEntry } from '../../src/api/review.ts';
import {
  decisionWords,
  effectSentences,
  lettersIn,
} from '../../src/web/page/review/review-words.ts';

const NOTHING: ReviewEffects = {
  items: { corrected: 0, retired: 0, restored: 0, promoted: 0 },
  recorded: { answers: 0, rescored: 0, changed: 0, returned: 0, missing: 0, leftOut: 0 },
  models: 3,
  ranking: [],
  tests: [],
  openSessions: 0,
  calibrations: 0,
};

test('what decisions change is a sentence for each kind that changes', () => {
  const place = (score: number, rank: number) => ({ score, rank });
  const said = effectSentences({
    ...NOTHING,
    items: { corrected: 1, retired: 2, restored: 0, promoted: 0 },
    recorded: { answers: 5, rescored: 4, changed: 1, returned: 0, missing: 1, leftOut: 6 },
    ranking: [
      { model: 'a', before: place(0.5, 2), after: place(0.6, 1) },
      { model: 'b', before: place(0.4, 3), after: place(0.3, 3) },
    ],
    openSessions: 1,
    calibrations: 2,
  });
  expect(effectSentences(NOTHING)).toEqual([]);
  expect(said.map((sentence) => sentence.match(/\d+/g)?.join())).toEqual([
    ...['1,2', '4,1', '1', '6', '1,3', '1', '2'],
  ]);
});

test('a new key is named only where it may be seen', () => {
  const entry = { decision: 'correct' } as ReviewLogEntry;
  expect(decisionWords(entry)).toBe('key corrected');
  expect(decisionWords({ ...entry, key: ['A', 'C'] })).toBe('key corrected to AC');
});

test('letters are read as people write them', () => {
  expect(lettersIn('b, D')).toEqual(['B', 'D']);
});
