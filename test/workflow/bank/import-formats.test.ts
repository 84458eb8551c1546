import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importFormat } from '../../../src/workflow/bank/import-formats.ts';
import { temporaryFolder } from '../../files/temporary.ts';

const folder = temporaryFolder();
const LOG = { version: 2, status: 'error', eval: { task: 't', model: 'm' }, samples: [] };

test.each([
  ['a log of Inspect', JSON.stringify(LOG), 'inspect'],
  ['one in several lines', `\n${JSON.stringify(LOG, null, 2)}`, 'inspect'],
  ['a list of items', JSON.stringify([LOG]), 'jsonl'],
  ['another object', JSON.stringify({ version: 2, eval: {} }), 'jsonl'],
  ['nothing', '', 'jsonl'],
])('JSON is known by its beginning: %s', (name, text, format) => {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, text);
  expect(importFormat(undefined, file)).toBe(format);
  expect(importFormat('lm-eval', file)).toBe('lm-eval');
});

test('other files by their endings alone, which need not exist', () => {
  expect(importFormat(undefined, '2026_task.eval')).toBe('inspect');
  expect(importFormat(undefined, 'none.json')).toBe('jsonl');
  expect(() => importFormat(undefined, 'none.txt')).toThrow();
});
