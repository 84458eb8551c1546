import { expect, test } from 'vitest';
import { FirstAnswers } from '../../src/run/first-answers.ts';

const answer = (reason: string | null) => ({
  extracted: reason === null ? 'A' : null,
  reason,
  refused: null,
});
const EMPTY = answer('empty');

test('a fault that the first five answers have is returned once, and stands until an answer can be read', () => {
  const first = new FirstAnswers();
  for (let k = 1; k < 5; k++) expect(first.note(EMPTY)).toBeNull();
  expect(first.pattern()).toBeNull();
  const fault = { pattern: 'unreadable', count: 5, of: 5, truncated: 0, empty: 5 };
  expect(first.note(EMPTY)).toEqual(fault);
  expect(first.pattern()).toEqual(fault);
  expect(first.note(answer('none'))).toBeNull();
  expect(first.pattern()).toMatchObject({ count: 6, of: 6, empty: 5 });
  expect(first.note(answer(null))).toBeNull();
  expect(first.pattern()).toBeNull();
});

test('an answer among the first that can be read ends the watch', () => {
  const first = new FirstAnswers();
  first.note(answer(null));
  for (let k = 0; k < 20; k++) expect(first.note(EMPTY)).toBeNull();
  expect(first.pattern()).toBeNull();
});

test('answers that the limit of tokens cut off are told apart from empty ones', () => {
  const first = new FirstAnswers();
  for (let k = 0; k < 5; k++) first.note(answer('truncated'));
  expect(first.pattern()).toMatchObject({ truncated: 5, empty: 0 });
});

test('declined answers and refused questions are told apart; a mixture with others is no one fault', () => {
  const declined = new FirstAnswers();
  const refused = new FirstAnswers();
  const mixed = new FirstAnswers();
  for (let k = 0; k < 6; k++) {
    declined.note(answer('refusal'));
    refused.note({ ...EMPTY, refused: 'HTTP 400' });
    mixed.note(k % 2 === 0 ? EMPTY : answer('refusal'));
  }
  expect(declined.pattern()).toMatchObject({ pattern: 'declined', count: 6 });
  expect(refused.pattern()).toMatchObject({ pattern: 'refused', count: 6 });
  expect(mixed.pattern()).toBeNull();
});

test('answers of an earlier process count; the causes of new ones stay known', () => {
  const resumed = new FirstAnswers(3);
  expect(resumed.note(answer('truncated'))).toBeNull();
  expect(resumed.note(EMPTY)).toMatchObject({ count: 5, of: 5, truncated: 1, empty: 1 });
  const read = new FirstAnswers(null);
  for (let k = 0; k < 6; k++) expect(read.note(EMPTY)).toBeNull();
  expect(new FirstAnswers(5).pattern()).toMatchObject({ pattern: 'unreadable', count: 5 });
});

test('the first output that is not empty is the example', () => {
  const first = new FirstAnswers();
  expect(first.example).toBe('');
  first.note({ ...EMPTY, output: ' \n' });
  first.note({ ...answer('none'), output: ' I am not sure.\n' });
  first.note({ ...answer('none'), output: 'Perhaps.' });
  expect(first.example).toBe('I am not sure.');
});
