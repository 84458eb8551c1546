import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobRoutes } from '../../../src/server/jobs/job-routes.ts';
import { studyRoutes } from '../../../src/server/studies/study-routes.ts';
import { type TestService, testService } from '../service.ts';

const root = mkdtempSync(join(tmpdir(), 'studies-'));
const studies = join(root, 'studies');
const secret = join(root, 'secret');
let service: TestService;
let administrator: string;
let viewer: string;

beforeAll(async () => {
  mkdirSync(studies);
  const put = (folder: string, files: Record<string, string>) => {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  };
  const head = JSON.stringify({
    format: 'thetarank-test-length',
    fingerprint: 'x',
    target: ['se<=1'],
  });
  put(join(studies, 'reported'), { 'study.json': head, 'report.html': '<p>reported</p>' });
  put(join(studies, 'begun'), { 'study.json': head });
  put(join(studies, 'other'), { 'notes.txt': 'nothing of ours' });
  put(secret, { 'study.json': head, 'report.html': 'a secret' });
  symlinkSync(secret, join(studies, 'link'));
  writeFileSync(join(studies, 'notes.txt'), 'a file among the folders');
  service = await testService({
    configuration: { studies },
    routes: (parts) => [...studyRoutes(parts), ...jobRoutes(parts)],
  });
  administrator = await service.key('administrator');
  viewer = await service.key('viewer');
});
afterAll(() => service.close());

const DESIGN = {
  bank: { generate: { items: 30 } },
  abilities: { normal: { mean: 0, sd: 1, count: 20 } },
  selectors: ['maximum-information', 'random'],
  estimators: ['eap'],
  lengths: [5],
  replications: 2,
};
const begin = (name: string, design: object = DESIGN, kind = 'monte-carlo', key = administrator) =>
  service.ask('POST', '/v1/studies', key, { kind, name, design });

async function finished(id: string) {
  await expect
    .poll(async () => (await service.ask('GET', `/v1/jobs/${id}`, administrator)).body.state, {
      interval: 50,
    })
    .toMatch(/done|failed|cancelled/);
  return (await service.ask('GET', `/v1/jobs/${id}`, administrator)).body;
}

test('of two studies of one name that begin at once the second is refused', async () => {
  const both = await Promise.all([begin('twice'), begin('twice')]);
  expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
  expect(both.find(({ status }) => status === 409)?.body.code).toBe('STUDY_EXISTS');
  const { body } = both.find(({ status }) => status === 202)!;
  await service.ask('POST', `/v1/jobs/${body.id}/cancel`, administrator);
  await finished(body.id);
});

test('a design becomes a job, and the job a study with its answer, table and plots', async () => {
  const { status, body } = await begin('first');
  expect(status).toBe(202);
  expect(body).toMatchObject({ kind: 'study', state: 'waiting', title: 'Study first' });
  expect(await finished(body.id)).toMatchObject({ state: 'done', error: null });
  const { body: study } = await service.ask('GET', '/v1/studies/first', viewer);
  expect(study).toMatchObject({ kind: 'monte-carlo', finished: true, cells: 2, replications: 2 });
  expect(study.answer[0]).toContain('least RMSE');
  // The table is that of results.csv.
  const [header, ...lines] = readFileSync(join(studies, 'first', 'results.csv'), 'utf8')
    .trim()
    .split('\n');
  expect(study.columns).toEqual(header.split(','));
  expect(study.rows).toHaveLength(lines.length);
  const selector = study.columns.indexOf('selector');
  expect(study.rows.map((row: unknown[]) => row[selector])).toEqual([
    'maximum-information',
    'random',
  ]);
  const [bias] = study.plots;
  expect(bias).toMatchObject({ title: 'Bias of the ability', x: expect.stringContaining('true') });
  expect(bias.series.map(({ name }: { name: string }) => name)).toHaveLength(2);
  const { x, y, low, high } = bias.series[0];
  const at = low.findIndex((value: number | null) => value !== null);
  expect(at).toBeGreaterThanOrEqual(0);
  expect(x).toHaveLength(y.length);
  expect(low[at]).toBeLessThan(y[at]);
  expect(high[at]).toBeGreaterThan(y[at]);
  expect((await begin('first')).body).toMatchObject({ status: 409, code: 'STUDY_EXISTS' });
  expect((await begin('first', DESIGN, 'monte-carlo', viewer)).status).toBe(403);
});

test('a study that was left unfinished is continued under its name by whoever may start studies', async () => {
  const runner = await service.key('runner');
  const start = (design: object, kind = 'monte-carlo') => begin('first', design, kind, runner);
  const folder = join(studies, 'first');
  const whole = readFileSync(join(folder, 'results.csv'), 'utf8');
  const blocks = readdirSync(join(folder, 'blocks'));
  const [first, last] = [blocks[0], blocks.at(-1)!].map((name) => join(folder, 'blocks', name));
  // As if its command had been interrupted.
  for (const file of [last, join(folder, 'report.html'), join(folder, 'digest.json')]) rmSync(file);
  const { mtimeMs } = statSync(first);

  const { body: shown } = await service.ask('GET', '/v1/studies/first', viewer);
  expect(shown.finished).toBe(false);
  expect(shown.answer.join()).toMatch(/job ended at \d{4}/);
  const report = await service.ask('GET', '/v1/studies/first/report', viewer);
  expect(report.body).toMatchObject({ status: 409, code: 'STUDY_UNFINISHED' });

  const { error } = await finished((await start({ ...DESIGN, lengths: [7] })).body.id);
  expect(error).toMatchObject({
    code: 'OPTIONS_CONFLICT',
    detail: expect.stringMatching(
      /^name: first\/study\.json is of a study with another design.*choose another name, or ask an administrator/,
    ),
  });
  const length = { bank: 'cruxeval-o', goal: ['se<=0.6'], maxReplications: 2 };
  const other = await finished((await start(length, 'test-length')).body.id);
  expect(other.error).toMatchObject({
    code: 'OPTIONS_CONFLICT',
    detail: expect.stringMatching(/^name: first\/study\.json .*monte-carlo/),
  });
  const again = await start(DESIGN);
  expect(again.status).toBe(202);
  expect(await finished(again.body.id)).toMatchObject({ state: 'done', error: null });
  expect(readFileSync(join(folder, 'results.csv'), 'utf8')).toBe(whole);
  expect(readdirSync(join(folder, 'blocks'))).toEqual(blocks);
  expect(statSync(first).mtimeMs).toBe(mtimeMs);
  expect((await start(DESIGN)).body.code).toBe('STUDY_EXISTS');
});

test('the length of a test is studied too, by the options of its command', async () => {
  const design = {
    bank: 'cruxeval-o',
    goal: ['se<=0.6'],
    tolerance: '10%',
    maxReplications: 4,
    maxItems: 20,
    seed: 3,
  };
  const { body } = await begin('length', design, 'test-length');
  expect(await finished(body.id)).toMatchObject({ state: 'done', bank: 'cruxeval-o' });
  const { body: study } = await service.ask('GET', '/v1/studies/length', viewer);
  expect(study).toMatchObject({ kind: 'test-length', finished: true });
  expect(study.columns.slice(0, 2)).toEqual(['length', 'replications']);
  expect(study.plots[0].series.map(({ name }: { name: string }) => name)).toEqual([
    'tests',
    'target',
  ]);
});

test.each([
  { out: 'elsewhere' },
  { parameters: '/etc/passwd' },
  { workers: 64 },
  { resume: true },
  { plot: 'curve.svg' },
  { tolerance: '80%' },
])('a request has the options of the command, but for files and places: %j', async (own) => {
  const design = { bank: 'cruxeval-o', goal: ['se<=0.6'], ...own };
  const { status, body } = await begin('refused', design, 'test-length');
  expect([status, body.code]).toEqual([400, 'REQUEST_INVALID']);
});

test('lists studies, but neither other folders and files nor the targets of links', async () => {
  const { body } = await service.ask('GET', '/v1/studies', viewer);
  const names = body.items.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['begun', 'reported']));
  for (const absent of ['other', 'link', 'notes.txt']) expect(names).not.toContain(absent);
  const { body: begun } = await service.ask('GET', '/v1/studies/begun', viewer);
  expect(begun).toMatchObject({ finished: false, kind: 'test-length', rows: [] });
  expect(begun.answer.join()).toContain('no job of');
  const { body: reported } = await service.ask('GET', '/v1/studies/reported', viewer);
  expect(reported).toMatchObject({ finished: true });
});

test('an administrator removes a study with its folder, and nothing else', async () => {
  mkdirSync(join(studies, 'old', 'blocks'), { recursive: true });
  writeFileSync(join(studies, 'old', 'blocks', '000000.json'), '{}');
  writeFileSync(join(studies, 'old', 'study.json'), '{"format":"thetarank-test-length"}');
  const remove = (name: string, key: string) => service.ask('DELETE', `/v1/studies/${name}`, key);
  const runner = await service.key('runner');
  expect((await remove('old', runner)).status).toBe(403);
  expect((await remove('old', administrator)).body).toMatchObject({ name: 'old' });
  expect(existsSync(join(studies, 'old'))).toBe(false);
  for (const name of ['old', 'other', 'link', 'notes.txt', '..%2Fsecret'])
    expect((await remove(name, administrator)).status).toBe(404);
  expect(existsSync(join(studies, 'other', 'notes.txt'))).toBe(true);
  expect(existsSync(join(secret, 'study.json'))).toBe(true);
});

test('a report is a page that runs nothing', async () => {
  const key = { authorization: `Bearer ${viewer}` };
  const reply = await service.app.inject({ url: '/v1/studies/reported/report', headers: key });
  expect(reply.statusCode).toBe(200);
  expect(reply.body).toBe('<p>reported</p>');
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(reply.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
  const begun = await service.ask('GET', '/v1/studies/begun/report', viewer);
  expect(begun).toMatchObject({ status: 409, body: { code: 'STUDY_UNFINISHED' } });
});

test.each([
  ...['..', '.', '../secret', '..%2Fsecret', '%2e%2e%2fsecret', 'link', 'a/../../secret'],
  ...['/etc', 'none\0', '....//secret', 'C:secret', 'first/../../secret'],
])('no path leads out of the folder: %j', async (name) => {
  for (const end of ['', '/report']) {
    for (const path of [name, encodeURIComponent(name)]) {
      const reply = await service.ask('GET', `/v1/studies/${path}${end}`, viewer);
      expect(JSON.stringify(reply.body)).not.toContain('a secret');
      expect([400, 404]).toContain(reply.status);
    }
  }
  if (name !== 'link') expect((await begin(name)).status).toBe(400);
});

test.each([
  ['bank.file', { ...DESIGN, bank: { file: '/etc/passwd' } }],
  ['bank.generate.from', { ...DESIGN, bank: { generate: { items: 30, from: '../items.csv' } } }],
  ['bank.costs', { ...DESIGN, bank: { builtin: 'cruxeval-o', costs: 'costs.csv' } }],
])('a design may name no file: %s', async (where, design) => {
  const { status, body } = await begin('second', design);
  expect(status).toBe(400);
  expect(body.detail).toContain(where);
});

test('a design that is none, an option that is none, a bank of others: refused before they are jobs', async () => {
  expect((await begin('second', { ...DESIGN, lengths: [0] })).body).toMatchObject({
    status: 400,
    code: 'FILE_INVALID',
  });
  const odd = { bank: 'cruxeval-o', goal: ['se<=1'], plot: '/tmp/x.svg' };
  expect((await begin('second', odd, 'test-length')).status).toBe(400);
  const runner = await service.key('runner', { banks: ['mine'] });
  const other = { bank: 'cruxeval-o', goal: ['se<=1'] };
  expect((await begin('second', other, 'test-length', runner)).status).toBe(404);
  const builtin = { ...DESIGN, bank: { builtin: 'cruxeval-o' } };
  expect((await begin('second', builtin, 'monte-carlo', runner)).status).toBe(404);
});
