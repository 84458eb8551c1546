import { expect, test } from 'vitest';
import { endpointConfiguration } from '../../../../src/examinee/endpoint/configuration/configuration.ts';
import { replyKey } from '../../../../src/examinee/endpoint/reply/reply-key.ts';
import { question } from '../../endpoint-server.ts';

const BASE = {
  name: 'm',
  model: 'm',
  baseUrl: 'https://h/v1',
  extraBody: { a: { x: 1, y: 2 }, b: 1 },
  extraHeaders: { 'x-route': '$ROUTE' },
};
const key = (options: object = {}, asked = question()) =>
  replyKey(endpointConfiguration({ ...BASE, ...options }), asked);

test('is a hash, and the same for the same question', () => {
  expect(key()).toMatch(/^[0-9a-f]{64}$/);
  expect(key({ extraBody: { b: 1, a: { y: 2, x: 1 } } })).toBe(key());
  expect(key({ baseUrl: 'https://H:443/v1/' })).toBe(key());
});

test.each([
  { name: 'other' },
  { stream: true },
  { timeoutSeconds: 1 },
  { retries: 0 },
  { concurrency: 1 },
  { requestsPerMinute: 1 },
  { price: { prompt: 1, completion: 1 } },
  { keyVariable: 'OTHER' },
])('does not depend on %j', (options) => {
  expect(key(options)).toBe(key());
});

test('depends on everything that matters', () => {
  const others = [
    key({ model: 'n' }),
    key({ baseUrl: 'https://i/v1' }),
    key({ sampling: { temperature: 0 } }),
    key({ sampling: { topP: 0.5 } }),
    key({ sampling: { maxTokens: 5 } }),
    key({ sampling: { stop: ['x'] } }),
    key({ sampling: { seed: 0 } }),
    key({ systemPrompt: 'Be brief.' }),
    key({ extraBody: { a: { x: 1, y: 3 }, b: 1 } }),
    key({ extraHeaders: { 'x-route': 'b' } }),
    key({}, question('q2')),
    key({}, question('q1', 1)),
    key({}, { ...question(), messages: [{ role: 'assistant', content: 'Question q1?' }] as never }),
  ];
  expect(new Set([key(), ...others]).size).toBe(others.length + 1);
});

test('does not depend on the name of the item, only on the messages', () => {
  expect(key({}, { ...question(), item: 'renamed' })).toBe(key());
});

test('an embedding of a text is another reply than an answer to it, whatever decides about answers only', () => {
  const embedded = { ...question(), embeds: true } as const;
  expect(key({}, embedded)).not.toBe(key());
  expect(key({ sampling: { temperature: 1 } }, embedded)).toBe(key({}, embedded));
  expect(key({ extraBody: { dimensions: 8 } }, embedded)).not.toBe(key({}, embedded));
});
