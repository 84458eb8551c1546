import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { holdFile } from '../../../src/files/write/hold-file.ts';

const fileOfTest = () => join(mkdtempSync(join(tmpdir(), 'hold-')), 'links.csv');

test('one process works on a file at a time; the next one is told which', async () => {
  const file = fileOfTest();
  const other = spawn('sleep', ['60']);
  onTestFinished(() => void other.kill());
  writeFileSync(`${file}.lock`, String(other.pid));
  await expect(holdFile(file, async () => 1)).rejects.toThrow(
    `process ${other.pid} is writing to ${file}`,
  );
  // A process that was killed leaves a lock that nobody holds.
  const ended = new Promise((resolve) => other.once('exit', resolve));
  other.kill('SIGKILL');
  await ended;
  expect(await holdFile(file, async () => readFileSync(`${file}.lock`, 'utf8'))).toBe(
    String(process.pid),
  );
  expect(existsSync(`${file}.lock`)).toBe(false);
});

test('a file is free again after an error', async () => {
  const file = fileOfTest();
  const work = async () => {
    throw new Error('no service');
  };
  await expect(holdFile(file, work)).rejects.toThrow('no service');
  expect(existsSync(`${file}.lock`)).toBe(false);
});
