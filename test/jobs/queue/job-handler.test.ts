import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { fail } from '../../../src/errors.ts';
import { jobHandler } from '../../../src/jobs/queue/job-handler.ts';
import type { JobPlace } from '../../../src/jobs/running/execute-job.ts';
import type { Message, OutgoingMessage, Queue } from '../../../src/queue/queue.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { KeptJob } from '../../../src/store/service/service-jobs.ts';
import type { Store } from '../../../src/store/store.ts';
import type { WorkerStore } from '../../../src/store/work/worker-store.ts';
import { AT, clock } from '../../store/store-case.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-handler-'));
let store: Store;
beforeAll(async () => {
  store = await openStore(join(folder, 'jobs.db'), { clock });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const removed: string[] = [];
const logged: string[] = [];
/** A handler whose place of files does not answer. */
const handler = ({
  workers = {} as WorkerStore,
  queue = {} as Queue,
  fetch = async (): Promise<never> =>
    fail('SHARED_FILES_UNAVAILABLE', { place: 'x', reason: 'y', todo: 'z' }),
} = {}) =>
  jobHandler({
    ...{ jobs: store.jobs, workers, queue },
    place: {
      ...{ database: '', location: '', studies: null },
      files: {
        fetch,
        remove: async (files: readonly string[]) => void removed.push(...files),
      },
    } as unknown as JobPlace,
    facts: { id: 'w', host: 'here', pid: 1, version: '1' },
    ...{ role: 'worker', slots: 1, grace: 1, now: () => AT, tell() {} },
    log: (_, event) => logged.push(event),
  });
const task = {
  operation: { name: 'bank list', options: {} },
  ...{ isRepeatable: true, files: ['f'] },
};
const add = async (id: string, change: Partial<KeptJob> = {}) => {
  await store.jobs.add({
    ...{ id, kind: 'import-answers', bank: null, title: '', state: 'waiting', task, by: 'me' },
    ...{ key: null, createdAt: AT, startedAt: null, finishedAt: null, progress: null },
    ...{ error: null, result: null, cancelAt: null, study: null },
    holder: { message: id, version: '1' },
    ...change,
  });
  return { id, queue: 'jobs-1', data: { job: id }, retryCount: 0 };
};
const handle = (message: Message) => handler().handle(message, 0, new AbortController().signal);

test('what can be continued is tried again where its files cannot be reached now', async () => {
  const message = await add('again');
  await expect(handle(message)).rejects.toThrow(/^job again/);
  expect(await store.jobs.get('again')).toMatchObject({ state: 'running', error: null });
});

test('what cannot be continued fails with the reason, not with that of the next try', async () => {
  const message = await add('once', { task: { ...task, isRepeatable: false } });
  await handle(message);
  const error = { code: 'SHARED_FILES_UNAVAILABLE' };
  expect(await store.jobs.get('once')).toMatchObject({ state: 'failed', finishedAt: AT, error });
  expect(removed).toEqual(['f']);
});

test('a job that a person hands out again runs, although it was to be cancelled before it was set aside', async () => {
  const error = { code: 'JOB_SET_ASIDE', detail: '' };
  const message = await add('aside', { state: 'failed', finishedAt: AT, cancelAt: AT, error });
  await expect(handle(message)).rejects.toThrow(/^job aside/);
  expect(await store.jobs.get('aside')).toMatchObject({ state: 'running', cancelAt: null });
});

test('a task in a form of another version fails, instead of being sent again for ever', async () => {
  const message = await add('strange', { task: { version: 2 } });
  await handle(message);
  expect(await store.jobs.get('strange')).toMatchObject({ state: 'failed', finishedAt: AT });
});

test('a study whose workers are gone for a minute is given back, to go on without them', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  logged.length = 0;
  const fetching = Promise.withResolvers<never>();
  const sent: string[] = [];
  const alive = [{ version: '1', queues: ['tasks'], draining: false }];
  const own = handler({
    workers: { alive: async () => alive } as unknown as WorkerStore,
    queue: {
      send: async (_: string, all: readonly OutgoingMessage[]) =>
        void sent.push(...all.map(({ id }) => id)),
    } as unknown as Queue,
    fetch: () => fetching.promise,
  });
  const message = await add('spread', { kind: 'study' });
  const handled = own.handle(message, 0, new AbortController().signal);
  await expect.poll(async () => (await store.jobs.get('spread'))!.state).toBe('running');
  const pass = async (ms: number) => {
    vi.advanceTimersByTime(ms);
    await own.tend!();
  };
  for (let k = 0; k < 20; k++) await pass(6_000);
  alive.pop();
  for (let k = 0; k < 9; k++) await pass(6_000);
  expect(logged).toEqual(['job-started']);
  for (let k = 0; k < 2; k++) await pass(6_000);
  expect(logged).toEqual(['job-started', 'job-without-workers']);
  fetching.reject(new Error('stopped'));
  await handled;
  const { state, holder } = (await store.jobs.get('spread'))!;
  expect([state, holder]).toEqual(['waiting', { message: sent[0], version: '1' }]);
});
