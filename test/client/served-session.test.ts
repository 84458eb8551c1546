import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addSessionCommand } from '../../src/cli/session/session.ts';
import { temporaryFolder } from '../files/temporary.ts';
import { type TestService, testService } from '../server/service.ts';
import { addBank } from '../server/sessions/session-case.ts';
import { harnessDocs } from './harness-docs.ts';

const run = promisify(execFile);
const HARNESS = new URL('fake-harness.mjs', import.meta.url).pathname;
const RECIPES = new URL('../../docs/recipes.md', import.meta.url);
const hasPython = spawnSync('python3', ['--version']).status === 0;

describe('a session from the command line', () => {
  const folder = temporaryFolder();
  const docs = join(folder, 'docs.json');
  let service: TestService;
  beforeAll(async () => {
    service = await testService();
    await addBank(service.parts.context.store);
    const url = await service.app.listen({ port: 0, host: '127.0.0.1' });
    vi.stubEnv('THETARANK_URL', url);
    vi.stubEnv('THETARANK_KEY', await service.key('runner'));
    writeFileSync(docs, JSON.stringify(harnessDocs()));
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await service.close();
  });

  /** What a command prints on standard output. In this process: each start of another takes a second. */
  const session = async (...args: string[]): Promise<string> => {
    const program = new Command('thetarank').exitOverride();
    addSessionCommand(program);
    const said: string[] = [];
    const spies = [
      vi.spyOn(console, 'log').mockImplementation((text) => void said.push(`${text}\n`)),
      vi.spyOn(console, 'error').mockImplementation(() => {}),
      vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0),
    ];
    try {
      await program.parseAsync(['node', 'thetarank', 'session', ...args]);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
    return said.join('').trim();
  };
  const failed = (...args: string[]) =>
    session(...args).then(
      () => '',
      (error: Error) => error.message,
    );

  test('is answered by a harness, round after round, to its end', async () => {
    const id = await session(
      ...['new', '--bank', 'mmlu-pro', '--examinee', 'mine', '--strategy', 'random'],
      ...['--items', '40', '--lag', '20'],
    );
    expect(id).toMatch(/^s[\w-]{22}$/);
    const samples = JSON.parse(await session('items', id, '--for', 'lm-eval'));
    expect(Object.values(samples).flat()).toHaveLength(20);
    const ids = await session('items', id, '--for', 'inspect');
    expect(ids.split(',').map(Number).every(Number.isInteger)).toBe(true);
    const shown = await session(
      ...['loop', id, '--folder', folder, '--json', '--', process.execPath, HARNESS],
      ...['--docs', docs, '--samples', '{samples}', '--output_path', '{out}'],
    );
    const { session: done, standing, complete } = JSON.parse(shown);
    expect(done).toMatchObject({ id, state: 'finished', answered: 40, lag: 20 });
    expect(complete).toBe(true);
    const kept = await service.parts.sessions.answers(id);
    for (const { item, score } of kept) expect(score).toBe(Number(item.slice(1)) % 2 === 0 ? 1 : 0);
    expect(standing.right).toBe(kept.filter(({ score }) => score === 1).length);
    expect(await session('watch', id)).toMatch(/mine on mmlu-pro: finished, 40 of 40/);
  });

  test('is answered by a program of its own, which is given prompts and writes JSON Lines', async () => {
    const id = await session(
      ...['new', '--bank', 'exam', '--examinee', 'own', '--strategy', 'random', '--items', '6'],
      ...['--lag', '3'],
    );
    expect(await failed('loop', id, '--', process.execPath, '{samples}')).toMatch(/--for jsonl/);
    const program = join(folder, 'own.mjs');
    writeFileSync(
      program,
      `import { readFileSync, writeFileSync } from 'node:fs';
      const [from, to] = process.argv.slice(2);
      const items = readFileSync(from, 'utf8').trim().split('\\n').map(JSON.parse);
      const score = ({ prompt }) => Number(prompt.at(-1).content.length > 0);
      writeFileSync(to, items.map((own) => JSON.stringify({ item: own.item, score: score(own) })).join('\\n'));`,
    );
    const shown = await session(
      ...['loop', id, '--for', 'jsonl', '--folder', folder, '--json', '--', process.execPath],
      ...[program, '{items}', '{out}/mine.jsonl'],
    );
    const { session: done, standing } = JSON.parse(shown);
    expect(done).toMatchObject({ state: 'finished', answered: 6 });
    expect(standing.right).toBe(6);
  });

  test('is answered by files, and reports errors', async () => {
    const id = await session(
      ...[
        'new',
        '--bank',
        'exam',
        '--examinee',
        'hand',
        '--strategy',
        'random',
        '--items',
        '4',
        '--lag',
        '4',
      ],
    );
    const items = (await session('items', id)).split('\n');
    const lines = items.map((item, k) => JSON.stringify({ item, score: k % 2 }));
    const file = join(folder, 'mine.jsonl');
    writeFileSync(file, lines.slice(0, 3).join('\n'));
    expect(await session('answer', id, file)).toMatch(/^3 of 4 .*; 1 to answer/);
    // Once more: those are no longer asked for.
    expect(await failed('answer', id, file)).toMatch(
      new RegExp(
        `3 answers were refused; the first one, to item ${items[0]}: .*items to answer now`,
      ),
    );
    expect(await session('pause', id)).toMatch(/paused, 3 of 4/);
    writeFileSync(file, lines[3]);
    expect(await session('items', id)).toBe('');
    expect(await session('resume', id)).toMatch(/open, 3 of 4/);
    expect(await session('answer', id, file)).toMatch(/4 of 4 .*session finished/);
    expect(await session('result', id)).toMatch(/among 9 recorded/);
    expect(await failed('result', 'nothing')).toMatch(/\(404, SESSION_UNKNOWN\)/);
    expect(await failed('items', id, '--key-variable', 'NOT_THERE')).toMatch(
      /NOT_THERE.* is not set/,
    );
    expect(await failed('new', '--bank', 'exam')).toMatch(/--examinee/);
  });

  test.skipIf(!hasPython)('is taken by the Python recipe as it is written', async () => {
    const [, snippet] = /```python\n(import json[\s\S]*?)```/.exec(readFileSync(RECIPES, 'utf8'))!;
    const file = join(folder, 'recipe.py');
    writeFileSync(file, snippet);
    const { stdout } = await run('python3', [file], {
      env: { ...process.env, BANK: 'exam', STRATEGY: 'random' },
    });
    // Keys go round from A to D, and it always says A.
    expect(stdout).toMatch(/^\d+\.\d points, 90% \d+\.\d to \d+\.\d\n$/);
    const filter = { bank: 'exam', banks: null, limit: 100 };
    const { items } = await service.parts.sessions.list(filter);
    const newest = items.find(({ examinee }) => examinee === 'my-model')!;
    expect(newest).toMatchObject({ answered: 20, scoring: 'service', state: 'finished' });
    const kept = await service.parts.sessions.answers(newest.id);
    for (const { item, score } of kept) expect(score).toBe(Number(item.slice(5)) % 4 === 0 ? 1 : 0);
  });
});
