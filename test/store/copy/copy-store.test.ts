import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COPIED_TABLES } from '../../../src/store/copy/copied-tables.ts';
import { copyStore } from '../../../src/store/copy/copy-store.ts';
import { openAccess } from '../../../src/store/open-access.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { studyFiles } from '../../../src/workflow/studies/kept/study-files.ts';
import { runCommand } from '../../command/run-command.ts';
import { testService } from '../../server/service.ts';
import {
  emptyFolder,
  filesOf,
  finishedStudy,
  writeFiles,
} from '../../workflow/studies/kept/study-case.ts';
import { fillEveryTable, leaderboardsOf, rowsByTable } from '../every-table.ts';
import { postgresOfFullRun } from '../postgres-of-run.ts';
import { AT, all, answerOf, clock, itemsOf } from '../store-case.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-copy-'));
const server = await postgresOfFullRun();
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
const file = () => join(folder, `${++files}.db`);
const postgres = async () => server?.database() as Promise<string>;
const copy = (from: string, to: string) => copyStore(from, to, { clock }, () => {});
const first = file();
beforeAll(() => fillEveryTable(first));

async function* bytesOf(...parts: readonly Uint8Array[]) {
  yield* parts;
}

/** What the store says of everything, and not how it keeps it. */
async function contents(location: string): Promise<unknown> {
  const store = await openStore(location, { clock });
  try {
    const banks = await store.banks();
    const runs = await store.runs();
    const { jobs } = await store.jobs.list({ banks: null, limit: 100, offset: 0 });
    return {
      ...{ banks, runs, jobs, keys: await store.keys() },
      items: await Promise.all(banks.map(({ name }) => all(store.items(name)))),
      responses: await Promise.all(banks.map(({ name }) => store.keptResponses(name))),
      logs: await Promise.all(banks.map(({ name }) => store.calibrationLog(name))),
      reviews: await Promise.all(banks.map(({ name }) => store.reviewLog(name))),
      audits: await Promise.all(banks.map(({ name }) => store.audit(name))),
      calibrations: await Promise.all([1, 2].map((id) => store.calibration(id))),
      reports: await Promise.all([1, 2].map((id) => store.calibrationReport(id))),
      answers: await Promise.all(runs.map(({ id }) => all(store.answers(id)))),
      charged: await Promise.all(runs.map(({ id }) => store.charged(id))),
      sessions: await Promise.all(runs.map(({ id }) => store.sessions(id))),
      replies: [await store.replies.own('run 1', 'key'), await store.replies.own('service', 'key')],
    };
  } finally {
    await store.close();
  }
}

/** Numbers that the database gives go on behind those of the first one, and append-only tables still are. */
async function goesOn(location: string): Promise<void> {
  const store = await openStore(location, { clock });
  // The bank `gone` was the last one, with the number 4; runs 1 and 2 are there.
  await store.addItems({ name: 'new', title: 'New', builtin: null }, itemsOf(0, 1), AT);
  expect(await store.createRun({}, 'h3', AT)).toBe(3);
  expect(await store.append(1, [answerOf('another', 1)])).toBe(1);
  await store.close();
  const { access } = await openAccess(location, { clock });
  const ids = await access.read((db) => db.selectFrom('banks').select(['id', 'name']).execute());
  expect(ids).toContainEqual({ id: 5, name: 'new' });
  const appendOnly = [
    ['answers', 'item'],
    ['service_answers', 'item'],
    ['decisions', 'item'],
    ['calibrations', 'method'],
  ];
  for (const [table, column] of appendOnly)
    await expect(
      access.write((trx) =>
        sql`update ${sql.table(table)} set ${sql.ref(column)} = 'x'`.execute(trx),
      ),
    ).rejects.toThrow(`${table} are append-only`);
  await access.close();
}

test('a copy takes every table but claims', async () => {
  const tables = await rowsByTable(first);
  expect(Object.keys(tables).sort()).toEqual(
    ['claims', ...COPIED_TABLES.map(({ name }) => name)].sort(),
  );
  // So that every column of them is tried.
  for (const { name } of COPIED_TABLES) expect([name, tables[name]]).not.toEqual([name, 0]);
});

describe('the copy of a store', () => {
  test.skipIf(server === null)(
    'is the same on PostgreSQL, and back in SQLite, and from PostgreSQL to PostgreSQL',
    async () => {
      const [second, third, fourth] = [await postgres(), file(), await postgres()];
      const out = await copy(first, second);
      const back = await copy(second, third);
      const restored = await copy(second, fourth);
      expect(back.tables).toEqual(out.tables);
      expect(restored.tables).toEqual(out.tables);
      expect(out.rows).toBe(Object.values(await rowsByTable(first)).reduce((a, b) => a + b));
      expect(out.to).not.toContain('horse');
      const expected = await contents(first);
      for (const one of [second, third, fourth]) expect(await contents(one)).toEqual(expected);
      const boards = await leaderboardsOf(first);
      expect(boards).toHaveLength(1);
      for (const one of [second, third, fourth]) {
        expect(await leaderboardsOf(one)).toEqual(boards);
        await goesOn(one);
      }
    },
    60_000,
  );

  test.skipIf(server === null)(
    'has the studies of a service, which one on its SQLite file shows, and no uploads',
    async () => {
      const [second, third, fourth] = [await postgres(), file(), await postgres()];
      const source = await openStore(second, { clock });
      const shared = source.sharedFiles({ largest: 2 ** 30 });
      await shared.put('uploads/a.csv', bytesOf(Buffer.from('id\n')));
      const files = studyFiles(shared, source);
      const study = { ...finishedStudy('one'), 'more.bin': randomBytes(9 * 2 ** 20) };
      await files.keep('kept', writeFiles(emptyFolder(), study));
      const names = (await shared.list('studies/')).map(({ name }) => name);
      await source.close();
      // One that is being written, and one that was replaced.
      const { access } = await openAccess(second, { clock });
      await access.write(async (trx) => {
        const row = { name: null, bytes: 0, sha256: '', changed: 1 };
        await trx.insertInto('shared_files').values(row).execute();
      });
      await access.close();

      const out = await copy(second, third);
      const back = await copy(third, fourth);
      expect(out.studyFiles).toBe(names.length);
      expect(back).toMatchObject({ tables: out.tables, studyFiles: names.length });
      for (const location of [third, fourth]) {
        const store = await openStore(location, { clock });
        const copied = store.sharedFiles({ largest: 2 ** 30 });
        expect((await copied.list('')).map(({ name }) => name)).toEqual(names);
        const folder = emptyFolder();
        // Each file is checked against its SHA-256.
        await studyFiles(copied, store).fetch('kept', folder);
        expect(filesOf(folder)).toEqual(filesOf(writeFiles(emptyFolder(), study)));
        // New files get numbers behind all that were given.
        await copied.put('uploads/b.csv', bytesOf(Buffer.from('id\n')));
        await store.close();
      }
      const service = await testService({
        database: third,
        configuration: { files: { kind: 'database' } },
      });
      const shown = await service.ask('GET', '/v1/studies', await service.key('viewer'));
      expect(shown.body.items).toMatchObject([{ name: 'kept', finished: true, title: 'one' }]);
      await service.close();
    },
    60_000,
  );

  test('on SQLite is the same, and has what was committed when it began', async () => {
    const second = file();
    const other = new DatabaseSync(first);
    let told = 0;
    const copied = await copyStore(first, second, { clock }, (share) => {
      expect(share).toBeGreaterThanOrEqual(told);
      // Others write meanwhile.
      if (told === 0)
        other.exec(`insert into answers select run, examinee, 9, 'late', item_hash, prompt, extracted, rule, reason, score,
          finish_reason, prompt_tokens, completion_tokens, reasoning_tokens, cost, latency, attempts, cached, refused, kept_at,
          output, thinking from answers limit 1`);
      told = share;
    });
    other.close();
    expect(told).toBe(1);
    expect(copied.tables.find(({ table }) => table === 'answers')?.rows).toBe(3);
    expect((await rowsByTable(first)).answers).toBe(4);
    expect((await rowsByTable(second)).answers).toBe(3);
    await goesOn(second);
  });

  test('into a store that has anything is refused and changes nothing', async () => {
    const second = file();
    const store = await openStore(second, { clock });
    await store.createRun({}, 'h', AT);
    await store.close();
    await expect(copy(first, second)).rejects.toMatchObject({
      code: 'STORE_NOT_EMPTY',
      message: expect.stringContaining('not empty (1 row in table runs)'),
    });
    expect((await rowsByTable(second)).banks).toBe(0);
  });

  test('that was changed on its way is refused, and nothing of it stays', async () => {
    const second = file();
    const { access } = await openAccess(second, { clock });
    // As a faulty disk would.
    await access.write((trx) =>
      sql`create trigger fault after insert on suspects begin
        update suspects set probability = 0.76; end`.execute(trx),
    );
    await access.close();
    await expect(copy(first, second)).rejects.toMatchObject({ code: 'STORE_COPY_DIFFERS' });
    expect((await rowsByTable(second)).banks).toBe(0);
  });
});

describe('thetarank store copy', () => {
  const run = (...args: string[]) => runCommand(['store', 'copy', ...args]);

  test('says what it copied, and what to do next', async () => {
    const second = file();
    const { status, stdout } = await run('--database', first, '--to', second);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^bank_versions +5 +[0-9a-f]{16}$/m);
    expect(stdout).toMatch(
      /Copied \d+ rows from .*1\.db to .*; what was read again is the same\.\nAmong .*\n\nNext: /,
    );
    expect(stdout).toContain('THETARANK_FILES=database');
    const again = await run('--database', first, '--to', second, '--json');
    expect([again.status, again.stdout]).toEqual([2, '']);
    expect(again.stderr).toMatch(/^error: database .*: not empty/);
    const { stdout: json } = await run('--database', second, '--to', file(), '--json');
    expect(JSON.parse(json)).toMatchObject({ from: second, rows: expect.any(Number) });
  });

  test('refuses a wrong call and leaves no file', async () => {
    const before = readdirSync('.');
    const { status, stdout, stderr } = await run('--database', first, '--to', 'mysql://u:pw@h/d');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('with mysql:; ');
    expect(stderr).not.toContain('pw');
    expect(readdirSync('.')).toEqual(before);
    const missing = await run('--database', join(folder, 'none.db'), '--to', file());
    expect(missing.stderr).toContain('none.db: no such');
    expect((await run('--database', first, '--to', first)).stderr).toMatch(/^error: --to: found /);
    const damaged = file();
    copyFileSync(first, damaged);
    const database = new DatabaseSync(damaged);
    database.exec('pragma journal_mode = delete');
    const { rootpage } = database
      .prepare("select rootpage from sqlite_master where type = 'table' and name = 'suspects'")
      .get() as { rootpage: number };
    database.close();
    const page = 4096;
    const bytes = readFileSync(damaged).fill(255, (rootpage - 1) * page, rootpage * page);
    writeFileSync(damaged, bytes);
    const other = file();
    const refused = await run('--database', damaged, '--to', other);
    expect([refused.status, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('is damaged');
    expect(existsSync(other)).toBe(false);
  });
});
