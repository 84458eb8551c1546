import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/examinee/services.ts';
import { keptResult } from '../../../src/jobs/running/kept-result.ts';
import type { ScheduledRefresh } from '../../../src/server/configuration.ts';
import type { JobTask } from '../../../src/server/jobs/job-service.ts';
import { refreshSchedule } from '../../../src/server/refreshes/refresh-schedule.ts';
import type { Instance } from '../../../src/store/instances/instance-store.ts';
import type { KeptJob } from '../../../src/store/service/service-jobs.ts';
import { rescore } from '../../../src/workflow/calibration/rescore.ts';
import { itemsOf } from '../../store/store-case.ts';
import {
  REFRESHED,
  refreshReport,
  seedPretestRefresh,
  seedRefresh,
} from '../../web/fixture/seed-refresh.ts';
import { type TestService, testService } from '../service.ts';

/** Models of the proposal: with them there are enough new ones for a refresh. */
const PROPOSED = Array.from({ length: 9 }, (_, k) => `proposed-${k}`);
let service: TestService;
let admin: string;
let first: number;
let proposal: number;
beforeEach(async () => {
  service = await testService();
  admin = await service.key('administrator');
  ({ first, proposal } = await seedRefresh(service.parts.context.store, PROPOSED));
});
afterEach(() => service.close());

const url = (rest: string) => `/v1/banks/${REFRESHED}${rest}`;
const get = async (rest: string, key = admin) => (await service.ask('GET', url(rest), key)).body;
const post = async (rest: string, body: object = {}, key = admin) => {
  const { status, body: reply } = await service.ask('POST', url(rest), key, body);
  return { status, ...reply };
};

describe('refreshes over HTTP', () => {
  test('the calibrations of a bank are listed with their state and the log of decisions', async () => {
    const list = await get('/calibrations', await service.key('viewer'));
    expect(list).toMatchObject({
      inForce: first,
      items: [
        { id: proposal, parent: first, state: 'proposal', accepted: null },
        { id: first, parent: null, state: 'in force', accepted: { by: 'ana' } },
      ],
      log: [{ decision: 'accept', calibration: first }],
    });
  });

  test('a proposal shows what it changes', async () => {
    expect((await get('/refreshes')).items).toMatchObject([
      { calibration: proposal, refreshed: first, newModels: 2, driftedItems: 1, changedItems: 1 },
    ]);
    const view = await get(`/refreshes/${proposal}`);
    expect(view).toMatchObject({
      refreshed: first,
      drifted: [{ item: 'item-2', shift: 0.9, p: 0.0002, fate: 'estimated on new answers' }],
      ranking: { swapped: 1, swaps: [{ above: 'beta', below: 'alpha' }] },
      retirements: [{ item: 'item-5' }],
    });
    // −0.75 before and 0.15 after; the errors are independent: √(0.12² + 0.2²).
    expect(view.drifted[0].change).toBeCloseTo(0.9, 12);
    expect(view.drifted[0].changeSe).toBeCloseTo(0.2332, 4);
    // 60, 55, 50 points before; 60, 65, 48 after.
    expect(view.changedModels.map((one: { model: string }) => one.model)).toEqual([
      ...['beta', 'gamma', 'alpha'],
    ]);
    expect(view.changedModels[0]).toMatchObject({ before: { rank: 2 }, after: { rank: 1 } });
    expect((await service.ask('GET', url(`/refreshes/${first}`), admin)).status).toBe(404);
  });

  test('an administrator accepts and rolls back; what is no longer so is refused', async () => {
    const viewer = await service.key('viewer');
    expect(await post(`/calibrations/${proposal}/accept`, {}, viewer)).toMatchObject({
      status: 403,
    });
    // Someone else decided after the page was read.
    for (const inForce of [proposal, null])
      expect(await post(`/calibrations/${proposal}/accept`, { inForce })).toMatchObject({
        status: 409,
        code: 'CALIBRATION_REFUSED',
      });
    const decision = { note: 'checked', inForce: first };
    expect(await post(`/calibrations/${proposal}/accept`, decision)).toMatchObject({
      status: 201,
      before: first,
      after: proposal,
      entry: { note: 'checked', by: 'test administrator' },
    });
    expect(await post('/calibrations/rollback', { calibration: first })).toMatchObject({
      status: 409,
      code: 'CALIBRATION_REFUSED',
    });
    expect(await post('/calibrations/rollback', { calibration: proposal })).toMatchObject({
      status: 201,
      after: first,
    });
    expect((await get('/calibrations')).items[0].state).toBe('rolled back');
  });

  test('an acceptance that promotes lets ready pretest items count, also once it is in force', async () => {
    const { store } = service.parts.context;
    const calibrated = await seedPretestRefresh(store, first);
    const statuses = async () => {
      const found: [string, string][] = [];
      for await (const { id, status } of store.items(REFRESHED, ['item-20', 'item-21', 'item-23']))
        found.push([id, status]);
      return Object.fromEntries(found);
    };
    const before = { 'item-20': 'pretest', 'item-21': 'pretest', 'item-23': 'pretest' };
    const view = await get(`/refreshes/${calibrated}`);
    expect(
      view.pretest.map((one: { item: string; ready: boolean }) => [one.item, one.ready]),
    ).toEqual([
      ['item-20', true],
      ['item-23', false],
      ['item-21', false],
      ['item-22', false],
    ]);
    // A calibration that is no refresh has nothing to promote.
    expect(await post(`/calibrations/${first}/accept`, { promote: true })).toMatchObject({
      status: 400,
      code: 'OPTIONS_CONFLICT',
    });
    expect(await post(`/calibrations/${calibrated}/accept`)).toMatchObject({
      status: 201,
      after: calibrated,
      promoted: [],
    });
    expect(await statuses()).toEqual(before);
    const late = { promote: true, inForce: first };
    expect(await post(`/calibrations/${calibrated}/accept`, late)).toMatchObject({ status: 409 });
    expect(await statuses()).toEqual(before);
    expect(await post(`/calibrations/${calibrated}/accept`, { promote: true })).toMatchObject({
      status: 201,
      entry: null,
      promoted: ['item-20'],
    });
    expect(await statuses()).toEqual({ ...before, 'item-20': 'active' });
    const [entry] = (await store.reviewLog(REFRESHED)).slice(-1);
    expect(entry).toMatchObject({ decision: 'promote', item: 'item-20', by: 'test administrator' });
  });

  test('all models are ranked again on any calibration of the bank, as the command does', async () => {
    const { store } = service.parts.context;
    const ids = itemsOf(0, 8).map(({ id }) => id);
    // Item 2 is harder on the proposal.
    const scores = Float32Array.from([1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0]);
    const answers = { examinees: ['alpha', 'delta'], items: ids, scores };
    await store.putResponses(REFRESHED, answers, null, '2026-01-02');
    const ranked = await get(`/calibrations/${proposal}/ranking`, await service.key('viewer'));
    const { counts: _, ...expected } = await rescore(store, REFRESHED, proposal);
    expect(ranked).toEqual(expected);
    // The same at once, as often as it is asked for.
    const again = Array.from({ length: 20 }, () => get(`/calibrations/${proposal}/ranking`));
    for (const one of await Promise.all(again)) expect(one).toEqual(expected);
    expect(ranked.models).toHaveLength(2);
    expect(
      ranked.models.map(({ isCalibratedOn }: { isCalibratedOn: boolean }) => isCalibratedOn),
    ).toEqual(ranked.models.map(({ model }: { model: string }) => model === 'alpha'));
    const current = await get('/calibrations/current/ranking?source=recorded');
    expect(current.calibration).toBe(first);
    expect(current.models[0].ability).not.toBe(ranked.models[0].ability);
    const asked = async (rest: string) => (await service.ask('GET', url(rest), admin)).body;
    expect((await asked('/calibrations/current/ranking?source=sessions')).code).toBe(
      'BANK_WITHOUT_ANSWERS',
    );
    expect((await asked('/calibrations/current/ranking?run=7')).code).toBe('BANK_WITHOUT_ANSWERS');
    expect((await asked('/calibrations/current/ranking?run=7&source=sessions')).code).toBe(
      'OPTIONS_CONFLICT',
    );
    expect((await asked('/calibrations/current/ranking?source=x')).status).toBe(400);
    // A calibration of another bank does not exist here, and its bank is not named.
    await store.addItems(
      { name: 'secret', title: 'secret', builtin: null },
      itemsOf(0, 8),
      '2026-01-02',
    );
    const { id: __, createdAt: ___, ...values } = (await store.calibration(first))!;
    const other = await store.putCalibration({ ...values, bank: 'secret' }, '2026-01-02');
    const hidden = await asked(`/calibrations/${other}/ranking`);
    expect(hidden).toMatchObject({ status: 404, code: 'NAME_UNKNOWN' });
    expect(JSON.stringify(hidden)).not.toContain('secret');
  });

  test('a job refreshes the calibration in force; a runner cannot have it accepted', async () => {
    const runner = await service.key('runner');
    expect(await post('/refreshes', { accept: true }, runner)).toMatchObject({
      status: 409,
      code: 'CALIBRATION_REFUSED',
    });
    const started = await post('/refreshes', { method: 'fixed' }, runner);
    expect(started).toMatchObject({ status: 202, kind: 'refresh', bank: REFRESHED });
    const { task } = (await service.parts.context.store.jobs.get(started.id))!;
    expect((task as JobTask).operation).toEqual({
      name: 'calibrate refresh',
      options: { bank: REFRESHED, calibration: 1, method: 'fixed', accept: false },
    });
    await service.ask('DELETE', `/v1/jobs/${started.id}`, admin);
  });

  test('without a calibration in force there is nothing to refresh or to call current', async () => {
    await post('/calibrations/rollback', { calibration: first });
    const refused = { status: 409, code: 'CALIBRATION_NOT_IN_FORCE' };
    expect(await post('/refreshes')).toMatchObject(refused);
    const session = { bank: REFRESHED, examinee: 'delta', calibration: 'current' };
    const reply = await service.ask('POST', '/v1/sessions', admin, {
      ...session,
      strategy: 'paper',
    });
    expect([reply.status, reply.body.code]).toEqual([409, 'CALIBRATION_NOT_IN_FORCE']);
  });

  test('a session that asks for the current calibration has its number from then on', async () => {
    const session = { bank: REFRESHED, examinee: 'delta', strategy: 'paper', items: 3 };
    const reply = await service.ask('POST', '/v1/sessions', admin, {
      ...session,
      calibration: 'current',
    });
    expect([reply.status, reply.body.calibration]).toEqual([201, first]);
    await post(`/calibrations/${proposal}/accept`);
    const kept = await service.ask('GET', `/v1/sessions/${reply.body.id}`, admin);
    expect(kept.body.calibration).toBe(first);
    const rows = await get('/items?calibration=current');
    expect(rows.parametersFrom.calibration).toBe(proposal);
  });

  test('a job keeps what came of it, and not the whole report, which is kept with the calibration', () => {
    const printed = { calibration: 7, accepted: false, ...refreshReport(3) };
    expect(keptResult('calibrate refresh', printed, new Map())).toEqual({
      ...{ calibration: 7, accepted: false, bank: REFRESHED, refreshed: 3, method: 'fixed' },
      warnings: printed.warnings,
    });
  });
});

describe('the schedule', () => {
  const HOUR = 3_600_000;
  /** A clock that is moved by hand. */
  const clockAt = (start: number) => {
    const clock = { time: start, now: () => clock.time, sleep: async () => {} };
    return clock satisfies Clock & { time: number };
  };
  const scheduled = (changes: Partial<ScheduledRefresh>) => {
    const { context } = service.parts;
    const clock = clockAt(Date.parse(context.now()));
    const started: JobTask[] = [];
    const jobs = {
      async start(task: JobTask) {
        started.push(task);
        const at = new Date(clock.time).toISOString();
        const row = { id: `job-${started.length}`, by: 'schedule', key: 'schedule', holder: null };
        const done = { state: 'failed', startedAt: at, finishedAt: at, progress: null };
        await context.store.jobs.add({
          ...{ ...task, ...row, ...done, task: {}, createdAt: at, error: null, result: null },
          ...{ cancelAt: null, study: null },
        } as KeptJob);
        return { id: row.id } as never;
      },
    };
    const rule = { bank: REFRESHED, every: null, afterModels: null, accept: false, ...changes };
    return { ...refreshSchedule(context, jobs, [rule], clock), started, clock };
  };
  test('is kept by one of several instances', async () => {
    const looks: string[] = [];
    const run = async (name: string, isHeld: () => boolean | Promise<never>) => {
      const ending = new AbortController();
      const { context } = service.parts;
      const instance = { hold: async () => isHeld() } as unknown as Instance;
      const store = { ...context.store, bank: async () => void looks.push(name) } as never;
      let waits = 0;
      const clock = {
        now: () => 0,
        sleep: async () => {
          if (++waits === 3) ending.abort();
        },
      };
      const rule = { bank: REFRESHED, every: 1, afterModels: null, accept: false };
      const own = { ...context, store, instance };
      await refreshSchedule(own, {} as never, [rule], clock).run(ending.signal);
    };
    let asked = 0;
    await run('keeper', () => true);
    await run('other', () => false);
    await run('cut off', () => Promise.reject(new Error('no database')));
    await run('later', () => ++asked === 3);
    expect(looks).toEqual(['keeper', 'keeper', 'keeper', 'later']);
  });
  const record = (...examinees: string[]) =>
    service.parts.context.store.putResponses(
      REFRESHED,
      {
        examinees,
        items: itemsOf(0, 8).map(({ id }) => id),
        scores: new Float32Array(8 * examinees.length).fill(1),
      },
      null,
      service.parts.context.now(),
    );

  beforeEach(() => record(...PROPOSED));

  test('does nothing while there are too few new models for a refresh', async () => {
    const { look, started } = scheduled({ afterModels: 1 });
    const { store } = service.parts.context;
    await store.rollBackCalibration(REFRESHED, { by: 'ana', at: '2026-01-03' });
    // Those of the proposal are not new to it.
    await store.acceptCalibration(REFRESHED, proposal, { by: 'ana', at: '2026-01-03' }, true);
    await record('delta');
    await look();
    expect(started).toEqual([]);
  });

  test('does nothing, and says nothing, without models that are new to calibration and proposal', async () => {
    const { look, started, clock } = scheduled({ every: HOUR, afterModels: 1 });
    await record('alpha', 'beta');
    clock.time += 100 * HOUR;
    await look();
    expect(started).toEqual([]);
    expect(service.log.filter(({ event }) => event.startsWith('refresh'))).toEqual([]);
  });

  test('refreshes so often at most, if there are new models', async () => {
    const { look, started, clock } = scheduled({ every: 24 * HOUR });
    await record('delta');
    clock.time += 23 * HOUR;
    await look();
    expect(started).toHaveLength(0);
    clock.time += HOUR;
    await look();
    expect(started.map(({ kind, operation }) => [kind, operation?.options.accept])).toEqual([
      ['refresh', false],
    ]);
    clock.time += 23 * HOUR;
    await look();
    expect(started).toHaveLength(1);
    clock.time += HOUR;
    await look();
    expect(started).toHaveLength(2);
  });

  test('refreshes after so many new models, once for the same models', async () => {
    const { look, started } = scheduled({ afterModels: 3, accept: true });
    await record('delta', 'epsilon');
    await look();
    expect(started).toHaveLength(0);
    await record('zeta');
    await look();
    await look();
    expect(started).toHaveLength(1);
    expect(started[0].operation?.options).toMatchObject({ accept: true });
    await record('eta');
    await look();
    expect(started).toHaveLength(2);
  });

  test('after a refresh that succeeded, so many new models are enough again', async () => {
    const { look, started } = scheduled({ afterModels: 3 });
    const { store } = service.parts.context;
    const first = Array.from({ length: 6 }, (_, k) => `first-${k}`);
    await record(...first);
    await look();
    expect(started).toHaveLength(1);
    const { id: _, createdAt: at, ...made } = (await store.calibration(proposal))!;
    await store.putCalibration({ ...made, examinees: [...made.examinees, ...first] }, at);
    await record('second-1', 'second-2');
    await look();
    expect(started).toHaveLength(1);
    await record('second-3');
    await look();
    expect(started).toHaveLength(2);
  });

  test('a bank that is not there is passed over, with one warning', async () => {
    const { look, started } = scheduled({ bank: 'none', afterModels: 1 });
    await look();
    await look();
    expect(started).toEqual([]);
    const warned = service.log.filter(({ event }) => event === 'refresh-bank-unknown');
    expect(warned).toHaveLength(1);
  });
});
