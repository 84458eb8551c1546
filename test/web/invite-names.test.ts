import { expect, test } from 'vitest';
import { doubleNames, namesOf } from '../../src/web/page/sessions/invite/invite-request.ts';

test('names that stand there twice are told, whatever spaces are beside them', () => {
  const text = 'ann\n ben\nann \n\nben\ncara\nann';
  expect(namesOf(text)).toEqual(['ann', 'ben', 'cara']);
  expect(doubleNames(text)).toEqual(['ann', 'ben']);
  expect(doubleNames('ann\nben')).toEqual([]);
});
