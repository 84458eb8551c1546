import { expect, test } from 'vitest';
import { keepInputs } from '../../../src/cli/options/options.ts';
import { ThetarankError } from '../../../src/errors.ts';
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

test('a file that is read is not written to', () => {
  expect(() => keepInputs('./a.csv', { responses: 'a.csv' })).toThrow(ThetarankError);
  expect(() => keepInputs('b.csv', { responses: 'a.csv', items: 243 })).not.toThrow();
  expect(() => keepInputs(undefined, { responses: 'a.csv' })).not.toThrow();
});
