import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fail } from '../../src/errors.ts';
import type { WorkTable } from '../../src/queue/registered-work.ts';
import { runTasks } from '../../src/threads/run-tasks.ts';
import { openPool } from '../../src/threads/thread-pool.ts';
import { postgresOfRun } from '../store/postgres-of-run.ts';
import { openTestTasks, type TestTask } from '../threads/test-tasks.ts';
import {
  door,
  hurry,
  loseAll,
  type Member,
  member,
  QUEUE,
  remote,
  runSql,
  worker,
} from './fleet.ts';

const server = await postgresOfRun();

const WORK = {
  name: 'squares',
  from: new URL('../threads/test-tasks.ts', import.meta.url).href,
  worker: 'test-worker.ts',
  data: { add: 0.5 },
  open: openTestTasks,
};

/** What was done in this process, by task. */
let done: number[] = [];
/** Tasks of `counted` that wait until they are let on. */
let gate: Promise<void> = Promise.resolve();
const counted = (task: number, onStep: (step: string) => void) => {
  if (task === 13) throw new Error('spilt');
  if (task === 14) fail('TOO_FEW_EXAMINEES', { found: 4, needed: 9, purpose: 'a test' });
  done.push(task);
  onStep(`task ${task}`);
  return { task, values: Float64Array.of(task, Number.NaN) };
};
const WORKS: WorkTable = {
  squares: async () => ({
    isShared: false,
    open: (data) => openPool({ ...WORK, data: data as { add: number } }, 1),
  }),
  counted: async () => ({
    isShared: false,
    open: () => ({
      run: async (task, onStep = () => {}) => {
        await gate;
        return counted(task, onStep);
      },
      close: async () => {},
    }),
  }),
};
const COUNTED = { name: 'counted', from: import.meta.url, worker: 'none.ts' };
const open = { open: () => () => ({ task: 0, values: new Float64Array() }) };
const counting = (data: string) => ({ ...COUNTED, ...open, data });
const NUMBERS = [0, 1, 2, 3, 4, 5, 6, 7];

describe.skipIf(server === null)('workers of a queue', () => {
  let address: string;
  const members: Member[] = [];
  const join = async (at = address) => {
    const own = await member(at);
    members.push(own);
    return own;
  };
  beforeAll(async () => {
    address = (await server?.database()) as string;
  });
  afterEach(async () => {
    gate = Promise.resolve();
    await Promise.all(members.splice(0).map((own) => own.close()));
    done = [];
    await runSql(address, 'delete from work_data');
    await runSql(address, 'delete from pgboss.job');
  });

  test('do tasks on their own threads, each once, and nothing stays behind', async () => {
    const [coordinator, first, second] = await Promise.all([join(), join(), join()]);
    const workers = [worker(first, WORKS, 1), worker(second, WORKS, 2)];
    const steps: string[] = [];
    const found = new Map<number, number>();
    const tasks = Array.from({ length: 30 }, (_, of): TestTask => ({ do: 'square', of }));
    await runTasks(
      WORK,
      tasks,
      remote(coordinator),
      ({ of }, result: number) => found.set(of, result),
      (step) => steps.push(step),
    );
    expect([...found].sort(([x], [y]) => x - y)).toEqual(
      tasks.map(({ of }) => [of, of ** 2 + 0.5]),
    );
    expect(steps.toSorted()).toEqual(tasks.map(({ of }) => `square ${of}`).toSorted());
    const [one, two] = await Promise.all(workers.map(({ end }) => end()));
    expect(one.done + two.done).toBe(30);
    expect([one.active, two.active, one.draining]).toEqual([0, 0, true]);
    for (const table of ['work_data', 'work_tasks', 'work_results', 'workers', 'pgboss.job'])
      expect([table, await runSql(address, `select from ${table}`)]).toEqual([table, 0]);
  });

  test('an error of the registry comes back as it is, and is not tried again', async () => {
    const [coordinator, own] = await Promise.all([join(), join()]);
    const { end } = worker(own, WORKS);
    const pool = remote(coordinator).open(counting('error'));
    await expect(pool.run(14)).rejects.toMatchObject({
      code: 'TOO_FEW_EXAMINEES',
      message: 'found 4 examinees; a test needs at least 9.',
    });
    await expect(pool.run(1)).rejects.toMatchObject({ code: 'TOO_FEW_EXAMINEES' });
    await pool.close();
    expect((await end()).failed).toBe(0);
    // Once the cause is gone, the same computation does not meet the kept error.
    const again = remote(coordinator).open(counting('error'));
    const late = worker(own, {
      counted: async () => ({
        isShared: true,
        open: () => ({ run: async () => 'well', close: async () => {} }),
      }),
    });
    expect(await again.run(14)).toBe('well');
    await again.close();
    await late.end();
  });

  test('a task that fails at each try is set aside, and ends the computation with its error', async () => {
    const [coordinator, own] = await Promise.all([join(), join()]);
    const { end, errors } = worker(own, WORKS, 2);
    const pool = remote(coordinator).open(counting('poison'));
    const others = Promise.all([1, 2, 3].map((task) => pool.run(task)));
    const hurrying = setInterval(() => void hurry(address), 200);
    const failing = pool.run(13).then(
      () => new Error('done'),
      (error: Error) => error,
    );
    const error = await failing;
    clearInterval(hurrying);
    await others;
    const { queue } = own;
    const [aside, ...more] = await queue.setAside();
    expect(more).toEqual([]);
    expect(aside).toMatchObject({ queue: QUEUE, tries: 4, error: 'spilt' });
    expect(errors).toEqual(Array(4).fill('spilt'));
    expect(error).toMatchObject({ code: 'TASK_SET_ASIDE' });
    expect(error.message).toContain(`counted failed on workers at each of 4 tries (spilt)`);
    expect(error.message).toContain(aside.id);
    await pool.close();
    // Handed out again it fails again; then it is discarded.
    expect(await queue.retry(aside.id)).toBe(true);
    expect(await queue.setAside()).toEqual([]);
    await expect
      .poll(async () => {
        await hurry(address);
        return (await queue.setAside()).length;
      })
      .toBe(1);
    const [again] = await queue.setAside();
    expect(await queue.discard(again.id)).toBe(true);
    expect(await queue.discard(again.id)).toBe(false);
    expect(await queue.retry(again.id)).toBe(false);
    expect(await queue.setAside()).toEqual([]);
    await end();
  });

  test('a task whose worker is lost is done by another one', async () => {
    const [coordinator, lost, own] = await Promise.all([join(), join(), join()]);
    const pool = remote(coordinator).open(counting('lost'));
    const result = pool.run(5);
    // Whoever takes it never says anything again.
    await expect.poll(() => lost.queue.take(QUEUE, 1)).toHaveLength(1);
    const { end } = worker(own, WORKS);
    await delay(500);
    expect(done).toEqual([]);
    await loseAll(address);
    expect(await result).toEqual({ task: 5, values: Float64Array.of(5, Number.NaN) });
    await pool.close();
    await end();
  });

  test('what was done is used when the same computation is started again', async () => {
    const [killed, own] = await Promise.all([join(), join()]);
    let letOn = () => {};
    gate = new Promise((resolve) => {
      letOn = resolve;
    });
    const { end } = worker(own, WORKS, 4);
    // It is never closed, and hears nothing more, as of a process that was killed.
    const before = remote(killed).open(counting('killed'));
    for (const task of NUMBERS.slice(0, 4)) before.run(task).catch(() => {});
    await expect
      .poll(() => runSql(address, `select from pgboss.job where state = 'active'`))
      .toBe(4);
    await members.splice(members.indexOf(killed), 1)[0].close();
    letOn();
    await expect.poll(() => runSql(address, 'select from work_results')).toBe(4);
    await runSql(address, `update work_data set renewed_at = renewed_at - interval '1 minute'`);
    const again = remote(await join());
    const other = again.open(counting('another computation'));
    expect(await other.run(0)).toMatchObject({ task: 0 });
    await other.close();
    const found: number[] = [];
    await runTasks(counting('killed'), NUMBERS, again, (task: number) => found.push(task));
    expect(found.toSorted()).toEqual(NUMBERS);
    expect(done.toSorted()).toEqual([0, ...NUMBERS]);
    await end();
  });

  test('a process that starts the same computation at once takes it over; one that is still there goes on apart', async () => {
    const [first, second, own] = await Promise.all([join(), join(), join()]);
    const before = remote(first).open(counting('at once'));
    const left = before.run(1);
    // Another one waits, and nobody has begun it.
    const waiting = before.run(2);
    await expect.poll(() => own.queue.take(QUEUE, 1)).toHaveLength(1);
    const after = remote(second).open(counting('at once'));
    const again = Promise.all([after.run(1), after.run(2)]);
    const ofWork = () => runSql(address, `select from work_data where hash is not null`);
    const queued = () => runSql(address, `select from pgboss.job where state = 'created'`);
    await expect.poll(queued).toBe(2);
    expect(await ofWork()).toBe(1);
    const { end } = worker(own, WORKS);
    await again;
    await after.close();
    // The first one hears within some seconds that it has lost the computation, and begins its own.
    await Promise.all([left, waiting]);
    await before.close();
    await loseAll(address);
    await end();
    expect(await ofWork()).toBe(0);
  });

  test('a process that leaves takes back what nobody has begun, and keeps what was done', async () => {
    const [coordinator, own] = await Promise.all([join(), join()]);
    const opening = Promise.withResolvers<void>();
    gate = opening.promise;
    const workers = remote(coordinator);
    const pool = workers.open(counting('leaving'));
    const runs = NUMBERS.map((task) => pool.run(task));
    for (const run of runs) run.catch(() => {});
    const { end } = worker(own, WORKS);
    await expect
      .poll(() => runSql(address, `select from pgboss.job where state = 'active'`))
      .toBe(1);
    await workers.leave();
    expect(await runSql(address, `select from pgboss.job where state = 'created'`)).toBe(0);
    opening.resolve();
    await end();
    // What was at work is done, and nothing else.
    expect(done).toHaveLength(1);
    expect(await runSql(address, 'select from work_results')).toBe(1);
    expect(await runSql(address, 'select from work_data where renewed_at is null')).toBe(1);
  });

  test('two processes with the same computation do not disturb each other', async () => {
    const [one, two, own] = await Promise.all([join(), join(), join()]);
    const { end } = worker(own, WORKS, 2);
    const both = await Promise.all(
      [one, two].map(async (coordinator) => {
        const found: number[] = [];
        const add = (task: number) => found.push(task);
        await runTasks(counting('same'), NUMBERS, remote(coordinator), add);
        return found.toSorted();
      }),
    );
    expect(both).toEqual([NUMBERS, NUMBERS]);
    await end();
  });

  test('a computation that others have removed is begun again', async () => {
    const [coordinator, own] = await Promise.all([join(), join()]);
    const pool = remote(coordinator).open(counting('removed'));
    const result = pool.run(6);
    await expect.poll(() => runSql(address, 'select from work_tasks')).toBe(1);
    await runSql(address, 'delete from work_data');
    const { end } = worker(own, WORKS);
    expect(await result).toMatchObject({ task: 6 });
    await pool.close();
    await end();
  });

  test('an outage of the database loses nothing', async () => {
    const way = await door(address);
    const [coordinator, own] = await Promise.all([join(way.address), join(way.address)]);
    const { end } = worker(own, WORKS, 2);
    const found: number[] = [];
    const tasks = Array.from({ length: 40 }, (_, k) => 100 + k);
    const running = runTasks(counting('outage'), tasks, remote(coordinator), (task: number) => {
      found.push(task);
      if (found.length === 5) {
        way.shut();
        setTimeout(() => way.reopen(), 1500);
      }
    });
    await running;
    expect(found.toSorted()).toEqual(tasks);
    await end();
    await Promise.all(members.splice(0).map((member) => member.close()));
    await way.end();
  });

  test('a worker that does not know the work leaves it to others', async () => {
    const [coordinator, own] = await Promise.all([join(), join()]);
    const pool = remote(coordinator).open(counting('unknown'));
    const result = pool.run(7);
    const { end, errors } = worker(own, { ...WORKS, counted: undefined as never });
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    expect(errors[0]).toBe('this version knows no work named counted');
    await end();
    const right = worker(own, WORKS);
    const hurrying = setInterval(() => void hurry(address), 200);
    expect(await result).toMatchObject({ task: 7 });
    clearInterval(hurrying);
    await pool.close();
    await right.end();
  });

  test('a worker that is ended at once gives its task back', async () => {
    const [coordinator, own, other] = await Promise.all([join(), join(), join()]);
    gate = new Promise(() => {});
    const pool = remote(coordinator).open(counting('ended'));
    const result = pool.run(9);
    const first = worker(own, WORKS);
    await expect
      .poll(() => runSql(address, `select from pgboss.job where state = 'active'`))
      .toBe(1);
    first.drain.abort();
    first.abort.abort();
    await first.ended;
    expect(await other.store.workers!.alive()).toEqual([]);
    gate = Promise.resolve();
    const second = worker(other, WORKS);
    await hurry(address);
    expect(await result).toMatchObject({ task: 9 });
    await pool.close();
    await second.end();
  });

  test('tasks that are there are told from new ones, and the first result of a task stays', async () => {
    const work = (await join()).store.work!;
    const facts = { name: 'counted', version: '1', hash: 'h', tasks: null, data: Uint8Array.of(1) };
    const { id } = await work.begin(facts, 'me', false);
    const tasks = ['a', 'b', 'c'].map((key) => ({ key, task: Uint8Array.of(2) }));
    expect(await work.addTasks(id, tasks.slice(0, 2))).toEqual(['a', 'b']);
    expect(await work.addTasks(id, tasks)).toEqual(['c']);
    const result = (of: number) => ({ key: 'a', result: Buffer.of(of), failed: false });
    await work.keepResult(id, result(1));
    await work.keepResult(id, result(2));
    expect(await work.results(id, ['a', 'b'], 9)).toEqual([result(1)]);
    await work.end(id, 'another');
    expect(await work.work(id)).toBeDefined();
    await work.end(id, 'me');
    // The computation has ended: a late result is no error, and is not kept.
    await work.keepResult(id, result(3));
    expect(await runSql(address, 'select from work_results')).toBe(0);
  });
});
