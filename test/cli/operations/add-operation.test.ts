import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommandSync } from '../../command/run-command.ts';
import { temporaryFiles, temporaryFolder } from '../../files/temporary.ts';

const file = temporaryFiles();
const folder = temporaryFolder();

test('a file that is read is not written over, also under another name', () => {
  const text = `${JSON.stringify({ model: 'a', item: 'q', output: 'B', key: 'B' })}\n`;
  const outputs = file(text, 'outputs.jsonl');
  const link = join(folder, 'scores.csv');
  symlinkSync(outputs, link);
  for (const out of [outputs, link])
    expect(runCommandSync(['grade', outputs, '--out', out])).toMatchObject({
      status: 2,
      error: { code: 'OPTIONS_CONFLICT', details: { options: 'file, --out' } },
    });
  expect(readFileSync(outputs, 'utf8')).toBe(text);
});

test('a taxonomy of the own is not written over', () => {
  const taxonomy = file('{}', 'own.json');
  const items = file('id,question,A,B,answer\nq,What?,x,y,A\n', 'items.csv');
  expect(
    runCommandSync(['bank', 'audit', items, '--taxonomy', taxonomy, '--out', taxonomy]),
  ).toMatchObject({
    error: { code: 'OPTIONS_CONFLICT', details: { options: '--taxonomy, --out' } },
  });
});

test('two options may read one file, and one option only different files', () => {
  const answers = file('model,family,q1,q2\na,x,1,0\nb,y,0,1\n', 'answers.csv');
  const shared = runCommandSync([
    'calibrate',
    'dif',
    '--responses',
    answers,
    '--families',
    answers,
  ]);
  expect(shared.error?.details).not.toMatchObject({ accepted: 'different files' });
  expect(runCommandSync(['bank', 'record', answers, answers, '--to', 'mine'])).toMatchObject({
    error: { code: 'OPTION_INVALID', details: { accepted: 'different files' } },
  });
});
