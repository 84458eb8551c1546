import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BUILTIN_BANKS } from '../../../item-bank/builtin/load.ts';
import { builtinBank } from '../../../src/cli/options/builtin-bank.ts';
import { runCommandSync } from '../../command/run-command.ts';
import { temporaryFolder } from '../../files/temporary.ts';

const folder = temporaryFolder();
const REFUSED = `--bank: found "mine"; accepted: a built-in bank (${BUILTIN_BANKS.join(', ')}); models are tested on other banks with rank --model`;

test('a built-in bank is loaded; any other name is refused with all of them', () => {
  expect(builtinBank('cruxeval-o')).toMatchObject({ name: 'cruxeval-o' });
  for (const name of ['mine', 'MMLU-Pro', '', '../mmlu-pro', 'constructor'])
    expect(() => builtinBank(name)).toThrow(`--bank: found "${name}"; accepted: a built-in bank`);
});

describe('a bank of one’s own is refused before anything is read or written', () => {
  const refuse = (...args: string[]) => {
    const ran = runCommandSync([...args, '--bank', 'mine', '--out', 'written'], { cwd: folder });
    expect(ran).toMatchObject({ status: 2, stdout: '' });
    expect(existsSync(join(folder, 'written'))).toBe(false);
    return ran.stderr;
  };

  test('by form', () => {
    expect(refuse('form')).toBe(`error: ${REFUSED}.\n`);
  });

  test('by place, also if the log is not one', () => {
    const log = 'samples_mine_2024-11-02T10-11-12.345678.jsonl';
    writeFileSync(join(folder, log), 'no log\n');
    expect(refuse('place', log, '--name', 'm')).toBe(`error: ${REFUSED}.\n`);
  });
});

test.each([
  [
    ['--format', 'csv'],
    '--format: found "csv"; accepted: samples, promptfoo and batch (also of banks of your own) or ids',
  ],
  [['--items', '801'], '801 items requested, but bank cruxeval-o has 800'],
  [['--format', 'samples'], 'its items cannot be matched with lm-evaluation-harness'],
])('form %j of a bank that no harness has is refused', (args, words) => {
  const ran = runCommandSync(['form', '--bank', 'cruxeval-o', ...args], { cwd: folder });
  expect(ran).toMatchObject({ status: 2, stdout: '' });
  expect(ran.stderr).toContain(words);
});
