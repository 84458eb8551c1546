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
