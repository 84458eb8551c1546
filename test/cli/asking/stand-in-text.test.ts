import { expect, test } from 'vitest';
import { standInText } from '../../../src/report/stand-in-text.ts';

test('whose answers are simulated: of nobody, of some, or of all', () => {
  expect(standInText([], ['a', 'b'])).toBe('');
  expect(standInText(['x'], ['a', 'b'])).toBe('');
  expect(standInText(['b', 'c'], ['a', 'b', 'c'])).toContain('of b, c ');
  expect(standInText(['a', 'b'], ['a', 'b'])).toMatch(/^SIMULATED: .*all models/);
});
