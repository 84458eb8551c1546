import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

test('an interrupt ends a ranking on threads', async () => {
  const ranking = spawn(process.execPath, [main, 'rank', '--bank', 'mmlu-pro', '--workers', '2']);
  let said = '';
  ranking.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(ranking, 'exit');
  // The threads are at work from here on; the first of them is done after seconds.
  await once(ranking.stderr, 'data');
  ranking.kill('SIGINT');
  expect((await ended)[0]).toBe(130);
  expect(said).toContain('Interrupted: ');
});
