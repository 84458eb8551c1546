import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { runCommandSync } from '../command/run-command.ts';
import { temporaryFiles } from '../files/temporary.ts';

const file = temporaryFiles();
const item = (k: number) =>
  JSON.stringify({
    id: `q${k}`,
    stem: `What is 7 × ${k}?`,
    options: { A: '42', B: '48' },
    key: 'A',
  });
const items = file(`${[1, 2, 3, 4, 5, 6].map(item).join('\n')}\n`, 'items.jsonl');
const env = { THETARANK_DATABASE: join(items, '..', 'bare.db') };
const run = (...args: string[]) => runCommandSync(args, { env });

beforeAll(() => {
  expect(run('bank', 'import', items, '--name', 'trial')).toMatchObject({ status: 0 });
});

test.each([
  ['rank --bank trial', /rank --bank trial --strategy random --model .* synthesize --bank trial /],
  ['order --bank trial', /rank --bank trial --strategy random --model /],
  ['simulate post-hoc --bank trial', /rank --bank trial --strategy random --model /],
  ['rank --bank trial --model a@http://127.0.0.1:9/v1', /--strategy random.*--calibration N/],
  ['calibrate fit --bank trial --keep', /synthesize --bank trial/],
])('%s without recorded answers: says so, and what to do', (line, use) => {
  expect(run(...line.split(' '))).toMatchObject({
    status: 2,
    stdout: '',
    error: {
      code: 'BANK_WITHOUT_ANSWERS',
      details: { bank: 'trial', use: expect.stringMatching(use) },
    },
  });
});
