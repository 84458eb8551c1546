import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { ThetarankError } from '../../src/errors.ts';
import { openQueue } from '../../src/queue/queue.ts';
import { defaultLocation, shownAddress } from '../../src/store/location.ts';
import { openStore } from '../../src/store/open-store.ts';
import { SCHEMA_VERSION } from '../../src/store/schema/schema.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { postgresOfFullRun } from './postgres-of-run.ts';
import { AT, all, answerOf, BANK, clock, itemsOf } from './store-case.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-open-'));
const server = await postgresOfFullRun();
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
const databases = {
  sqlite: async () => join(folder, `${++files}`, 'store.db'),
  postgres: async () => server?.emptyDatabase() as Promise<string>,
};

/** Of a database that does not come. */
const BRIEFLY = { patience: 300 };

/** What is wrong with opening `location`. */
async function refusal(location: string, options = {}) {
  try {
    await (await openStore(location, { clock, ...options })).close();
  } catch (error) {
    if (!(error instanceof ThetarankError)) throw error;
    return `${error.code}: ${error.message}`;
  }
  return 'opened';
}

test('a database in memory is refused, and no file of that name is made', async () => {
  for (const location of [':memory:', 'file::memory:?cache=shared', 'file:store.db']) {
    expect(await refusal(location)).toMatch(/^STORE_UNAVAILABLE: .*in memory/);
    expect(existsSync(location)).toBe(false);
  }
});

describe('place of the store', () => {
  test('the default is under THETARANK_HOME, or in the home folder', () => {
    expect(defaultLocation({ THETARANK_HOME: '/data/theta' })).toBe('/data/theta/thetarank.db');
    const home = join(homedir(), '.local/share/thetarank/thetarank.db');
    expect(defaultLocation({})).toBe(home);
    expect(defaultLocation({ THETARANK_HOME: '' })).toBe(home);
    expect(defaultLocation({ XDG_DATA_HOME: '/xdg' })).toBe('/xdg/thetarank/thetarank.db');
    expect(defaultLocation({ XDG_DATA_HOME: 'relative' })).toBe(home);
    expect(defaultLocation({ THETARANK_HOME: '/own', XDG_DATA_HOME: '/xdg' })).toBe(
      '/own/thetarank.db',
    );
  });

  test.each([
    [
      'postgres://ann:secret@db.example:5433/exams?sslmode=require',
      'postgres://ann@db.example:5433/exams',
    ],
    ['postgresql://db.example/exams?password=secret', 'postgres://db.example/exams'],
    ['postgres://ann:secret#1@db.example/exams', 'postgres://…'],
    ['postgres://ann:12/secret@db.example/exams', 'postgres://…'],
    ['postgres://ann:12?secret@db.example/exams', 'postgres://…'],
    ['postgres://ann:12#secret@db.example/exams', 'postgres://…'],
  ])('%s is shown as %s', (address, shown) => {
    expect(shownAddress(address)).toBe(shown);
  });

  test('a file and its folders are made for their owner only', async () => {
    const file = join(folder, 'made', 'for', 'owner.db');
    const store = await openStore(file, { clock });
    expect(store.location).toBe(file);
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(mode(join(folder, 'made'))).toBe('700');
    expect(mode(join(folder, 'made', 'for'))).toBe('700');
    await store.createRun({}, 'h', AT);
    for (const name of readdirSync(join(folder, 'made', 'for')))
      expect(mode(join(folder, 'made', 'for', name))).toBe('600');
    await store.close();
    expect(readdirSync(join(folder, 'made', 'for'))).toEqual(['owner.db']);
  });
});

/** Runs a statement that the store itself never makes. */
async function runOn(location: string, statement: string): Promise<void> {
  if (location.startsWith('postgres')) {
    const client = new Client(location);
    await client.connect();
    await client.query(statement);
    await client.end();
  } else {
    mkdirSync(dirname(location), { recursive: true });
    const file = new DatabaseSync(location);
    file.exec(statement);
    file.close();
  }
}

describe.each(['sqlite', 'postgres'] as const)('databases on %s', (dialect) => {
  if (dialect === 'postgres' && server === null) {
    test.skip('PostgreSQL runs in test:all, where it can start', () => {});
    return;
  }

  test('several processes may open a new database at once: one creates the schema', async () => {
    const location = await databases[dialect]();
    const stores = await Promise.all([0, 1, 2, 3].map(() => openStore(location, { clock })));
    const [first, ...others] = stores;
    await first.addItems(BANK, itemsOf(0, 3), AT);
    for (const other of others) expect(await all(other.items('exam'))).toEqual(itemsOf(0, 3));
    for (const store of stores) await store.close();
  });

  test.each([SCHEMA_VERSION - 1, SCHEMA_VERSION + 1])(
    'one of version %i is refused with both versions, and left as it is',
    async (version) => {
      const location = await databases[dialect]();
      await (await openStore(location, { clock })).close();
      await runOn(location, `update thetarank_version set version = ${version}`);
      const opening = openStore(location, { clock });
      await expect(opening).rejects.toMatchObject({
        code: 'STORE_VERSION',
        details: { found: `${version}`, known: SCHEMA_VERSION },
      });
      await runOn(location, `update thetarank_version set version = ${SCHEMA_VERSION}`);
      expect(await refusal(location)).toBe('opened');
    },
  );

  test('one with a table of another program is refused', async () => {
    const location = await databases[dialect]();
    await runOn(location, 'create table banks (own integer)');
    await expect(openStore(location, { clock })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    });
    await runOn(location, 'drop table banks');
    expect(await refusal(location)).toBe('opened');
  });

  test('answers cannot be changed or deleted by anyone', async () => {
    const location = await databases[dialect]();
    const store = await openStore(location, { clock });
    const run = await store.createRun({}, 'h', AT);
    await store.append(run, [answerOf('m', 1)]);
    const client = new Client(dialect === 'postgres' ? location : undefined);
    const file = dialect === 'sqlite' ? new DatabaseSync(location) : null;
    if (file === null) await client.connect();
    for (const change of ['update answers set score = 0', 'delete from answers'])
      await expect(
        (async () => file?.exec(change) ?? (await client.query(change)))(),
      ).rejects.toThrow('answers are append-only');
    file?.close();
    if (file === null) {
      await expect(client.query('truncate answers')).rejects.toThrow('append-only');
      await client.end();
    }
    expect(await all(store.answers(run))).toHaveLength(1);
    await store.close();
  });

  test('closing waits for open writes', async () => {
    const location = await databases[dialect]();
    const store = await openStore(location, { clock });
    const run = await store.createRun({}, 'h', AT);
    const first = store.append(run, [answerOf('m', 1)]);
    const later = first.then(() => 'kept');
    const second = new Promise((resolve) => setImmediate(resolve)).then(() =>
      store.append(run, [answerOf('m', 2)]),
    );
    await new Promise((resolve) => setImmediate(resolve));
    await store.close();
    expect(await later).toBe('kept');
    await second;
  });
});

describe('a file that cannot be used is refused, and left as it is', () => {
  const place = (name: string) => join(folder, name);

  test('no database', async () => {
    writeFileSync(place('notes.txt'), 'notes '.repeat(1000));
    expect(await refusal(place('notes.txt'))).toContain(`${place('notes.txt')}: not an SQLite`);
    expect(statSync(place('notes.txt')).size).toBe(6000);
  });

  test('the database of another program', async () => {
    const other = new DatabaseSync(place('other.db'));
    other.exec('create table bookmarks (id integer)');
    other.close();
    expect(await refusal(place('other.db'))).toMatch(/another program/);
    const again = new DatabaseSync(place('other.db'));
    expect(again.prepare('select name from sqlite_master').all()).toHaveLength(1);
    again.close();
  });

  test('a folder, a path through a file, a circular link, a place where no file can be created', async () => {
    mkdirSync(place('folder'));
    expect(await refusal(place('folder'))).toMatch(/: it is a directory/);
    writeFileSync(place('file'), '');
    expect(await refusal(join(place('file'), 'a', 'store.db'))).toMatch(/of the path/);
    symlinkSync(place('circle'), place('circle'));
    expect(await refusal(place('circle'))).toMatch(/STORE_UNAVAILABLE.*links form a loop/);
    expect(await refusal('/proc/none/store.db')).toMatch(/can be created/);
  });

  test.skipIf(process.getuid?.() === 0)('without permission (skipped for root)', async () => {
    mkdirSync(place('closed'));
    chmodSync(place('closed'), 0o500);
    expect(await refusal(join(place('closed'), 'store.db'))).toMatch(/permission denied/);
  });

  test('one that is damaged', async () => {
    const store = await openStore(place('damaged.db'), { clock });
    await store.addItems(BANK, itemsOf(0, 400), AT);
    await store.close();
    writeFileSync(place('damaged.db'), Buffer.alloc(8192, 7), { flag: 'r+' });
    expect(await refusal(place('damaged.db'))).toMatch(/SQLite|damaged/);
  });

  test('one that another process keeps locked, after some patience', async () => {
    const file = place('locked.db');
    await (await openStore(file, { clock })).close();
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    // Writing waits, opening what is up to date and reading do not.
    const store = await openStore(file, { clock, patience: 200 });
    expect(await store.runs()).toEqual([]);
    await expect(store.createRun({}, 'h', AT)).rejects.toThrow(/locked by another/);
    await store.close();
    const patient = await openStore(file, { clock });
    const begun = patient.createRun({}, 'h', AT);
    await new Promise((resolve) => setTimeout(resolve, 60));
    other.exec('rollback');
    expect(await begun).toBe(1);
    await patient.close();
    other.exec('pragma locking_mode = exclusive; begin exclusive');
    expect(await refusal(file, BRIEFLY)).toMatch(/STORE_UNAVAILABLE.*locked/);
    other.close();
  });

  test('what takes its items from a writer of the same store is told, instead of waiting forever', async () => {
    const store = await openStore(place('self.db'), { clock });
    const writing = async function* () {
      yield* itemsOf(0, 600);
      await store.createRun({}, 'h', AT);
    };
    await expect(store.addItems(BANK, writing(), AT)).rejects.toThrow(/would wait forever/);
    expect(await store.banks()).toEqual([]);
    await store.close();
  });
});

describe('a PostgreSQL that cannot be used is refused, without its password', () => {
  test('nobody listens', async () => {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as { port: number };
    await new Promise((resolve) => listener.close(resolve));
    expect(await refusal(`postgres://ann:hunter2@127.0.0.1:${port}/exams`, BRIEFLY)).toContain(
      `postgres://ann@127.0.0.1:${port}/exams: connection`,
    );
  });

  test('nobody answers', async () => {
    const listener = createServer(() => {});
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as { port: number };
    expect(await refusal(`postgres://ann:hunter2@127.0.0.1:${port}/exams`, BRIEFLY)).toMatch(
      /^STORE_UNAVAILABLE: .*: no answer/,
    );
    listener.close();
  });

  test.each(['mysql://ann:hunter2@host/exams', 'postgres:/ann:hunter2@host/exams'])(
    'another kind of address: %s',
    async (address) => {
      const said = await refusal(address);
      const scheme = address.replace(/\/.*/, '');
      expect(said).toMatch(/^OPTION_INVALID: database: /);
      expect(said).toMatch(`begins with ${scheme};`);
      expect(said).not.toMatch(/hunter2|ann/);
      expect(existsSync(scheme)).toBe(false);
    },
  );

  test('no address', async () => {
    const said = await refusal('postgres://ann:hun/ter#2@host:x/exams');
    expect(said).toMatch(/^STORE_UNAVAILABLE: .*not an address/);
    expect(said).not.toMatch(/hun|ter/);
  });

  test.skipIf(server === null)('wrong password, no such database, no rights', async () => {
    const address = (await server?.emptyDatabase()) as string;
    const wrong = new URL(address);
    wrong.password = 'hunter2';
    const said = await refusal(wrong.href);
    expect(said).toMatch(/^STORE_UNAVAILABLE: .*password refused/);
    expect(said).not.toContain('hunter2');
    expect(await refusal(address.replace(/\w+$/, 'absent'))).toMatch(/no such database/);
    const client = new Client(address);
    await client.connect();
    await client.query(`create user guest password 'guest'`);
    await client.end();
    const guest = new URL(address);
    guest.username = 'guest';
    guest.password = 'guest';
    expect(await refusal(guest.href)).toMatch(/may not do/);
  });

  test.skipIf(server === null)(
    'the queue says which right its schema needs, which it needs once',
    async () => {
      const address = (await server?.emptyDatabase()) as string;
      const client = new Client(address);
      await client.connect();
      const { rows } = await client.query('select current_database() as name');
      const [{ name }] = rows as [{ name: string }];
      // A schema of that name does not help: the server asks for the right before it looks.
      await client.query(`create user clerk password 'clerk'; grant create on schema public to clerk;
        create schema pgboss authorization clerk`);
      const clerk = new URL(address);
      clerk.username = 'clerk';
      clerk.password = 'clerk';
      await (await openStore(clerk.href, { clock })).close();
      const open = async () => (await openQueue(clerk.href, ['one'])).close();
      const right = `create on database ${name}`;
      await expect(open()).rejects.toThrow(
        `the user may not create the schema pgboss of the queue. Let an administrator run: grant ${right} to clerk`,
      );
      await client.query(`grant ${right} to clerk`);
      await open();
      await client.query(`revoke ${right} from clerk`);
      await open();
      await client.end();
    },
  );

  test.skipIf(server === null)('a store shows its address without the password', async () => {
    const address = (await server?.emptyDatabase()) as string;
    const store = await openStore(address, { clock });
    expect(store.location).toBe(shownAddress(address));
    expect(store.location).not.toContain('horse');
    await store.close();
  });
});

test('SQLite keeps a log with whole commits; log-sync waits for the disk', () => {
  const database = openSqlite(join(folder, 'durable.db'));
  const setting = (name: string) => Object.values(database.prepare(name).all([])[0] as object);
  expect(setting('pragma journal_mode')).toEqual(['wal']);
  // 1 is NORMAL.
  expect(setting('pragma synchronous')).toEqual([1]);
  expect(setting('pragma foreign_keys')).toEqual([1]);
  database.close();
});
