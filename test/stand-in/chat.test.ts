import { describe, expect, test } from 'vitest';
import type { Answerer } from '../../src/stand-in/answerer.ts';
import { serve, user } from './served.ts';

const ANSWER = 'Wood floats, since it is lighter. 木头会浮。 '.repeat(5).trim();
const says = (text: string, thinking: string | null = null): Answerer => ({
  models: ['m'],
  answer: () => ({ text, thinking }),
});
const ASK = { model: 'm', messages: [user('Which one floats?')] };

test('a reply says that it is a stand-in’s', async () => {
  const { client, call } = await serve({ answerers: [says(ANSWER)] });
  const { data, response } = await client.chat.completions.create(ASK).withResponse();
  expect(response.headers.get('x-thetarank-stand-in')).toBe('1');
  expect(data).toMatchObject({
    object: 'chat.completion',
    model: 'm',
    system_fingerprint: 'stand-in',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: ANSWER } }],
  });
  const { usage } = data;
  expect(usage!.total_tokens).toBe(usage!.prompt_tokens + usage!.completion_tokens);
  expect(usage!.completion_tokens).toBeGreaterThan(30);
  const models = await (await call('/v1/models')).json();
  expect(models).toMatchObject({ data: [{ id: 'm', owned_by: 'thetarank stand-in' }] });
});

describe('a stream', () => {
  test('adds up to the reply, with its usage on request', async () => {
    const { client } = await serve({ answerers: [says(ANSWER, 'Hm.')] });
    const whole = await client.chat.completions.create(ASK);
    const stream = await client.chat.completions.create({
      ...ASK,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let thinking = '';
    const reasons: (string | null)[] = [];
    let usage: unknown;
    let pieces = 0;
    for await (const chunk of stream) {
      pieces++;
      expect(chunk.system_fingerprint).toBe('stand-in');
      for (const { delta, finish_reason } of chunk.choices) {
        text += delta.content ?? '';
        thinking += (delta as { reasoning_content?: string }).reasoning_content ?? '';
        reasons.push(finish_reason);
      }
      if (chunk.usage) usage = chunk.usage;
    }
    expect(text).toBe(ANSWER);
    expect(thinking).toBe('Hm.');
    expect(reasons.filter((reason) => reason !== null)).toEqual(['stop']);
    expect(usage).toEqual(whole.usage);
    expect(pieces).toBeGreaterThan(5);
  });

  test('is one of events, and tells no usage unasked', async () => {
    const { call } = await serve({ answerers: [says(ANSWER)] });
    const response = await call('/v1/chat/completions', { ...ASK, stream: true });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(response.headers.get('x-thetarank-stand-in')).toBe('1');
    const text = await response.text();
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(text).not.toContain('usage');
  });
});

describe('options of a request', () => {
  const one = async (more: object, answerer = says(ANSWER)) => {
    const { client } = await serve({ answerers: [answerer] });
    return client.chat.completions.create({ ...ASK, ...more, stream: false });
  };

  test('at most so many tokens', async () => {
    const { choices, usage } = await one({ max_tokens: 12 });
    expect(choices[0].finish_reason).toBe('length');
    expect(ANSWER.startsWith(choices[0].message.content!)).toBe(true);
    expect(usage!.completion_tokens).toBe(12);
    const all = await one({ max_completion_tokens: 1000 });
    expect(all.choices[0].finish_reason).toBe('stop');
  });

  test('thinking counts as well, and may leave nothing to say', async () => {
    const { choices, usage } = await one({ max_tokens: 3 }, says(ANSWER, 'x'.repeat(100)));
    expect(choices[0]).toMatchObject({ finish_reason: 'length', message: { content: '' } });
    expect(usage!.completion_tokens_details!.reasoning_tokens).toBe(3);
    const both = await one({ max_tokens: 6 }, says(ANSWER, 'x'.repeat(8)));
    expect(both.usage!.completion_tokens).toBe(6);
    expect(both.usage!.completion_tokens_details!.reasoning_tokens).toBe(2);
  });

  test('an end, and several choices', async () => {
    const { choices } = await one({ stop: ['since'], n: 2 });
    expect(choices.map(({ message }) => message.content)).toEqual([
      'Wood floats, ',
      'Wood floats, ',
    ]);
  });

  test('a content in parts', async () => {
    const echo: Answerer = {
      models: ['m'],
      answer: ({ messages }) => ({ text: messages[0].content, thinking: null }),
    };
    const content = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ];
    const { choices } = await one({ messages: [{ role: 'user', content }] }, echo);
    expect(choices[0].message.content).toBe('a\nb');
  });
});

describe('refusals have the shape of OpenAI’s', () => {
  test.each([
    ['no body', undefined, 400, 'invalid_value'],
    ['no messages', { model: 'm', messages: [] }, 400, 'invalid_value'],
    ['no role', { model: 'm', messages: [{ content: 'x' }] }, 400, 'invalid_value'],
    ['a limit of 0', { ...ASK, max_tokens: 0 }, 400, 'invalid_value'],
    ['an unknown model', { ...ASK, model: 'constructor' }, 404, 'model_not_found'],
    ['too large', { ...ASK, padding: 'x'.repeat(20_000) }, 413, 'request_too_large'],
  ])('%s', async (_title, body, status, code) => {
    const { call } = await serve({ answerers: [says(ANSWER)], bodyLimit: 10_000 });
    const response = await call('/v1/chat/completions', body ?? null);
    expect(response.status).toBe(status);
    expect(response.headers.get('x-thetarank-stand-in')).toBe('1');
    const { error } = (await response.json()) as { error: Record<string, unknown> };
    expect(Object.keys(error).sort()).toEqual(['code', 'message', 'param', 'type']);
    expect(error).toMatchObject({ code, type: 'invalid_request_error' });
  });

  test('bodies that are not JSON, and unknown paths', async () => {
    const { url, call } = await serve();
    const broken = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      body: '{"model": ',
      headers: { 'content-type': 'application/json' },
    });
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ error: { code: 'invalid_body' } });
    const nowhere = await call('/v1/nowhere');
    expect(nowhere.status).toBe(404);
    expect(await nowhere.json()).toMatchObject({ error: { code: 'unknown_url' } });
  });

  test('requests without the required key', async () => {
    const { call, client } = await serve({ key: 'sesame' });
    for (const headers of [{}, { authorization: 'Bearer sesam' }, { authorization: 'sesame' }]) {
      const response = await call('/v1/models', undefined, headers);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: { code: 'invalid_api_key' } });
    }
    const { choices } = await client.chat.completions.create({ ...ASK, model: 'any' });
    expect(choices[0].message.content).toMatch(/^The answer is \([A-D]\)\.$/);
    expect((await call('/stand-in/counts')).status).toBe(200);
  });
});

test('counts requests until it is reset', async () => {
  const { client, call, counts } = await serve();
  await client.chat.completions.create({ ...ASK, model: 'any' });
  await client.chat.completions.create({ ...ASK, model: 'any' });
  await call('/v1/chat/completions', ASK);
  expect(await counts()).toMatchObject({
    requests: { any: 2, 'unknown model': 1 },
    refused: { model_not_found: 1 },
    replies: 2,
  });
  await call('/stand-in/reset', {});
  expect(await counts()).toMatchObject({ requests: {}, refused: {}, replies: 0 });
});
