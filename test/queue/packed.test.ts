import { serialize } from 'node:v8';
import { expect, test } from 'vitest';
import { pack, unpack } from '../../src/queue/packed.ts';

test('what was packed comes back, small or large', () => {
  const small = { of: 3, values: Float64Array.of(0.1, Number.NaN, -0), none: undefined };
  const large = { small, many: Array.from({ length: 2000 }, (_, k) => k % 7) };
  expect(unpack(pack(small))).toEqual(small);
  expect(unpack(pack(large))).toEqual(large);
  // As it comes from a database.
  expect(unpack(Buffer.from(pack(large)))).toEqual(large);
});

test('large values with repeats are sent compressed', () => {
  const counts = Array.from({ length: 2000 }, (_, k) => k % 7);
  expect(pack(counts).length).toBeLessThan(serialize(counts).length / 4);
});
