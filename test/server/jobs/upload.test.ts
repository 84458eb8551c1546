import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRoutes } from '../../../src/server/jobs/start-routes.ts';
import { importFormat } from '../../../src/workflow/bank/import-formats.ts';
import { itemsOf } from '../../store/store-case.ts';
import { type TestService, testService } from '../service.ts';

let service: TestService;
let administrator: string;
beforeAll(async () => {
  service = await testService({ configuration: { uploadLimit: 2000 }, routes: startRoutes });
  administrator = await service.key('administrator');
  const bank = { name: 'mine', title: 'mine', builtin: null };
  await service.parts.context.store.addItems(bank, itemsOf(0, 2), service.parts.context.now());
});
afterAll(() => service.close());

const uploads = () => {
  const folder = join(service.parts.configuration.data, 'files', 'uploads');
  if (!existsSync(folder)) return [];
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  return all.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
};
const send = (payload: string, type = 'text/csv', bank = 'mine', key = administrator) =>
  service.app.inject({
    method: 'POST',
    url: `/v1/banks/${bank}/answers`,
    payload,
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
  });

test('an upload above the limit is refused, and nothing of it stays', async () => {
  const reply = await send(`examinee,item-0\n${'m,1\n'.repeat(1000)}`);
  expect(reply.statusCode).toBe(413);
  expect(reply.json()).toMatchObject({ code: 'BODY_TOO_LARGE', status: 413 });
  expect(uploads()).toEqual([]);
  const { jobs } = service.parts;
  expect((await jobs.list({ banks: null, limit: 1, offset: 0 })).total).toBe(0);
});

test('an upload of another type, for another bank or by another role is refused before it is read', async () => {
  expect((await send('{}', 'application/json')).statusCode).toBe(415);
  expect((await send('examinee,item-0\n', 'text/csv', 'other')).statusCode).toBe(404);
  const runner = await service.key('runner', { banks: ['mine'] });
  expect((await send('examinee,item-0\n', 'text/csv', 'mine', runner)).statusCode).toBe(403);
  const viewer = await service.key('viewer');
  expect((await send('examinee,item-0\n', 'text/csv', 'mine', viewer)).statusCode).toBe(403);
  expect(uploads()).toEqual([]);
});

test('one within the limit is a job, with its file for the owner only', async () => {
  const reply = await send('examinee,item-0\nm,1\n', 'text/csv; charset=utf-8');
  expect(reply.statusCode).toBe(202);
  expect(reply.json()).toMatchObject({ kind: 'import-answers', bank: 'mine' });
  const [file] = uploads();
  const { mode } = statSync(file);
  expect(mode & 0o077).toBe(0);
  await service.parts.jobs.cancel(reply.json().id);
});

test("an archive of Inspect is accepted as what it is, and imported by the format of the file's ending", async () => {
  const reply = await service.app.inject({
    method: 'POST',
    url: '/v1/banks/of-a-log/items',
    payload: Buffer.from('PK\x03\x04'),
    headers: { authorization: `Bearer ${administrator}`, 'content-type': 'application/zip' },
  });
  expect(reply.statusCode).toBe(202);
  const file = uploads().find((path) => path.endsWith('.eval.shared'));
  expect(importFormat(undefined, file!.slice(0, -'.shared'.length))).toBe('inspect');
  await service.parts.jobs.cancel(reply.json().id);
});
