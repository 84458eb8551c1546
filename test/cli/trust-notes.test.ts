import { expect, test } from 'vitest';
import { describedText, trustNotes } from '../../src/cli/trust-notes.ts';

const model = {
  model: 'mine',
  score: 55.24,
  alarm: null,
  doubt: 0.03,
  ownRandom: { items: 61, score: 58.3, low: 52.1, high: 64.4 },
};

test('a model that the calibration describes needs no words, one that it does not gets them', () => {
  expect(describedText(0.03)).toMatch(/ 97%$/);
  expect(trustNotes([model, { ...model, doubt: null, ownRandom: null }])).toEqual([]);
  // Results that were kept before there was doubt.
  expect(trustNotes([{ model: 'old', score: 1, alarm: null }])).toEqual([]);
  expect(trustNotes([{ ...model, doubt: 0.8 }])).toEqual([
    expect.stringMatching(/^mine: .* 55\.2; .* 20%; .* 61 .* 58\.3 \(52\.1 – 64\.4\)\.$/),
  ]);
  expect(trustNotes([{ ...model, doubt: 0.49 }])).toEqual([]);
  expect(trustNotes([{ ...model, doubt: 0.5 }])).toHaveLength(1);
  expect(trustNotes([{ ...model, alarm: 'contradicted' }])).toHaveLength(1);
});

test('of many models the first ones are named', () => {
  const lines = trustNotes(Array.from({ length: 8 }, () => ({ ...model, doubt: 1 })));
  expect(lines).toHaveLength(6);
  expect(lines[5]).toContain('3 more');
});
