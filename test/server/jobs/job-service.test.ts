import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importedItems, type Job } from '../../../src/api/jobs.ts';
import type { KeptTask } from '../../../src/jobs/running/job-task.ts';
import type { Caller } from '../../../src/server/caller.ts';
import type { ServiceConfiguration } from '../../../src/server/configuration.ts';
import { eventBus } from '../../../src/server/events.ts';
import { jobRoutes } from '../../../src/server/jobs/job-routes.ts';
import { type JobService, type JobTask, jobService } from '../../../src/server/jobs/job-service.ts';
import { startRoutes } from '../../../src/server/jobs/start-routes.ts';
import type { Route } from '../../../src/server/route.ts';
import type { ServiceContext } from '../../../src/server/service-context.ts';
import { folderFiles } from '../../../src/shared-files/folder-files.ts';
import { ownMark } from '../../../src/store/access/process-mark.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { performHere } from '../../command/perform-here.ts';
import { clock } from '../../store/store-case.ts';
import { callerOf, callRoute } from '../call-route.ts';

const folder = mkdtempSync(join(tmpdir(), 'jobs-'));
const configuration = {
  data: join(folder, 'data'),
  uploadLimit: 1_000_000,
  jobs: 1,
  allowedHosts: [],
  syntheses: new Map(['small', 'cloud'].map((name) => [name, join(folder, `${name}.yaml`)])),
} as unknown as ServiceConfiguration;
const shared = folderFiles(join(folder, 'files'), {
  largest: 1_000_000,
  // As if two hours had passed: uploads that no job names count as left.
  now: () => Date.now() + 7_200_000,
  unique: () => `${writers++}`,
});
let writers = 0;
let store: Store;
let context: ServiceContext;
let jobs: JobService;
let routes: Route[];
let bytes = 0;
const told: string[] = [];
const log: string[] = [];

async function open(): Promise<void> {
  jobs = await jobService(context, {
    configuration,
    shared,
    studies: null,
    version: '1',
    grace: 500,
    perform: performHere,
  });
  routes = [...jobRoutes({ jobs }), ...startRoutes({ jobs, context, configuration })];
}

beforeAll(async () => {
  store = await openStore(join(folder, 'jobs.db'), { clock });
  const events = eventBus();
  events.listen((event) => event.type === 'job' && told.push(event.job));
  context = {
    store,
    events,
    instance: null,
    now: () => new Date().toISOString(),
    elapsed: () => performance.now(),
    randomBytes: (count) => Buffer.alloc(count, bytes++),
    log: (level, event, facts) => log.push(JSON.stringify([level, event, facts])),
  };
  await open();
});
afterAll(async () => {
  await jobs.close();
  await store.close();
});

const administrator = callerOf('administrator');
const post = (url: string, given: object, caller = administrator): Promise<Job> =>
  callRoute(routes, `POST ${url}`, caller, given);
const ended = async (id: string): Promise<Job> => {
  await expect.poll(async () => (await jobs.get(id)).finishedAt, { interval: 20 }).not.toBeNull();
  return jobs.get(id);
};
const csv = (text: string) => ({ params: { bank: 'mine' }, body: Readable.from([text]) });
const QUESTIONS = Array.from({ length: 12 }, (_, k) => `i${k},Which is ${k}?,yes,no,A`);
const ITEMS = `id,question,A,B,answer\n${QUESTIONS.join('\n')}\n`;
const ME = { id: '7', name: 'me' };
/** An operation that goes on until it is stopped. */
const endless: JobTask = {
  kind: 'study',
  bank: 'mine',
  title: 'endless',
  isRepeatable: false,
  operation: { name: 'bank audit', options: { endless: true } },
};

test('uploaded items become a bank: the job gives the text of the command and leaves no file', async () => {
  const started = await post('/v1/banks/:bank/items', csv(ITEMS));
  expect(started).toMatchObject({
    kind: 'import-items',
    bank: 'mine',
    state: 'waiting',
    by: 'a administrator',
  });
  const job = await ended(started.id);
  expect(job).toMatchObject({ state: 'done', error: null, result: { added: 12 } });
  expect(JSON.stringify(job)).not.toContain(folder);
  expect((await store.bank('mine'))?.items).toBe(12);
  const { task } = (await store.jobs.get(job.id))!;
  // Just after the job is told to be done.
  const { files } = task as KeptTask;
  const kept = async () => (await shared.list('')).filter(({ name }) => files.includes(name));
  expect(files).toHaveLength(1);
  await expect.poll(kept).toEqual([]);
  expect(readdirSync(join(folder, 'data/jobs'))).toEqual([]);
  // The last one is told after the file is removed.
  await expect.poll(() => told.filter((id) => id === job.id).length).toBeGreaterThanOrEqual(3);
  expect(log.join()).not.toContain('Which is');
});

test('facts in the name of an uploaded file are read as by the command', async () => {
  const { id } = await post('/v1/banks/:bank/items', {
    params: { bank: 'of-mmlu' },
    query: { file: 'world_facts_test.csv', format: 'mmlu' },
    body: Readable.from(['Which is even?,1,2,3,5,B\n']),
  });
  expect(await ended(id)).toMatchObject({ state: 'done', result: { added: 1 } });
  for await (const item of store.items('of-mmlu'))
    expect(item).toMatchObject({
      source: 'MMLU',
      tags: { subject: 'world_facts', split: 'test' },
    });
});

test('a log of which half of the answers are missing is kept only if the request says so', async () => {
  const samples = ['B', ''].map((answer, id) => ({
    ...{ id, epoch: 1, input: `Is jar ${id} full?`, choices: ['yes', 'no'], target: 'A' },
    scores: { choice: { value: 'I', answer, explanation: '' } },
  }));
  const log = { version: 2, status: 'success', eval: { task: 'jars', model: 'jo' }, samples };
  const upload = (query: object) =>
    post('/v1/banks/:bank/items', {
      params: { bank: 'jars' },
      query: { format: 'inspect', ...query },
      body: Readable.from([JSON.stringify(log)]),
      headers: { 'content-type': 'application/json' },
    });
  const refused = await ended((await upload({})).id);
  expect(refused).toMatchObject({ state: 'failed', error: { code: 'ANSWERS_ABSENT' } });
  expect(refused.error?.detail).toContain('absent=true');
  expect(await store.bank('jars')).toBeUndefined();
  const kept = await ended((await upload({ absent: 'true' })).id);
  expect(kept).toMatchObject({ state: 'done', result: { added: 2 } });
  expect((await store.responses('jars'))?.absent?.get('jo')?.size).toBe(1);
});

test('tags are checked against a taxonomy; an unknown value fails the job and makes no bank', async () => {
  const upload = (bank: string, ward: string, canonical: string) =>
    post('/v1/banks/:bank/items', {
      params: { bank },
      query: { taxonomy: 'cmexam', levels: 'ward=clinical_department', canonical },
      body: Readable.from([`id,question,A,B,answer,ward\nq1,Which is 1?,yes,no,A,${ward}\n`]),
    });
  const good = await upload('tagged', '外科', 'true');
  expect(await ended(good.id)).toMatchObject({ state: 'done', result: { taxonomy: 'cmexam' } });
  for await (const item of store.items('tagged')) expect(item.tags).toEqual({ ward: 'Surg' });
  const bad = await ended((await upload('untagged', '外科科', 'false')).id);
  expect(bad).toMatchObject({ state: 'failed', error: { code: 'FILE_INVALID' } });
  expect(bad.error?.detail).toContain('line 2, tag ward: ');
  expect(bad.error?.detail).toContain('"Surg" (Surgery, 外科)');
  expect(await store.bank('untagged')).toBeUndefined();
});

test('answers, then a calibration on them; parameters of a file are kept as another one', async () => {
  const rows = Array.from({ length: 6 }, (_, m) =>
    [`m${m}`, ...Array.from({ length: 12 }, (_, k) => Number((k * 7 + m * 5) % 11 < 3 + m))].join(),
  );
  const header = ['examinee', ...Array.from({ length: 12 }, (_, k) => `i${k}`)].join();
  const answers = await post('/v1/banks/:bank/answers', csv(`${header}\n${rows.join('\n')}\n`));
  const fit = await post('/v1/jobs', {
    body: { operation: 'calibrate fit', options: { bank: 'mine', irtModel: '2pl' } },
  });
  const given = await post('/v1/banks/:bank/parameters', csv('item,a,b\ni0,1,0.5\ni1,1.5,-0.25\n'));
  expect(await ended(answers.id)).toMatchObject({ state: 'done', result: { answers: 72 } });
  expect(await ended(fit.id)).toMatchObject({
    state: 'done',
    result: { result: { calibration: 1 } },
  });
  expect(await ended(given.id)).toMatchObject({ state: 'done', result: { calibration: 2 } });
  const [second, first] = await store.calibrations('mine');
  expect(first).toMatchObject({ id: 1, items: 12, options: { model: '2pl', converged: true } });
  expect(second).toMatchObject({ id: 2, items: 2, method: 'given' });
  const { doing, done, total } = await jobs.get(fit.id);
  expect([doing, done]).toEqual(['', total]);
  expect(done).toBeGreaterThan(0);
});

test('when a command fails, its job has the same error and code', async () => {
  const { id } = await post('/v1/banks/:bank/answers', csv('examinee,i0,other\nm,1,0\n'));
  const job = await ended(id);
  expect(job).toMatchObject({ state: 'failed', result: null, error: { code: 'FILE_INVALID' } });
  expect(job.error?.detail).toMatch(/\bother\b/);
});

test('when an operation fails, its job names the file as its sender does, and says nothing of this machine', async () => {
  const query = { file: 'my parameters.csv' };
  const wrong = { ...csv('item,a,b\ni0,x,0\n'), query };
  const job = await ended((await post('/v1/banks/:bank/parameters', wrong)).id);
  expect(job).toMatchObject({ state: 'failed', result: null, error: { code: 'FILE_INVALID' } });
  expect(job.error?.detail).toMatch(/^my parameters\.csv, /);
  expect(JSON.stringify(job)).not.toContain(folder);
});

test('what an import says of the items it refuses is for administrators: it may quote right answers', async () => {
  const wrong = 'id,question,A,B,answer\nz1,Which?,yes,no,Q\n';
  const { id } = await post('/v1/banks/:bank/items', csv(wrong));
  const job = await ended(id);
  expect(job.error?.detail).toMatch(/upload\.csv.*Q/);
  const runner = callerOf('runner', ['mine']);
  const seen = await callRoute(routes, 'GET /v1/jobs/:job', runner, { params: { job: id } });
  const list = await callRoute(routes, 'GET /v1/jobs', runner, {});
  expect(seen.error.code).toBe(job.error?.code);
  expect(JSON.stringify([seen, list])).not.toContain(job.error?.detail);
  const imported = list.items.filter(({ kind }: Job) => kind === 'import-items');
  expect(imported.every(({ result }: Job) => result === null)).toBe(true);
});

test('an import that rejects records gives their number, and the first with place and reason in words of the request', async () => {
  const bad = Array.from({ length: 1000 }, (_, k) => `z${k},Why?,${'x'.repeat(300)},B,Q`);
  const text = `id,question,A,B,answer\ni90,Which is good?,yes,no,A\nagain,Which is good?,yes,no,A\n${bad.join('\n')}\n`;
  const { id } = await post('/v1/banks/:bank/items', csv(text));
  const { state, result } = await ended(id);
  expect(state).toBe('done');
  const counts = { read: 1002, accepted: 1, rejected: 1000, duplicates: 1 };
  expect(result).toMatchObject({ added: 1, ...counts, files: [{ file: 'upload.csv', ...counts }] });
  const { files } = importedItems.parse(result);
  expect(files[0].duplicateOf).toEqual([{ where: 'line 3', id: 'again', of: 'i90' }]);
  expect(files[0].rejects).toHaveLength(50);
  expect(files[0].rejects[0]).toEqual({ where: 'line 4', reason: expect.stringMatching(/Q/) });
});

test('items come from the file that the caller names, unless the request says where they come from', async () => {
  const sourceOf = async (bank: string, query: object) => {
    const params = { bank };
    const { id } = await post('/v1/banks/:bank/items', { ...csv(ITEMS), params, query });
    expect((await ended(id)).state).toBe('done');
    for await (const { source } of store.items(bank)) return source;
  };
  expect(await sourceOf('named', { file: 'Fragen 2026.csv' })).toBe('Fragen 2026');
  expect(await sourceOf('said', { file: 'a.csv', source: 'An examination' })).toBe(
    'An examination',
  );
  expect(await sourceOf('unnamed', {})).toBe('upload');
});

test('an import of nothing but rejected records says how many there are', async () => {
  const text = 'nr,frage,answer\n1,Why?,so\n2,Who?,me\n';
  const { state, error } = await ended((await post('/v1/banks/:bank/items', csv(text))).id);
  expect(state).toBe('failed');
  expect(error?.detail).toMatch(/^upload\.csv, line 2: .*"map" stem=FIELD; /);
});

test('an upload that is not UTF-8 is refused as a whole; the command that converts it names the file as its caller does', async () => {
  // × and 天空是什么颜色？ in GB18030.
  const [sign, chinese] = ['a1c1', 'ccecbfd5cac7cab2c3b4d1d5c9aba3bf'];
  const body = Readable.from([
    Buffer.from('id,question,answer\nq1,What is this?,x\nq2,What is 2 '),
    Buffer.from(sign, 'hex'),
    Buffer.from(' 3?,6\nq3,'),
    Buffer.from(chinese, 'hex'),
    Buffer.from(',x\n'),
  ]);
  const { id } = await post('/v1/banks/:bank/items', {
    params: { bank: 'not-utf8' },
    query: { file: '../题 库.txt' },
    body,
  });
  expect((await ended(id)).error).toEqual({
    code: 'FILE_INVALID',
    detail:
      "_题 库.csv, line 3: found GB18030 text; accepted: UTF-8 text. To convert it: iconv -f GB18030 -t UTF-8 '_题 库.csv' > '_题 库.utf8.csv'.",
  });
  expect(await store.bank('not-utf8')).toBeUndefined();
});

test('answers replace recorded ones, unless the request keeps those or they would be fewer', async () => {
  const before = (await store.responses('mine'))!.matrix;
  const sent = {
    ...csv('examinee,i0,i1\nm0,1,1\nnew,1,0\n'),
    query: { onlyNew: 'true' },
  };
  const refused = await ended((await post('/v1/banks/:bank/answers', sent)).id);
  expect(refused).toMatchObject({ state: 'failed', error: { code: 'ANSWERS_RECORDED' } });
  expect(refused.error?.detail).toMatch(/m0 .*onlyNew=true/);
  expect((await store.responses('mine'))!.matrix).toEqual(before);
  const few = () => csv('examinee,i0\nm0,1\n');
  const fewer = await ended((await post('/v1/banks/:bank/answers', few())).id);
  expect(fewer).toMatchObject({ state: 'failed', error: { code: 'ANSWERS_FEWER' } });
  expect(fewer.error?.detail).toMatch(/m0 .*\d+ .* 1\. .* fewer=true/);
  expect((await store.responses('mine'))!.matrix).toEqual(before);
  const all = `m0,${before.items.map(() => 1).join(',')}\n`;
  const again = csv(`examinee,${before.items.join(',')}\n${all}`);
  const done = await ended((await post('/v1/banks/:bank/answers', again)).id);
  expect(done).toMatchObject({ state: 'done', result: { replaced: ['m0'] } });
  const forced = { ...few(), query: { fewer: 'true' } };
  const kept = await ended((await post('/v1/banks/:bank/answers', forced)).id);
  expect(kept).toMatchObject({ state: 'done', result: { replaced: ['m0'], answers: 1 } });
});

test('a job keeps what its command says beside the result', async () => {
  const { items } = (await store.responses('mine'))!.matrix;
  const all = ['M0', 'm0-b'].map((name) => `${name},${items.map(() => 1).join(',')}\n`).join('');
  const sent = csv(`examinee,${items.join(',')}\n${all}`);
  const { result } = await ended((await post('/v1/banks/:bank/answers', sent)).id);
  expect(result!.notes).toEqual([expect.stringMatching(/"M0" and "m0"|"m0" and "M0"/)]);
});

test('JSON Lines in place of a CSV of answers are told to be that', async () => {
  const lines = csv('{"examinee": "m", "item": "i0", "score": 1}\n');
  const job = await ended((await post('/v1/banks/:bank/answers', lines)).id);
  expect(job.error?.detail).toMatch(/upload\.csv: .* JSON; .* CSV/);
});

test('the options of bank import go with items that are sent', async () => {
  const text = 'nr,text,A,B,right\n7,Which one?,yes,no,B\n';
  const query = { map: 'id=nr,stem=text,key=right', licence: 'CC0', source: '--a desk' };
  const { id } = await post('/v1/banks/:bank/items', { ...csv(text), query });
  expect(await ended(id)).toMatchObject({ state: 'done', result: { added: 1 } });
  for await (const item of store.items('mine', ['7']))
    expect(item).toMatchObject({ stem: 'Which one?', licence: 'CC0', source: '--a desk' });
  for (const wrong of [
    { format: 'mmlu' },
    { name: 'x' },
    { map: 'a\nb' },
    { rejects: '/tmp/x' },
    { taxonomy: '/etc/tags.json' },
    { files: '/etc/x' },
  ])
    await expect(post('/v1/banks/:bank/items', { ...csv(text), query: wrong })).rejects.toThrow();
});

test('what cannot be is refused before it is a job', async () => {
  const viewer = callerOf('viewer');
  const runner = callerOf('runner', ['mine']);
  await expect(post('/v1/banks/:bank/items', csv(ITEMS), runner)).rejects.toThrow('role');
  await expect(post('/v1/banks/:bank/answers', csv(''), viewer)).rejects.toThrow('role');
  // What changes a bank under open sessions, or costs money, is for administrators.
  await expect(post('/v1/banks/:bank/answers', csv(''), runner)).rejects.toThrow('role');
  const wanted = { body: { bank: 'mine', configuration: 'debate' } };
  await expect(post('/v1/syntheses', wanted, runner)).rejects.toThrow('role');
  for (const bank of ['mmlu-pro', '../mine', '-x', 'a b'])
    await expect(
      post('/v1/banks/:bank/items', { params: { bank }, body: Readable.from([ITEMS]) }),
    ).rejects.toThrow('bank');
  await expect(
    post('/v1/jobs', { body: { operation: 'calibrate fit', options: { bank: 'other' } } }, runner),
  ).rejects.toMatchObject({ code: 'NAME_UNKNOWN' });
  await expect(
    post('/v1/syntheses', { body: { bank: 'mine', configuration: '../mps.yaml' } }),
  ).rejects.toMatchObject({ code: 'NAME_UNKNOWN', status: 404 });
});

test('a synthesis is not started whose file has a metadata address of a cloud that is not listed', async () => {
  const file = join(folder, 'cloud.yaml');
  for (const host of ['0xa9.254.43518', '[::ffff:169.254.169.254]', 'metadata.google.internal.']) {
    const models = [{ name: 'm', model: 'm', baseUrl: `http://${host}/v1` }];
    writeFileSync(file, JSON.stringify({ models, participants: [{ who: 'alone' }] }));
    const wanted = { body: { bank: 'mine', configuration: 'cloud' } };
    await expect(post('/v1/syntheses', wanted)).rejects.toMatchObject({ code: 'HOST_NOT_ALLOWED' });
  }
});

test('an upload that breaks off leaves nothing behind, and makes no job', async () => {
  const before = (await jobs.list({ banks: null, limit: 1, offset: 0 })).total;
  const broken = Readable.from(
    (function* () {
      yield 'id,question\n';
      throw new Error('too large');
    })(),
  );
  await expect(
    post('/v1/banks/:bank/items', { params: { bank: 'mine' }, body: broken }),
  ).rejects.toThrow('too large');
  expect((await jobs.list({ banks: null, limit: 1, offset: 0 })).total).toBe(before);
});

test('one job runs at a time; a waiting one and a running one can be cancelled', async () => {
  const first = await jobs.start(endless, ME);
  const second = await jobs.start(endless, ME);
  await expect.poll(async () => (await jobs.get(first.id)).state).toBe('running');
  expect((await jobs.get(second.id)).state).toBe('waiting');
  const cancelled = await post('/v1/jobs/:job/cancel', { params: { job: second.id } });
  expect(cancelled).toMatchObject({ state: 'cancelled', startedAt: null });
  await post('/v1/jobs/:job/cancel', { params: { job: first.id } });
  expect(await ended(first.id)).toMatchObject({ state: 'cancelled', error: null });
  // As it was.
  expect(await post('/v1/jobs/:job/cancel', { params: { job: first.id } })).toMatchObject({
    state: 'cancelled',
  });
});

test('jobs are listed newest first; those of other banks are not there', async () => {
  const get = (query: object, caller = administrator) =>
    callRoute(routes, 'GET /v1/jobs', caller, { query });
  const all = await get({});
  const page = await get({ limit: 2 });
  expect(page.items).toEqual(all.items.slice(0, 2));
  expect((await get({ limit: 2, cursor: page.next })).items).toEqual(all.items.slice(2, 4));
  const failed = await get({ state: 'failed' });
  expect(failed.items.every((job: Job) => job.state === 'failed')).toBe(true);
  const foreign = { ...callerOf('runner', ['other']), id: '9' };
  expect((await get({}, foreign)).total).toBe(0);
  const { id } = all.items[0];
  await expect(
    callRoute(routes, 'GET /v1/jobs/:job', foreign, { params: { job: id } }),
  ).rejects.toMatchObject({ code: 'NAME_UNKNOWN' });
});

test('a job of no bank is for keys of all banks, and for the key that started it', async () => {
  const key = (id: string) => ({ ...callerOf('runner', ['mine']), id });
  const { id } = await jobs.start({ ...endless, bank: null }, key('7'));
  const params = { params: { job: id } };
  for (const route of ['GET /v1/jobs/:job', 'POST /v1/jobs/:job/cancel'])
    await expect(callRoute(routes, route, key('8'), params)).rejects.toMatchObject({
      code: 'NAME_UNKNOWN',
    });
  const ids = async (caller: Caller) =>
    (await callRoute(routes, 'GET /v1/jobs', caller, {})).items.map((one: Job) => one.id);
  expect(await ids(key('8'))).not.toContain(id);
  expect(await ids(key('7'))).toContain(id);
  expect(await ids(callerOf('runner'))).toContain(id);
  await callRoute(routes, 'POST /v1/jobs/:job/cancel', key('7'), params);
  expect(await ended(id)).toMatchObject({ state: 'cancelled' });
});

test('so many jobs of one key may wait, and not more; an upload for one that may not is not kept', async () => {
  const first = await jobs.start(endless, ME);
  await expect.poll(async () => (await jobs.get(first.id)).state).toBe('running');
  const started = await Promise.allSettled(
    Array.from({ length: 22 }, () => jobs.start(endless, ME)),
  );
  const made = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(made).toHaveLength(20);
  const upload = post('/v1/banks/:bank/items', csv(ITEMS), { ...administrator, id: ME.id });
  await expect(upload).rejects.toMatchObject({ code: 'JOBS_WAITING', status: 429 });
  const other = await jobs.start(endless, { id: '8', name: 'another' });
  for (const { id } of [...made, other, first]) await jobs.cancel(id);
  expect(await ended(first.id)).toMatchObject({ state: 'cancelled' });
});

test('after a kill, the next start deletes leftover uploads and copies, and keeps the files that jobs need', async () => {
  const keep = () => jobs.files.keep('left', 'csv', Readable.from([Buffer.from('x')]));
  const [left, needed, lost] = [await keep(), await keep(), await keep()];
  // Copies of a process that is gone, and of this one.
  const gone = { host: ownMark().host, pid: 2 ** 22 + 1, started: '1' };
  const copyOf = (mark: object) =>
    join(folder, 'data/jobs', `${Buffer.from(JSON.stringify(mark)).toString('base64url')}.x`);
  for (const mark of [gone, ownMark()]) mkdirSync(copyOf(mark), { recursive: true });
  await jobs.close();
  await expect(jobs.start({ ...endless, files: [lost] }, ME)).rejects.toMatchObject({
    code: 'SERVICE_CLOSING',
  });
  const names = async () => (await shared.list('uploads/')).map(({ name }) => name);
  expect(await names()).not.toContain(lost);
  await store.jobs.add({
    id: 'waits',
    kind: 'study',
    bank: null,
    title: 'x',
    state: 'waiting',
    by: 'me',
    key: null,
    holder: null,
    task: { ...endless, files: [needed] },
    createdAt: context.now(),
    startedAt: null,
    finishedAt: null,
    progress: null,
    error: null,
    result: null,
    cancelAt: null,
    study: null,
  });
  await open();
  expect(await names()).not.toContain(left);
  expect(await names()).toContain(needed);
  expect([gone, ownMark()].map((mark) => existsSync(copyOf(mark)))).toEqual([false, true]);
  await jobs.cancel('waits');
  expect(await ended('waits')).toMatchObject({ state: 'cancelled' });
  expect(await names()).not.toContain(needed);
});

test('a file that is not among the shared files fails its job, and its place stays in the log', async () => {
  const file = await jobs.files.keep('a', 'csv', Readable.from([Buffer.from('x')]));
  await shared.remove(file);
  const { id } = await jobs.start({ ...endless, files: [file] }, ME);
  const { state, error } = await ended(id);
  expect([state, error?.code]).toEqual(['failed', 'SHARED_FILE_MISSING']);
  expect(error?.detail).not.toContain(folder);
  expect(log.join()).toContain('files-not-fetched');
});

test('a service that is closed interrupts its job; after the next start what can go on does, the rest has failed', async () => {
  const out = join(folder, 'studies', 'first');
  mkdirSync(join(folder, 'studies'), { recursive: true });
  const lost = await jobs.start({ ...endless, bank: null }, ME);
  await expect.poll(async () => (await jobs.get(lost.id)).state).toBe('running');
  const waiting = await jobs.start(
    {
      kind: 'study',
      bank: null,
      title: 'first',
      isRepeatable: true,
      operation: studyIn(out),
    },
    ME,
  );
  await jobs.close();
  await open();
  expect(await jobs.get(lost.id)).toMatchObject({
    state: 'failed',
    error: { code: 'SERVICE_ENDED' },
  });
  expect(await ended(waiting.id)).toMatchObject({ state: 'done' });
  expect(existsSync(join(out, 'results.json'))).toBe(true);
});

test('a study whose job ran when the service was killed goes on', async () => {
  const left = (name: string) => ({
    id: name,
    kind: 'study',
    bank: null,
    title: name,
    state: 'running',
    by: 'me',
    key: null,
    task: {
      operation: studyIn(join(folder, 'studies', name)),
      isRepeatable: true,
    },
    // A process that is gone.
    holder: { host: ownMark().host, pid: 2 ** 22 + 1, started: '1' },
    createdAt: context.now(),
    startedAt: context.now(),
    finishedAt: null,
    progress: null,
    error: null,
    result: null,
    cancelAt: null,
    study: null,
  });
  await jobs.close();
  // The study of the test before has begun: without "resume" its operation would refuse to go on.
  await store.jobs.add(left('first'));
  await store.jobs.add(left('new'));
  await open();
  expect(await ended('first')).toMatchObject({ state: 'done', error: null });
  expect(await ended('new')).toMatchObject({ state: 'done', error: null });
});

const DESIGN = {
  bank: { generate: { items: 20 } },
  abilities: { normal: { mean: 0, sd: 1, count: 10 } },
  selectors: ['random'],
  estimators: ['eap'],
  lengths: [5],
  replications: 1,
};

function studyIn(out: string): NonNullable<JobTask['operation']> {
  return { name: 'simulate monte-carlo', options: { design: DESIGN, out } };
}
