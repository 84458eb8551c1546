import { afterEach, describe, expect, test } from 'vitest';
import { openAiExaminee } from '../../src/examinee/open-ai-examinee.ts';
import {
  type Answering,
  completion,
  type Endpoint,
  examineeAt,
  question,
  quickServices,
  sendJson,
  startEndpoint,
} from './endpoint-server.ts';

const KEY = 'sk-secret/"0123456789';
const OTHER = 'other+secret=value';
const SECRETS = [
  KEY,
  OTHER,
  encodeURIComponent(KEY),
  encodeURIComponent(OTHER),
  Buffer.from(KEY).toString('base64'),
  JSON.stringify(KEY).slice(1, -1),
  '0123456789',
];
const OPTIONS = { keyVariable: 'MY_KEY', extraHeaders: { 'api-key': '$MY_OTHER' }, retries: 1 };
const env = { MY_KEY: `${KEY}\n`, MY_OTHER: OTHER };

let endpoint: Endpoint;
const serve = async (answer: Answering) => {
  endpoint = await startEndpoint(answer);
  return endpoint;
};
afterEach(() => endpoint?.close());

function expectNoSecret(everything: unknown): void {
  const text = JSON.stringify(everything);
  for (const secret of SECRETS) expect(text.includes(secret), `${secret} in ${text}`).toBe(false);
}

describe('an endpoint that echoes the keys', () => {
  const echo = `you sent ${KEY}, ${OTHER}, ${encodeURIComponent(KEY)}, ${Buffer.from(KEY).toString('base64')}`;
  const error = { message: echo, code: KEY, type: OTHER, param: KEY };
  test.each<[string, Answering]>([
    ['in a text with 401', (r) => r.writeHead(401).end(echo)],
    ['in JSON with 401', (r) => sendJson(r, { error }, 401)],
    ['deep in JSON with 403', (r) => sendJson(r, { error: { deep: { deeper: [error] } } }, 403)],
    ['with 400', (r) => sendJson(r, { error }, 400)],
    ['after much space', (r) => sendJson(r, `${' '.repeat(70_000)}${echo}`, 400)],
    ['with 500', (r) => sendJson(r, { error }, 500)],
    ['with 429 and 200', (r) => sendJson(r, { error: { ...error, code: 429 } })],
    ['with 200', (r) => sendJson(r, { error })],
    ['in a status line', (r) => r.writeHead(418, 'sk-secret0123456789').end()],
    ['in a redirect', (r) => r.writeHead(302, { location: `/${KEY}?${OTHER}` }).end()],
    ['in the answer', (r) => sendJson(r, completion({ content: echo, reasoning: echo }))],
    [
      'in a stream',
      (r) => {
        const data = { choices: [{ delta: { content: echo }, finish_reason: 'stop' }] };
        r.writeHead(200, { 'content-type': 'text/event-stream' });
        r.end(`data: ${JSON.stringify(data)}\n\n`);
      },
    ],
    [
      'in an error of a stream',
      (r) => {
        r.writeHead(200, { 'content-type': 'text/event-stream' });
        r.end(`data: ${JSON.stringify({ error })}\n\n`);
      },
    ],
  ])('%s: they go no further', async (_, answer) => {
    const kept: unknown[] = [];
    const cache = {
      get: async (key: string) => void kept.push(key),
      put: async (key: string, reply: unknown) => void kept.push(key, reply),
    };
    const { examinee, events } = examineeAt(await serve(answer), OPTIONS, {
      env,
      cache,
      logsText: true,
    });
    const result = await examinee.ask(question()).catch((thrown: Error) => ({
      ...thrown,
      message: thrown.message,
      stack: thrown.stack,
      cause: thrown.cause,
    }));
    const [{ headers }] = endpoint.received;
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    expect(headers['api-key']).toBe(OTHER);
    expectNoSecret([result, events, examinee, examinee.counts, kept]);
  });
});

describe('other forms of keys that an endpoint may echo', () => {
  const basic = (user: string, key: string) => Buffer.from(`${user}:${key}`).toString('base64');
  const LITERAL = 'abcd-efgh-ijkl-mnop';
  const literal = { extraHeaders: { 'X-Key': LITERAL } };
  const proxy = { extraHeaders: { 'Proxy-Authorization': `Basic ${basic('me', LITERAL)}` } };
  const key = { keyVariable: 'MY_KEY' };
  const LONG = '?>~-key-0123456789';
  test.each<[string, object, string, string]>([
    ['a header that is written out', literal, LITERAL, LITERAL],
    [
      'the same for URLs',
      { extraHeaders: { 'X-Key': 'abcd/efgh+ijkl=mn' } },
      'abcd%2Fefgh%2Bijkl%3Dmn',
      '%2Fefgh',
    ],
    ['the same in base64', literal, Buffer.from(LITERAL).toString('base64'), 'YWJjZC1l'],
    ...['', 'a', 'me', 'you', 'user'].map((user): [string, object, string, string] => [
      `base64 of "${user}" and the key`,
      key,
      basic(user, LONG),
      basic(user, LONG).slice(8, 24),
    ]),
    ['base64 for URLs', key, Buffer.from(`u:${LONG}`).toString('base64url'), 'ta2V5LT'],
    ['what follows Basic', proxy, `=${basic('me', LITERAL)}`, basic('me', LITERAL).slice(0, 12)],
    ['what Basic encodes', proxy, `me:${LITERAL}`, 'abcd'],
    ['the key alone that Basic encodes', proxy, `it is ${LITERAL}`, 'abcd'],
  ])('%s', async (_, options, echo, secret) => {
    expect(echo).toContain(secret);
    const rest = { env: { MY_KEY: LONG }, logsText: true };
    const said = await serve((r) => sendJson(r, completion({ content: echo, reasoning: echo })));
    const answered = examineeAt(said, options, rest);
    const reply = await answered.examinee.ask(question());
    expect(reply.output).toContain('[key]');
    endpoint.close();
    const refusal = { error: { message: echo, code: 'context_length_exceeded' } };
    const refused = examineeAt(await serve((r) => sendJson(r, refusal, 400)), options, rest);
    const refusedReply = await refused.examinee.ask(question());
    endpoint.close();
    const failing = examineeAt(
      await serve((r) => sendJson(r, { error: echo }, 400)),
      options,
      rest,
    );
    const error = await failing.examinee.ask(question()).catch((thrown) => thrown);
    expect(error.code).toBe('EXAMINEE_FAILED');
    const all = [
      reply,
      answered.events,
      refusedReply,
      error.message,
      error.details,
      failing.events,
    ];
    expect(JSON.stringify(all)).not.toContain(secret);
  });

  test('a short header that is written out is no secret', async () => {
    const { examinee } = examineeAt(
      await serve((r) => sendJson(r, completion({ content: 'a test of models' }))),
      { extraHeaders: { 'X-Title': 'test of models' } },
    );
    expect((await examinee.ask(question())).output).toBe('a test of models');
  });
});

test('a redirect is not followed, wherever it leads', async () => {
  const other = await startEndpoint((r) => sendJson(r, completion()));
  for (const status of [301, 302, 303, 307, 308]) {
    const location = `${other.baseUrl}/chat/completions?token=1`;
    const { examinee } = examineeAt(
      await serve((r) => r.writeHead(status, { location }).end()),
      OPTIONS,
      { env },
    );
    await expect(examinee.ask(question())).rejects.toMatchObject({
      code: 'EXAMINEE_FAILED',
      details: { reason: `HTTP ${status}: a redirect to ${new URL(other.baseUrl).origin}` },
    });
    endpoint.close();
  }
  expect(other.received).toHaveLength(0);
  other.close();
});

describe('sources of keys', () => {
  const make = (options: object, variables: Record<string, string> = {}) =>
    openAiExaminee(
      { name: 'm', model: 'm', baseUrl: 'https://api.openai.com/v1', ...options },
      quickServices({ env: variables }).services,
    );
  test('OPENAI_API_KEY for OpenAI itself', () => {
    expect(() => make({})).toThrow(
      expect.objectContaining({
        code: 'KEY_MISSING',
        details: expect.objectContaining({ examinee: 'm', variable: 'OPENAI_API_KEY' }),
      }),
    );
    expect(() => make({}, { OPENAI_API_KEY: '  ' })).toThrow('not set');
    expect(() => make({}, { OPENAI_API_KEY: 'sk-12345678' })).not.toThrow();
  });
  test('nothing for others, unless a variable is named', async () => {
    const { examinee } = examineeAt(
      await serve((r) => sendJson(r, completion())),
      {},
      {
        env: { OPENAI_API_KEY: 'sk-12345678' },
      },
    );
    await examinee.ask(question());
    expect(endpoint.received[0].headers.authorization).toBe('Bearer none');
    expect(() => make({ baseUrl: 'http://here/v1', keyVariable: 'K' })).toThrow('variable K');
    expect(() => make({ extraHeaders: { a: '$H' } }, { OPENAI_API_KEY: 'k' })).toThrow(
      'variable H',
    );
  });
  test('a key that no header can hold is not shown', () => {
    const bad = () => make({}, { OPENAI_API_KEY: 'sk-1234\n5678' });
    expect(bad).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        details: expect.objectContaining({
          option: 'environment variable OPENAI_API_KEY',
          accepted: 'printable ASCII',
        }),
      }),
    );
    expect(bad).not.toThrow('1234');
  });
  test('a short key is no secret, and answers with it stay as they are', async () => {
    const { examinee } = examineeAt(
      await serve((r) => sendJson(r, completion({ content: 'The set is EMPTY.' }))),
      { keyVariable: 'K' },
      { env: { K: 'EMPTY' } },
    );
    expect((await examinee.ask(question())).output).toBe('The set is EMPTY.');
  });
});

test('events hold the text of questions and outputs only on request', async () => {
  const answer: Answering = (r) => sendJson(r, completion({ content: 'The words of the output' }));
  const silent = examineeAt(await serve(answer));
  await silent.examinee.ask(question('q1'));
  expect(JSON.stringify(silent.events)).not.toMatch(/Question|words/);
  const loud = examineeAt(endpoint, {}, { logsText: true });
  await loud.examinee.ask(question('q1'));
  expect(loud.events.at(-1)?.text).toEqual({
    messages: question('q1').messages,
    output: 'The words of the output',
  });
});

test('an error of the endpoint does not put its text into events', async () => {
  const { examinee, events } = examineeAt(
    await serve((r) => sendJson(r, { error: { message: 'too long: Question q1?' } }, 400)),
  );
  await examinee.ask(question('q1'));
  expect(events.at(-1)).toMatchObject({ event: 'refused', reason: 'HTTP 400' });
  expect(JSON.stringify(events)).not.toContain('Question');
});
