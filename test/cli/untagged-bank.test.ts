import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runCommandSync } from '../command/run-command.ts';

const run = (...args: string[]) => runCommandSync(args);

/** Of the built-in banks, cruxeval-o has neither tags nor a map to a harness. */
const BANK = ['--bank', 'cruxeval-o'];

const folder = mkdtempSync(join(tmpdir(), 'thetarank-untagged-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const LOG = join(folder, 'samples_task.jsonl');
writeFileSync(LOG, '{"doc_id": 0, "doc": {"question": "?"}, "acc": 1}\n');

describe('a built-in bank without tags', () => {
  const refused: [string, string[], string][] = [
    ['balanced', ['rank', ...BANK, '--strategy', 'balanced'], 'these items have no tags'],
    ['macro score', ['rank', ...BANK, '--full-score', 'macro:topic'], 'unknown tag "topic"'],
    ['--tags', ['rank', ...BANK, '--tags', 'x.csv'], 'a bank brings its own tags'],
    // Which item an answer is to would be a guess.
    ['harness logs', ['place', LOG, ...BANK], 'does not say which task and document'],
    [
      'harness form',
      ['form', ...BANK, '--format', 'samples'],
      'does not say which task and document',
    ],
  ];
  test.each(refused)('%s: one line that says why, exit code 2', (_, args, message) => {
    const { status, stdout, stderr } = run(...args);
    const error = stderr.slice(stderr.indexOf('error: ')).trimEnd();
    expect(error).toContain(message);
    expect(error).not.toContain('\n');
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });
});
