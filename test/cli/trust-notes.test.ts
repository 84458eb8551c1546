import { expect, test } from 'vitest';
import { restsText, trustNotes } from '../../src/cli/trust-notes.ts';

const model = {
  model: 'mine',
  score: 55.24,
  alarm: null,
  doubt: 0.03,
  ownRandom: { items: 61, score: 58.3, low: 52.1, high: 64.4 },
};

test('a score that rests on the calibration needs no words, one that does not gets them', () => {
  expect(restsText(0.03)).toBe('calibration 97%, own answers alone 3%');
  expect(trustNotes([model, { ...model, doubt: null, ownRandom: null }])).toEqual([]);
  // Results that were kept before there was doubt.
  expect(trustNotes([{ model: 'old', score: 1, alarm: null }])).toEqual([]);
  const said =
    'mine: score 55.2 rests on: calibration 20%, own answers alone 80%; its 61 random items alone say 58.3 (52.1 – 64.4).';
  expect(trustNotes([{ ...model, doubt: 0.8 }])).toEqual([said]);
  expect(trustNotes([{ ...model, doubt: 0.49 }])).toEqual([]);
  expect(trustNotes([{ ...model, doubt: 0.5 }])).toHaveLength(1);
  expect(trustNotes([{ ...model, alarm: 'contradicted' }])).toHaveLength(1);
});

test('of many models the first ones are named', () => {
  const lines = trustNotes(Array.from({ length: 8 }, () => ({ ...model, doubt: 1 })));
  expect(lines).toHaveLength(6);
  expect(lines[5]).toContain('3 more');
});
