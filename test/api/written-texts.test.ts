import { expect, test } from 'vitest';
import { newReview } from '../../src/api/annotations.ts';
import { newName } from '../../src/api/common.ts';
import { personResponse } from '../../src/api/person-tests.ts';
import { newRating } from '../../src/api/ratings.ts';
import { newDecision, newResolution } from '../../src/api/writing.ts';
import { nameProblem, plainLines, plainText } from '../../src/plain-text.ts';

test('what people write is kept as both databases can keep it: no U+0000, no half of a character', () => {
  const [sent, kept] = ['a\0b \ud800', 'ab \ufffd'];
  expect(personResponse.parse({ place: 1, text: sent }).text).toBe(kept);
  expect(newReview.parse({ label: null, note: sent }).note).toBe(kept);
  expect(newRating.parse({ grades: {}, comment: sent }).comment).toBe(kept);
  expect(newDecision.parse({ accepts: true, comment: sent }).comment).toBe(kept);
  expect(newResolution.parse({ accepts: true, comment: sent }).comment).toBe(kept);
});

test.each([
  ['blanks', ' \u00a0'],
  ['nothing to be seen', '\u200b\u200d'],
  ['another order of letters', '\u202egnp.exe'],
  ['two lines', 'ann\u2028b'],
  ['a control character', 'ann\u0085b'],
  ['half of a character', 'a\ud800'],
  ['a mark of direction', 'ann\u200f'],
])('a new name of %s is refused', (_, name) => {
  expect(newName.safeParse(name).success).toBe(false);
  expect(nameProblem(name)).not.toBeNull();
});

test.each(['anna', '学生01', 'Dr. Chen', '👩‍⚕️ Ana', 'b'])('a new name may be %s', (name) => {
  expect(newName.parse(name)).toBe(name);
});

test('a terminal is shown no character that it would obey, or that turns the order of letters', () => {
  expect(plainText('\u001b]0;T\u0007\u009b2J\u202ered\u200f\u061c')).toBe('�]0;T��2J�red��');
  expect(plainLines('a\tb\nc\u2066\rd\u009b')).toBe('a\tb\nc��d�');
});
