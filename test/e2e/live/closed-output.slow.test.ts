import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fixedLetter } from '../../../src/stand-in/answerers/fixed-letter.ts';
import { standIn } from '../../../src/stand-in/stand-in.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { ALL } from '../../prompt/items.ts';
import { LAUNCHER, run } from '../run.ts';
import { keptRuns } from './bank.ts';
import { start } from './command.ts';

/** Outputs that nobody reads to their end: `| head`, a closed terminal, a full disk. */
const folder = mkdtempSync(join(tmpdir(), 'thetarank-closed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Two models that debate in pairs: 2 generations, 2 debates, 2 reflections an item. */
const CALLS = 6 * ALL.length;

async function prepare(name: string) {
  const server = standIn({ answerers: [fixedLetter(['a', 'b'], 1)] });
  const url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/v1`;
  const database = join(folder, `${name}.db`);
  const config = join(folder, `${name}.yaml`);
  const store = await openStore(database, { clock: () => new Date(0) });
  const bank = { name: 'types', title: 'All types', builtin: null };
  await store.addItems(bank, ALL, new Date(0).toISOString());
  await store.close();
  writeFileSync(config, `models: [a=a@${url}, b=b@${url}]\n`);
  const out = join(folder, name);
  const args = ['calibrate', 'synthesize', '--bank', 'types', '--config', config, '--answers-only'];
  return {
    database,
    out,
    close: () => server.close(),
    args: [...args, '--database', database, '--out', out],
  };
}

describe.concurrent('a run goes on to its end', () => {
  test.each([
    ['stderr', 0],
    ['stdout', 141],
  ] as const)('when %s is closed: exit code %i', async (closed, code) => {
    const { database, out, args, close } = await prepare(closed);
    const { child, ended, stdout } = start(args);
    child[closed]!.destroy();
    const { status } = await ended;
    await close();
    expect(status).toBe(code);
    const [{ answers, finishedAt }] = await keptRuns(database);
    expect(answers).toBe(CALLS);
    expect(finishedAt).not.toBeNull();
    expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))).toMatchObject({
      complete: true,
    });
    if (closed === 'stderr') expect(stdout()).toContain('Next: ');
  });
});

test.skipIf(!existsSync('/dev/full'))(
  'an output that a full disk does not take is no success',
  async () => {
    const child = spawn(process.execPath, [LAUNCHER, 'bank', 'list'], {
      env: { ...process.env, XDG_DATA_HOME: folder },
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    });
    let said = '';
    child.stderr!.on('data', (text) => {
      said += text;
    });
    const [status] = await once(child, 'close');
    expect(said).toBe('error: standard output cannot be written: no space left on the disk.\n');
    expect(status).toBe(2);
  },
);

test('a long text that is cut by its reader is no defect', () => {
  const items = join(folder, 'many.jsonl');
  const line = (k: number) =>
    JSON.stringify({
      id: `q${k}`,
      stem: `${k} ${'x'.repeat(500)}?`,
      options: { A: 'x', B: 'y' },
      key: 'A',
    });
  writeFileSync(items, Array.from({ length: 2000 }, (_, k) => `${line(k)}\n`).join(''));
  const database = join(folder, 'many.db');
  const how = `--database ${database}`;
  const command = `${process.execPath} ${LAUNCHER} bank`;
  const said = run('bash', [
    '-c',
    `${command} import ${items} --name many --source x --licence MIT ${how} >&2; ${command} export many ${how} | head -1 | wc -l; echo "\${PIPESTATUS[0]}"`,
  ]);
  expect(said.stdout, said.stderr).toBe('1\n141\n');
  expect(said.stderr).not.toContain('error');
});
