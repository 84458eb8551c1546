import { connect, createServer, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import type { Reply } from '../../src/examinee/examinee.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { GivenAnswer } from '../../src/store/service/service-session-store.ts';
import { postgresOfRun } from './postgres-of-run.ts';
import { AT, all, answerOf, BANK, clock, itemsOf } from './store-case.ts';

const server = await postgresOfRun();

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const sessionOf = (id: string) => ({
  ...{
    id,
    bank: 'exam',
    examinee: 'ann',
    configuration: {},
    bankVersion: 'b',
    calibrationVersion: 'c',
  },
  ...{ by: 'key', state: 'open', reason: null, length: 10, createdAt: AT, changedAt: AT },
  ...{ expiresAt: null, finishedAt: null, result: null },
});
/** Ends every connection that the store has, whatever it is doing. */
async function terminate(address: string): Promise<number> {
  const client = new Client(address);
  await client.connect();
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name like 'thetarank%' and datname = current_database()`,
  );
  await client.end();
  return rowCount ?? 0;
}

/** What cuts the connections through it in the moment the server has committed, before the client learns of it: after `word`. */
async function cutter(
  address: string,
  word = 'commit',
): Promise<{ address: string; listener: Server; arm(): void }> {
  const target = new URL(address);
  let isArmed = false;
  const listener = createServer((client: Socket) => {
    const database = connect(Number(target.port), target.hostname);
    let commits = false;
    client.on('data', (data) => {
      commits = isArmed && data.includes(word);
      database.write(data);
    });
    database.on('data', (data) => {
      if (!commits) return client.write(data);
      isArmed = false;
      database.destroy();
      return client.destroy();
    });
    for (const [one, other] of [
      [client, database],
      [database, client],
    ])
      one.on('error', () => {}).on('close', () => other.destroy());
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const through = new URL(address);
  through.hostname = '127.0.0.1';
  through.port = `${(listener.address() as { port: number }).port}`;
  const arm = () => {
    isArmed = true;
  };
  return { address: through.href, listener, arm };
}

describe.skipIf(server === null)('a PostgreSQL whose connections are cut', () => {
  const REPLY = { output: 'B' } as Reply;

  test('loses nothing: pending writes are kept and reported as kept', async () => {
    const address = (await server?.database()) as string;
    const store = await openStore(address, { clock });
    await store.addItems(BANK, itemsOf(0, 5), AT);
    const run = await store.createRun({}, 'h', AT);
    const kept: number[] = [];
    const answering = Array.from({ length: 40 }, async (_, m) => {
      for (let place = 1; place <= 25; place++) {
        await pause((m * place) % 20);
        kept.push(await store.append(run, [answerOf(`m${m}`, place)]));
        await store.replies.put('run 1', `${m}/${place}`, REPLY);
        expect(await all(store.items('exam', ['item-1']))).toHaveLength(1);
      }
    });
    let cut = 0;
    for (let k = 0; k < 6; k++) {
      await pause(30);
      cut += await terminate(address);
    }
    await Promise.all(answering);
    expect(cut).toBeGreaterThan(5);
    expect(kept).toEqual(Array(1000).fill(1));
    expect(await all(store.answers(run))).toHaveLength(1000);
    expect(await store.replies.own('run 1', '39/25')).toEqual(REPLY);
    await store.close();
  });

  test('in doubt whether a commit happened, finds its own answers, and takes no others for them', async () => {
    const { address, listener, arm } = await cutter((await server?.database()) as string);
    const store = await openStore(address, { clock });
    const run = await store.createRun({}, 'h', AT);
    await store.append(run, [answerOf('m', 1)]);
    arm();
    const counts = await Promise.all([
      store.append(run, [answerOf('m', 2), answerOf('m', 3, { output: 'a\0b', score: 0.1 })]),
      // The one that is there differs in when it was kept; the same twice is kept once.
      store.append(run, [answerOf('m', 1, { at: '2026-01-02T03:04:05.679Z' })]),
      store.append(run, [answerOf('m', 2)]),
    ]);
    expect(counts).toEqual([2, 0, 0]);
    arm();
    await store.finishRun(run, { done: true }, AT);
    arm();
    await store.putSession(run, 'm', { score: 1 });
    const { serviceSessions } = store;
    const { number, revision } = await serviceSessions.create({
      ...{ id: 'one', bank: 'exam', examinee: 'm', configuration: {}, bankVersion: 'b' },
      ...{ calibrationVersion: 'c', by: 'key', state: 'open', reason: null, length: 3 },
      ...{ createdAt: AT, changedAt: AT, expiresAt: null, finishedAt: null, result: null },
    });
    arm();
    const over = { state: 'finished', reason: 'all asked', changedAt: AT, result: { score: 1 } };
    const changed = await serviceSessions.change(number, revision, over);
    expect(changed).toMatchObject({ state: 'finished', revision: revision + 1 });
    // Another change of the same revision is no repetition.
    arm();
    const late = { state: 'ended', reason: 'its time is over', changedAt: AT };
    expect(await serviceSessions.change(number, revision, late)).toBeNull();
    expect((await store.runs())[0]).toMatchObject({ answers: 3, finishedAt: AT });
    expect(await store.sessions(run)).toHaveLength(1);
    await store.close();
    listener.close();
  });

  test('in doubt whether a job was changed, finds its own change, and takes no other for it', async () => {
    const { address, listener, arm } = await cutter((await server?.database()) as string);
    const { jobs, close } = await openStore(address, { clock });
    const [first, own, other] = ['a', 'b', 'c'].map((message) => ({ message }));
    await jobs.add({
      ...{ id: 'one', kind: 'calibrate', bank: null, title: '', state: 'waiting', task: {} },
      ...{ by: 'me', key: null, holder: first, createdAt: AT, startedAt: null, finishedAt: null },
      ...{ progress: null, error: null, result: null, cancelAt: null, study: null },
    });
    const taken = { state: 'running', startedAt: AT, error: null };
    arm();
    expect(await jobs.change('one', ['waiting'], { ...taken, holder: own }, first)).toBe(true);
    arm();
    expect(await jobs.change('one', ['waiting'], { ...taken, holder: other }, first)).toBe(false);
    expect(await jobs.get('one')).toMatchObject({ state: 'running', holder: own });
    await close();
    listener.close();
  });

  test('in doubt whether answers of a session were kept, finds its own, and takes no others for them', async () => {
    const through = (await server?.database()) as string;
    const { address, listener, arm } = await cutter(through, 'insert into service_answers');
    const store = await openStore(address, { clock });
    const { number, revision } = await store.serviceSessions.create(sessionOf('s'));
    const given = (place: number, score = 1): GivenAnswer => ({
      ...{ session: number, revision },
      answer: {
        ...{ place, item: `item-${place}`, score, key: null, at: AT, cost: 0.1, tokens: 3 },
        ...{ latency: 1.5, extracted: 'B', absent: null, output: 'it\'s "{B}", \\ NULL' },
      },
    });
    const first = given(1);
    expect(await store.serviceSessions.append([first])).toEqual(new Set([first]));
    arm();
    const [second, other] = [given(2), given(1, 0)];
    const kept = await Promise.all([
      store.serviceSessions.append([second]),
      store.serviceSessions.append([other]),
    ]);
    expect(kept.map((own) => [own.has(second), own.has(other)])).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(await store.serviceSessions.answers(number, true)).toEqual([
      first.answer,
      second.answer,
    ]);
    await store.close();
    listener.close();
  });

  test('and that does not come back is given up after some patience', async () => {
    const { address, listener } = await cutter((await server?.database()) as string);
    const store = await openStore(address, { clock, patience: 500 });
    const run = await store.createRun({}, 'h', AT);
    listener.close();
    await terminate(address.replace(/:\d+\//, `:${server?.port}/`));
    const lost = Array.from({ length: 20 }, (_, k) => store.append(run, [answerOf('m', k + 1)]));
    for (const { status } of await Promise.allSettled(lost)) expect(status).toBe('rejected');
    await expect(lost[0]).rejects.toThrow(/connection refused/);
    await store.close();
  });
});

describe.skipIf(server === null)('a claim on a PostgreSQL', () => {
  test('is taken again after its connection was lost', async () => {
    const location = await server!.database();
    const store = await openStore(location, { clock });
    const other = await openStore(location, { clock });
    const run = await store.createRun({}, 'h', AT);
    const release = await store.claimRun(run);
    const client = new Client(location);
    await client.connect();
    const holders = async () =>
      (
        await client.query(`select pid from pg_locks where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())`)
      ).rows;
    const [{ pid }] = await holders();
    await client.query('select pg_terminate_backend($1)', [pid]);
    const others = async () => (await holders()).filter((one) => one.pid !== pid);
    await expect.poll(others).toHaveLength(1);
    await expect(other.claimRun(run)).rejects.toMatchObject({ code: 'RUN_BUSY' });
    await release();
    await (await other.claimRun(run))();
    // Nothing stays behind.
    await expect.poll(holders).toEqual([]);
    await client.end();
    await other.close();
    await store.close();
  });
});
