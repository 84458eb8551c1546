import { expect, test } from 'vitest';
import { unitVector } from '../../src/stand-in/unit-vector.ts';
import { serve } from './served.ts';

const product = (x: ArrayLike<number>, y: ArrayLike<number>) =>
  Array.from(x).reduce((sum, value, k) => sum + value * y[k], 0);

test('vectors have length 1, and are close if texts share their wording', () => {
  const [one, alike, other] = [
    'Which of these metals is the heaviest?',
    'Which of those metals is the heaviest?',
    'In what year was the bridge finished?',
  ].map((text) => unitVector(text, 1536));
  // Rounding to 32 bits: 1536 squares of 2⁻²⁴ each at most.
  expect(product(one, one)).toBeCloseTo(1, 5);
  expect(product(one, alike)).toBeGreaterThan(0.7);
  expect(Math.abs(product(one, other))).toBeLessThan(0.3);
  for (const text of ['', 'a', '水'])
    expect(product(unitVector(text, 3), unitVector(text, 3))).toBeCloseTo(1, 5);
});

test('as numbers and as base64 alike', async () => {
  const { client } = await serve();
  const ask = { model: 'stand-in-embedding', input: ['one', 'two', 'one'], dimensions: 64 };
  const floats = await client.embeddings.create({ ...ask, encoding_format: 'float' });
  const packed = await client.embeddings.create(ask);
  expect(floats.data.map(({ embedding }) => embedding.length)).toEqual([64, 64, 64]);
  expect(packed.data.map(({ embedding }) => [...embedding])).toEqual(
    floats.data.map(({ embedding }) => embedding.map(Math.fround)),
  );
  expect(floats.data[0].embedding).toEqual(floats.data[2].embedding);
  expect(floats.data[0].embedding).not.toEqual(floats.data[1].embedding);
  expect(floats.usage.total_tokens).toBe(3);
});

test.each([
  [{ model: 'stand-in-embedding', input: [] }, 400],
  [{ model: 'stand-in-embedding', input: 'x', dimensions: 100_000 }, 400],
  [{ model: 'unknown', input: 'x' }, 404],
])('%j is refused with %d', async (body, status) => {
  const { call } = await serve();
  expect((await call('/v1/embeddings', body)).status).toBe(status);
});
