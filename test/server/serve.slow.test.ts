import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { runCommandSync } from '../command/run-command.ts';
import { LAUNCHER, run } from '../e2e/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-serve-'));
const database = join(folder, 'service.db');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly firstKey: string | null;
  readonly log: string[];
}

/** `thetarank serve` on a free port, and what it says when it is ready. */
async function serve(...args: string[]): Promise<Started> {
  const child = spawn(
    process.execPath,
    [LAUNCHER, 'serve', '--port', '0', '--json', '--database', database, ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const log: string[] = [];
  child.stderr?.on('data', (data) => log.push(String(data)));
  const [line] = (await once(createInterface({ input: child.stdout as never }), 'line')) as [
    string,
  ];
  return { child, log, ...(JSON.parse(line) as { url: string; firstKey: string | null }) };
}

const authorization = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

test('serve that npx has started ends with the shell between them, which alone gets SIGTERM', async () => {
  // In the words of npx, so that the shell stays where it has a child.
  const script = `"$NODE" "$LAUNCHER" serve --port 0 --json --database "$DATABASE"; exit $?`;
  const shell = spawn('sh', ['-c', script], {
    env: {
      ...process.env,
      npm_lifecycle_event: 'npx',
      npm_lifecycle_script: "'thetarank'",
      NODE: process.execPath,
      LAUNCHER,
      DATABASE: join(folder, 'npx.db'),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { url } = JSON.parse(
    String((await once(createInterface({ input: shell.stdout as never }), 'line'))[0]),
  ) as { url: string };
  expect((await fetch(`${url}/ready`)).status).toBe(200);
  // The service has the other end.
  const ended = once(shell.stdout!, 'close');
  shell.kill('SIGTERM');
  await ended;
  await expect(fetch(`${url}/ready`)).rejects.toThrow();
});

test('serve gives a key at its first start only, and ends in order with SIGTERM', async () => {
  const { child, url, firstKey, log } = await serve();
  expect(firstKey).toMatch(/^tr_[0-9a-f]{12}_[0-9a-f]{64}_[0-9a-f]{8}$/);
  expect((await fetch(`${url}/ready`)).status).toBe(200);
  const metrics = await fetch(`${url}/metrics`, authorization(firstKey ?? ''));
  expect(await metrics.text()).toContain('thetarank_requests_total');
  expect((await fetch(`${url}/metrics`)).status).toBe(401);
  // A link that the command line made opens without a key: so it is told that its leaderboard does not exist.
  const link = runCommandSync([
    ...['keys', 'add', '--role', 'link', '--name', 'website', '--leaderboard', 'nothing'],
    ...['--database', database],
  ]).stdout.split('\n')[0];
  expect(link).toMatch(/^\/shared\/tr_/);
  expect(await (await fetch(`${url}${link}`)).json()).toMatchObject({
    code: 'LEADERBOARD_UNKNOWN',
  });
  const invitation = runCommandSync([
    ...['keys', 'add', '--role', 'viewer', '--name', 'anna', '--url', `${url}/`],
    ...['--database', database],
  ]).stdout.split('\n')[0];
  expect(invitation).toMatch(new RegExp(`^${url}/#/enter/tr_`));
  const noAddress = runCommandSync([
    ...['keys', 'add', '--role', 'viewer', '--name', 'v', '--url', 'javascript:alert(1)'],
    ...['--database', database],
  ]);
  expect([noAddress.status, noAddress.stderr]).toEqual([2, expect.stringContaining('--url')]);
  // A stream that goes on does not hold up the end.
  const events = await fetch(`${url}/v1/events`, authorization(firstKey ?? ''));
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  expect(await events.text()).toBe(': thetarank\n\n');
  const lines = log
    .join('')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['key made', 'listening', 'request', 'closing', 'closed']),
  );
  for (const key of [firstKey, link])
    expect(log.join('')).not.toContain(key?.split('_')[2] as string);
  expect(lines).toContainEqual(expect.objectContaining({ route: '/shared/:link', status: 404 }));

  // The database was closed in order: its log is in it.
  expect(readdirSync(folder).filter((name) => name.endsWith('-wal'))).toEqual([]);

  // The key of another administrator, made beside the service, opens it; no first key is made again.
  const added = runCommandSync([
    ...['keys', 'add', '--role', 'administrator', '--name', 'Ada', '--json'],
    ...['--database', database],
  ]);
  const { key, id } = JSON.parse(added.stdout);
  const again = await serve();
  expect(again.firstKey).toBeNull();
  expect((await fetch(`${again.url}/metrics`, authorization(key))).status).toBe(200);
  runCommandSync(['keys', 'revoke', id, '--database', database]);
  const listed = runCommandSync(['keys', 'list', '--database', database]);
  expect(listed.stdout).toMatch(new RegExp(`${id}.*Ada.*revoked`));
  expect(listed.stdout).not.toContain(key);
  // A second signal does not wait.
  again.child.kill('SIGINT');
  again.child.kill('SIGINT');
  expect([0, 130]).toContain((await once(again.child, 'exit'))[0]);
});

describe('a call that is wrong', () => {
  test('that leaves jobs to workers needs PostgreSQL', () => {
    const config = join(folder, 'no-jobs.yaml');
    writeFileSync(config, 'limits: { jobs: 0 }\n');
    const file = join(folder, 'no-jobs.db');
    const { status, stderr } = run(process.execPath, [
      ...[LAUNCHER, 'serve', '--port', '0', '--database', file, '--config', config],
    ]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/limits\.jobs.*no-jobs\.db/);
  });

  test('of a port that is taken is told so', async () => {
    const { url } = await serve();
    const { status, stderr } = run(process.execPath, [
      ...[LAUNCHER, 'serve', '--database', join(folder, 'other.db'), '--log-level', 'silent'],
      ...['--port', new URL(url).port],
    ]);
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^error: --host, --port: found 127\.0\.0\.1:\d+ \(EADDRINUSE\); accepted:/,
    );
    // Nor do two serve one database: both would ask its models.
    const second = run(process.execPath, [
      ...[LAUNCHER, 'serve', '--database', database, '--log-level', 'silent', '--port', '0'],
    ]);
    expect(second.status).toBe(2);
    expect(second.stderr).toMatch(/^error: process \d+ on \S+ already/);
  });
});
