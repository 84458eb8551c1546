import { expect, test, vi } from 'vitest';
import { STEADY_CLOCK } from '../../src/examinee/services.ts';
import { AT, itemsOf } from '../store/store-case.ts';
import { serviceForTest } from './service.ts';
import { addBank, begin, play, scoreOf } from './sessions/session-case.ts';

const HOUR = 3_600_000;

test.each([HOUR, -HOUR])(
  'sessions go on when the clock of the machine jumps by %i ms',
  async (jump) => {
    const request = { strategy: 'random', items: 12 };
    const service = await serviceForTest();
    await addBank(service.parts.context.store);
    const runner = await service.key('runner');
    const id = await begin(service, runner, request);
    const before = await play(service, runner, id, 4);
    service.jump(jump);
    const middle = await play(service, runner, id, 4);
    service.jump(-jump);
    const after = await play(service, runner, id);
    expect(after.last.state).toBe('finished');
    const { body } = await service.ask('GET', `/v1/sessions/${id}`, runner);
    expect(body).toMatchObject({ state: 'finished', answered: 12 });
    // The leaderboard has it at once.
    const { items } = (await service.ask('GET', '/v1/leaderboards', runner)).body;
    expect(items[0].entries).toBe(1);
    // The items are those of a session that nothing happened to.
    const other = await play(service, runner, await begin(service, runner, request));
    expect([...before.items, ...middle.items, ...after.items]).toEqual(other.items);
  },
);

test.each([HOUR, -HOUR])(
  'a key revoked by another process is refused after ten seconds, after a jump by %i ms',
  async (jump) => {
    const service = await serviceForTest();
    const { store } = service.parts.context;
    const key = await service.key('viewer');
    const me = async () => (await service.ask('GET', '/v1/me', key)).status;
    expect(await me()).toBe(200);
    service.jump(jump);
    const [{ id }] = await store.keys();
    await store.revokeKey(id, AT);
    service.pass(9_999);
    expect(await me()).toBe(200);
    service.pass(1);
    expect(await me()).toBe(401);
  },
);

test('what another process adds to a bank is seen after a second, after a jump back', async () => {
  const service = await serviceForTest();
  const { store } = service.parts.context;
  await addBank(store);
  const runner = await service.key('runner');
  const versionOf = async () => {
    const id = await begin(service, runner, { strategy: 'random', items: 2 });
    return (await service.ask('GET', `/v1/sessions/${id}`, runner)).body.bankVersion;
  };
  const before = await versionOf();
  service.jump(-HOUR);
  await store.addItems({ name: 'exam', title: 'exam', builtin: null }, itemsOf(90, 91), AT);
  service.pass(1000);
  expect(await versionOf()).not.toBe(before);
});

test('a session with an end ends by the clock of the machine', async () => {
  const service = await serviceForTest();
  await addBank(service.parts.context.store);
  const runner = await service.key('runner');
  const expiresAt = '2026-03-01T12:30:00.000Z';
  const id = await begin(service, runner, { strategy: 'random', items: 12, expiresAt });
  await play(service, runner, id, 2);
  service.jump(HOUR);
  const answers = [{ item: 'item-1', score: scoreOf('item-1') }];
  await service.ask('POST', `/v1/sessions/${id}/answers`, runner, { answers });
  const { body } = await service.ask('GET', `/v1/sessions/${id}`, runner);
  expect(body).toMatchObject({ state: 'ended', answered: 2 });
});

test('the steady clock does not follow a clock that is set', () => {
  const before = STEADY_CLOCK.now();
  expect(Math.abs(before - Date.now())).toBeLessThan(60_000);
  vi.useFakeTimers({ toFake: ['Date'], now: before - HOUR });
  try {
    expect(Date.now()).toBeLessThan(before - HOUR / 2);
    expect(STEADY_CLOCK.now()).toBeGreaterThanOrEqual(before);
  } finally {
    vi.useRealTimers();
  }
});
