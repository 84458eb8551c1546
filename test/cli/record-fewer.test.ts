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
const items = file(`${[1, 2, 3, 4].map(item).join('\n')}\n`, 'items.jsonl');
const answers = file('model,q1,q2,q3,q4\na,1,0,1,1\nb,0,,1,1\n', 'answers.csv');
const fewer = file('model,q1,q2\na,1,1\nb,1,\nc,1,1\n', 'fewer.csv');
const others = file('model,q1,q2,q3\nb,1,1,1\n', 'others.csv');
const env = { THETARANK_DATABASE: join(items, '..', 'fewer.db') };
const run = (...args: string[]) => runCommandSync(args, { env });
const recorded = () => run('bank', 'export', 'own', '--recorded-answers').stdout;

beforeAll(() => {
  expect(run('bank', 'import', items, '--name', 'own')).toMatchObject({ status: 0 });
  expect(run('bank', 'record', answers, '--to', 'own')).toMatchObject({ status: 0 });
});

test('a model keeps its answers if it would have fewer, and the error names both numbers', () => {
  const before = recorded();
  const models = [
    { model: 'a', before: 4, now: 2 },
    { model: 'b', before: 3, now: 1 },
  ];
  expect(run('bank', 'record', fewer, '--to', 'own')).toMatchObject({
    status: 2,
    stdout: '',
    error: { code: 'ANSWERS_FEWER', details: { models } },
  });
  expect(recorded()).toBe(before);
});

test('as many answers replace the earlier ones, and --fewer allows fewer', () => {
  expect(run('bank', 'record', others, '--to', 'own')).toMatchObject({ status: 0 });
  expect(recorded()).toContain('b,1,1,1,\n');
  expect(run('bank', 'record', fewer, '--to', 'own', '--fewer').stdout).toMatch(/ 3 models in all/);
  expect(recorded()).toContain('a,1,1,,\n');
});
