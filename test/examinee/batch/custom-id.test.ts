import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  customId,
  idTag,
  readCustomId,
  requestTag,
} from '../../../src/examinee/batch/custom-id.ts';

const tag = (text: string) => requestTag(idTag(text).repeat(7));

test('a custom_id says all it was made of, in at most 64 characters', () => {
  const ids = fc.record({
    run: fc.string().map((text) => idTag('run', text)),
    call: fc.string().map((text) => idTag(text)),
    place: fc.integer({ min: 1, max: 999_999_999 }),
    turn: fc.integer({ min: 0, max: 999 }),
    attempt: fc.integer({ min: 1, max: 999 }),
    request: fc.string().map(tag),
  });
  fc.assert(
    fc.property(ids, (id) => {
      const text = customId(id);
      expect(text.length).toBeLessThanOrEqual(64);
      expect(text).toMatch(/^[\w-]+$/);
      expect(readCustomId(text)).toEqual(id);
    }),
  );
});

test('other strings are not a custom_id', () => {
  const whole = customId({
    run: idTag(1),
    call: idTag('x'),
    place: 3,
    turn: 0,
    attempt: 1,
    request: tag('y'),
  });
  expect(readCustomId(whole)).not.toBeNull();
  for (const text of ['', 'request-1', `${whole}0`, `x${whole}`, whole.slice(0, -1)])
    expect(readCustomId(text)).toBeNull();
});

test('numbers that it has no room for are refused', () => {
  const id = { run: idTag(1), call: idTag('x'), place: 1, turn: 0, attempt: 1, request: tag('y') };
  for (const wrong of [{ place: 1e9 }, { turn: 1000 }, { attempt: 1000 }])
    expect(() => customId({ ...id, ...wrong })).toThrow(RangeError);
});
