import { mkdirSync, writeFileSync } from 'node:fs';
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
