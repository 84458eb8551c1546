import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const LAUNCHER = fileURLToPath(new URL('../../bin/thetarank.js', import.meta.url));

/** A real command of thetarank that is killed and started again. */
export interface Running {
  readonly name: string;
  /** What its first line of JSON says; of the newest start. */
  ready(): Promise<Record<string, unknown>>;
  /** Kills it, with everything that it holds. */
  kill(): Promise<void>;
  /** Starts it again. */
  start(): void;
}

/** @param args with `--json`: the command says in its first line when it is ready */
export function running(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Running {
  let child: ChildProcess;
  let first: Promise<Record<string, unknown>>;
  const start = () => {
    child = spawn(process.execPath, [LAUNCHER, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...environment },
    });
    const own = child;
    const lines = createInterface({ input: own.stdout! });
    first = Promise.race([
      once(lines, 'line').then(([line]) => JSON.parse(line as string)),
      once(own, 'exit').then(([code, signal]) => {
        // One that is killed before it is ready is started again.
        if (signal === 'SIGKILL') return new Promise<never>(() => {});
        throw new Error(`${name} ended with ${code ?? signal}`);
      }),
    ]);
    first.catch(() => {});
    lines.on('line', () => {});
  };
  start();
  return {
    name,
    ready: () => first,
    start,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
