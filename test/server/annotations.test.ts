import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { annotated, truthOf } from '../annotation/annotated.ts';
import { type TestService, testService } from './service.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-annotations-'));
let exam: Awaited<ReturnType<typeof annotated>>;
let service: TestService;
let id: string;
const keys: Record<string, string> = {};
beforeAll(async () => {
  exam = await annotated(folder);
  const made = await exam.annotate('--json', '--experts-per-entry', '2');
  expect(made.status, made.stderr).toBe(0);
  id = JSON.parse(made.stdout).id;
  service = await testService({ database: exam.database });
  for (const role of ['administrator', 'runner', 'viewer'] as const)
    keys[role] = await service.key(role);
  keys.anna = await service.key('expert', { panel: id });
});
afterAll(async () => {
  await service?.close();
  await exam?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('an expert sees a question and labels, and nothing of models, keys, items and others', async () => {
  const { status, body } = await service.ask('GET', `/v1/annotations/${id}/work`, keys.anna);
  expect(status).toBe(200);
  expect(body.entry.question).toMatch(/^QUESTION \d+\?$/);
  expect(Object.keys(body.entry).sort()).toEqual(
    ['entry', 'level', 'options', 'own', 'proposals', 'question'].sort(),
  );
  expect(JSON.stringify(body)).not.toMatch(/good|poor|truth|reviewer|"q\d+"/);
  for (const path of ['', '/entries', '/labels'])
    expect((await service.ask('GET', `/v1/annotations/${id}${path}`, keys.anna)).status).toBe(403);
  expect((await service.ask('GET', '/v1/annotations/annotation-99/work', keys.anna)).status).toBe(
    404,
  );
});

test('a label that the level lacks, and an entry outside the queue, are refused', async () => {
  const work = `/v1/annotations/${id}/work`;
  const { entry } = (await service.ask('GET', work, keys.anna)).body;
  const put = (place: number, label: string | null) =>
    service.ask('PUT', `${work}/${place}`, keys.anna, { label });
  expect((await put(entry.entry, 'Nonsense')).status).toBe(400);
  expect((await put(100, null)).status).toBe(404);
});

test('readers of other banks see no annotation; viewers change nothing', async () => {
  const other = await service.key('viewer', { banks: ['other'] });
  expect((await service.ask('GET', '/v1/annotations', other)).body.items).toEqual([]);
  expect((await service.ask('GET', `/v1/annotations/${id}`, other)).status).toBe(404);
  expect((await service.ask('GET', `/v1/annotations/${id}`, keys.viewer)).status).toBe(200);
  expect((await service.ask('POST', `/v1/annotations/${id}/apply`, keys.viewer)).status).toBe(403);
});

test('one expert of two leaves an entry open; an administrator decides, and labels become tags', async () => {
  const work = `/v1/annotations/${id}/work`;
  const { entry } = (await service.ask('GET', work, keys.anna)).body;
  const item = `q${/\d+/.exec(entry.question)![0]}`;
  const saved = await service.ask('PUT', `${work}/${entry.entry}`, keys.anna, {
    label: truthOf(item),
    note: 'sure',
  });
  expect(saved.status).toBe(200);
  expect(saved.body).toMatchObject({ done: 1, last: entry.entry });
  const entries = (
    await service.ask('GET', `/v1/annotations/${id}/entries?limit=1000`, keys.administrator)
  ).body.items;
  const found = entries.find((one: { entry: number }) => one.entry === entry.entry);
  expect(found).toMatchObject({ item, state: 'open', reviews: [{ note: 'sure' }] });
  const read = (
    await service.ask('GET', `/v1/annotations/${id}/entries?limit=1000`, keys.viewer)
  ).body.items.find((one: { entry: number }) => one.entry === entry.entry);
  expect(Object.keys(read.reviews[0]).sort()).toEqual(['at', 'label', 'reviewer']);
  const decided = await service.ask(
    'PUT',
    `/v1/annotations/${id}/entries/${entry.entry}/decision`,
    keys.administrator,
    { label: truthOf(item), note: 'as anna says' },
  );
  expect(decided.status).toBe(204);
  // A note can quote the question, which viewers may not see.
  const all = await service.ask('GET', `/v1/annotations/${id}/entries?limit=1000`, keys.viewer);
  expect(JSON.stringify(all.body)).not.toMatch(/sure|as anna says|note/);
  const applied = await service.ask('POST', `/v1/annotations/${id}/apply`, keys.administrator);
  expect(applied.body).toMatchObject({ versionBefore: 1, version: 2 });
  const closed = await service.ask('PUT', `/v1/annotations/${id}/closed`, keys.runner, {
    closed: true,
  });
  expect(closed.body.closedAt).not.toBeNull();
  const late = await service.ask('PUT', `${work}/${entry.entry}`, keys.anna, { label: null });
  expect(late.status).toBeGreaterThanOrEqual(400);
});
