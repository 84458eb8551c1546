import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));

/** A process of `thetarank worker --json`, once it takes work. */
export async function startWorker(
  database: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const child = spawn(
    process.execPath,
    [main, 'worker', '--database', database, '--threads', '1', '--json', ...args],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
  );
  let text = '';
  let errors = '';
  const ready = Promise.withResolvers<void>();
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    text += more;
    ready.resolve();
  });
  child.stderr.setEncoding('utf8').on('data', (more: string) => {
    errors += more;
  });
  const ended = once(child, 'close').then(() => {
    ready.reject(new Error(errors));
    return child.exitCode;
  });
  await ready.promise;
  const events = () =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { event: string; [field: string]: unknown });
  /** Lets it finish what it has. @returns its exit code */
  const end = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { child, ended, events, end };
}
