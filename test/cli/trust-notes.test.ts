import { expect, test } from 'vitest';
import { alarmMark, markNotes } from '../../src/operations/alarm-notes.ts';
import { describedText, trustNotes } from '../../src/operations/rank/trust-notes.ts';

const model = {
  model: 'mine',
  score: 55.24,
  alarm: null,
  misfit: 0.03,
  ownRandom: { items: 61, score: 58.3, low: 52.1, high: 64.4 },
};

test('a model that the calibration describes needs no words, one that it does not gets them', () => {
  expect(describedText(0.03)).toMatch(/ 97%$/);
  expect(trustNotes([model, { ...model, misfit: null, ownRandom: null }])).toEqual([]);
  // Results that were kept before there was misfit.
  expect(trustNotes([{ model: 'old', score: 1, alarm: null }])).toEqual([]);
  expect(trustNotes([{ ...model, misfit: 0.8 }])).toEqual([
    expect.stringMatching(/^mine: .* 55\.2; .* 20%.*; .* 61 .* 58\.3 \(52\.1 – 64\.4\)\.$/),
  ]);
  expect(trustNotes([{ ...model, misfit: 0.49 }])).toEqual([]);
  expect(trustNotes([{ ...model, misfit: 0.5 }])).toHaveLength(1);
  expect(trustNotes([{ ...model, alarm: 'contradicted' }])).toHaveLength(1);
});

test('of many models the first ones are named', () => {
  const lines = trustNotes(Array.from({ length: 8 }, () => ({ ...model, misfit: 1 })));
  expect(lines).toHaveLength(6);
  expect(lines[5]).toContain('3 more');
});

test('a model that is probably unlike those of its calibration is marked in its row, and the mark is explained', () => {
  expect(alarmMark({ alarm: null, misfit: 0.5 })).toBe(' (~)');
  expect(alarmMark({ alarm: null, misfit: 0.49 })).toBe('');
  expect(alarmMark({ alarm: null })).toBe('');
  // An alarm says more.
  expect(alarmMark({ alarm: 'fit', misfit: 1 })).toBe(' ~');
  const tested = { alarm: null, answered: 1 };
  expect(markNotes([{ ...tested, misfit: 0.7 }], true)).toEqual([expect.stringMatching(/^\(~\) /)]);
  expect(markNotes([{ ...tested, misfit: 0.2 }, tested], true)).toEqual([]);
});
