import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardFormula, unguardFormula } from '../../../src/files/table/formula-guard.ts';

test('guarding can be undone, and no guarded text begins as a formula does', () => {
  const text = fc.string({ unit: fc.constantFrom(..."'=+-@\t\r＝＋－＠a") });
  fc.assert(
    fc.property(text, (plain) => {
      expect(unguardFormula(guardFormula(plain))).toBe(plain);
      expect(guardFormula(plain)).not.toMatch(/^[=+\-@\t\r＝＋－＠]/u);
    }),
    { seed: 1 },
  );
});
