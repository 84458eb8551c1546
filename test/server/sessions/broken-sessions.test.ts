import { expect, test, vi } from 'vitest';
import { createParts } from '../../../src/server/parts.ts';
import { serviceForTest } from '../service.ts';
import { addBank, begin, play } from './session-case.ts';

const ADAPTIVE = { strategy: 'adaptive', adaptive: { prior: { mean: 0, sd: 1 } } };

test('priors and abilities to start from are within what abilities are', async () => {
  const service = await serviceForTest();
  await addBank(service.parts.context.store);
  const runner = await service.key('runner');
  for (const adaptive of [
    { prior: { mean: 0, sd: 1e-9 } },
    { prior: { mean: 50, sd: 1 } },
    { prior: { mean: 0, sd: 1e9 } },
    { start: 9 },
  ]) {
    const body = { bank: 'exam', examinee: 'ann', strategy: 'adaptive', adaptive };
    const reply = await service.ask('POST', '/v1/sessions', runner, body);
    expect([reply.status, reply.body.code]).toEqual([400, 'REQUEST_INVALID']);
  }
});

test('a session that cannot be computed, or that an older thetarank took, holds up no list, no start and no other session', async () => {
  const service = await serviceForTest({ configuration: { sessionsInMemory: 1 } });
  const { context, configuration, sessions } = service.parts;
  const store = context.store.serviceSessions;
  await addBank(context.store);
  const runner = await service.key('runner');
  const expiresAt = new Date(Date.parse(context.now()) + 60_000).toISOString();
  const [broken, old, whole, other] = [
    await begin(service, runner, { ...ADAPTIVE, expiresAt }),
    await begin(service, runner, { ...ADAPTIVE, expiresAt }),
    await begin(service, runner, { expiresAt }),
    await begin(service, runner),
  ];
  for (const id of [broken, old, whole]) await play(service, runner, id, 2);
  await play(service, runner, other, 1);
  const kept = new Map(
    await Promise.all([broken, old].map(async (id) => [id, (await store.byId(id))!] as const)),
  );
  const { expired, byId, answers } = store;
  const asOld = (session: NonNullable<Awaited<ReturnType<typeof byId>>>) => {
    if (session.id !== old) return session;
    const settings = session.configuration as { adaptive: object };
    const adaptive = { ...settings.adaptive, prior: { mean: 0, sd: 1e-9 } };
    return { ...session, configuration: { ...settings, adaptive } };
  };
  vi.spyOn(store, 'expired').mockImplementation(async (...of) => (await expired(...of)).map(asOld));
  vi.spyOn(store, 'byId').mockImplementation(async (id) => {
    const found = await byId(id);
    return found && asOld(found);
  });
  vi.spyOn(store, 'answers').mockImplementation(async (number, texts) => {
    if (number === kept.get(broken)?.number) throw new TypeError('the words of a question');
    return answers(number, texts);
  });
  service.pass(120_000);

  const { status, body } = await service.ask('GET', '/v1/sessions', runner);
  expect(status).toBe(200);
  // biome-ignore lint/suspicious/noExplicitAny: of a reply
  const stateOf = (id: string) => body.items.find((one: any) => one.id === id);
  expect(stateOf(broken)).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/could not be computed/),
  });
  expect(stateOf(old)).toMatchObject({ state: 'ended', standing: null });
  expect(stateOf(whole)).toMatchObject({ state: 'ended', standing: { answers: 2 } });
  expect(stateOf(other)).toMatchObject({ state: 'open' });
  const line = service.log.find(({ event }) => event === 'session-not-computed')!;
  expect(line.facts).toMatchObject({ session: broken, error: 'TypeError' });
  expect(JSON.stringify(service.log)).not.toContain('the words of a question');
  // Another process on it begins as ever.
  const again = await createParts(context, configuration, '0.0.0-test');
  await again.start();
  await again.close();
  expect((await sessions.get(other)).state).toBe('open');
});
