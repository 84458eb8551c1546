import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keptResult } from '../../src/cache/result-cache.ts';
import { bankCache } from '../../src/operations/bank-cache.ts';
import { runCommandSync } from '../command/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-cache-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cache = (where: string, ...args: string[]) => {
  const { status, stdout } = runCommandSync(['cache', ...args], {
    env: { THETARANK_CACHE: where },
  });
  return [status, stdout.trim()];
};

test('shows the cache, and clears it', () => {
  keptResult(
    folder,
    () => 'a'.repeat(64),
    () => new Float64Array(250_000),
  );
  writeFileSync(join(folder, 'notes.txt'), 'not of the cache');
  expect(cache(folder, 'show')).toEqual([
    0,
    `${folder}: 1 result, 2.0 MB.\n\nNext: thetarank cache clear removes them`,
  ]);
  expect(JSON.parse(`${cache(folder, 'show', '--json')[1]}`)).toMatchObject({ folder, files: 1 });
  expect(cache(folder, 'clear')).toEqual([0, `Removed from ${folder}: 1 result, 2.0 MB.`]);
  expect(readdirSync(folder)).toEqual(['notes.txt']);
  expect(cache(folder, 'show')[1]).toContain('0 results, 0.0 MB');
});

test('an empty THETARANK_CACHE turns it off', () => {
  for (const action of ['show', 'clear'])
    expect(cache('', action)).toEqual([0, 'The cache is off: THETARANK_CACHE is empty.']);
});

test('it is for built-in banks; these tests have none', () => {
  expect(bankCache('mmlu-pro')).toBeNull();
  process.env.THETARANK_CACHE = folder;
  try {
    expect(bankCache('mmlu-pro')).toBe(folder);
    expect(bankCache('my-bank')).toBeNull();
    expect(bankCache(undefined)).toBeNull();
  } finally {
    process.env.THETARANK_CACHE = '';
  }
});
