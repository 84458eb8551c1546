import { EventEmitter } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { LiveEvent } from '../../src/api/jobs.ts';
import { liveRoutes } from '../../src/server/live-routes.ts';
import { callerOf } from './call-route.ts';
import { type TestService, testService } from './service.ts';

let service: TestService;
let url: string;
beforeAll(async () => {
  service = await testService({ routes: liveRoutes });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}/v1/events`;
});
afterAll(() => service.close());

const session = (id: string, bank: string): LiveEvent => ({
  type: 'session',
  session: id,
  bank,
  state: 'open',
  model: null,
});
const EVENTS: LiveEvent[] = [
  session('s1', 'a'),
  session('s2', 'b'),
  { type: 'job', job: 'j1', bank: 'a' },
  { type: 'job', job: 'j2', bank: null },
  { type: 'leaderboard', leaderboard: 'l1', bank: 'b' },
];
const named = (event: LiveEvent) =>
  'session' in event
    ? event.session
    : 'job' in event
      ? event.job
      : 'leaderboard' in event
        ? event.leaderboard
        : event.type;

/** Reads the events that come until one of the type `leaderboard` for the bank `end`, or the end. */
async function heard(key: string, query = ''): Promise<string[]> {
  const gone = new AbortController();
  const reply = await fetch(`${url}${query}`, {
    headers: { authorization: `Bearer ${key}` },
    signal: gone.signal,
  });
  expect(reply.headers.get('content-type')).toMatch('text/event-stream');
  for (const event of EVENTS) service.parts.context.events.emit(event);
  let text = '';
  const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
  // All events have been emitted before anything is read: what is to come is on its way.
  const late = setTimeout(() => gone.abort(), 150);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += new TextDecoder().decode(value);
    }
  } catch {
    // Aborted: it goes on for ever.
  }
  clearTimeout(late);
  return [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, type, data]) => {
    const event = JSON.parse(data) as LiveEvent;
    expect(event.type).toBe(type);
    return named(event);
  });
}

test.each([
  ['administrator', {}, '', ['s1', 's2', 'j1', 'j2', 'l1']],
  ['runner', {}, '', ['s1', 's2', 'j1', 'j2', 'l1']],
  ['runner', { banks: ['a'] }, '', ['s1', 'j1']],
  ['viewer', {}, '', ['s1', 's2', 'l1']],
  ['viewer', { banks: ['b'] }, '', ['s2', 'l1']],
  ['examinee', { session: 's2' }, '', ['s2']],
  ['administrator', {}, '?session=s1', ['s1']],
  ['administrator', {}, '?job=j2', ['j2']],
  ['administrator', {}, '?bank=b', ['s2', 'l1']],
  ['examinee', { session: 's2' }, '?session=s1', []],
] as const)('%s of %j hears of %s: %j', async (role, scope, query, expected) => {
  const key = await service.key(role, scope as { banks?: string[]; session?: string });
  expect(await heard(key, query)).toEqual(expected);
});

/** The data of the events that a key hears of while something happens; then it is revoked, which ends its stream. */
async function dataOf(key: string, query: string, happen: () => void | Promise<void>) {
  const { keys } = service.parts;
  const reply = await fetch(`${url}${query}`, { headers: { authorization: `Bearer ${key}` } });
  await happen();
  await keys.revoke((await keys.check(key)).id);
  const text = await reply.text();
  expect(text).not.toContain('still here');
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data));
}

test('an examinee and an expert hear that their own work has changed, without its bank, and nothing of other experts', async () => {
  const { context, keys } = service.parts;
  const { events, store } = context;
  const all = () => {
    for (const event of EVENTS) events.emit(event);
    events.emit({ type: 'panel', panel: 'p1', bank: 'a' });
    events.emit({ type: 'panel', panel: 'p2', bank: 'a' });
    for (const expert of ['anna', 'ben', 'ben'])
      events.emit({ type: 'panel', panel: 'p1', bank: 'a', expert });
  };
  const panel = { id: 'p1', kind: 'annotation' as const, bank: 'a', title: 'labels' };
  const about = { configuration: {}, madeBy: null, createdAt: '2026', closedAt: null };
  await store.annotations.put({ ...panel, ...about }, []);
  const scope = { banks: null, session: null, leaderboard: null, panel: 'p1', days: null };
  const keyOfAnna = async () =>
    (await keys.make({ role: 'expert', name: 'anna', ...scope }, null)).key;
  const keyOfPerson = () => service.key('examinee', { session: 's1' });
  const own = { type: 'panel', panel: 'p1' };
  expect(await dataOf(await keyOfAnna(), '', all)).toEqual([own, own]);
  expect(await dataOf(await keyOfPerson(), '', all)).toEqual([{ type: 'session', session: 's1' }]);
  // Nor can they find the bank by guessing.
  for (const key of [await keyOfAnna(), await keyOfPerson()])
    expect(await dataOf(key, '?bank=a', all)).toEqual([]);
  // Whose work it was is told to nobody.
  const told = await dataOf(await service.key('administrator'), '?bank=a', all);
  expect(told).toHaveLength(EVENTS.filter((event) => event.bank === 'a').length + 5);
  expect(JSON.stringify(told)).not.toMatch(/anna|ben/);
});

test('the stream of a revoked key ends at once, and tells nothing that comes after', async () => {
  const { events } = service.parts.context;
  const [revoked, other] = [await service.key('administrator'), await service.key('administrator')];
  const reply = await fetch(url, { headers: { authorization: `Bearer ${revoked}` } });
  const { id } = await service.parts.keys.check(revoked);
  const heardByOther = await dataOf(other, '', async () => {
    events.emit(session('before', 'a'));
    await service.parts.keys.revoke(id);
    events.emit(session('after', 'a'));
  });
  const text = await reply.text();
  expect(text).toContain('before');
  expect(text).not.toMatch(/after|still here/);
  // Those of other keys go on.
  expect(heardByOther.map(named)).toEqual(['before', 'after']);
});

test('a key that another process has revoked in the database ends its stream with the next heartbeat', async () => {
  const { keys, context } = service.parts;
  const { id } = await keys.check(await service.key('viewer'));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const [route] = liveRoutes(service.parts);
  const reply = { raw: new EventEmitter(), header: () => {} };
  const { signal } = new AbortController();
  const given = { caller: { ...callerOf('viewer'), id }, query: {}, signal, reply };
  const { body } = (await route.handle(given as never)) as { body: Readable };
  let text = '';
  body.on('data', (part) => {
    text += part;
  });
  const ended = new Promise((resolve) => body.once('end', resolve));
  vi.advanceTimersByTime(15_000);
  await expect.poll(() => text).toContain('still here');
  await context.store.revokeKey(id, context.now());
  vi.advanceTimersByTime(15_000);
  await ended;
});

test('a reader that does not read is dropped, and the others go on', async () => {
  const key = await service.key('administrator');
  const stream = await service.app.inject({
    method: 'GET',
    url: '/v1/events',
    headers: { authorization: `Bearer ${key}` },
    payloadAsStream: true,
  });
  const slow = stream.stream();
  slow.on('error', () => {});
  const ended = new Promise((resolve) => slow.once('close', resolve));
  for (let k = 0; k < 10_000; k++)
    service.parts.context.events.emit(session(`session-${k}`, 'a'.repeat(100)));
  slow.resume();
  await ended;
  expect(await heard(key)).toContain('s1');
});

test('a key may have a hundred streams, and those that were left count no longer', async () => {
  const key = await service.key('viewer');
  // Held, as a reply that nobody holds is not aborted either.
  const replies: Response[] = [];
  const open = async (signal: AbortSignal) => {
    const reply = await fetch(url, { headers: { authorization: `Bearer ${key}` }, signal });
    replies.push(reply);
    return reply.status;
  };
  const gone = new AbortController();
  const statuses = await Promise.all(Array.from({ length: 101 }, () => open(gone.signal)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  gone.abort();
  const again = new AbortController();
  await expect.poll(() => open(again.signal)).toBe(200);
  again.abort();
});

test('a reader that takes nothing more after the end is left two seconds later, and one that has read all is not', async () => {
  const [route] = liveRoutes(service.parts);
  const closing = new AbortController();
  const readers = ['slow', 'quick'].map((name) => {
    const raw = Object.assign(new EventEmitter(), { destroy: vi.fn() });
    const reply = { raw, header: () => {} };
    const caller = { ...callerOf('viewer'), id: name };
    route.handle({ caller, query: {}, signal: closing.signal, reply } as never);
    return raw;
  });
  vi.useFakeTimers();
  closing.abort();
  readers[1].emit('close');
  vi.advanceTimersByTime(2500);
  vi.useRealTimers();
  expect(readers.map(({ destroy }) => destroy.mock.calls.length)).toEqual([1, 0]);
});

test('streams end when the service closes', async () => {
  const own = await testService({ routes: liveRoutes });
  await own.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = own.app.server.address() as AddressInfo;
  const reply = await fetch(`http://127.0.0.1:${port}/v1/events`, {
    headers: { authorization: `Bearer ${await own.key('viewer')}` },
  });
  own.parts.beginClosing();
  await own.app.close();
  expect(await reply.text()).toBe(': thetarank\n\n');
  await own.close();
});
