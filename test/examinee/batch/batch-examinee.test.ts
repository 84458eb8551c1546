import { afterEach, describe, expect, test } from 'vitest';
import { AnswerAwaited } from '../../../src/examinee/batch/answer-awaited.ts';
import { type BatchResult, batchExaminee } from '../../../src/examinee/batch/batch-examinee.ts';
import { batchResultLine } from '../../../src/examinee/batch/batch-outcome.ts';
import { requestLine } from '../../../src/examinee/batch/request-line.ts';
import { endpointConfiguration } from '../../../src/examinee/endpoint/configuration/configuration.ts';
import type { Reply, ReplyCache } from '../../../src/examinee/examinee.ts';
import {
  completion,
  type Endpoint,
  examineeAt,
  question,
  sendJson,
  startEndpoint,
} from '../endpoint-server.ts';

let endpoint: Endpoint;
afterEach(() => endpoint?.close());

const PRICE = { prompt: 1, completion: 2 };
const model = (more: object = {}) =>
  endpointConfiguration({
    ...{ name: 'x', model: 'm-1', baseUrl: 'http://127.0.0.1:9/v1', price: PRICE },
    ...more,
  });

type Line = { response?: object | null; error?: unknown };

/** An examinee with these results for every question, one an attempt, and what it makes of them. */
function examineeWith(
  lines: readonly Line[],
  options: { cache?: ReplyCache; more?: object; isOpen?: boolean } = {},
) {
  const failed: string[] = [];
  const used: number[] = [];
  const billed: number[] = [];
  const results = lines.map(
    (line, k): BatchResult => ({
      attempt: k + 1,
      read: () => batchResultLine({ id: 'i', custom_id: 'c', ...line }),
      fail: (reason, dollars) => {
        failed.push(reason);
        billed.push(dollars);
      },
      use: ({ dollars }) => used.push(dollars),
    }),
  );
  const examinee = batchExaminee(model(options.more), {
    env: { KEY: 'secret-key-of-mine' },
    cache: options.cache ?? null,
    resultsOf: () => results,
    isOpen: () => options.isOpen ?? false,
  });
  return { examinee, failed, used, billed };
}

const said = (body: unknown, status_code = 200): Line => ({
  response: { status_code, request_id: 'r', body },
  error: null,
});

const TOO_LONG = { error: { message: 'too long', code: 'context_length_exceeded' } };
const FILTERED = {
  error: { message: 'The response was filtered', code: 'content_filter', param: 'prompt' },
};

describe('a result is the reply that the endpoint would have given', () => {
  test.each<[string, number, unknown]>([
    ['an answer', 200, completion()],
    [
      'parts, thinking and cached tokens',
      200,
      {
        choices: [
          {
            message: {
              content: [
                { type: 'thinking', thinking: 'hm' },
                { type: 'text', text: 'B' },
              ],
            },
            finish_reason: 'length',
          },
        ],
        usage: {
          prompt_tokens: 9,
          completion_tokens: 4,
          prompt_tokens_details: { cached_tokens: 3 },
        },
      },
    ],
    [
      'a refusal in words',
      200,
      completion({ content: null, refusal: 'No.' }, {}, 'content_filter'),
    ],
    ['no usage', 200, { choices: [{ message: { content: 'A' }, finish_reason: 'stop' }] }],
    ['no text', 200, completion({ content: '' })],
    ['a question that is too long', 400, TOO_LONG],
    ['a question that is filtered', 400, FILTERED],
    ['fields at the top', 413, { object: 'error', message: 'too long' }],
  ])('%s', async (_title, status, body) => {
    endpoint = await startEndpoint((response) => sendJson(response, body, status));
    const online = await examineeAt(endpoint, { price: PRICE }).examinee.ask(question('q'));
    const { examinee, failed, used } = examineeWith([said(body, status)]);
    const reply = await examinee.ask(question('q'));
    expect({ ...reply, latency: 0 }).toEqual({ ...online, latency: 0 });
    expect(failed).toEqual([]);
    expect(used).toEqual([online.cost]);
  });
});

describe('an unusable result is awaited again, with a reason', () => {
  test.each<[string, Line, RegExp]>([
    ['too many requests', said({ error: { message: 'slow down' } }, 429), /^HTTP 429: slow down$/],
    [
      'an expired batch',
      { response: null, error: { code: 'batch_expired', message: 'expired' } },
      /expired/,
    ],
    [
      'what vLLM says beside a response',
      { response: { status_code: 500 }, error: { error: { message: 'out of memory' } } },
      /^HTTP 500.*out of memory$/,
    ],
    ['no completion', said({ garbage: true }), /not a chat completion/],
    ['an error with status 200', said({ error: { message: 'oops' } }), /oops/],
    ['nothing at all', said(null), /not a chat completion/],
    ['lists in lists in lists', said({ choices: [{ message: { content: [deep(50_000)] } }] }), /./],
  ])('%s', async (_title, line, reason) => {
    const { examinee, failed, used } = examineeWith([line]);
    const asked = examinee.ask(question('q'));
    await expect(asked).rejects.toBeInstanceOf(AnswerAwaited);
    expect(failed).toEqual([expect.stringMatching(reason)]);
    expect(used).toEqual([]);
  });

  test('without the words of the question', async () => {
    const words = 'a question that nobody must read in a log';
    const { examinee, failed } = examineeWith([said({ error: { message: `no: ${words}` } }, 500)]);
    const asked = { item: 'q', repeat: 0, messages: [{ role: 'user' as const, content: words }] };
    await expect(examinee.ask(asked)).rejects.toBeInstanceOf(AnswerAwaited);
    expect(failed[0]).toBe('HTTP 500: no: [question]');
  });

  test('until a later attempt is answered; the possible cost of failed ones is separate', async () => {
    const lines = [said({}, 500), said({ x: 1 }), said(completion())];
    const more = { sampling: { maxTokens: 100 } };
    const { examinee, failed, billed } = examineeWith(lines, { more });
    const reply = await examinee.ask(question('q'));
    expect(reply).toMatchObject({ attempts: 3, output: 'The answer is (A).' });
    expect(failed).toHaveLength(2);
    expect(reply.cost * 1e6).toBeCloseTo(20, 9);
    // Nothing of the first, which was no answer at all; of the second 100 tokens at 2, and its prompt.
    expect(billed[0]).toBe(0);
    expect(billed[1] * 1e6).toBeGreaterThan(200);
    expect(billed[1] * 1e6).toBeLessThan(280);
  });
});

describe('what every question would be told', () => {
  const wrong = said({ error: { message: 'unknown field top_k' } }, 400);

  test('ends the model, as online, and says how to go on', async () => {
    const { examinee, failed } = examineeWith([said({}, 500), wrong]);
    await expect(examinee.ask(question('q'))).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: { isForAll: true },
      message: expect.stringMatching(/unknown field top_k.*continue with --rewrite/),
    });
    expect(failed).toHaveLength(2);
    const refused = examineeWith([said({ error: { message: 'no' } }, 401)]).examinee;
    await expect(refused.ask(question('q'))).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: { reason: 'HTTP 401: no', todo: expect.stringContaining('API key') },
    });
  });

  test('but not if its request is to be rewritten or has another answer', async () => {
    const again = examineeWith([wrong], { isOpen: true }).examinee;
    await expect(again.ask(question('q'))).rejects.toBeInstanceOf(AnswerAwaited);
    const { examinee } = examineeWith([wrong, said(completion())]);
    expect((await examinee.ask(question('q'))).output).toBe('The answer is (A).');
  });
});

test('ten questions refused in a row are no accident, with an answer between them they are', async () => {
  const refused = batchExaminee(model(), {
    env: {},
    cache: null,
    resultsOf: resultsOf(said(TOO_LONG, 400)),
    isOpen: () => false,
  });
  for (let k = 0; k < 9; k++)
    expect((await refused.ask(question(`q${k}`))).refused).toContain('context_length_exceeded');
  await expect(refused.ask(question('q9'))).rejects.toMatchObject({
    code: 'EXAMINEE_FAILED',
    details: { isForAll: true },
  });
  let k = 0;
  const mixed = batchExaminee(model(), {
    env: {},
    cache: null,
    isOpen: () => false,
    resultsOf: () => resultsOf(k++ % 5 === 4 ? said(completion()) : said(TOO_LONG, 400))(),
  });
  for (let n = 0; n < 30; n++) await mixed.ask(question(`q${n}`));
});

function resultsOf(line: Line) {
  return (): BatchResult[] => [
    { attempt: 1, read: () => batchResultLine({ custom_id: 'c', ...line }), fail() {}, use() {} },
  ];
}

test('answers go into the cache, and come from it if there is no result', async () => {
  const kept = new Map<string, Reply>();
  const cache: ReplyCache = {
    get: async (key) => kept.get(key),
    put: async (key, reply) => void kept.set(key, reply),
  };
  const first = await examineeWith([said(completion())], { cache }).examinee.ask(question('q'));
  expect(first.cached).toBe(false);
  expect(kept.size).toBe(1);
  // The result of this run is what was paid, whatever the cache has.
  const again = await examineeWith([said(completion())], { cache }).examinee.ask(question('q'));
  expect(again).toEqual(first);
  const cached = await examineeWith([], { cache }).examinee.ask(question('q'));
  expect(cached).toEqual({ ...first, cached: true, attempts: 0, cost: 0 });
  await examineeWith([said(TOO_LONG, 400)], { cache }).examinee.ask(question('other'));
  expect(kept.size).toBe(1);
});

test('no key is needed, and one that is known is taken out of outputs', async () => {
  const body = completion({ content: 'secret-key-of-mine' });
  const unknown = { keyVariable: 'NOWHERE', extraHeaders: { 'x-a': '$NOWHERE_EITHER' } };
  const without = examineeWith([said(body)], { more: unknown }).examinee;
  expect((await without.ask(question('q'))).output).toBe('secret-key-of-mine');
  const known = examineeWith([said(body)], { more: { keyVariable: 'KEY' } }).examinee;
  expect((await known.ask(question('q'))).output).toBe('[key]');
});

test('a request has the bytes that are sent online, without stream', async () => {
  let sent = '';
  endpoint = await startEndpoint((response, _, { body }) => {
    sent = JSON.stringify(body);
    sendJson(response, completion());
  });
  const more = {
    sampling: { temperature: 0.5, topP: 0.9, maxTokens: 100, stop: ['\n\n'], seed: 7 },
    systemPrompt: 'Be brief. 请简短。',
    extraBody: { top_k: 5, chat_template_kwargs: { enable_thinking: false } },
  };
  await examineeAt(endpoint, more).examinee.ask(question('q1', 2));
  for (const stream of [false, true]) {
    const line = requestLine('id', model({ ...more, stream }), question('q1', 2));
    expect(line).toBe(
      `{"custom_id":"id","method":"POST","url":"/v1/chat/completions","body":${sent.replace('"stream":false,', '')}}\n`,
    );
  }
});

test.each([
  ['a request', { custom_id: 'x', method: 'POST', url: '/v1', body: {} }],
  ['neither response nor error', { custom_id: 'x', response: null, error: null }],
  ['no custom_id', { response: { status_code: 200, body: {} } }],
  ['a status that is none', { custom_id: 'x', response: { status_code: 'ok', body: {} } }],
  ['a list', []],
])('%s is no line of results', (_title, value) => {
  expect(batchResultLine(value)).toBeNull();
});

function deep(levels: number): unknown {
  let value: unknown = 'A';
  for (let k = 0; k < levels; k++) value = { type: 'text', text: [value] };
  return value;
}
