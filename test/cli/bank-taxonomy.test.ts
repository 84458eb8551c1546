import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { runCommandSync, succeedSync } from '../command/run-command.ts';
import { temporaryFiles, temporaryFolder } from '../files/temporary.ts';

const file = temporaryFiles();
const folder = temporaryFolder();
let databases = 0;
const newDatabase = () => join(folder, `${databases++}.db`);

const csv = (department: string) =>
  file(
    `Question,Options,Answer,Explanation,Clinical Department,Disease Group
几月,"A 十
B 十二",B,,内科,循环系统疾病
几天,"A 六
B 七",B,,${department},Neo
`,
    'questions.csv',
  );
const read = (database: string, ...args: string[]) =>
  JSON.parse(succeedSync(['bank', ...args, '--database', database, '--json']));

test('CMExam is checked by its taxonomy; a value it does not have ends the import, and nothing is kept', async () => {
  const database = newDatabase();
  const args = ['--format', 'cmexam', '--name', 'mine', '--database', database];
  expect(runCommandSync(['bank', 'import', csv('外科科'), ...args])).toMatchObject({
    status: 2,
    error: {
      code: 'FILE_INVALID',
      details: {
        where: 'lines 4 to 5, tag clinical_department',
        found: '"外科科"',
        accepted: expect.stringContaining('"Surg" (Surgery, 外科)?'),
      },
    },
  });
  const store = await openStore(database, { clock: () => new Date() });
  expect(await store.bank('mine')).toBeUndefined();
  await store.close();
});

test('none turns the check off', () => {
  const database = newDatabase();
  const args = ['import', csv('外科科'), '--format', 'cmexam', '--name', 'mine'];
  expect(read(database, ...args, '--taxonomy', 'none')).toMatchObject({ added: 2, taxonomy: null });
});

test('a bank keeps its taxonomy: canonical form, later imports and validation go by it', () => {
  const database = newDatabase();
  const args = ['import', csv('surgery'), '--name', 'mine', '--taxonomy', 'cmexam', '--canonical'];
  const levels = 'Clinical Department=clinical_department,Disease Group=icd11_group';
  const map = 'options=Options,stem=Question,key=Answer';
  const first = read(database, ...args, '--map', map, '--levels', levels);
  expect(first).toMatchObject({ added: 2, taxonomy: 'cmexam' });
  expect(read(database, 'show', 'mine')).toMatchObject({
    taxonomy: 'cmexam',
    tags: { 'Clinical Department': { IM: 1, Surg: 1 }, 'Disease Group': { Circ: 1, Neo: 1 } },
  });
  const more = file('question,A,B,answer,Clinical Department\nx?,1,2,A,Heart\n', 'more.csv');
  const db = ['--name', 'mine', '--database', database];
  const error = (...extra: string[]) =>
    runCommandSync(['bank', 'import', more, ...db, ...extra]).error;
  expect(error()).toMatchObject({ details: { found: '"Heart"' } });
  expect(error('--taxonomy', 'cmb')).toMatchObject({
    code: 'OPTIONS_CONFLICT',
    details: { options: '--taxonomy', reason: expect.stringContaining('cmexam 1') },
  });
  expect(read(database, 'audit', 'mine')).toMatchObject({ tags: { count: 0 } });
});

test('validate lists the tag values of a file that a taxonomy does not have, exit code 2', () => {
  const { status, stdout } = runCommandSync([
    ...['bank', 'audit', csv('Heart'), '--format', 'cmexam', '--json'],
  ]);
  expect(status).toBe(2);
  const { tags } = JSON.parse(stdout);
  expect(tags.count).toBe(1);
  expect(tags.first[0]).toMatchObject({ id: 'lines 4 to 5' });
  expect(tags.first[0].reason).toMatch(/^tag clinical_department: .*"Heart"/);
});

test('a taxonomy that says nothing of the items does not pass', () => {
  const database = newDatabase();
  const map = ['--map', 'options=Options,stem=Question,key=Answer'];
  const args = [csv('surgery'), '--taxonomy', 'cmexam', ...map];
  const db = ['--name', 'mine', '--database', database];
  const none = runCommandSync(['bank', 'import', ...args, ...db]);
  expect(none.status).toBe(2);
  expect(none.error).toMatchObject({
    code: 'FILE_INVALID',
    details: { found: expect.stringMatching(/^only .*Clinical Department/) },
  });
  const absent = [...args, '--levels', 'Foo=clinical_department'];
  expect(runCommandSync(['bank', 'import', ...absent, ...db]).error).toMatchObject({
    details: { found: 'no tag "Foo"' },
  });
  const { status, stdout } = runCommandSync(['bank', 'audit', ...args, '--json']);
  expect(status).toBe(2);
  expect(JSON.parse(stdout).tags.first[0].id).toBe('all items');
});

test('taxonomies are listed, and printed as a tree', () => {
  const list = JSON.parse(succeedSync(['bank', 'taxonomy', '--json']));
  expect(list.taxonomies.map(({ name }: { name: string }) => name)).toEqual([
    'climedbench',
    'cmexam',
    'cmb',
  ]);
  expect(succeedSync(['bank', 'taxonomy', 'climedbench'])).toMatch(/\n {2}Reasoning\n {4}CPR · /);
  expect(JSON.parse(succeedSync(['bank', 'taxonomy', 'cmb', '--json'])).name).toBe('cmb');
});
