import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fail } from '../../src/errors.ts';
import { route } from '../../src/server/route.ts';
import { type TestService, testService } from './service.ts';

const ROLES = ['administrator', 'runner'] as const;
const echoed = z.object({
  limit: z.number(),
  flag: z.boolean(),
  name: z.string(),
  tags: z.array(z.string()),
});
const shapes = z.object({
  nothing: z.number().nullable(),
  left: z.string().optional(),
  record: z.record(z.string(), z.object({ score: z.number() })),
  any: z.record(z.string(), z.unknown()),
  either: z.union([z.string(), z.number(), z.null()]),
  kinds: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), a: z.number() }),
      z.object({ kind: z.literal('b'), b: z.string() }),
    ]),
  ),
});

/** Routes with all that routes may have. */
const routes = () => [
  route({
    method: 'POST',
    url: '/things/:name',
    tag: 'test',
    summary: 'Says back what it read',
    roles: ROLES,
    params: z.object({ name: z.string().max(20) }),
    query: z.object({
      limit: z.coerce.number().int().min(1).max(10).default(5),
      flag: z.stringbool().default(false),
    }),
    body: z.object({ tags: z.array(z.string().max(10)).default(['none']) }),
    reply: echoed,
    handle: ({ params, query, body }) => ({ ...params, ...query, ...body }),
  }),
  route({
    method: 'GET',
    url: '/shapes',
    tag: 'test',
    summary: 'Every shape, and more than its schema has',
    roles: 'anyone',
    reply: shapes,
    handle: () => ({
      nothing: null,
      record: { x: { score: 1, secret: 'hidden' } },
      any: { deep: { list: [1, 'two', null] } },
      either: null,
      kinds: [
        { kind: 'a' as const, a: 1, answer: 'hidden' },
        { kind: 'b' as const, b: 'x' },
      ],
      answerKey: 'hidden',
    }),
  }),
  route({
    method: 'GET',
    url: '/many',
    tag: 'test',
    summary: 'A list that is cut part by part',
    roles: 'anyone',
    reply: z.object({ total: z.number(), items: z.array(z.object({ n: z.number() })) }),
    handle: () => ({
      total: 250,
      items: Array.from({ length: 250 }, (_, n) => ({ n, answer: 'hidden' })),
      answerKey: 'hidden',
    }),
  }),
  route({
    method: 'GET',
    url: '/fails/:how',
    tag: 'test',
    summary: 'Fails',
    roles: 'anyone',
    params: z.object({ how: z.string() }),
    reply: z.object({}),
    handle({ params }) {
      if (params.how === 'known') fail('SESSION_INVALID', { reason: 'it is over' });
      if (params.how === 'file') fail('BANK_DAMAGED', { file: '/secret/place', reason: 'cut' });
      throw new Error('the question was: what is hidden?');
    },
  }),
  route({
    method: 'POST',
    url: '/uploads',
    tag: 'test',
    summary: 'Counts bytes',
    roles: ROLES,
    upload: ['text/csv'],
    bodyLimit: 100_000,
    reply: z.object({ bytes: z.number() }),
    async handle({ request }) {
      let bytes = 0;
      for await (const chunk of request.body as Readable) bytes += (chunk as Buffer).byteLength;
      return { bytes };
    },
  }),
  route({
    method: 'GET',
    url: '/file',
    tag: 'test',
    summary: 'A file',
    roles: 'anyone',
    reply: null,
    types: ['text/csv'],
    handle: () => ({ type: 'text/csv', body: Readable.from(['a,b\n', '1,2\n']), file: 'tö.csv' }),
  }),
];

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await testService({ routes });
  key = await service.key('runner');
});
afterAll(() => service.close());

describe('a request', () => {
  test('is read by its schemas, with defaults, and a query as numbers and truths', async () => {
    const { status, body } = await service.ask('POST', '/things/a%2Fb?limit=7&flag=true', key, {});
    expect([status, body]).toEqual([200, { limit: 7, flag: true, name: 'a/b', tags: ['none'] }]);
  });

  test.each([
    ['/things/x?limit=0', {}, 'query, limit', '"0"', 'a number of at least 1'],
    ['/things/x?limit=x', {}, 'query, limit', '"x"', 'a number'],
    [
      '/things/x?limmit=1',
      {},
      'query',
      'the unknown field "limmit"',
      'limit, flag; did you mean limit?',
    ],
    ['/things/x', { tags: [1] }, 'body, tags.0', '1', 'a text'],
    ['/things/x', { tags: 'x' }, 'body, tags', '"x"', 'a list'],
    [
      '/things/x',
      { tags: ['y'.repeat(500)] },
      'body, tags.0',
      'a text of 500 characters',
      'a text of at most 10 characters',
    ],
    ['/things/x', [1], 'body', 'a list of 1', 'an object'],
    [
      `/things/${'z'.repeat(300)}`,
      {},
      'path, name',
      'a text of 300 characters',
      'a text of at most 20 characters',
    ],
  ])('%.20s %.30j is refused by %s', async (url, sent, field, found, accepted) => {
    const { status, body, headers } = await service.ask('POST', url, key, sent);
    expect(status).toBe(400);
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(body).toMatchObject({
      type: '/errors#REQUEST_INVALID',
      title: 'Request invalid',
      status: 400,
      code: 'REQUEST_INVALID',
      errors: [{ field, found, accepted }],
    });
    expect(JSON.stringify(body)).not.toMatch(/y{100}|z{100}/);
  });

  test.each([
    ['application/json', 400, 'REQUEST_INVALID', '{"tags": ['],
    ['application/json', 400, 'REQUEST_INVALID', '{"__proto__": {"x": 1}}'],
    ['application/x-www-form-urlencoded', 415, 'TYPE_UNSUPPORTED', 'tags=1'],
    ['text/plain', 415, 'TYPE_UNSUPPORTED', 'tags'],
    ['application/json', 413, 'BODY_TOO_LARGE', `{"tags":["${'x'.repeat(1_100_000)}"]}`],
  ])('with a body of %s is refused with %i', async (type, status, code, payload) => {
    const reply = await service.app.inject({
      method: 'POST',
      url: '/things/x',
      headers: { authorization: `Bearer ${key}`, 'content-type': type },
      payload,
    });
    expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
    expect(reply.json().detail).not.toContain('NaN');
  });

  test('may come with an empty body that says it is JSON', async () => {
    const reply = await service.app.inject({
      method: 'POST',
      url: '/things/x',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
    // Nothing is not an object: told so, and not that it is broken JSON.
    expect(reply.json().errors).toEqual([
      { field: 'body', found: 'nothing', accepted: 'an object' },
    ]);
  });

  test('gets the list of routes for an unknown address or a wrong method', async () => {
    expect(await service.ask('GET', '/nowhere?secret=1', key)).toMatchObject({
      status: 404,
      body: { code: 'ROUTE_UNKNOWN', detail: expect.not.stringContaining('secret') },
    });
    expect(await service.ask('DELETE', '/shapes')).toMatchObject({
      status: 405,
      headers: { allow: 'HEAD, GET' },
      body: { code: 'METHOD_UNKNOWN' },
    });
    expect(await service.ask('DELETE', '/things/%C3%A4?secret=1')).toMatchObject({
      status: 405,
      headers: { allow: 'POST' },
      body: { detail: expect.not.stringContaining('secret') },
    });
    expect(await service.ask('GET', '/things/%E0%A4', key)).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_INVALID' },
    });
  });
});

describe('a reply', () => {
  test('has what its schema has, in every shape, and nothing else', async () => {
    const { status, body, headers } = await service.ask('GET', '/shapes');
    expect(status).toBe(200);
    expect(body).toEqual({
      nothing: null,
      record: { x: { score: 1 } },
      any: { deep: { list: [1, 'two', null] } },
      either: null,
      kinds: [
        { kind: 'a', a: 1 },
        { kind: 'b', b: 'x' },
      ],
    });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  });

  test('of a long list is cut as a short one is', async () => {
    const { body } = await service.ask('GET', '/many');
    const items = Array.from({ length: 250 }, (_, n) => ({ n }));
    expect(JSON.stringify(body)).toBe(JSON.stringify({ total: 250, items }));
  });

  test('of a known error is its code and words; of a defect a number that the log has too', async () => {
    expect(await service.ask('GET', '/fails/known')).toMatchObject({
      status: 409,
      body: { code: 'SESSION_INVALID', detail: 'adaptive session: it is over' },
    });
    for (const how of ['file', 'unknown']) {
      const { status, body } = await service.ask('GET', `/fails/${how}`);
      expect(status).toBe(500);
      expect(JSON.stringify(body)).not.toMatch(/secret|hidden|question/);
      const line = service.log.find(
        ({ event, facts }) => event === 'defect' && facts.id === body.request,
      );
      expect(line).toBeDefined();
      expect(JSON.stringify(line)).not.toContain('what is hidden');
    }
  });

  test('may be a file that is made while it is sent', async () => {
    const { status, body, headers } = await service.ask('GET', '/file');
    expect([status, body]).toEqual([200, 'a,b\n1,2\n']);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="t_.csv"; filename*=UTF-8''t%C3%B6.csv`,
    );
  });
});

describe('an upload', () => {
  const send = (bytes: number, type = 'text/csv') =>
    service.app.inject({
      method: 'POST',
      url: '/uploads',
      headers: { authorization: `Bearer ${key}`, 'content-type': type },
      payload: Readable.from(Array.from({ length: bytes / 1000 }, () => Buffer.alloc(1000))),
    });
  test('comes as a stream, up to its limit', async () => {
    expect((await send(99_000)).json()).toEqual({ bytes: 99_000 });
    const large = await send(150_000);
    expect([large.statusCode, large.json().code]).toEqual([413, 'BODY_TOO_LARGE']);
  });
  test('of another type is refused', async () => {
    expect((await send(1000, 'application/json')).statusCode).toBe(415);
  });
});

test('the log has a line for each request, without its address, query, body or key', async () => {
  service.log.length = 0;
  await service.ask('POST', '/things/private?limit=3', key, { tags: ['private'] });
  expect(service.log).toMatchObject([
    {
      event: 'request',
      facts: { method: 'POST', route: '/things/:name', status: 200, key: key.split('_')[1] },
    },
  ]);
  expect(JSON.stringify(service.log)).not.toMatch(/private|limit/);
  expect(JSON.stringify(service.log)).not.toContain(key.slice(0, 40));
});
