import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { interruptText, resumeCommand } from '../../../src/cli/operations/interrupt-text.ts';
import { temporaryFolder } from '../../files/temporary.ts';

/** Starts of the program, on a machine that may be busy. */

const main = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));
const folder = temporaryFolder();

test('an interrupt says what was kept, and how to go on', () => {
  const state = { folder: 'out', done: 20, total: 160, unit: 'block' };
  expect(interruptText(state, 'thetarank x --resume')).toMatch(
    /\b20 of 160 .* out\. .* x --resume$/,
  );
  expect(interruptText({ ...state, done: 1, total: null, unit: 'replication' }, 'x')).toMatch(
    /\b1 replication .* out\. .*: x$/,
  );
  const lost = interruptText({ ...state, folder: null });
  expect(lost).toMatch(/nothing .* --out /);
  expect(resumeCommand(['simulate', '--out', 'a b'])).toBe(
    "thetarank simulate --out 'a b' --resume",
  );
  expect(resumeCommand(['simulate', '--resume'])).toBe('thetarank simulate --resume');
});

/** Starts a study, interrupts it when two blocks are kept, and gives what it said last. */
async function interrupted(out: string, ...args: string[]): Promise<[number | null, string]> {
  const child = spawn(process.execPath, [main, 'simulate', ...args, '--out', out], { cwd: folder });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const ended = once(child, 'close');
  const blocks = join(folder, out, 'blocks');
  while ((!existsSync(blocks) || readdirSync(blocks).length < 2) && child.exitCode === null)
    await wait(5);
  child.kill('SIGINT');
  const [code] = await ended;
  return [code as number | null, said.trimEnd().split('\n').at(-1)!];
}

test('an interrupted study ends with 130 and that line, on one thread too', async () => {
  const design = ['--items', '300', '--lengths', '60', '--replications', '500'];
  const [code, last] = await interrupted('m', 'monte-carlo', ...design, '--workers', '1');
  expect(code).toBe(130);
  expect(last).toMatch(
    /^Interrupted: \d+ of 1,000 .*: thetarank .* --items 300 .* --out m --resume$/,
  );
});
