import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { shownAddress } from '../../../src/store/location.ts';
import { runCommand } from '../../command/run-command.ts';
import { hurry, loseAll, runSql } from '../../queue/fleet.ts';
import { postgresOfRun } from '../../store/postgres-of-run.ts';
import { startWorker } from './worker-process.ts';

const main = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));
const server = await postgresOfRun();
const folder = mkdtempSync(join(tmpdir(), 'thetarank-worker-'));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

const ran = async (...args: string[]) => {
  const { status, stdout, stderr } = await runCommand(args);
  expect([status, stderr.split('\n').filter((line) => line.startsWith('error'))]).toEqual([0, []]);
  return { stdout, stderr };
};

describe('what is refused before anything is done', () => {
  const file = join(folder, 'a.db');
  test.each([
    [['worker', '--database', file], 'thetarank worker: workers share a PostgreSQL database, and '],
    [['worker', 'list', '--database', file], 'thetarank worker list: workers share a PostgreSQL'],
    [['worker', '--database', 'mysql://a:pw@h/d'], '--database: found an address that begins with'],
    [['worker', 'lits'], 'thetarank worker: found "lits"; accepted: list, retry, discard'],
    [['worker', 'retry'], 'thetarank worker retry: found no id; accepted: the id of a task'],
    [['worker', 'retry', '12'], 'thetarank worker retry: found "12"'],
    [
      ['worker', '--queues', 'taks', '--database', 'postgres://x@localhost:1/x'],
      '--queues: found "taks"; accepted: jobs, tasks',
    ],
    [
      ['simulate', 'monte-carlo', '--bank', 'generated', '--items', '9', '--lengths', '3']
        .concat('--selectors', 'random', '--estimators', 'eap', '--on', 'workers')
        .concat('--database', file, '--out', join(folder, 'none')),
      '--on workers: workers share a PostgreSQL database',
    ],
    [
      [
        'simulate',
        'test-length',
        '--bank',
        'cruxeval-o',
        '--goal',
        'se<=1',
        '--on',
        'workers',
      ].concat('--workers', '2'),
      '--workers, --on workers: --workers is a number of threads of this machine',
    ],
  ])('%s', async (args, message) => {
    const { status, stderr, stdout } = await runCommand(args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`error: ${message}`);
    // No database was made in its place.
    expect(() => readFileSync(file)).toThrow('ENOENT');
  });
});

describe.skipIf(server === null)('workers in processes of their own', () => {
  const design = join(folder, 'design.yaml');
  writeFileSync(
    design,
    `bank: { generate: { items: 60 } }
abilities: { normal: { mean: 0, sd: 1, count: 40 } }
estimators: [eap]
selectors: [maximum-information, random]
lengths: [5, 10]
replications: 12
`,
  );

  test('Ctrl+C takes back what no worker has begun, and the study goes on at once', async () => {
    const database = (await server?.database()) as string;
    const long = join(folder, 'long.yaml');
    writeFileSync(
      long,
      readFileSync(design, 'utf8').replace('replications: 12', 'replications: 60'),
    );
    const words = ['simulate', 'monte-carlo', long, '--out', join(folder, 'cut'), '--json'];
    const on = ['--on', 'workers', '--database', database];
    const worker = await startWorker(database);
    const cut = spawn(process.execPath, [main, ...words, ...on], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    cut.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const queued = () => runSql(database, `select from pgboss.job where state = 'created'`);
    await expect.poll(queued).toBeGreaterThan(2);
    cut.kill('SIGINT');
    const [code] = await once(cut, 'exit');
    expect([code, said]).toEqual([130, expect.stringMatching(/Interrupted: /)]);
    expect(await queued()).toBe(0);
    await ran(...words, '--resume', ...on);
    expect(await worker.end()).toBe(0);
    // At most what was at work was done twice.
    expect(worker.events().at(-1)).toMatchObject({
      done: expect.toSatisfy((n: number) => n <= 61),
    });
  });

  test('simulations give the same bytes with threads, and with 1 and 2 workers, one of them killed', async () => {
    const database = (await server?.database()) as string;
    const study = async (name: string, ...where: string[]) => {
      const out = join(folder, name);
      const { stdout, stderr } = await ran(
        ...['simulate', 'monte-carlo', design, '--out', out, '--rows', '--json', ...where],
      );
      return { stdout, stderr, rows: readFileSync(join(out, 'rows.parquet')) };
    };
    const on = ['--on', 'workers', '--database', database];
    const alone = await study('alone', '--workers', '1');
    const first = await startWorker(database);
    const one = await study('one', ...on);
    expect(one.stderr).toMatch(/^On 1 .* 1 thread/m);
    expect([one.stdout, one.rows.equals(alone.rows)]).toEqual([alone.stdout, true]);

    const second = await startWorker(database);
    const both = study('two', ...on);
    await expect
      .poll(() => runSql(database, `select from pgboss.job where state = 'active'`))
      .toBeGreaterThan(0);
    first.child.kill('SIGKILL');
    await first.ended;
    const losing = setInterval(() => void loseAll(database).then(() => hurry(database)), 2000);
    const two = await both;
    clearInterval(losing);
    expect([two.stdout, two.rows.equals(alone.rows)]).toEqual([alone.stdout, true]);

    const { stdout: listed } = await ran('worker', 'list', '--database', database);
    expect(listed).toMatch(/^worker +host /);
    expect(listed).toMatch(/\njobs-.*\ntasks-/);
    expect(await second.end()).toBe(0);
    const events = second.events();
    expect(events.map(({ event }) => event).filter((event) => event !== 'progress')).toEqual([
      'ready',
      'draining',
      'ended',
    ]);
    expect(events.at(-1)).toMatchObject({ active: 0, failed: 0, draining: true });
    expect(events.at(-1)!.done).toBeGreaterThanOrEqual(1);
    expect(await runSql(database, 'select from work_data')).toBe(0);
  });

  test('the search for a test length has the same result', async () => {
    const database = (await server?.database()) as string;
    const search = (...where: string[]) =>
      ran(
        ...['simulate', 'test-length', '--bank', 'cruxeval-o', '--goal', 'kendall>=0.8'],
        ...['--abilities', 'normal:0:1', '--examinees', '10', '--max-replications', '8'],
        ...['--max-items', '60', '--json', ...where],
      );
    const alone = await search('--workers', '1');
    const own = await startWorker(database);
    const shared = await search('--on', 'workers', '--database', database);
    expect(shared.stdout).toBe(alone.stdout);
    expect(await own.end()).toBe(0);
  });
});

test.skipIf(server === null)('an id that is not set aside is told as it is', async () => {
  const id = '7b8d039c-e8ec-413a-ae1f-e416b097e0b7';
  const database = (await server?.database()) as string;
  for (const action of ['retry', 'discard']) {
    const { status, stderr } = await runCommand(['worker', action, id, '--database', database]);
    // An error is the only line.
    expect([status, stderr.trim()]).toEqual([
      2,
      `error: unknown task set aside "${id}". No task is set aside now. It may have been handed out again or removed already.`,
    ]);
  }
});

test.skipIf(server === null)(
  'a password of --database is said once to be left out of next steps',
  async () => {
    const address = (await server?.database()) as string;
    const note =
      /^Printed commands leave out the password of --database\. Put it into PGPASSWORD, /;
    const first = await ran('worker', 'list', '--database', address);
    expect(first.stderr).toMatch(note);
    expect(first.stderr.trim().split('\n')).toHaveLength(1);
    expect(`${first.stdout}${first.stderr}`).not.toMatch(/horse/);
    // As the note says, the printed address works.
    const shown = shownAddress(address);
    const { password } = server!;
    const args = ['worker', 'list', '--database', shown];
    const again = await runCommand(args, { PGPASSWORD: password });
    expect([again.status, again.stderr]).toEqual([0, '']);
    expect((await runCommand(['worker', 'list'], { THETARANK_DATABASE: address })).stderr).toBe('');
    expect((await ran('worker', 'list', '--json', '--database', address)).stderr).toBe('');
  },
);
