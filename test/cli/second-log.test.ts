import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../command/run-command.ts';
import { temporaryFolder } from '../files/temporary.ts';

const folder = temporaryFolder();
const file = ['--database', join(folder, 'store.db')];

/** A log with the settings of its model beside it. */
function log(day: number, config: object, target: string): string {
  const at = `2026-03-0${day}T00-00-00.1`;
  const own = join(folder, 'logs');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, `results_${at}.json`), JSON.stringify({ model_name: 'birch', config }));
  const doc = { question: `What is ${day} and 3?`, answer: target };
  const line = { doc_id: 0, doc, target, filter: 'none', filtered_resps: [target], acc: 1 };
  const path = join(own, `samples_sums_${at}.jsonl`);
  writeFileSync(path, `${JSON.stringify({ ...line, metrics: ['acc'] })}\n`);
  return path;
}

test('a later log of another model with the same name is refused, unless --model says that they are one', async () => {
  const add = (path: string, ...args: string[]) =>
    runCommand([
      ...['bank', 'import', path, '--format', 'lm-eval', '--name', 'sums'],
      ...args,
      ...file,
    ]);
  const first = await add(log(1, { model_args: 'pretrained=birch', model_sha: 'c0ffee' }, '4'));
  expect(first.status, first.stderr).toBe(0);
  const other = log(2, { model_args: 'pretrained=birch', model_sha: 'decade' }, '5');
  expect((await add(other)).error).toMatchObject({
    code: 'OPTION_INVALID',
    details: { option: '--model', found: expect.stringContaining('the recorded answers of sums') },
  });
  const same = await add(log(3, { model_args: 'pretrained=birch', model_sha: 'c0ffee' }, '6'));
  expect(same.status, same.stderr).toBe(0);
  expect((await add(other, '--model', 'birch')).status).toBe(0);
});

test('names that are alike are told once by import, record, compare and fit, and stay two models', async () => {
  const bank = ['--name', 'alike', ...file];
  const at = log(4, {}, '7');
  const of = (model: string) => runCommand(['bank', 'import', at, '--model', model, ...bank]);
  expect((await of('Moda')).stderr).not.toContain('Warning');
  const second = await of('lab/moda');
  expect(second.status).toBe(0);
  expect(second.stderr.match(/"Moda" and "lab\/moda"/g)).toHaveLength(1);
  const answers = join(folder, 'answers.csv');
  await runCommand(['bank', 'export', 'alike', '--recorded-answers', '--out', answers, ...file]);
  writeFileSync(answers, readFileSync(answers, 'utf8').replace('lab/moda', 'mo da'));
  const recorded = await runCommand(['bank', 'record', answers, '--to', 'alike', ...file]);
  expect(recorded.stderr).toContain('"Moda" and "lab/moda" and "mo da"');
  const rows = ['elm', 'ELM', 'oak', 'Ash', 'fir'].map(
    (name, m) => `${name},${[...'011010011101'].map((_, j) => Number((m * 7 + j * 5) % 3 > 0))}`,
  );
  const items = Array.from({ length: 12 }, (_, j) => `i${j}`);
  writeFileSync(answers, [`examinee,${items}`, ...rows, ''].join('\n'));
  const responses = ['--responses', answers];
  for (const args of [
    ['compare', 'elm', 'oak', ...responses, '--json'],
    ['calibrate', 'fit', ...responses, '--out', join(folder, 'parameters.csv'), '--json'],
  ]) {
    const { stderr, stdout } = await runCommand(args);
    expect(stderr.match(/"elm" and "ELM"/g), args[0]).toHaveLength(1);
    expect(JSON.parse(stdout)).toBeTruthy();
  }
});
