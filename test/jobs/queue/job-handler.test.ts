import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fail } from '../../../src/errors.ts';
import { jobHandler } from '../../../src/jobs/queue/job-handler.ts';
import type { JobPlace } from '../../../src/jobs/running/execute-job.ts';
import type { Queue } from '../../../src/queue/queue.ts';
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
/** A handler whose place of files does not answer. */
const handler = () =>
  jobHandler({
    jobs: store.jobs,
    workers: {} as WorkerStore,
    queue: {} as Queue,
    place: {
      ...{ database: '', location: '', studies: null },
      files: {
        fetch: async () => fail('SHARED_FILES_UNAVAILABLE', { place: 'x', reason: 'y', todo: 'z' }),
        remove: async (files: readonly string[]) => void removed.push(...files),
      },
    } as unknown as JobPlace,
    facts: { id: 'w', host: 'here', pid: 1, version: '1' },
    ...{ slots: 1, grace: 1, now: () => AT, tell() {}, log() {} },
  });
const task = { args: ['x'], resume: [], begun: null, files: ['f'], study: null };
const add = async (id: string, change: Partial<KeptJob> = {}) => {
  await store.jobs.add({
    ...{ id, kind: 'import-answers', bank: null, title: '', state: 'waiting', task, by: 'me' },
    ...{ key: null, createdAt: AT, startedAt: null, finishedAt: null, progress: null },
    ...{ error: null, result: null, cancelAt: null, study: null },
    holder: { message: id, version: '1' },
    ...change,
  });
  const message = { id, queue: 'jobs-1', data: { job: id }, retryCount: 0 };
  return () => handler().handle(message, 0, new AbortController().signal);
};

test('what can be continued is tried again where its files cannot be reached now', async () => {
  const handle = await add('again');
  await expect(handle()).rejects.toThrow(/^job again/);
  expect(await store.jobs.get('again')).toMatchObject({ state: 'running', error: null });
});

test('what cannot be continued fails with the reason, not with that of the next try', async () => {
  const handle = await add('once', { task: { ...task, resume: null } });
  await handle();
  const error = { code: 'SHARED_FILES_UNAVAILABLE' };
  expect(await store.jobs.get('once')).toMatchObject({ state: 'failed', finishedAt: AT, error });
  expect(removed).toEqual(['f']);
});

test('a job that a person hands out again runs, although it was to be cancelled before it was set aside', async () => {
  const error = { code: 'JOB_SET_ASIDE', detail: '' };
  const handle = await add('aside', { state: 'failed', finishedAt: AT, cancelAt: AT, error });
  await expect(handle()).rejects.toThrow(/^job aside/);
  expect(await store.jobs.get('aside')).toMatchObject({ state: 'running', cancelAt: null });
});

test('a task in a form of another version fails, instead of being sent again for ever', async () => {
  const handle = await add('strange', { task: { version: 2 } });
  await handle();
  expect(await store.jobs.get('strange')).toMatchObject({ state: 'failed', finishedAt: AT });
});
