import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { DemoResult } from '../../src/cli/demo/demo-synthesize.ts';
import { demoExam } from '../../src/stand-in/demo-exam.ts';
import { start } from './live/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-demo-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the whole loop runs from nothing, and its ranking is near that of all items', async () => {
  const out = join(folder, 'kept');
  const args = ['demo', 'synthesize', '--items', '80', '--ask', '30', '--json', '--out', out];
  const { status, stdout, stderr } = await start(args).ended;
  expect(status, stderr).toBe(0);
  const result = JSON.parse(stdout) as DemoResult;
  expect(result).toMatchObject({ simulated: true, items: 80, asked: 30, folder: out });
  expect(result.models).toHaveLength(6);
  // Five simulated models tell little of 80 items; nothing at all would be 0.
  expect(result.difficulty!).toBeGreaterThan(0.3);
  expect(result.tau!).toBeGreaterThan(0.3);
  for (const { full, score } of result.models) expect(Math.abs(score - full)).toBeLessThan(25);
  const commands = stderr.split('\n').filter((line) => line.startsWith('$ thetarank '));
  expect(commands.map((line) => line.split(' ')[2])).toEqual([
    'bank',
    'stand-in',
    'calibrate',
    'rank',
    'rank',
  ]);
  const left = ['demo.db', 'items.jsonl', 'models.json', 'mps.yaml', 'true-parameters.csv'];
  expect(readdirSync(out)).toEqual(expect.arrayContaining(left));
  const [pool, ranked] = ['mps.yaml', 'models.json'].map((file) =>
    readFileSync(join(out, file), 'utf8'),
  );
  for (const { model } of result.models) {
    expect(ranked).toContain(model);
    expect(pool).not.toContain(model);
  }
  // What was written is about the address that the printed command serves.
  const port = / --port (\d+)/.exec(commands[1])?.[1];
  expect(Number(port)).toBeGreaterThan(0);
  for (const text of [pool, ranked]) expect(text).toContain(`:${port}/`);
});

test('it touches no folder that has something in it', async () => {
  const out = join(folder, 'mine');
  mkdirSync(out);
  writeFileSync(join(out, 'mps.yaml'), 'mine');
  const { status, stderr } = await start(['demo', 'synthesize', '--out', out]).ended;
  expect(status).toBe(2);
  expect(stderr).toContain('is not empty');
  expect(readdirSync(out)).toEqual(['mps.yaml']);
  expect(readFileSync(join(out, 'mps.yaml'), 'utf8')).toBe('mine');
});

test('interrupted, it leaves no process and no file', async () => {
  const before = new Set(readdirSync(tmpdir()));
  const { child, ended } = start(['demo', 'synthesize', '--items', '60']);
  let said = '';
  child.stderr!.on('data', (text) => {
    said += text;
    if (said.includes('3. ') && !child.killed) child.kill('SIGTERM');
  });
  const { status } = await ended;
  expect(status).toBe(130);
  expect(said).not.toContain('4. ');
  expect(said).toContain('cannot be resumed');
  expect(said).not.toContain('--resume goes on');
  const left = readdirSync(tmpdir()).filter(
    (name) => name.startsWith('thetarank-demo-') && !before.has(name),
  );
  expect(left.filter((name) => existsSync(join(tmpdir(), name, 'demo.db')))).toEqual([]);
});

test('killed at once, it takes the simulated endpoint with it', async () => {
  const out = join(folder, 'killed');
  const { child, stderr } = start(['demo', 'synthesize', '--items', '60', '--out', out]);
  await expect.poll(stderr).toContain('3. ');
  const [url] = /http:\S+?\/v1/.exec(readFileSync(join(out, 'mps.yaml'), 'utf8'))!;
  const answers = () =>
    fetch(`${url}/models`).then(
      ({ ok }) => ok,
      () => false,
    );
  expect(await answers()).toBe(true);
  child.kill('SIGKILL');
  await expect.poll(answers).toBe(false);
});

test('questions differ from one another, and so do seeds', () => {
  const { items, parameters } = demoExam(1, 300);
  expect(new Set(items.map(({ question }) => question)).size).toBe(300);
  for (const { options, answer } of items) {
    expect(new Set(Object.values(options)).size).toBe(4);
    expect(options[answer]).toBeDefined();
  }
  expect(demoExam(1, 300)).toEqual({ items, parameters });
  expect(demoExam(2, 300).parameters).not.toEqual(parameters);
});
