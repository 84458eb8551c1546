import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { route } from '../../../src/server/route.ts';
import { keyText, readKeyText } from '../../../src/workflow/keys/key-text.ts';
import { hashSecret, isSecretOf } from '../../../src/workflow/keys/secret-hash.ts';
import { type TestService, testService } from '../service.ts';

const routes = () => [
  route({
    method: 'GET',
    url: '/guarded',
    tag: 'test',
    summary: 'For administrators and runners',
    roles: ['administrator', 'runner'],
    reply: z.object({ name: z.string() }),
    handle: ({ caller }) => ({ name: caller.name }),
  }),
];

let service: TestService;
beforeAll(async () => {
  service = await testService({ routes });
});
afterAll(() => service.close());

const guarded = (key?: string) => service.ask('GET', '/guarded', key);

describe('a key', () => {
  test('opens what its role may do, and nothing else', async () => {
    expect(await guarded(await service.key('runner'))).toMatchObject({
      status: 200,
      body: { name: 'test runner' },
    });
    for (const role of ['viewer', 'examinee'] as const)
      expect(await guarded(await service.key(role))).toMatchObject({
        status: 403,
        body: {
          code: 'ROLE_INSUFFICIENT',
          detail: `keys of the role ${role} may not do this. Use a key of one of these roles: administrator, runner.`,
        },
      });
    expect(await guarded()).toMatchObject({ status: 401, body: { code: 'KEY_REQUIRED' } });
  });

  test('is refused as soon as one character is another', async () => {
    const key = await service.key('runner');
    for (let at = 0; at < key.length; at += 7) {
      const tampered = key.slice(0, at) + (key[at] === '0' ? '1' : '0') + key.slice(at + 1);
      expect(await guarded(tampered)).toMatchObject({
        status: 401,
        headers: { 'www-authenticate': 'Bearer' },
        body: { code: 'KEY_INVALID' },
      });
    }
    for (const other of ['', 'x', `${key}0`, key.toUpperCase(), key.slice(0, -1), `tr_${key}`])
      expect((await guarded(other)).status).toBe(401);
    expect((await guarded(key)).status).toBe(200);
  });

  test('with the right form but another secret is refused, and is never said back', async () => {
    const [, id] = (await service.key('runner')).split('_');
    const other = await service.key('runner');
    const { secret } = readKeyText(other) ?? { secret: '' };
    const { keyText } = await import('../../../src/workflow/keys/key-text.ts');
    const forged = keyText({ id, secret });
    const { status, body } = await guarded(forged);
    expect([status, body.code]).toEqual([401, 'KEY_INVALID']);
    expect(JSON.stringify([body, service.log])).not.toContain(secret);
  });

  test('ends when it expires, even one that is remembered', async () => {
    const key = await service.key('runner', { days: 1 });
    expect((await guarded(key)).status).toBe(200);
    service.pass(86_400_000 - 1);
    expect((await guarded(key)).status).toBe(200);
    service.pass(1);
    expect(await guarded(key)).toMatchObject({
      status: 401,
      body: { detail: expect.stringContaining('expired') },
    });
  });

  test('ends at once when it is revoked here, and within ten seconds when another process does', async () => {
    const [here, elsewhere] = [await service.key('runner'), await service.key('runner')];
    const idOf = (key: string) => key.split('_')[1];
    for (const key of [here, elsewhere]) expect((await guarded(key)).status).toBe(200);
    await service.parts.keys.revoke(idOf(here));
    expect(await guarded(here)).toMatchObject({
      status: 401,
      body: { detail: expect.stringContaining('revoked') },
    });
    await service.parts.context.store.revokeKey(idOf(elsewhere), service.parts.context.now());
    service.pass(10_000);
    expect((await guarded(elsewhere)).status).toBe(401);
  });

  test('that is revoked while it is checked is not remembered', async () => {
    const key = await service.key('runner');
    const [first] = await Promise.all([guarded(key), service.parts.keys.revoke(key.split('_')[1])]);
    expect([200, 401]).toContain(first.status);
    expect((await guarded(key)).status).toBe(401);
  });

  test('is kept as a hash, and its use is written down now and then', async () => {
    const key = await service.key('runner');
    const [, id, secret] = key.split('_');
    for (let k = 0; k < 3; k++) await guarded(key);
    const kept = await service.parts.context.store.key(id);
    expect(kept?.hash).toMatch(/^scrypt\$4096\$8\$1\$/);
    expect(JSON.stringify(kept)).not.toContain(secret);
    await expect.poll(async () => (await service.parts.keys.get(id)).lastUsedAt).not.toBeNull();
    expect(JSON.stringify(await service.parts.keys.list())).not.toMatch(/scrypt|hash/);
    expect(JSON.stringify(service.log)).not.toContain(secret);
  });

  test('of an administrator is made once, if none exists', async () => {
    const other = await testService({ routes });
    const first = await other.parts.keys.first();
    expect(first?.role).toBe('administrator');
    expect(await other.parts.keys.first()).toBeNull();
    await other.parts.keys.revoke(first?.id ?? '');
    expect((await other.parts.keys.first())?.role).toBe('administrator');
    await other.close();
  });
});

describe('scopes go with roles', () => {
  const BOARD = { id: 'b', recorded: true, target: 'expected' as const };
  test.each([
    [{ role: 'examinee' as const }, 'session'],
    [{ role: 'runner' as const, session: 's' }, 'session'],
    [{ role: 'administrator' as const, banks: ['b'] }, 'banks'],
    [{ role: 'link' as const }, 'leaderboard'],
    [{ role: 'link' as const, leaderboard: BOARD, banks: ['b'] }, 'banks'],
    [{ role: 'viewer' as const, leaderboard: BOARD }, 'leaderboard'],
  ])('%j is refused', async (given, field) => {
    const key = {
      name: 'n',
      banks: null,
      session: null,
      leaderboard: null,
      panel: null,
      days: null,
      ...given,
    };
    await expect(service.parts.keys.make(key, null)).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      details: { field },
    });
  });
});

describe('a secret', () => {
  let salt: Buffer;
  beforeEach(() => {
    salt = Buffer.from('0123456789abcdef');
  });
  test('is known by its hash, and no other one is', async () => {
    const kept = await hashSecret('secret', salt);
    expect(await isSecretOf('secret', kept)).toBe(true);
    expect(await isSecretOf('secreT', kept)).toBe(false);
    expect(await isSecretOf('secret', 'md5$x')).toBe(false);
  });
});

describe('limits', () => {
  test('of requests are of one key, and come back with time', async () => {
    const limited = await testService({ routes, configuration: { requestsPerMinute: 3 } });
    const [key, other] = [await limited.key('runner'), await limited.key('runner')];
    const statuses = [];
    for (let k = 0; k < 5; k++) statuses.push((await limited.ask('GET', '/guarded', key)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const refused = await limited.ask('GET', '/guarded', key);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await limited.ask('GET', '/guarded', other)).status).toBe(200);
    await limited.close();
  });

  /** Of the right form, and nobody's. */
  const forged = (k: number, id = '0'.repeat(12)) =>
    keyText({ id, secret: k.toString(16).padStart(64, '0') });

  test('of refused keys count by the address that the last trusted proxy saw', async () => {
    const limited = await testService({
      routes,
      configuration: { refusalsPerMinute: 1, trustProxy: true },
    });
    let keys = 0;
    const from = async (address: string) => {
      const headers = { authorization: `Bearer ${forged(keys++)}`, 'x-forwarded-for': address };
      return (await limited.app.inject({ method: 'GET', url: '/guarded', headers })).statusCode;
    };
    // What stands before the last address, the client may have written itself.
    expect(await from('1.1.1.1, 9.9.9.9')).toBe(401);
    expect(await from('2.2.2.2, 9.9.9.9')).toBe(429);
    expect(await from('9.9.9.9, 3.3.3.3')).toBe(401);
    // Of version 6, the first 64 bits count: however they are written.
    expect(await from('2001:db8:0:1::1')).toBe(401);
    expect(await from('2001:db8:0:1:ffff::2')).toBe(429);
    expect(await from('2001:db8::1')).toBe(401);
    expect(await from('2001:db8::2')).toBe(429);
    expect(await from('2001:db8:1::2')).toBe(401);
    await limited.close();
  });

  test('of refused keys stop the checking of unknown ones, and leave known ones alone, also those that are looked up again', async () => {
    const limited = await testService({ routes, configuration: { refusalsPerMinute: 3 } });
    const [known, unknown] = [await limited.key('runner'), await limited.key('runner')];
    const status = async (key: string) => (await limited.ask('GET', '/guarded', key)).status;
    expect(await status(known)).toBe(200);
    // What is no key costs nothing to refuse, and counts for nothing.
    for (let k = 0; k < 5; k++) expect(await status('junk')).toBe(401);
    const statuses = [];
    for (let k = 0; k < 5; k++) statuses.push(await status(forged(k)));
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect(await status(unknown)).toBe(429);
    expect(await status('junk')).toBe(401);
    expect(await status(known)).toBe(200);
    limited.pass(11_000);
    expect(await status(known)).toBe(200);
    await limited.close();
  });

  test('of refused keys hold for many that come at once; many of one good key are checked together', async () => {
    const limited = await testService({ routes, configuration: { refusalsPerMinute: 3 } });
    const good = await limited.key('runner');
    const status = async (key: string) => (await limited.ask('GET', '/guarded', key)).status;
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => status(good))))).toEqual(
      new Set([200]),
    );
    const id = good.split('_')[1];
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, k) => status(forged(k, id))));
    expect(statuses.filter((status) => status === 401)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(17);
    await limited.close();
  });
});
