import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { workerList } from '../../../src/api/workers.ts';
import type { WorkTable } from '../../../src/queue/registered-work.ts';
import {
  door,
  hurry,
  type Member,
  member,
  QUEUE,
  remote,
  runSql,
  VERSION,
  worker,
} from '../../queue/fleet.ts';
import { postgresOfRun } from '../../store/postgres-of-run.ts';
import { serviceForTest, type TestService, testService } from '../service.ts';

const server = await postgresOfRun();

/** The error quotes what nobody but an administrator may see. */
const QUOTED = `refused the prompt "Which drug …?" ${'x'.repeat(3_000)}`;
/** The queue of jobs of the service. */
const JOBS = 'jobs-0.0.0-test';
let letOn = () => {};
const gate = new Promise<void>((resolve) => {
  letOn = resolve;
});
const WORKS: WorkTable = {
  counted: async () => ({
    isShared: true,
    open: () => ({
      async run(task) {
        if (task === 13) throw new Error(QUOTED);
        if (task >= 20) await gate;
        return task;
      },
      close: async () => {},
    }),
  }),
};

describe.skipIf(server === null)('workers over HTTP', () => {
  let address: string;
  let service: TestService;
  let own: Member;
  let key: string;
  beforeAll(async () => {
    address = (await server?.database()) as string;
    // It takes no jobs itself, so it is no worker.
    service = await testService({ database: address, configuration: { jobs: 0 } });
    own = await member(address);
    key = await service.key('administrator');
  });
  afterAll(async () => {
    letOn();
    await own?.close();
    await service?.close();
  });

  const seen = async (of = key) => {
    service.pass(2_000);
    const { status, body } = await service.ask('GET', '/v1/workers', of);
    expect(status).toBe(200);
    return workerList.strict().parse(body);
  };
  /** The queue counts its messages every five seconds; this counts them at the next look. */
  const recount = () =>
    runSql(address, `update pgboss.queue set monitor_on = null, monitor_claim_on = null`);
  const gauges = async () => {
    const { body } = await service.ask('GET', '/metrics', key);
    const lines = [...String(body).matchAll(/^thetarank_(\w*(?:workers|tasks|messages)) (\S+)$/gm)];
    return Object.fromEntries(lines.map(([, name, value]) => [name, Number(value)]));
  };

  test('shows workers, queues, a computation under way, and what was set aside; each to whom it concerns', async () => {
    expect(await seen()).toEqual({
      ...{ workers: [], computations: [], setAside: [], setAsideTotal: 0, reason: null },
      queues: [
        { queue: JOBS, waiting: 0, active: 0 },
        { queue: QUEUE, waiting: 0, active: 0 },
      ],
    });
    const { end } = worker(own, WORKS, 2);
    const pool = remote(own).open({ name: 'counted', data: 'a', tasks: 40 });
    const results = [1, 2, 3, 20, 21, 22, 23, 24].map((task) => pool.run(task));
    await Promise.all(results.slice(0, 3));
    await expect
      .poll(() => runSql(address, `select from pgboss.job where state = 'active'`))
      .toBe(2);
    await recount();
    const found = await seen();
    expect(found.queues.slice(1)).toEqual([{ queue: QUEUE, waiting: 3, active: 2 }]);
    expect(found.workers).toMatchObject([
      { host: 'here', pid: 1, version: VERSION, threads: 2, takes: ['tasks'], draining: false },
    ]);
    expect(found.computations).toMatchObject([
      {
        ...{ name: 'counted', version: VERSION, isAlive: true, isStopping: false },
        tasks: { all: 40, handedOut: 8, done: 3, failed: 0 },
      },
    ]);
    service.pass(15_000);
    expect(await gauges()).toEqual({
      ...{ workers: 1, waiting_tasks: 3, running_tasks: 2, set_aside_messages: 0 },
    });

    letOn();
    await Promise.all(results);
    // It rejects once the command looks, or is left open when that ends.
    pool.run(13).catch(() => {});
    const hurrying = setInterval(() => void hurry(address), 100);
    await expect.poll(() => own.queue.setAside()).toHaveLength(1);
    clearInterval(hurrying);
    await recount();
    service.pass(14_999);
    expect(await gauges()).toMatchObject({ waiting_tasks: 3, set_aside_messages: 0 });
    service.pass(1);
    expect(await gauges()).toMatchObject({ waiting_tasks: 0, set_aside_messages: 1 });
    const later = await seen();
    const [aside] = later.setAside;
    expect(later.setAsideTotal).toBe(1);
    expect(aside).toMatchObject({ queue: QUEUE, tries: 4, error: QUOTED.slice(0, 2_000) });
    expect((await seen(await service.key('runner'))).setAside).toEqual([{ ...aside, error: null }]);
    for (const role of ['viewer', 'examinee'] as const)
      expect((await service.ask('GET', '/v1/workers', await service.key(role))).status).toBe(403);

    await pool.close();
    await end();
    expect(await seen()).toMatchObject({ workers: [], computations: [{ isAlive: false }] });
  });

  test('an administrator hands out again or discards what was set aside', async () => {
    const [aside] = (await seen()).setAside;
    const to = (action: string, id: string, of = key) =>
      service.ask('POST', `/v1/workers/set-aside/${id}/${action}`, of);
    expect((await to('retry', aside.id, await service.key('runner'))).status).toBe(403);
    const invalid = await to('retry', 'x');
    expect(invalid.status).toBe(400);
    expect(invalid.body.detail).toContain('"setAside" of GET');
    const other = randomUUID();
    const unknown = await to('discard', other);
    expect(unknown).toMatchObject({ status: 404, body: { code: 'NAME_UNKNOWN' } });
    expect(unknown.body.detail).toContain(`"${other}"`);
    expect((await to('retry', aside.id)).body).toEqual({ id: aside.id, action: 'retry' });
    // It is seen at once, though what was seen before is not old yet.
    expect((await service.ask('GET', '/v1/workers', key)).body.setAside).toEqual([]);
    // Nobody does it: it is in the queue.
    expect(await own.queue.take(QUEUE, 5)).toMatchObject([{ retryCount: 0 }]);
    await runSql(address, `update pgboss.job set state = 'created', name = 'set-aside'`);
    const [again] = (await seen()).setAside;
    expect((await to('discard', again.id)).body).toEqual({ id: again.id, action: 'discard' });
    expect((await seen()).setAsideTotal).toBe(0);
    const twice = await to('discard', again.id);
    expect(twice.status).toBe(404);
    expect(twice.body.detail).toContain('No message is');
  });

  test('opens one queue for all who look at once; an instance that runs jobs is a worker', async () => {
    const database = (await server?.database()) as string;
    const other = await serviceForTest({ database });
    const administrator = await other.key('administrator');
    const look = () => other.ask('GET', '/v1/workers', administrator);
    const replies = await Promise.all([1, 2, 3].map(look));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    // Four of this queue at most, and four of that of jobs.
    const connections = await runSql(
      database,
      `select from pg_stat_activity where datname = current_database() and application_name = 'thetarank queue'`,
    );
    expect(connections).toBeLessThanOrEqual(8);
    await expect
      .poll(async () => {
        other.pass(2_000);
        return (await look()).body.workers;
      })
      .toMatchObject([{ takes: ['jobs'], pid: process.pid }]);
    // It does no tasks.
    const { body } = await other.ask('GET', '/metrics', administrator);
    expect(body).toContain('\nthetarank_workers 0\n');
  });

  test('waits while the database does not answer, as other routes do; metrics do not', async () => {
    const way = await door((await server?.database()) as string);
    const database = way.address;
    // No key is looked up for them.
    const configuration = { openMetrics: true };
    onTestFinished(() => way.end());
    const other = await serviceForTest({ database, configuration });
    onTestFinished(() => way.reopen());
    const runner = await other.key('administrator');
    const statusNow = async () => (await other.ask('GET', '/v1/workers', runner)).status;
    expect(await statusNow()).toBe(200);
    way.shut();
    other.pass(15_000);
    const waiting = [statusNow(), statusNow()];
    const { body } = await other.ask('GET', '/metrics');
    expect(body).toContain('thetarank_workers Nan');
    way.reopen();
    expect(await Promise.all(waiting)).toEqual([200, 200]);
  });
});

test('with an SQLite file there are no workers, and the reply says why', async () => {
  const service = await serviceForTest();
  const key = await service.key('administrator');
  const { status, body } = await service.ask('GET', '/v1/workers', key);
  expect(status).toBe(200);
  expect(body).toMatchObject({ workers: [], queues: [], computations: [], setAside: [] });
  expect(body.reason).toMatch(/PostgreSQL \(thetarank store/);
  const reply = await service.ask('POST', `/v1/workers/set-aside/${randomUUID()}/retry`, key);
  expect(reply).toMatchObject({ status: 404, body: { code: 'NAME_UNKNOWN' } });
  const { body: metrics } = await service.ask('GET', '/metrics', key);
  expect(metrics).toContain('thetarank_waiting_jobs 0');
  expect(metrics).not.toMatch(/thetarank_workers|_tasks|set_aside/);
});
