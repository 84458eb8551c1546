import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  begunClock,
  clockChange,
  GRACE,
  personClocks,
  timeLeft,
} from '../../../../src/server/sessions/person/person-clock.ts';
import { type TestService, testService } from '../../service.ts';
import { addPersonBank, fitting, invite } from './person-case.ts';

const MINUTE = 60_000;
const timed = { person: true, timeLimit: 10, extraMinutes: 0, expiresAt: null };

test('time left never grows, stands still in breaks, and falls by the time otherwise, however the clock is set', () => {
  const step = fc.record({
    pass: fc.integer({ min: 0, max: 3 * MINUTE }),
    jump: fc.integer({ min: -100 * MINUTE, max: 100 * MINUTE }),
    run: fc.boolean(),
    restart: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let at = Date.parse('2026-03-01T12:00:00Z');
      let elapsed = 0;
      const now = () => new Date(at).toISOString();
      let session = { id: 'a', state: 'open', clock: begunClock(now()) };
      let clocks = personClocks(() => elapsed);
      const used = () => clocks.used(session, timed);
      used();
      // The slow way: minutes that the clock ran, added up.
      let ran = 0;
      for (const { pass, jump, run, restart } of steps) {
        const before = timeLeft(timed, used())!;
        elapsed += pass;
        at += pass + jump;
        if (session.state === 'open') ran += pass;
        const left = timeLeft(timed, used())!;
        expect(left).toBe(Math.max(0, 10 * MINUTE - ran));
        expect(left).toBeLessThanOrEqual(before);
        const { clock, expiresAt } = clockChange(session, timed, run, used(), now());
        session = { id: 'a', state: run ? 'open' : 'paused', clock: clock! };
        // What was kept last goes on, on a clock of its own.
        if (restart) clocks = personClocks(() => elapsed);
        expect(timeLeft(timed, used())).toBe(left);
        expect(expiresAt).toBe(run ? new Date(at + 10 * MINUTE - ran + GRACE).toISOString() : null);
      }
    }),
  );
});

async function serviceWithBank(database?: string): Promise<TestService> {
  const service = await testService(database === undefined ? {} : { database });
  await addPersonBank(service.parts.context.store);
  return service;
}

let service: TestService;
beforeAll(async () => {
  service = await serviceWithBank();
});
afterAll(() => service.close());

test('a timed test ends by itself; its answers count, later ones do not', async () => {
  const { id, key } = await invite(service, {
    ...{ strategy: 'fixed', items: 20, timeLimit: 10, breaks: 'none', feedback: 'result' },
  });
  const url = `/v1/sessions/${id}`;
  let { body } = await service.ask('POST', `${url}/begin`, key);
  expect(body.secondsLeft).toBe(600);
  service.pass(9 * MINUTE);
  // A second beginning gives no more time.
  body = (await service.ask('POST', `${url}/begin`, key)).body;
  expect(body.secondsLeft).toBe(60);
  expect((await service.ask('POST', `${url}/break`, key)).body.detail).toContain('no breaks');
  const first = fitting(body.question);
  await service.ask('POST', `${url}/responses`, key, first);
  // In flight when the time was over.
  service.pass(MINUTE + 3000);
  body = (await service.ask('GET', `${url}/test`, key)).body;
  expect(body.secondsLeft).toBe(0);
  const late = fitting(body.question);
  expect((await service.ask('POST', `${url}/responses`, key, late)).status).toBe(200);
  const answered = (await service.ask('GET', `${url}/test`, key)).body.answered;
  const later = (await service.ask('GET', `${url}/test?place=3`, key)).body.question;
  service.pass(3000);
  const refused = await service.ask('POST', `${url}/responses`, key, fitting(later));
  expect(refused.status).toBe(409);
  expect(refused.body.detail).toContain('time is over');
  body = (await service.ask('GET', `${url}/test`, key)).body;
  expect(body).toMatchObject({ state: 'ended', timeOver: true, question: null, answered });
  const { body: report } = await service.ask('GET', `${url}/report`, key);
  expect(report).toMatchObject({ timeOver: true, standing: null, few: { answers: answered } });
});

test('breaks and pauses after the limit give no more than the five seconds, once', async () => {
  const { id, key } = await invite(service, {
    ...{ strategy: 'fixed', items: 20, timeLimit: 1, breaks: 'any' },
  });
  const url = `/v1/sessions/${id}`;
  await service.ask('POST', `${url}/begin`, key);
  service.pass(MINUTE + 2000);
  const refused = await service.ask('POST', `${url}/break`, key);
  expect(refused.status).toBe(409);
  expect(refused.body.detail).toContain('time is over');
  // Whoever made it can still pause it; what is left of the five seconds stays.
  const administrator = await service.key('administrator');
  for (let k = 0; k < 2; k++) {
    expect((await service.ask('POST', `${url}/pause`, administrator)).status).toBe(200);
    service.pass(MINUTE);
    await service.ask('POST', `${url}/resume`, administrator);
    service.pass(1000);
  }
  const { body } = await service.ask('GET', `${url}/test`, key);
  expect(body).toMatchObject({ state: 'open', secondsLeft: 0 });
  const answer = await service.ask('POST', `${url}/responses`, key, fitting(body.question));
  expect(answer.status).toBe(200);
  service.pass(1000);
  expect((await service.ask('GET', `${url}/test`, key)).body).toMatchObject({
    ...{ state: 'ended', timeOver: true, answered: 1 },
  });
});

test('a clock that cannot be kept is a line of the log, and the clocks of others are kept', async () => {
  const service = await serviceWithBank();
  onTestFinished(() => service.close());
  const { store } = service.parts.context;
  const people = [];
  for (let k = 0; k < 3; k++) people.push(await invite(service, { timeLimit: 10 }));
  for (const { id, key } of people) await service.ask('POST', `/v1/sessions/${id}/begin`, key);
  service.pass(MINUTE);
  const keep = vi.spyOn(store.serviceSessions, 'keepClock');
  keep.mockRejectedValueOnce(new TypeError('a defect'));
  await service.parts.sessions.close();
  const kept = await Promise.all(people.map(({ id }) => store.serviceSessions.byId(id)));
  expect(kept.map((one) => one?.clock?.used)).toEqual([0, MINUTE, MINUTE]);
  expect(service.log.filter(({ event }) => event === 'clock-not-kept')).toMatchObject([
    { facts: { session: people[0].id } },
  ]);
});

test('there is no break before the beginning', async () => {
  const { id, key } = await invite(service, { timeLimit: 10, breaks: 'any' });
  const url = `/v1/sessions/${id}`;
  const refused = await service.ask('POST', `${url}/break`, key);
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('begin it')]);
  expect((await service.ask('GET', `${url}/test`, key)).body.state).toBe('open');
});

test('a session that is continued after its time and its five seconds ends at once', async () => {
  const { id, key } = await invite(service, { timeLimit: 10, breaks: 'any' });
  const url = `/v1/sessions/${id}`;
  const runner = await service.key('runner', { banks: ['exam'] });
  await service.ask('POST', `${url}/extra-time`, runner, { minutes: 5 });
  await service.ask('POST', `${url}/begin`, key);
  service.pass(12 * MINUTE);
  await service.ask('POST', `${url}/break`, key);
  await service.ask('POST', `${url}/extra-time`, runner, { minutes: 0 });
  const { body } = await service.ask('POST', `${url}/continue`, key);
  expect(body).toMatchObject({ state: 'ended', timeOver: true, question: null });
});

test('the clock stands still in breaks and survives a restart of the service', async () => {
  const database = join(tmpdir(), `thetarank-clock-${randomBytes(6).toString('hex')}.db`);
  onTestFinished(() => rmSync(database, { force: true }));
  let service = await serviceWithBank(database);
  const { id, key } = await invite(service, { timeLimit: 10, breaks: 'any' });
  const url = `/v1/sessions/${id}`;
  await service.ask('POST', `${url}/begin`, key);
  service.pass(4 * MINUTE);
  const asked = (await service.ask('GET', `${url}/test`, key)).body.question;
  const { body: paused } = await service.ask('POST', `${url}/break`, key);
  expect(paused).toMatchObject({ onBreak: true, secondsLeft: 360, question: null, waiting: [] });
  service.pass(60 * MINUTE);
  expect((await service.ask('GET', `${url}/test`, key)).body.secondsLeft).toBe(360);
  await service.close();
  // Its clock begins anew at twelve, hours before the break.
  service = await testService({ database });
  onTestFinished(() => service.close());
  service.pass(64 * MINUTE);
  const { body: back } = await service.ask('POST', `${url}/continue`, key);
  expect(back).toMatchObject({ onBreak: false, secondsLeft: 360 });
  expect(back.question).toEqual(asked);
  service.pass(2 * MINUTE);
  expect((await service.ask('GET', `${url}/test`, key)).body.secondsLeft).toBe(240);
});

test.each([8 * 60 * MINUTE, -8 * 60 * MINUTE])(
  'a clock of the machine that is set by %i ms neither ends nor extends a test, also across a restart',
  async (jump) => {
    const database = join(tmpdir(), `thetarank-jump-${randomBytes(6).toString('hex')}.db`);
    onTestFinished(() => rmSync(database, { force: true }));
    let service = await serviceWithBank(database);
    const { id, key } = await invite(service, { timeLimit: 10, breaks: 'any' });
    const url = `/v1/sessions/${id}`;
    const left = async () => (await service.ask('GET', `${url}/test`, key)).body.secondsLeft;
    await service.ask('POST', `${url}/begin`, key);
    service.pass(MINUTE);
    service.jump(jump);
    expect(await left()).toBe(540);
    // Neither a list nor what looks after expired sessions ends it.
    const runner = await service.key('runner', { banks: ['exam'] });
    const { items } = (await service.ask('GET', '/v1/sessions', runner)).body;
    expect(items).toMatchObject([{ id, state: 'open' }]);
    service.pass(2 * MINUTE);
    await service.close();
    service = await testService({ database });
    onTestFinished(() => service.close());
    service.jump(-3 * jump);
    expect(await left()).toBe(420);
    service.pass(7 * MINUTE + GRACE - 1);
    const { body } = await service.ask('GET', `${url}/test`, key);
    expect(body).toMatchObject({ state: 'open', secondsLeft: 0 });
    service.pass(1);
    // It ends without the person too.
    await service.parts.sessions.close();
    const kept = await service.parts.context.store.serviceSessions.byId(id);
    expect(kept).toMatchObject({ state: 'ended', reason: 'its time is over' });
  },
);

test('extra time is given by whoever made the test, before and during it, and never twice', async () => {
  const { id, key } = await invite(service, { timeLimit: 10, extraMinutes: 5 });
  const url = `/v1/sessions/${id}`;
  const runner = await service.key('runner', { banks: ['exam'] });
  const give = (minutes: number, who = runner) =>
    service.ask('POST', `${url}/extra-time`, who, { minutes });
  expect((await service.ask('GET', `${url}/test`, key)).body.timeLimit).toBe(15);
  expect((await give(10)).body).toMatchObject({ timeLimit: 20, begun: false });
  await service.ask('POST', `${url}/begin`, key);
  service.pass(19 * MINUTE);
  expect((await give(60, key)).status).toBe(403);
  for (let k = 0; k < 2; k++) expect((await give(15)).body.secondsLeft).toBe(360);
  service.pass(5 * MINUTE);
  const { body } = await service.ask('GET', `${url}/test`, key);
  expect(body).toMatchObject({ state: 'open', secondsLeft: 60 });
  expect((await service.ask('POST', `${url}/responses`, key, fitting(body.question))).status).toBe(
    200,
  );
  // In a break, where the clock has no end.
  await service.ask('POST', `${url}/break`, key);
  expect((await give(16)).body).toMatchObject({ onBreak: true, secondsLeft: 120 });
  await service.ask('POST', `${url}/continue`, key);
  service.pass(2 * MINUTE + GRACE + 1);
  expect((await service.ask('GET', `${url}/test`, key)).body.timeOver).toBe(true);
  expect((await give(90)).body.detail).toContain('before the end');
  const shown = await service.ask('GET', url, runner);
  expect(shown.body).toMatchObject({ timeLimit: 10, extraMinutes: 16, answered: 1 });
});

test('extra time needs a time limit', async () => {
  await expect(invite(service, { extraMinutes: 5 })).rejects.toThrow('add \\"timeLimit\\"');
  const { id } = await invite(service);
  const runner = await service.key('runner', { banks: ['exam'] });
  const url = `/v1/sessions/${id}/extra-time`;
  const given = await service.ask('POST', url, runner, { minutes: 5 });
  expect(given.body.detail).toContain('no time limit');
  expect((await service.ask('POST', url, runner, { minutes: -1 })).status).toBe(400);
});

test('a pause by whoever made the test stops the clock, and only they end it', async () => {
  const { id, key } = await invite(service, { timeLimit: 10, breaks: 'none' });
  const url = `/v1/sessions/${id}`;
  await service.ask('POST', `${url}/begin`, key);
  service.pass(MINUTE);
  const administrator = await service.key('administrator');
  await service.ask('POST', `${url}/pause`, administrator);
  service.pass(30 * MINUTE);
  expect((await service.ask('POST', `${url}/continue`, key)).body.detail).toContain('has paused');
  expect((await service.ask('GET', `${url}/test`, key)).body).toMatchObject({
    ...{ state: 'paused', onBreak: false, secondsLeft: 540 },
  });
  await service.ask('POST', `${url}/resume`, administrator);
  expect((await service.ask('GET', `${url}/test`, key)).body.question).not.toBeNull();
});

test('an organiser pauses a test during a break too: the person goes on only when it is resumed, and ends the break', async () => {
  const { id, key } = await invite(service, { timeLimit: 10 });
  const url = `/v1/sessions/${id}`;
  const administrator = await service.key('administrator');
  await service.ask('POST', `${url}/begin`, key);
  service.pass(MINUTE);
  await service.ask('POST', `${url}/break`, key);
  // A break is not for the organiser to end: the clock would run without the person.
  const early = await service.ask('POST', `${url}/resume`, administrator);
  expect([early.status, early.body.code]).toEqual([409, 'PERSON_TEST']);
  expect((await service.ask('POST', `${url}/pause`, administrator)).body).toMatchObject({
    ...{ state: 'paused', reason: 'paused during a break' },
  });
  expect((await service.ask('POST', `${url}/continue`, key)).body.detail).toContain('has paused');
  service.pass(MINUTE);
  expect((await service.ask('POST', `${url}/resume`, administrator)).body).toMatchObject({
    ...{ state: 'paused', reason: 'on a break' },
  });
  service.pass(MINUTE);
  const { body } = await service.ask('POST', `${url}/continue`, key);
  expect(body).toMatchObject({ state: 'open', secondsLeft: 540 });
});
