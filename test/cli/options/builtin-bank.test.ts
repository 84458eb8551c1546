import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BUILTIN_BANKS } from '../../../item-bank/builtin/names.ts';
import { builtinBank } from '../../../src/operations/builtin-bank.ts';
import { runCommandSync } from '../../command/run-command.ts';
import { temporaryFolder } from '../../files/temporary.ts';

const folder = temporaryFolder();

test('a built-in bank is loaded; any other name is refused with all of them', () => {
  expect(builtinBank('cruxeval-o', 'else')).toMatchObject({ name: 'cruxeval-o' });
  for (const name of ['mine', 'MMLU-Pro', '', '../mmlu-pro', 'constructor'])
    expect(() => builtinBank(name, 'for others: x')).toThrow(
      new RegExp(`--bank: found "${name}"; accepted: a built-in bank .*; for others: x`),
    );
});

describe('a bank of one’s own is refused before anything is read or written', () => {
  const refuse = (...args: string[]) => {
    const ran = runCommandSync([...args, '--bank', 'mine', '--out', 'written'], { cwd: folder });
    expect(ran).toMatchObject({ status: 2, stdout: '' });
    expect(existsSync(join(folder, 'written'))).toBe(false);
    return ran.error;
  };

  test('by form', () => {
    const accepted = expect.stringMatching(`\\(${BUILTIN_BANKS.join(', ')}\\).*--format promptfoo`);
    expect(refuse('form')).toMatchObject({ details: { option: '--bank', accepted } });
  });

  test('by place, also if the log is not one', () => {
    const log = 'samples_mine_2024-11-02T10-11-12.345678.jsonl';
    writeFileSync(join(folder, log), 'no log\n');
    const accepted = expect.stringContaining('thetarank bank record');
    expect(refuse('place', log, '--name', 'm')).toMatchObject({
      details: { option: '--bank', accepted },
    });
  });
});

test.each([
  [['--format', 'csv'], '--format: found "csv"; accepted: samples, promptfoo, batch, ids'],
  [['--items', '801'], '801 items requested, but bank cruxeval-o has 800'],
  [['--format', 'samples'], 'its items cannot be matched with lm-evaluation-harness'],
])('form %j of a bank that no harness has is refused', (args, words) => {
  const ran = runCommandSync(['form', '--bank', 'cruxeval-o', ...args], { cwd: folder });
  expect(ran).toMatchObject({ status: 2, stdout: '' });
  expect(ran.stderr).toContain(words);
});

test('form takes half of a small bank if no number of items is given, as other commands do', () => {
  const database = join(folder, 'store.db');
  const bank = [1, 2, 3, 4, 5].map((k) =>
    JSON.stringify({ id: `q${k}`, stem: `7 × ${k}?`, options: { A: '7', B: '9' }, key: 'A' }),
  );
  writeFileSync(join(folder, 'items.jsonl'), `${bank.join('\n')}\n`);
  const run = (...args: string[]) =>
    runCommandSync([...args, '--database', database], { cwd: folder });
  const imported = run('bank', 'import', 'items.jsonl', '--name', 'own', '--status', 'active');
  expect(imported.stdout).not.toContain('pretest');
  const form = run('form', '--bank', 'own', '--format', 'promptfoo', '--with-text');
  expect(form.stderr).toContain('3 items of own');
});

test('an import of pretest items says that they do not count yet, and how to ask them', () => {
  const item = { id: 'n', stem: '7 × 8?', options: { A: '56', B: '9' }, key: 'A' };
  writeFileSync(join(folder, 'new.jsonl'), `${JSON.stringify(item)}\n`);
  const args = ['bank', 'import', 'new.jsonl', '--name', 'new', '--status', 'pretest'];
  const database = ['--database', join(folder, 'store.db')];
  expect(runCommandSync([...args, ...database], { cwd: folder }).stdout).toMatch(
    / --bank new .*-T pretest=1 /,
  );
});

test.each([
  ['rollback', '--bank', 'cruxeval-o'],
  ['fit', '--bank', 'cruxeval-o', '--keep'],
  ['list', '--bank', 'cruxeval-o'],
])('calibrate %s of a built-in bank that the database does not have says so', (...args) => {
  const database = join(folder, 'other.db');
  const bank = ['bank', 'import', 'new.jsonl', '--name', 'new', '--database', database];
  writeFileSync(
    join(folder, 'new.jsonl'),
    `${JSON.stringify({ id: 'n', stem: '7 × 8?', options: { A: '56', B: '9' }, key: 'A' })}\n`,
  );
  expect(runCommandSync(bank, { cwd: folder }).status).toBe(0);
  const ran = runCommandSync(['calibrate', ...args, '--database', database], { cwd: folder });
  const error = { code: 'BANK_NOT_KEPT', details: { bank: 'cruxeval-o' } };
  expect(ran).toMatchObject({ status: 2, stdout: '', error });
});
