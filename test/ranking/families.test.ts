import { describe, expect, test } from 'vitest';
import { checkDivision, familiesOf } from '../../src/ranking/families.ts';
import { failureOf } from '../files/temporary.ts';

describe('familiesOf', () => {
  test('takes the families that are given', () => {
    expect(familiesOf(['a-1', 'b-1', 'c-1'], ['x', 'y', 'x'], 2)).toEqual({
      of: ['x', 'y', 'x'],
      source: 'given',
      count: 2,
    });
  });

  test('reads them off the names: letters before the first other character, in lower case', () => {
    const names = [
      'Llama-2-7b',
      'llama3',
      'GPT-4o',
      'gpt_3.5',
      'Qwen2',
      '通义-1',
      'claude',
      '01-yi',
    ];
    expect(familiesOf(names, null, 2)).toEqual({
      of: ['llama', 'llama', 'gpt', 'gpt', 'qwen', '通义', 'claude', '01-yi'],
      source: 'name prefix',
      count: 6,
    });
  });

  test('each model its own if more than 40% share a prefix', () => {
    const names = ['model_1', 'model_2', 'model_3', 'a', 'b', 'c', 'd'];
    expect(familiesOf(names, null, 2)).toEqual({ of: names, source: 'each its own', count: 7 });
    expect(familiesOf([...names, 'e'], null, 2).source).toBe('name prefix');
  });

  test('each model its own if the prefixes do not fill the folds', () => {
    const names = ['a-1', 'a-2', 'b-1', 'b-2', 'c-1', 'c-2'];
    expect(familiesOf(names, null, 3).source).toBe('name prefix');
    expect(familiesOf(names, null, 4)).toEqual({ of: names, source: 'each its own', count: 6 });
  });
});

test('a division says how many examinees a calibration without the largest family needs', () => {
  const names = ['a-1', 'a-2', 'b-1'];
  const families = familiesOf(names, ['a', 'a', 'b'], 2);
  const error = failureOf(() => checkDivision(families, 2, names.length));
  expect(error.code).toBe('TOO_FEW_EXAMINEES');
  expect(error.message).toBe(
    'found 3 examinees; a calibration without the family a (2 of them) needs at least 4.',
  );
});
