import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { randomStream } from '../../../src/random.ts';
import { runCommandSync } from '../../command/run-command.ts';

test('guessing at the items of a bank is centred at 1 of their own options, as a file of them would say, if no option says otherwise', () => {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-options-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(join(folder, name), lines.join('\n'));
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = runCommandSync(args, { cwd: folder });
    expect(status, stderr).toBe(0);
    return stdout;
  };
  const ids = Array.from({ length: 12 }, (_, j) => `q${j}`);
  const options = ids.map((_, j) => ['2', '5', 'open'][j % 3]);
  const items = ids.map((id, j) => {
    const question = `Which of them is number ${j}?`;
    if (options[j] === 'open') return { id, question, reference: [`number ${j}`] };
    const texts = Array.from({ length: Number(options[j]) }, (_, k) => `thing ${j}.${k}`);
    return { id, question, options: texts, answer: 'A' };
  });
  const random = randomStream('options of a bank');
  const rows = Array.from({ length: 210 }, (_, i) =>
    [`m ${i}`, ...ids.map(() => Number(random() < 0.3 + i / 420))].join(','),
  );
  write(
    'items.jsonl',
    items.map((item) => JSON.stringify(item)),
  );
  write('answers.csv', [`examinee,${ids}`, ...rows]);
  // Open questions are as hardly guessed as among a hundred options.
  write('options.csv', [
    'item,options',
    ...ids.map((id, j) => `${id},${options[j] === 'open' ? 100 : options[j]}`),
  ]);
  const on = ['--database', 'own.db'];
  run('bank', 'import', 'items.jsonl', '--name', 'own', ...on);
  run('bank', 'record', 'answers.csv', '--to', 'own', ...on);
  const fit = ['calibrate', 'fit', '--irt-model', '3pl', '--workers', '1', '--json', '--out'];
  const own = JSON.parse(run(...fit, 'own.csv', '--bank', 'own', ...on));
  const named = JSON.parse(
    run(...fit, 'named.csv', '--responses', 'answers.csv', '--items-file', 'options.csv'),
  );
  expect(own.priors.c).toMatch('1/options');
  expect(own.logPosterior).toBe(named.logPosterior);
  const all = ['--bank', 'own', ...on, '--options', '4'];
  expect(JSON.parse(run(...fit, 'all.csv', ...all)).logPosterior).not.toBe(own.logPosterior);
});
