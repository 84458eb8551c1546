import { expect, test } from 'vitest';
import { ABSENT_KINDS, type AbsentKind } from '../../../src/scoring/absent.ts';
import {
  packLetters,
  unpackAbsent,
  unpackLetters,
} from '../../../src/store/responses/pack-letters.ts';

test('letters, answers that are not there with their reason, and what is not known come back', () => {
  const letters = ['A', null, undefined, 'BD', null, undefined, undefined, null, undefined];
  // An open question (5) has no letters, and may have a reason.
  const absent = new Map<number, AbsentKind>([
    [1, 'truncated'],
    [4, 'refused'],
    [5, 'tooLong'],
  ]);
  const packed = packLetters(letters, (j) => absent.get(j));
  const items = letters.map((_, j) => `q${j}`);
  // Without a reason an answer is unreadable, and an answer that is not there has no letters.
  expect(unpackLetters(packed)).toEqual(['A', null, undefined, 'BD', null, null, undefined, null]);
  expect(unpackAbsent(packed, items)).toEqual(
    new Map([
      ['q1', 'truncated'],
      ['q4', 'refused'],
      ['q5', 'tooLong'],
      ['q7', 'unread'],
    ]),
  );
});

test.each(ABSENT_KINDS)('%s comes back without any letters', (kind) => {
  const packed = packLetters([undefined, undefined], (j) => (j === 0 ? kind : undefined));
  expect(unpackAbsent(packed, ['a', 'b'])).toEqual(new Map([['a', kind]]));
  expect(packLetters([undefined], () => undefined)).toBeNull();
  expect(unpackAbsent(null, ['a'])).toEqual(new Map());
});
