import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compatibleForm } from '../../src/text/compatible-form.ts';

const MANY = /\p{M}{31}/u;

test('it is NFKC of every text with at most 30 combining marks in a row', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 30 }), (text, marks) => {
      const own = `ｅ${'\u0301\u0316'.repeat(15).slice(0, marks)}`;
      fc.pre(!MANY.test(text));
      expect(compatibleForm(text)).toBe(text.normalize('NFKC'));
      expect(compatibleForm(own)).toBe(own.normalize('NFKC'));
    }),
    { numRuns: 200, seed: 1 },
  );
});

test('a text of combining marks alone keeps 30 of them', () => {
  const form = compatibleForm(`x${'\u0301\u0316'.repeat(500_000)}y`);
  expect([form[0], form.at(-1), form.length]).toEqual(['x', 'y', 32]);
});
