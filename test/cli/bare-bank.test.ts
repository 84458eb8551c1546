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

const RECORD = 'or record answers: thetarank bank record ANSWERS.csv --to trial\n';
const SYNTHESIZE = 'thetarank calibrate synthesize --bank trial --config FILE';
const ASK = `Ask models: thetarank rank --bank trial --strategy random --model NAME@ADDRESS, calibrate it by synthesized participants: ${SYNTHESIZE}`;

test.each([
  ['rank --bank trial', ASK],
  ['order --bank trial', ASK],
  ['simulate post-hoc --bank trial', ASK],
  [
    'rank --bank trial --model a@http://127.0.0.1:9/v1',
    'Use --strategy random, which needs none, or a calibration (--calibration N) that thetarank calibrate synthesize makes',
  ],
  ['calibrate fit --bank trial --keep', `Let models answer it: ${SYNTHESIZE}`],
])('%s without recorded answers: says so, and what to do', (line, use) => {
  expect(run(...line.split(' '))).toEqual({
    status: 2,
    stdout: '',
    stderr: `error: bank trial: no answers of models are recorded. ${use}, ${RECORD}`,
  });
});
