import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fail } from '../../../src/errors.ts';
import { keyRoutes } from '../../../src/server/keys/key-routes.ts';
import type { SessionService } from '../../../src/server/sessions/session-service.ts';
import { type TestService, testService } from '../service.ts';

/** Sessions of which no more is asked than their bank. */
const BANKS: Record<string, string> = { s1: 'a', s2: 'b' };
const sessions: Pick<SessionService, 'get' | 'isPerson'> = {
  get: async (id) =>
    id in BANKS
      ? ({ id, bank: BANKS[id] } as Awaited<ReturnType<SessionService['get']>>)
      : fail('SESSION_UNKNOWN', { session: id }),
  isPerson: () => false,
};

let service: TestService;
let administrator: string;
beforeAll(async () => {
  service = await testService({ routes: (parts) => keyRoutes({ ...parts, sessions }) });
  administrator = await service.key('administrator');
});
afterAll(() => service.close());

test('an administrator makes a key, which is in this one reply only, and revokes it', async () => {
  const made = await service.ask('POST', '/v1/keys', administrator, {
    role: 'viewer',
    name: 'board',
    banks: ['a'],
    days: 2,
  });
  expect(made).toMatchObject({
    status: 201,
    body: {
      role: 'viewer',
      banks: ['a'],
      session: null,
      panel: null,
      createdAt: '2026-03-01T12:00:00.000Z',
      expiresAt: '2026-03-03T12:00:00.000Z',
      revokedAt: null,
    },
  });
  const { key, id } = made.body;
  const mine = await service.ask('GET', '/v1/me', key);
  expect(mine.body).toEqual({
    id,
    role: 'viewer',
    name: 'board',
    banks: ['a'],
    session: null,
    panel: null,
    person: false,
    expiresAt: '2026-03-03T12:00:00.000Z',
    version: '0.0.0-test',
  });
  const list = await service.ask('GET', '/v1/keys', administrator);
  expect(list.body.items.map((one: { id: string }) => one.id)).toContain(id);
  expect(JSON.stringify(list.body)).not.toMatch(/scrypt|tr_/);
  const revoked = await service.ask('DELETE', `/v1/keys/${id}`, administrator);
  expect(revoked).toMatchObject({ status: 200, body: { revokedAt: '2026-03-01T12:00:00.000Z' } });
  expect((await service.ask('GET', '/v1/me', key)).status).toBe(401);
});

test('an administrator does not lock itself out', async () => {
  const id = administrator.split('_')[1];
  const { status, body } = await service.ask('DELETE', `/v1/keys/${id}`, administrator);
  expect([status, body.code]).toEqual([403, 'SCOPE_INSUFFICIENT']);
  expect((await service.ask('GET', '/v1/me', administrator)).status).toBe(200);
});

test('a key that is not there cannot be revoked, nor one be made for such a session', async () => {
  const id = administrator.split('_')[1];
  const wrong = await service.ask('DELETE', `/v1/keys/${id.slice(1)}`, administrator);
  expect(wrong.status).toBe(404);
  expect(wrong.body.detail).toContain(`Did you mean ${id}`);
  const body = { role: 'examinee', name: 'x', session: 's9' };
  expect((await service.ask('POST', '/v1/keys', administrator, body)).body.code).toBe(
    'SESSION_UNKNOWN',
  );
});

describe('a runner', () => {
  test.each([
    ['an examinee of its own bank', { role: 'examinee', session: 's1' }, {}, 201],
    ['an examinee of another bank', { role: 'examinee', session: 's2' }, {}, 404],
    ['an examinee of no session', { role: 'examinee' }, {}, 400],
    ['a runner', { role: 'runner', banks: ['a'] }, {}, 403],
    ['an administrator', { role: 'administrator' }, {}, 403],
    ['a viewer', { role: 'viewer', banks: ['a'] }, {}, 403],
    ['a key that outlives its own', { role: 'examinee', session: 's1', days: 2 }, { days: 1 }, 403],
    ['one that does not', { role: 'examinee', session: 's1', days: 0.5 }, { days: 1 }, 201],
  ])('asking for %s gets %j of %j: %i', async (_, asked, scope, status) => {
    const runner = await service.key('runner', { banks: ['a'], ...scope });
    const made = await service.ask('POST', '/v1/keys', runner, { name: 'x', ...asked });
    expect(made.status).toBe(status);
    if (status !== 201) expect(JSON.stringify(made.body)).not.toContain('tr_');
  });

  test('that expires makes keys that expire with it, unless the request gives another date', async () => {
    const runner = await service.key('runner', { banks: ['a'], days: 1 });
    const body = { role: 'examinee', name: 'x', session: 's1' };
    const made = await service.ask('POST', '/v1/keys', runner, body);
    expect(made.body.expiresAt).toBe('2026-03-02T12:00:00.000Z');
  });

  test('that is revoked takes the keys with it that it has made, an administrator does not', async () => {
    const runner = await service.key('runner', { banks: ['a'] });
    const { id } = (await service.ask('GET', '/v1/me', runner)).body;
    const body = { role: 'examinee', name: 'x', session: 's1' };
    const own = (await service.ask('POST', '/v1/keys', runner, body)).body;
    const other = (await service.ask('POST', '/v1/keys', administrator, body)).body;
    expect([own.madeBy, other.madeBy]).toEqual([id, administrator.split('_')[1]]);
    expect((await service.ask('GET', '/v1/me', own.key)).status).toBe(200);
    const revoked = await service.ask('DELETE', `/v1/keys/${id}`, administrator);
    expect(revoked.body).toMatchObject({ id, alsoRevoked: [own.id] });
    expect((await service.ask('GET', '/v1/me', own.key)).status).toBe(401);
    expect((await service.ask('GET', '/v1/me', other.key)).status).toBe(200);
    // What was being made meanwhile is not good either.
    const late = service.parts.keys.make(
      { ...body, banks: null, leaderboard: null, panel: null, days: null } as never,
      id,
    );
    await expect(late).rejects.toMatchObject({ code: 'KEY_INVALID' });
    const list = (await service.ask('GET', '/v1/keys', administrator)).body.items;
    const made = list.filter((one: { madeBy: string }) => one.madeBy === id);
    expect(made.every((one: { revokedAt: string | null }) => one.revokedAt !== null)).toBe(true);
    expect(made).toHaveLength(2);
  });

  test('neither lists nor revokes keys', async () => {
    const runner = await service.key('runner');
    expect((await service.ask('GET', '/v1/keys', runner)).status).toBe(403);
    expect((await service.ask('DELETE', '/v1/keys/x', runner)).status).toBe(403);
  });
});

test.each(['viewer', 'examinee'] as const)('a %s makes no keys', async (role) => {
  const key = await service.key(role);
  const body = { role: 'examinee', name: 'x', session: 's1' };
  expect((await service.ask('POST', '/v1/keys', key, body)).status).toBe(403);
});
