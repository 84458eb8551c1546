import { expect, test } from 'vitest';
import { alikeNames, placeOfName, sameName } from '../../src/text/same-name.ts';

test('a name is the same in any letter case, Unicode form and width of spaces', () => {
  for (const name of [
    'MODA 2',
    'ｍｏｄａ 2',
    ' moda  2',
    'moda\u00a02',
    'mo\u00adda\u200b 2\u{e0041}',
  ])
    expect(sameName(name)).toBe('moda 2');
  expect(sameName('cafe\u0301')).toBe('café');
  expect(sameName('moda-2')).not.toBe(sameName('moda 2'));
});

test('names alike are those that may be one model; models of two organisations are not', () => {
  expect(alikeNames(['moda', 'other', 'MODA', 'mo da ', 'moda-2'])).toEqual([
    ['moda', 'MODA', 'mo da '],
  ]);
  expect(alikeNames(['lab/moda', 'moda'])).toEqual([['lab/moda', 'moda']]);
  expect(alikeNames(['lab/moda', 'club/moda'])).toEqual([]);
  expect(alikeNames(['lab/moda', 'club/moda', 'Lab/moda'])).toEqual([['lab/moda', 'Lab/moda']]);
  expect(alikeNames(['moda', 'moda'])).toEqual([]);
  expect(alikeNames(['a', 'A', 'b', 'B'], ['B'])).toEqual([['b', 'B']]);
});

test('a name is found by its own text before another one of the same name', () => {
  const placeOf = placeOfName(['moda', 'MODA', 'elm']);
  expect(['moda', 'MODA', 'ＥＬＭ', 'oak'].map(placeOf)).toEqual([0, 1, 2, undefined]);
});
