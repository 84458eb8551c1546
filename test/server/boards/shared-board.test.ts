import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { keyText } from '../../../src/workflow/keys/key-text.ts';
import { serviceForTest, type TestService, testService } from '../service.ts';
import { addBank, begin, play } from '../sessions/session-case.ts';

const FORMATS = [
  ['', 'text/html', '<h1>Leaderboard of exam</h1>'],
  ['.svg', 'image/svg+xml', '>Leaderboard of exam<'],
  ['.json', 'application/json', '"beats"'],
  ['.csv', 'text/csv', 'best_rank'],
] as const;
const UNKNOWN = {
  code: 'LINK_UNKNOWN',
  detail: 'this link is mistyped, revoked or expired: ask the person who sent it for a new one.',
};

/** A service with two leaderboards of one bank. */
async function serviceWithBoards() {
  const service = await testService();
  await addBank(service.parts.context.store);
  const runner = await service.key('runner');
  for (const strategy of ['random', 'balanced']) {
    const id = await begin(service, runner, { strategy, items: 12, examinee: `by-${strategy}` });
    await play(service, runner, id);
  }
  const { items } = (await service.ask('GET', '/v1/leaderboards', runner)).body;
  const idOf = (strategy: string): string =>
    items.find((one: { strategy: string }) => one.strategy === strategy).id;
  return { service, runner, random: idOf('random'), balanced: idOf('balanced') };
}

describe('a link to a leaderboard', () => {
  let service: TestService;
  let runner: string;
  let administrator: string;
  let random: string;
  let balanced: string;
  beforeAll(async () => {
    ({ service, runner, random, balanced } = await serviceWithBoards());
    administrator = await service.key('administrator');
  });
  afterAll(() => service.close());

  const made = async (more: object = {}, leaderboard: object = {}) => {
    const body = { role: 'link', name: 'website', leaderboard: { id: random, ...leaderboard } };
    const reply = await service.ask('POST', '/v1/keys', administrator, { ...body, ...more });
    expect(reply.status).toBe(201);
    return reply.body as { id: string; key: string; expiresAt: string | null };
  };
  const open = (key: string, ending = '') => service.ask('GET', `/shared/${key}${ending}`);

  test('opens without a header, in four formats that other sites may show or not', async () => {
    const { key } = await made();
    for (const [ending, type, text] of FORMATS) {
      const reply = await service.app.inject({ method: 'GET', url: `/shared/${key}${ending}` });
      expect(reply.statusCode).toBe(200);
      expect(reply.headers['content-type']).toContain(type);
      for (const part of [text, 'exam', 'by-random', 'random']) expect(reply.body).toContain(part);
      expect(reply.body).not.toContain('by-balanced');
      expect(reply.body).not.toContain(key);
      const mayEmbed = ending === '' || ending === '.svg';
      expect(reply.headers).toMatchObject({
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': mayEmbed ? 'cross-origin' : 'same-origin',
        'content-security-policy': mayEmbed
          ? "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
          : "default-src 'none'; frame-ancestors 'none'",
      });
      expect(reply.headers).not.toHaveProperty('content-disposition');
    }
  });

  test('names bank, version, calibration and date on page and image, and shows no question', async () => {
    const { key } = await made();
    const { body: board } = await open(key, '.json');
    const [page, image] = [(await open(key)).body, (await open(key, '.svg')).body];
    for (const text of [page, image]) {
      expect(text).toContain(board.bankVersion.slice(0, 12));
      expect(text).toContain(board.calibrationVersion.slice(0, 12));
      expect(text).toContain('2026-03-01');
      expect(text).toContain('Made with thetarank.');
      for (const name of ['by-random', 'model-8']) expect(text).toContain(name);
    }
    const all = JSON.stringify([page, image, board, (await open(key, '.csv')).body]);
    for await (const { stem } of service.parts.context.store.items('exam'))
      expect(all).not.toContain(stem);
  });

  test('shows no ids of sessions, which readers with a key get', async () => {
    const { key } = await made();
    const { items } = (await service.ask('GET', '/v1/sessions', runner)).body;
    const ids: string[] = items.map(({ id }: { id: string }) => id);
    const whole = await service.ask('GET', `/v1/leaderboards/${random}`, runner);
    const named = ids.filter((id) => JSON.stringify(whole.body).includes(id));
    expect(named).toHaveLength(1);
    for (const [ending] of FORMATS) {
      const { body } = await open(key, ending);
      for (const id of named) expect(JSON.stringify(body)).not.toContain(id);
    }
    const [row] = (await open(key, '.json')).body.rows.filter(
      ({ kind }: { kind: string }) => kind === 'session',
    );
    expect(row).toMatchObject({ examinee: 'by-random', session: null });
  });

  test('has the settings it was made with, and no query changes them', async () => {
    const { key } = await made({}, { recorded: false, target: 'recorded' });
    const reply = await service.ask('GET', `/shared/${key}.json?recorded=true&target=expected`);
    expect(reply.body).toMatchObject({ id: random, target: 'recorded' });
    expect(reply.body.rows.map(({ examinee }: { examinee: string }) => examinee)).toEqual([
      'by-random',
    ]);
  });

  test('is in Chinese for who asks so, with an entity tag of its own', async () => {
    const { key } = await made();
    const page = (query: string) =>
      service.app.inject({ method: 'GET', url: `/shared/${key}${query}` });
    const [english, chinese] = [await page(''), await page('?language=zh')];
    expect(english.body).toContain('<html lang="en">');
    expect(chinese.body).toContain('lang="zh-CN"');
    expect(chinese.body).toContain('得分及 90% 区间');
    expect(chinese.headers.etag).not.toBe(english.headers.etag);
    expect((await page('?language=fr')).statusCode).toBe(400);
    expect((await page('.json?language=zh')).body).toBe((await page('.json')).body);
  });

  test('always shows the present state, and says when nothing has changed', async () => {
    const { key } = await made();
    const url = `/shared/${key}`;
    const first = await service.app.inject({ method: 'GET', url });
    const ask = (tag: string) =>
      service.app.inject({ method: 'GET', url, headers: { 'if-none-match': tag } });
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    for (const tag of [etag, `"other", W/${etag}`]) {
      const same = await ask(tag);
      expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag]);
      expect(same.headers['content-length']).toBeUndefined();
    }
    const id = await begin(service, runner, {
      strategy: 'random',
      items: 12,
      examinee: 'newcomer',
    });
    await play(service, runner, id);
    const changed = await ask(etag);
    expect(changed.statusCode).toBe(200);
    expect(changed.body).toContain('newcomer');
    expect(changed.headers.etag).not.toBe(etag);
  });

  test('reads its own rows once, and none for who has them', async () => {
    const { key } = await made();
    const store = service.parts.context.store.serviceSessions;
    const all = ['list', 'byId', 'answers', 'sums', 'boardRows', 'testedOn'] as const;
    const spies = all.map((name) => vi.spyOn(store, name));
    const calls = () =>
      spies.flatMap(({ mock }, k) => (mock.calls.length > 0 ? [[all[k], mock.calls.length]] : []));
    const viewer = await service.key('viewer');
    for (const [url, authorization] of [
      [`/shared/${key}.json`, ''],
      [`/v1/leaderboards/${balanced}`, `Bearer ${viewer}`],
      ['/v1/leaderboards', `Bearer ${viewer}`],
    ]) {
      const ask = (tag: string) =>
        service.app.inject({ url, headers: { authorization, 'if-none-match': tag } });
      const read =
        url === '/v1/leaderboards'
          ? [['testedOn', 1]]
          : [
              ['boardRows', 1],
              ['testedOn', 1],
            ];
      for (const spy of spies) spy.mockClear();
      const [first, second] = await Promise.all([ask(''), ask('')]);
      expect([first.statusCode, second.body]).toEqual([200, first.body]);
      // The rows of the link are known from other tests of it.
      if (!url.startsWith('/shared')) expect(calls()).toEqual(read);
      for (const spy of spies) spy.mockClear();
      const same = await ask(String(first.headers.etag));
      expect([same.statusCode, same.body, calls()]).toEqual([304, '', []]);
    }
    for (const spy of spies) spy.mockRestore();
  });

  test('gets 404 with one sentence when it is unknown, revoked or expired', async () => {
    const [revoked, expired] = [await made(), await made({ days: 1 })];
    expect(expired.expiresAt).toBe('2026-03-02T12:00:00.000Z');
    for (const { key } of [revoked, expired]) expect((await open(key)).status).toBe(200);
    await service.ask('DELETE', `/v1/keys/${revoked.id}`, administrator);
    const secret = 'a'.repeat(64);
    const forged = keyText({ id: revoked.id, secret });
    const other = keyText({ id: '0'.repeat(12), secret });
    const refused = [
      revoked.key,
      forged,
      other,
      'x',
      `${revoked.key}.html`,
      '%00',
      'x'.repeat(900),
    ];
    for (const key of refused)
      for (const [ending] of FORMATS) {
        const { status, body, headers } = await open(key, ending);
        expect([status, body]).toMatchObject([404, UNKNOWN]);
        expect(headers['cache-control']).toBe('no-store');
        expect(headers).not.toHaveProperty('www-authenticate');
      }
    service.pass(86_400_000);
    expect(await open(expired.key)).toMatchObject({ status: 404, body: UNKNOWN });
    administrator = await service.key('administrator');
  });

  test('reaches nothing else, and no other key opens what links open', async () => {
    const { key } = await made();
    for (const url of [
      '/v1/leaderboards',
      `/v1/leaderboards/${random}`,
      `/v1/leaderboards/${balanced}`,
      `/v1/leaderboards/${random}/export?format=csv`,
      '/v1/sessions',
      '/v1/banks/exam',
      '/v1/keys',
      '/v1/me',
      '/v1/events',
    ])
      expect((await service.ask('GET', url, key)).status).toBe(403);
    for (const path of [`${key}/${balanced}`, `${key}/../${balanced}`, `${key}/`])
      expect((await open(path)).status).toBe(404);
    for (const role of ['administrator', 'runner', 'viewer', 'examinee'] as const) {
      const reply = await open(await service.key(role));
      expect(reply).toMatchObject({ status: 404, body: UNKNOWN });
    }
    // The header does not help.
    expect((await service.ask('GET', '/shared/x', administrator)).status).toBe(404);
  });

  test('is made by administrators, for a leaderboard that exists', async () => {
    const body = { role: 'link', name: 'x', leaderboard: { id: random } };
    for (const role of ['runner', 'viewer', 'examinee'] as const)
      expect((await service.ask('POST', '/v1/keys', await service.key(role), body)).status).toBe(
        403,
      );
    const nowhere = { ...body, leaderboard: { id: 'nothing' } };
    expect((await service.ask('POST', '/v1/keys', administrator, nowhere)).body.code).toBe(
      'LEADERBOARD_UNKNOWN',
    );
    const without = { ...body, leaderboard: null };
    expect((await service.ask('POST', '/v1/keys', administrator, without)).status).toBe(400);
  });

  test('is listed with its leaderboard and last use, and without its secret', async () => {
    const { key, id } = await made({}, { target: 'recorded' });
    const listed = async () => {
      const { body } = await service.ask('GET', '/v1/keys', administrator);
      expect(JSON.stringify(body)).not.toMatch(/scrypt|tr_/);
      return body.items.find((one: { id: string }) => one.id === id);
    };
    const leaderboard = { id: random, recorded: true, target: 'recorded' };
    expect(await listed()).toMatchObject({ role: 'link', leaderboard, lastUsedAt: null });
    await open(key, '.svg');
    await expect.poll(async () => (await listed()).lastUsedAt).not.toBeNull();
  });

  test('leaves its secret neither in the log, nor in metrics, nor in errors', async () => {
    const { key } = await made();
    const secret = key.split('_')[2];
    service.log.length = 0;
    const bodies: string[] = [];
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'PUT', 'OPTIONS'] as const)
      for (const path of [
        key,
        `${key}.svg`,
        `${key}x`,
        `${key}/more`,
        `${key}?a=${key}`,
        `${key}%`,
      ]) {
        const reply = await service.app.inject({ method, url: `/shared/${path}` });
        bodies.push(reply.body, JSON.stringify(reply.headers));
      }
    expect(service.log.filter(({ event }) => event === 'request').length).toBeGreaterThan(20);
    expect(service.log.map(({ facts }) => facts.route)).toContain('/shared/:link');
    const metrics = (await service.ask('GET', '/metrics', administrator)).body;
    expect(metrics).toContain('route="/shared/:link"');
    for (const text of [JSON.stringify(service.log), metrics, ...bodies])
      expect(text).not.toContain(secret);
  });
});

test('links count against the limits of keys', async () => {
  const limits = { requestsPerMinute: 3, refusalsPerMinute: 3 };
  const service = await serviceForTest({ configuration: limits });
  const open = async (text: string) => (await service.ask('GET', `/shared/${text}`)).body.code;
  const asked = async (texts: readonly string[]) => {
    const codes = [];
    for (const text of texts) codes.push(await open(text));
    return codes;
  };
  // There is no such leaderboard, which only somebody who is let in is told.
  const key = await service.key('link', { leaderboard: 'nothing' });
  const [found, many] = ['LEADERBOARD_UNKNOWN', 'TOO_MANY_REQUESTS'];
  expect(await asked(Array(5).fill(key))).toEqual([found, found, found, many, many]);
  const forged = (k: number) => keyText({ id: '0'.repeat(12), secret: `${k}`.padStart(64, '0') });
  const { code } = UNKNOWN;
  expect(await asked([0, 1, 2, 3, 4].map(forged))).toEqual([code, code, code, many, many]);
  // They share one count with other refused keys.
  expect((await service.ask('GET', '/v1/me', forged(9))).status).toBe(429);
});
