import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { start as startCommand } from '../../e2e/live/command.ts';
import { LAUNCHER } from '../../e2e/run.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { type S3Store, startS3Store } from '../../shared-files/s3-store.ts';

const folder = temporaryFolder();
let store: S3Store;
beforeAll(async () => {
  store = await startS3Store();
});
afterAll(() => store.stop());

/** A folder for each case, with its configuration. */
let cases = 0;
function place(yaml: string | null): { own: string; args: string[]; database: string } {
  const own = join(folder, `${++cases}`);
  mkdirSync(own);
  const database = join(own, 'service.db');
  const config = join(own, 'service.yaml');
  if (yaml !== null) writeFileSync(config, yaml);
  const args = ['serve', '--port', '0', '--json', '--log-level', 'warn', '--database', database];
  return { own, database, args: yaml === null ? args : [...args, '--config', config] };
}

/** `thetarank serve` as a process of its own, with an administrator's key. */
async function serve(args: string[], env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [LAUNCHER, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const log: string[] = [];
  child.stderr?.on('data', (data) => log.push(String(data)));
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(log.join(''))));
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout! }), 'line'),
    ended,
  ]);
  ended.catch(() => {});
  const { url, firstKey } = JSON.parse(line);
  const headers = { authorization: `Bearer ${firstKey}` };
  return {
    log,
    async upload() {
      const reply = await fetch(`${url}/v1/banks/mine/items`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'text/csv' },
        body: 'id,question,A,B,answer\none,Which is 2?,yes,no,A\n',
      });
      return { status: reply.status, body: await reply.json() };
    },
    job: async (id: string) => (await fetch(`${url}/v1/jobs/${id}`, { headers })).json(),
  };
}

const filesIn = (path: string) =>
  !existsSync(path)
    ? []
    : readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile() && /\.(shared|_S3rver_object)$/.test(one.name))
        .map(({ parentPath, name }) => join(parentPath, name));
const filesInDatabase = (path: string) => {
  const database = new DatabaseSync(path);
  const names = database.prepare('select name from shared_files').all();
  database.close();
  return names.map(({ name }) => String(name));
};
const s3Uploads = (prefix: string) => filesIn(join(store.folder, 'thetarank', prefix));
const s3Address = (prefix: string) =>
  `s3://thetarank/${prefix}?endpoint=${store.endpoint}&pathStyle=true`;
/** A place that would refuse to start. */
const REFUSED = { THETARANK_FILES: 'gs://bucket' };

describe('an upload is in the place that is named until its job has ended', () => {
  test.each([
    ['a folder of the configuration, before the environment', 'files: own\n', REFUSED, 'own'],
    ['the database, by the environment', null, { THETARANK_FILES: 'database' }, null],
  ] as const)('%s', async (_, yaml, variables, where) => {
    const { own, database, args } = place(yaml);
    const service = await serve(args, variables);
    const kept = () => (where === null ? filesInDatabase(database) : filesIn(join(own, where)));
    await expectUpload(service, kept);
    // And nowhere else.
    if (where === null) expect(existsSync(join(own, 'service/files'))).toBe(false);
  });

  test.each([
    [
      'settings of the configuration',
      () =>
        [
          `files:\n  place: s3://thetarank/settings\n  endpoint: ${store.endpoint}\n  pathStyle: true\n`,
          {},
        ] as const,
    ],
    ['the environment', (at: string) => [null, { THETARANK_FILES: at }] as const],
  ])('S3 by %s', async (_, given) => {
    const [yaml, env] = given(s3Address('settings'));
    const { own, args } = place(yaml);
    const service = await serve(args, { ...env, ...store.keys });
    await expectUpload(service, () => s3Uploads('settings'));
    expect(existsSync(join(own, 'service/files'))).toBe(false);
    expect(service.log.join('')).not.toContain(store.keys.AWS_SECRET_ACCESS_KEY);
  });
});

async function expectUpload(
  { upload, job }: Awaited<ReturnType<typeof serve>>,
  kept: () => string[],
): Promise<void> {
  const { status, body } = await upload();
  expect([status, body.kind]).toEqual([202, 'import-items']);
  expect(kept()).toHaveLength(1);
  await expect.poll(async () => (await job(body.id)).finishedAt, { interval: 50 }).not.toBeNull();
  expect(await job(body.id)).toMatchObject({ state: 'done', result: { added: 1 }, error: null });
  await expect.poll(kept).toEqual([]);
}

describe('a wrong place is told', () => {
  const start = async (yaml: string | null, env: Record<string, string>) => {
    const { child, ended } = startCommand(place(yaml).args, env);
    onTestFinished(() => void child.kill('SIGKILL'));
    const { status, stdout, stderr } = await ended;
    expect([status, stdout]).toEqual([2, '']);
    return stderr;
  };

  test('before the service starts, with the line or the variable', async () => {
    expect(await start('data: .\nfiles: gs://bucket\n', {})).toMatch(
      /service\.yaml, line 2, files: /,
    );
    expect(await start(null, { THETARANK_FILES: 's3://Bucket' })).toMatch(
      /^error: THETARANK_FILES: .*bucket/,
    );
    const [AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY] = ['', ''];
    expect(
      await start(`files: ${s3Address('x')}\n`, { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }),
    ).toMatch(/AWS_ACCESS_KEY_ID/);
  });

  test('before the service starts, if the store refuses the keys', async () => {
    const env = { ...store.keys, AWS_SECRET_ACCESS_KEY: 'another' };
    const told = await start(`files: ${s3Address('x')}\n`, env);
    expect(told).toMatch(/SignatureDoesNotMatch.*SECRET_ACCESS_KEY/);
    expect(told).not.toContain('another');
  });
});
