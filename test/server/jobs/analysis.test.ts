import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANALYSES } from '../../../src/operations/analysis-names.ts';
import { IS_ALL } from '../../repetitions.ts';
import { type TestService, testService } from '../service.ts';
import { addRecordedBank, endedJob } from './analysis-case.ts';

const OPTIONS: Readonly<Record<(typeof ANALYSES)[number], object>> = {
  'calibrate fit': { irtModel: '2pl' },
  rank: { items: 10, strategy: 'robust', models: 'f1-m1,f2-m2' },
  compare: { models: ['f1-m1', 'f2-m2'], items: 20 },
  order: { totalItems: 200, models: 'f1-m1,f2-m2,f3-m3' },
  'simulate post-hoc': { lengths: [10], strategies: ['random'], folds: 2 },
  'simulate ordering': { totalItems: [200], seeds: 1 },
};
interface Told {
  readonly result: unknown;
  readonly reports: Readonly<Record<string, { readonly lead: string }>>;
}
let service: TestService;
let key: string;
const start = (operation: string, options: object, by = key) =>
  service.ask('POST', '/v1/jobs', by, { operation, options });

beforeAll(async () => {
  service = await testService();
  key = await service.key('runner');
  await addRecordedBank(service, 'exam');
});
afterAll(() => service.close());

/** A simulation takes seconds. */
const DONE = ANALYSES.filter((name) => IS_ALL || !name.startsWith('simulate'));
/** The others tell theirs in English only. */
const IN_CHINESE = ['rank', 'compare'];

test.each(DONE)('%s is done as a job, and its result is told', async (name) => {
  const { status, body } = await start(name, { bank: 'exam', ...OPTIONS[name] });
  const kind = name === 'calibrate fit' ? 'calibrate' : 'analysis';
  expect([status, body.kind, body.bank]).toEqual([202, kind, 'exam']);
  const { state, error, result } = await endedJob(service, key, body.id);
  expect({ state, error }).toEqual({ state: 'done', error: null });
  const { reports, result: own } = result as unknown as Told;
  expect(own).toEqual(expect.any(Object));
  expect(reports.en.lead).toMatch(/[a-z]/);
  expect(/\p{sc=Han}/u.test(JSON.stringify(reports.zh))).toBe(IN_CHINESE.includes(name));
  const page = await service.app.inject({
    url: `/v1/jobs/${body.id}/report?language=zh`,
    headers: { authorization: `Bearer ${key}` },
  });
  expect(page.headers['content-security-policy']).toMatch(/^sandbox/);
  expect(page.body).toMatch(/^<!doctype html>\s*<html lang="zh/i);
  const { body: list } = await service.ask('GET', `/v1/jobs?kind=${kind}`, key);
  const listed = list.items.find(({ id }: { id: string }) => id === body.id).result;
  expect(listed?.result).toEqual(kind === 'analysis' ? undefined : own);
  expect(listed?.reports).toBeUndefined();
});

test.each([
  ['', 'options', 'nothing', 'an object'],
  [',"options":[]', 'options', 'a list of 0', 'an object'],
  [',"options":{"bank":"exam","items":1e400}', 'items', 'Infinity', 'a whole number of at least 1'],
  [',"options":{"bank":"exam","items":null}', 'items', 'null', 'a whole number of at least 1'],
])('an odd request is told in words: %s', async (options, field, found, accepted) => {
  const { body } = await service.app
    .inject({
      method: 'POST',
      url: '/v1/jobs',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload: `{"operation":"rank"${options}}`,
    })
    .then((reply) => ({ body: reply.json() }));
  expect(body.detail).toMatch(new RegExp(`${field}: found ${found}; accepted: ${accepted}`));
});

test('a name with hidden characters is told in words', async () => {
  const { status, body } = await service.ask('POST', '/v1/sessions', key, {
    ...{ bank: 'exam', examinee: 'a\u001b[31m', strategy: 'paper', items: 3 },
  });
  expect([status, body.errors[0].accepted]).toEqual([
    400,
    'a name that can be seen, without control characters',
  ]);
});

test('options are listed as the command line has them, but for files and models behind endpoints', async () => {
  const { body } = await service.ask('GET', '/v1/operations', key);
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual(ANALYSES);
  const { options } = body.items.find(({ name }: { name: string }) => name === 'compare');
  const names = options.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['models', 'bank', 'stopEarly', 'confidence']));
  for (const absent of ['responses', 'modelArg', 'reuse', 'budget'])
    expect(names).not.toContain(absent);
  const bank = options.find(({ name }: { name: string }) => name === 'bank');
  expect(bank).toMatchObject({ kind: 'string', isRequired: true });
});

test.each([
  ['an option of models behind endpoints', { reuse: true }, 400, 'reuse'],
  ['a file', { responses: '/etc/hostname' }, 400, 'responses'],
  ['a value out of its range', { confidence: 2 }, 400, 'confidence'],
  ['an unknown option', { bnak: 'exam' }, 400, 'bnak'],
  ['no bank', { bank: undefined }, 400, 'bank'],
  ['an unknown bank', { bank: 'exams' }, 404, 'exam'],
])('%s starts no job, and the error says what is wrong', async (_, options, status, named) => {
  const given = { bank: 'exam', models: ['f1-m1', 'f2-m2'], ...options };
  const reply = await start('compare', given);
  expect([reply.status, reply.body.detail]).toEqual([status, expect.stringContaining(named)]);
  expect(reply.body.detail).not.toContain('--');
});

test('a model behind an endpoint is not asked: its job fails', async () => {
  const { body } = await start('compare', {
    ...{ bank: 'exam', models: ['f1-m1', 'new@http://127.0.0.1:9/v1'] },
  });
  const { state, error } = await endedJob(service, key, body.id);
  expect([state, error?.code]).toEqual(['failed', 'OPTION_INVALID']);
});

test('a key of other banks, and one that reads, start none', async () => {
  const other = await service.key('runner', { banks: ['other'] });
  const given = { bank: 'exam', ...OPTIONS.order };
  expect((await start('order', given, other)).status).toBe(404);
  expect((await start('order', given, await service.key('viewer'))).status).toBe(403);
});
