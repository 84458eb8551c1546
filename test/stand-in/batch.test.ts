import type OpenAI from 'openai';
import { toFile } from 'openai';
import { describe, expect, test } from 'vitest';
import { serve, user } from './served.ts';

type Line = {
  custom_id: string;
  response: { status_code: number; body: Record<string, never> } | null;
  error: { code: string } | null;
};

const request = (k: number, more: object = {}) => ({
  custom_id: `request ${k}`,
  method: 'POST',
  url: '/v1/chat/completions',
  body: { model: 'any', messages: [user(`question ${k}`)] },
  ...more,
});
const many = (n: number) => Array.from({ length: n }, (_, k) => request(k));

async function upload(client: OpenAI, lines: unknown[]) {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return client.files.create({
    file: await toFile(Buffer.from(text), 'in.jsonl'),
    purpose: 'batch',
  });
}

async function start(client: OpenAI, lines: unknown[]) {
  const { id } = await upload(client, lines);
  return client.batches.create({
    input_file_id: id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
    metadata: { run: 'one' },
  });
}

async function ended(client: OpenAI, id: string) {
  const ends = ['completed', 'failed', 'cancelled'];
  await expect
    .poll(async () => (await client.batches.retrieve(id)).status)
    .toSatisfy((status: string) => ends.includes(status));
  return client.batches.retrieve(id);
}

async function linesOf(client: OpenAI, id: string | null | undefined): Promise<Line[]> {
  if (id === null || id === undefined) return [];
  const text = await (await client.files.content(id)).text();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('a batch is answered as its requests would be, in an order of its own', async () => {
  const { client, counts } = await serve();
  const made = await start(client, many(120));
  expect(made).toMatchObject({ object: 'batch', status: 'validating', metadata: { run: 'one' } });
  const batch = await ended(client, made.id);
  expect(batch).toMatchObject({
    status: 'completed',
    request_counts: { total: 120, completed: 120, failed: 0 },
    errors: null,
  });
  expect(batch.error_file_id).toBeNull();
  const lines = await linesOf(client, batch.output_file_id);
  const ids = lines.map(({ custom_id }) => custom_id);
  const asked = many(120).map(({ custom_id }) => custom_id);
  expect(ids).not.toEqual(asked);
  expect([...ids].sort()).toEqual([...asked].sort());
  for (const { custom_id, response, error } of lines.slice(0, 10)) {
    expect(error).toBeNull();
    expect(response!.status_code).toBe(200);
    const alone = await client.chat.completions.create({
      model: 'any',
      messages: [user(custom_id.replace('request', 'question'))],
    });
    expect(response!.body).toMatchObject({
      system_fingerprint: 'stand-in',
      choices: alone.choices,
      usage: alone.usage,
    });
  }
  expect(await counts()).toMatchObject({ batches: 1, replies: 130 });
  expect((await client.batches.list()).data.map(({ id }) => id)).toEqual([made.id]);
});

test('requests that fail are in a file of their own', async () => {
  const faults = { '429': 0.2, timeout: 0.2, duplicate: 0.2 };
  const { client } = await serve({ faults });
  const unknown = request(200, { body: { model: 'none', messages: [user('x')] } });
  const batch = await ended(client, (await start(client, [...many(100), unknown])).id);
  const output = await linesOf(client, batch.output_file_id);
  const errors = await linesOf(client, batch.error_file_id);
  expect(batch.request_counts).toEqual({
    total: 101,
    completed: output.length,
    failed: errors.length,
  });
  expect(output.length + errors.length).toBe(101);
  const kinds = new Set(errors.map(({ response, error }) => response?.status_code ?? error!.code));
  expect(kinds).toEqual(new Set([404, 429, 'batch_expired']));
  const twice = output.filter(({ response }) => (response!.body.choices as unknown[]).length === 2);
  expect(twice.length).toBeGreaterThan(5);
});

test('embeddings as well', async () => {
  const { client } = await serve();
  const { id } = await upload(client, [
    {
      custom_id: 'e',
      method: 'POST',
      url: '/v1/embeddings',
      body: { model: 'stand-in-embedding', input: 'x', dimensions: 4 },
    },
  ]);
  const made = await client.batches.create({
    input_file_id: id,
    endpoint: '/v1/embeddings',
    completion_window: '24h',
  });
  const [line] = await linesOf(client, (await ended(client, made.id)).output_file_id);
  expect(line.response!.body).toMatchObject({ object: 'list' });
});

describe('a batch fails as a whole', () => {
  test.each([
    ['for a line that is no request', [request(1), { custom_id: 'x' }], 'invalid_line', 2],
    ['for a custom_id twice', [request(1), request(1)], 'duplicate_custom_id', 2],
    ['for another address', [request(1, { url: '/v1/x' })], 'mismatched_endpoint', 1],
    ['without requests', [], 'empty_file', null],
  ])('%s', async (_title, lines, code, line) => {
    const { client, counts } = await serve();
    const batch = await ended(client, (await start(client, lines)).id);
    expect(batch.status).toBe('failed');
    expect(batch.errors!.data).toMatchObject([{ code, line }]);
    expect((await counts()).replies).toBe(0);
  });
});

test('a batch takes its time, and can be cancelled', async () => {
  const { client } = await serve({ batchDelay: 60_000 });
  const { id } = await start(client, many(5));
  await expect.poll(async () => (await client.batches.retrieve(id)).request_counts!.total).toBe(5);
  expect((await client.batches.retrieve(id)).status).toBe('validating');
  expect((await client.batches.cancel(id)).status).toBe('cancelling');
  const batch = await ended(client, id);
  expect(batch.status).toBe('cancelled');
  expect(batch.request_counts).toEqual({ total: 5, completed: 0, failed: 0 });
  await expect(client.batches.cancel(id)).rejects.toMatchObject({ status: 400 });
});

test('half of the delay is spent in progress', async () => {
  const { client } = await serve({ batchDelay: 400 });
  const { id } = await start(client, many(5));
  const status = async () => (await client.batches.retrieve(id)).status;
  await expect.poll(status, { interval: 20 }).toBe('in_progress');
  expect((await client.batches.retrieve(id)).output_file_id).toBeNull();
  await expect.poll(status, { interval: 20 }).toBe('completed');
});

describe('files', () => {
  test('are kept, listed and deleted', async () => {
    const { client } = await serve();
    const file = await upload(client, [request(1)]);
    expect(file).toMatchObject({ object: 'file', purpose: 'batch', filename: 'in.jsonl' });
    expect(await client.files.retrieve(file.id)).toEqual(file);
    expect((await client.files.list()).data).toEqual([file]);
    expect(await (await client.files.content(file.id)).text()).toBe(
      `${JSON.stringify(request(1))}\n`,
    );
    await client.files.delete(file.id);
    await expect(client.files.retrieve(file.id)).rejects.toMatchObject({ status: 404 });
  });

  test.each([
    ['no form', { 'content-type': 'application/json' }, '{}', 400],
    ['a broken form', { 'content-type': 'multipart/form-data; boundary=x' }, '--x\r\nhello', 400],
    ['a form without its boundary', { 'content-type': 'multipart/form-data' }, '--x--', 400],
    ['too large', { 'content-type': 'multipart/form-data; boundary=x' }, 'x'.repeat(5000), 413],
  ])('are refused: %s', async (_title, headers, body, status) => {
    const { url } = await serve({ uploadLimit: 4000 });
    const response = await fetch(`${url}/v1/files`, { method: 'POST', headers, body });
    expect(response.status).toBe(status);
    expect(await response.json()).toHaveProperty('error.message');
  });

  test('are refused: another purpose, no file', async () => {
    const { client, url } = await serve();
    const file = await toFile(Buffer.from('x'), 'x');
    const wrong = client.files.create({ file, purpose: 'fine-tune' });
    await expect(wrong).rejects.toMatchObject({ status: 400, param: 'purpose' });
    const form = new FormData();
    form.set('purpose', 'batch');
    form.set('file', 'a text');
    expect((await fetch(`${url}/v1/files`, { method: 'POST', body: form })).status).toBe(400);
  });

  test('that are not there', async () => {
    const { client } = await serve();
    const batch = { endpoint: '/v1/chat/completions', completion_window: '24h' } as const;
    const unknown = client.batches.create({ ...batch, input_file_id: 'none' });
    await expect(unknown).rejects.toMatchObject({ status: 404, code: 'file_not_found' });
    const broken = client.batches.create({
      ...batch,
      input_file_id: 'x',
      endpoint: '/v1/x' as never,
    });
    await expect(broken).rejects.toMatchObject({ status: 400, param: 'endpoint' });
    await expect(client.batches.retrieve('none')).rejects.toMatchObject({ status: 404 });
  });
});

test('a body that is a form is taken by no other route', async () => {
  const { url } = await serve();
  const form = new FormData();
  form.set('model', 'any');
  const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body: form });
  expect(response.status).toBe(415);
});
