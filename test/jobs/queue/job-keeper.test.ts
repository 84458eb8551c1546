import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobKeeper } from '../../../src/jobs/queue/job-keeper.ts';
import { jobQueue } from '../../../src/jobs/queue/job-message.ts';
import type { OutgoingMessage, Queue, SetAside } from '../../../src/queue/queue.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import type { WorkerStore } from '../../../src/store/work/worker-store.ts';
import { AT, clock } from '../../store/store-case.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-keeper-'));
let store: Store;
beforeAll(async () => {
  store = await openStore(join(folder, 'jobs.db'), { clock });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const add = (id: string, holder: { message: string; version: string }) =>
  store.jobs.add({
    ...{ id, kind: 'calibrate', bank: null, title: '', state: 'running', task: {} },
    ...{ by: 'me', key: null, holder, createdAt: AT, startedAt: AT, finishedAt: null },
    ...{ progress: null, error: null, result: null, cancelAt: null, study: null },
  });

/** A keeper of version 1 and what it sent. */
function keeper({ setAside = [], versions = [] }: { setAside?: SetAside[]; versions?: string[] }) {
  const sent: [queue: string, message: OutgoingMessage][] = [];
  const queue = {
    location: 'postgres://me@db/exams',
    setAside: async () => setAside,
    missing: async () => [],
    async send(name, messages) {
      for (const message of messages) sent.push([name, message]);
    },
  } satisfies Partial<Queue> as unknown as Queue;
  const look = jobKeeper({
    jobs: store.jobs,
    workers: { alive: async () => [] } as unknown as WorkerStore,
    queue,
    version: '1',
    versions: async () => versions,
    now: () => AT,
    tell() {},
    log() {},
  });
  return { look, sent };
}

test('a job that was given back does not fail with the message that it had before', async () => {
  await add('again', { message: 'second', version: '1' });
  const one = { queue: jobQueue('1'), data: { job: 'again' }, tries: 4, error: 'lost', at: AT };
  await keeper({ setAside: [{ ...one, id: 'x', of: 'first' }] }).look();
  expect(await store.jobs.get('again')).toMatchObject({ state: 'running', error: null });
  await keeper({ setAside: [{ ...one, id: 'x', of: 'second' }] }).look();
  const error = { code: 'JOB_SET_ASIDE', detail: expect.stringContaining('worker retry x,') };
  expect(await store.jobs.get('again')).toMatchObject({ state: 'failed', error });
});

test('a job of another version is taken over once no process of that version is left, not while an instance waits for its workers', async () => {
  const holder = { message: 'm', version: '2' };
  await add('newer', holder);
  const waiting = keeper({ versions: ['1', '2'] });
  await waiting.look();
  expect((await store.jobs.get('newer'))!.holder).toEqual(holder);
  const last = keeper({ versions: ['1'] });
  await last.look();
  expect(last.sent.map(([queue, { data }]) => [queue, data])).toEqual([
    [jobQueue('1'), { job: 'newer' }],
  ]);
});

test('the reason that the starter of a job reads does not say where the database is', async () => {
  await add('told', { message: 'm', version: '1' });
  const error = 'postgres://me@db/exams: no answer';
  const one = { id: 'x', of: 'm', queue: jobQueue('1'), data: { job: 'told' }, tries: 4, at: AT };
  await keeper({ setAside: [{ ...one, error }] }).look();
  const { detail } = (await store.jobs.get('told'))!.error as { detail: string };
  expect(detail).toContain('(the database: no answer)');
});
