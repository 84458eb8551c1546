import { expect, test } from 'vitest';
import { modelNames } from '../../../src/operations/model-names.ts';

test('names of models may hold commas themselves', () => {
  const known = ['gpt-4o(2024-05,API)', 'gemma-7b', 'a', 'a,b'];
  expect(modelNames('gpt-4o(2024-05,API),gemma-7b', known)).toEqual([
    'gpt-4o(2024-05,API)',
    'gemma-7b',
  ]);
  expect(modelNames('gemma-7b, a', known)).toEqual(['gemma-7b', 'a']);
  expect(modelNames('a,b', known)).toEqual(['a,b']);
  expect(modelNames('x,gemma-7b', known)).toEqual(['x', 'gemma-7b']);
});
