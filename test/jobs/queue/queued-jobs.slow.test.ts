import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Job } from '../../../src/api/jobs.ts';
import { readVersion } from '../../../src/cli/version.ts';
import { jobHolder, jobQueue, SCHEDULE } from '../../../src/jobs/queue/job-message.ts';
import type { JobTask } from '../../../src/server/jobs/job-service.ts';
import { importItemsTask } from '../../../src/server/jobs/job-tasks.ts';
import { startWorker } from '../../cli/worker/worker-process.ts';
import { runCommand } from '../../command/run-command.ts';
import { hurry, loseAll, runSql } from '../../queue/fleet.ts';
import { twoServices } from '../../server/instances/two-services.ts';
import { testService } from '../../server/service.ts';
import { addBank } from '../../server/sessions/session-case.ts';
import { LONG } from '../../tracing/interrupt.ts';

const version = readVersion();
// Neither of them runs jobs.
const both = await twoServices({ version, configuration: { jobs: 0 } });
const home = mkdtempSync(join(tmpdir(), 'thetarank-runners-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const ME = { id: '7', name: 'me' };
/** A command that goes on until it is stopped. */
const endless: JobTask = {
  kind: 'study',
  bank: null,
  title: 'endless',
  isRepeatable: true,
  // In this process it is not begun: see `performHere`.
  operation: { name: 'simulate monte-carlo', options: { design: LONG, endless: true } },
};
const quick: JobTask = {
  ...endless,
  title: 'quick',
  operation: { name: 'bank list', options: {} },
};
const PATIENCE = { interval: 50 };

describe.skipIf(both === null)('jobs on the queue of a database', () => {
  let key: string;
  let database: string;
  beforeAll(async () => {
    await addBank(both!.a.parts.context.store);
    key = await both!.a.key('administrator');
    database = both!.database;
  });
  const jobsOf = (service = both!.a) => service.parts.jobs;
  const shown = async (id: string, service = both!.b): Promise<Job> =>
    (await service.ask('GET', `/v1/jobs/${id}`, key)).body;
  const holderOf = async (id: string) =>
    jobHolder.parse((await both!.a.parts.context.store.jobs.get(id))!.holder);
  const until = (id: string, state: Job['state']) =>
    expect.poll(async () => (await shown(id)).state, PATIENCE).toBe(state);
  const runner = async (...args: string[]) => {
    const started = await startWorker(database, ['--queues', 'jobs', ...args], {
      XDG_DATA_HOME: home,
    });
    onTestFinished(async () => {
      started.child.kill('SIGKILL');
      await started.ended;
    });
    return started;
  };

  test('a worker runs them; every instance shows who does, how far it is, and what came of it', async () => {
    const told: string[] = [];
    const quiet = both!.b.parts.context.events.listen((event, isOwn) => {
      if (event.type === 'job' && !isOwn) told.push(event.job!);
    });
    const file = await jobsOf().files.keep(
      'two',
      'csv',
      Readable.from([Buffer.from('id,question,A,B,answer\nq1,One?,a,b,A\nq2,Two?,a,b,B\n')]),
    );
    const imported = await jobsOf().start(importItemsTask('two', file, {}), ME);
    const body = { operation: 'calibrate fit', options: { bank: 'exam', irtModel: '2pl' } };
    const fit = await both!.b.ask('POST', '/v1/jobs', key, body);
    expect(fit).toMatchObject({ status: 202, body: { state: 'waiting', runner: null } });
    const worker = await runner();
    await until(imported.id, 'done');
    const name = `${hostname()}, worker ${worker.events()[0].id}`;
    await expect.poll(async () => (await shown(fit.body.id)).runner, PATIENCE).toBe(name);
    await until(fit.body.id, 'done');
    // Also afterwards.
    expect(await shown(imported.id)).toMatchObject({ result: { added: 2 }, runner: name });
    const { result, done, total, doing } = await shown(fit.body.id, both!.a);
    expect(result).toMatchObject({ result: { bank: 'exam', calibration: 1 } });
    expect(done).toBeGreaterThan(0);
    // Not how far the last round was.
    expect([total, doing]).toEqual([done, '']);
    for (const { id } of [imported, fit.body])
      await expect
        .poll(() => told.filter((one) => one === id).length, PATIENCE)
        .toBeGreaterThanOrEqual(2);
    quiet();
    expect(await worker.end()).toBe(0);
    const jobEvents = worker.events().filter(({ event }) => event.startsWith('job-'));
    expect(jobEvents).toMatchObject([
      { event: 'job-started', job: imported.id, kind: 'import-items' },
      { event: 'job-ended', job: imported.id, kind: 'import-items', state: 'done' },
      { event: 'job-started', job: fit.body.id, kind: 'calibrate' },
      { event: 'job-ended', job: fit.body.id, kind: 'calibrate', state: 'done' },
    ]);
  });

  test('a job whose worker was killed goes on elsewhere, and any instance cancels it', async () => {
    const first = await runner();
    const { id } = await jobsOf().start(endless, ME);
    await until(id, 'running');
    expect((await holderOf(id)).runner?.pid).toBe(first.child.pid);
    const progress = { done: 105, total: 240, doing: 'simulating', secondsLeft: 9 };
    await both!.a.parts.context.store.jobs.change(id, ['running'], { progress });
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await runner();
    await loseAll(database);
    await expect
      .poll(async () => {
        await hurry(database);
        return (await holderOf(id)).runner?.pid;
      }, PATIENCE)
      .toBe(second.child.pid);
    expect((await holderOf(id)).runner?.attempt).toBe(1);
    // The old count does not stand until the command counts again.
    expect(await shown(id)).toMatchObject({
      ...{ done: 0, total: null, secondsLeft: null, doing: 'continued after an interruption' },
    });
    const cancelled = await both!.b.ask('POST', `/v1/jobs/${id}/cancel`, key);
    expect(cancelled).toMatchObject({ status: 200, body: { state: 'running' } });
    await until(id, 'cancelled');
    const messages = `select from pgboss.job where name = '${jobQueue(version)}' and state < 'completed'`;
    await expect.poll(() => runSql(database, messages), PATIENCE).toBe(0);
  });

  test('those of people come before those of a schedule', async () => {
    const scheduled = await jobsOf().start(quick, SCHEDULE);
    const own = await jobsOf().start(quick, ME);
    await runner();
    await until(scheduled.id, 'done');
    const [first, second] = [await shown(own.id), await shown(scheduled.id)];
    expect(first.state).toBe('done');
    expect(first.finishedAt! <= second.startedAt!).toBe(true);
  });

  test('one that waits is cancelled at once, and its message is gone', async () => {
    const { id } = await jobsOf().start(endless, ME);
    const { message } = await holderOf(id);
    const there = () => runSql(database, `select from pgboss.job where id = '${message}'`);
    expect(await there()).toBe(1);
    expect((await both!.b.ask('POST', `/v1/jobs/${id}/cancel`, key)).body.state).toBe('cancelled');
    expect(await there()).toBe(0);
  });

  test('an instance that ends gives its job back, and that is not a failed try', async () => {
    const third = await both!.another({ configuration: { jobs: 1 } });
    const { id } = await jobsOf().start(endless, ME);
    await until(id, 'running');
    const before = await holderOf(id);
    expect((await shown(id)).runner).toBe(`${hostname()}, service`);
    await third.close();
    const left = await holderOf(id);
    expect(left.message).not.toBe(before.message);
    expect(left.runner).toBeNull();
    expect(await shown(id)).toMatchObject({ state: 'waiting', startedAt: expect.any(String) });
    await runner();
    await until(id, 'running');
    expect((await holderOf(id)).runner?.attempt).toBe(0);
    await jobsOf().cancel(id);
    await until(id, 'cancelled');
  });

  test('one that fails with each process is set aside with the reason, and can be handed out again', async () => {
    const file = await jobsOf().files.keep('none', 'csv', Readable.from([Buffer.from('id\n')]));
    const { id } = await jobsOf().start({ ...endless, files: [file] }, ME);
    const worker = await runner();
    await expect
      .poll(async () => {
        // As if the worker were lost again and again.
        await loseAll(database);
        await hurry(database);
        return (await shown(id)).state;
      }, PATIENCE)
      .toBe('failed');
    const { error } = await shown(id);
    expect(error).toMatchObject({ code: 'JOB_SET_ASIDE' });
    expect(error!.detail).toMatch(/^Each of 4 processes/);
    const [, message] = error!.detail.match(/worker retry (\S+),/)!;
    const retried = await runCommand(['worker', 'retry', message, '--database', database]);
    expect(retried.status).toBe(0);
    await until(id, 'running');
    await jobsOf().cancel(id);
    await until(id, 'cancelled');
    expect(await worker.end()).toBe(0);
  });

  test('a worker makes a study, which every instance shows; its folder on the machine is gone', async () => {
    const design = {
      bank: { generate: { items: 20 } },
      abilities: { normal: { mean: 0, sd: 1, count: 10 } },
      ...{ selectors: ['random'], estimators: ['eap'], lengths: [5], replications: 1 },
    };
    const body = { kind: 'monte-carlo', name: 'shared-study', design };
    const started = await both!.a.ask('POST', '/v1/studies', key, body);
    expect(started).toMatchObject({ status: 202 });
    const again = await both!.b.ask('POST', '/v1/studies', key, body);
    expect(again).toMatchObject({ status: 409, body: { code: 'STUDY_EXISTS' } });
    await runner();
    await until(started.body.id, 'done');
    for (const service of [both!.a, both!.b]) {
      const study = await service.ask('GET', '/v1/studies/shared-study', key);
      expect(study.body).toMatchObject({ finished: true, cells: 1 });
    }
    expect(readdirSync(home, { recursive: true }).join()).not.toContain('shared-study');
  });

  test('a worker that is told to end gives back a study that is spread over workers: its tasks may be for itself', async () => {
    const design = {
      bank: { generate: { items: 200 } },
      abilities: { normal: { mean: 0, sd: 1, count: 500 } },
      ...{ selectors: ['random'], estimators: ['eap'], lengths: [50], replications: 200 },
    };
    const body = { kind: 'monte-carlo', name: 'spread-study', design };
    const worker = await runner('--queues', 'jobs,tasks');
    const started = await both!.a.ask('POST', '/v1/studies', key, body);
    expect(started.status).toBe(202);
    const { id } = started.body;
    const tasks = `select from pgboss.job where name like 'tasks-%' and state = 'active'`;
    await expect.poll(() => runSql(database, tasks), PATIENCE).toBeGreaterThan(0);
    expect(await worker.end()).toBe(0);
    expect(await shown(id)).toMatchObject({ state: 'waiting', runner: null });
    await jobsOf().cancel(id);
  });

  test('an error of the database that nothing is known of ends no service, which then runs jobs again', async () => {
    const third = await both!.another({ configuration: { jobs: 1 } });
    await runSql(database, 'alter table pgboss.job_common rename to hidden');
    const events = () => third.log.map(({ event }) => event);
    await expect.poll(events, PATIENCE).toContain('jobs-not-run');
    await runSql(database, 'alter table pgboss.hidden rename to job_common');
    const { id } = await jobsOf().start(quick, ME);
    await until(id, 'done');
    await third.close();
  });

  test('a service that cannot start, as its files cannot be reached, leaves no queue open', async () => {
    const own = await both!.server.database();
    const files = { kind: 'folder' as const, folder: '/dev/null/files' };
    const failing = testService({ version, database: own, configuration: { files } });
    await expect(failing).rejects.toMatchObject({ code: 'SHARED_FILES_UNAVAILABLE' });
    const open = `select from pg_stat_activity where datname = '${new URL(own).pathname.slice(1)}' and application_name = 'thetarank queue'`;
    await expect.poll(() => runSql(database, open)).toBe(0);
  });

  test('one job makes a study, wherever others are started', async () => {
    const study = { ...endless, study: 'one' };
    const starts = await Promise.allSettled(
      [both!.a, both!.b, both!.a, both!.b].map((service) => jobsOf(service).start(study, ME)),
    );
    const made = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(made).toHaveLength(1);
    for (const one of starts)
      if (one.status === 'rejected') expect(one.reason.code).toBe('STUDY_EXISTS');
    await jobsOf().cancel(made[0].id);
    const again = await jobsOf(both!.b).start(study, ME);
    await jobsOf().cancel(again.id);
  });

  test('a job whose message was lost gets another one', async () => {
    const { id } = await jobsOf().start(quick, ME);
    await runSql(database, `delete from pgboss.job where id = '${(await holderOf(id)).message}'`);
    await runner();
    await until(id, 'done');
  });
});
