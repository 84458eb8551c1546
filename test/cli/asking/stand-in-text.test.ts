import { expect, test } from 'vitest';
import { standInText } from '../../../src/cli/asking/stand-in-text.ts';

test('whose answers are simulated: of nobody, of some, or of all', () => {
  expect(standInText([], ['a', 'b'])).toBe('');
  expect(standInText(['x'], ['a', 'b'])).toBe('');
  expect(standInText(['b', 'c'], ['a', 'b', 'c'])).toContain('the answers of b, c come');
  expect(standInText(['a', 'b'], ['a', 'b'])).toContain(
    'SIMULATED: the answers of all models come',
  );
});
