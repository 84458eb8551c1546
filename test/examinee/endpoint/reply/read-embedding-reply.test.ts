import { expect, test } from 'vitest';
import { readEmbedding } from '../../../../src/examinee/endpoint/reply/embedding-output.ts';
import { readEmbeddingReply } from '../../../../src/examinee/endpoint/reply/read-embedding-reply.ts';

/** 1, −2 and 0.5 as little-endian 32-bit floats: 3f800000, c0000000, 3f000000. */
const PACKED = Buffer.from('0000803f000000c00000003f', 'hex').toString('base64');

const body = (embedding: unknown, more = {}) => ({
  object: 'list',
  data: [{ object: 'embedding', index: 0, embedding }],
  model: 'e-1',
  usage: { prompt_tokens: 7, total_tokens: 7 },
  ...more,
});

test('numbers and base64 give the same output, which is read back', () => {
  for (const embedding of [[1, -2, 0.5], PACKED]) {
    const outcome = readEmbeddingReply(body(embedding));
    expect(outcome).toEqual({
      kind: 'answer',
      answer: {
        output: PACKED,
        thinking: null,
        finishReason: 'stop',
        usage: { prompt: 7, cachedPrompt: 0, completion: 0, reasoning: 0 },
        served: { model: 'e-1', fingerprint: null },
      },
    });
  }
  expect([...readEmbedding(PACKED)!]).toEqual([1, -2, 0.5]);
  expect(readEmbedding('AAA=')).toBeNull();
});

test('tokens that are not counted are unknown, not 0', () => {
  expect(readEmbeddingReply(body([1], { usage: undefined }))).toMatchObject({
    answer: { usage: null },
  });
});

test.each([
  ['a number that is not finite', body([1, null]), 'refused'],
  ['more than a 32-bit float holds', body([1e300]), 'refused'],
  ['zeros alone', body([0, 0]), 'refused'],
  ['no numbers', body([]), 'retry'],
  ['no vector', body({}), 'retry'],
  ['base64 of half a float', body('AAA='), 'retry'],
  ['two vectors', { data: [{ embedding: [1] }, { embedding: [1] }] }, 'retry'],
  ['no list', { choices: [] }, 'retry'],
])('%s is no embedding', (_, found, kind) => {
  expect(readEmbeddingReply(found)).toMatchObject({ kind });
});
