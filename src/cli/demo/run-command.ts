import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { fail } from '../../errors.ts';
import { shellWord } from '../../shell-word.ts';
import { NO_RESUME } from '../asking/interrupts.ts';

const LAUNCHER = join(
  dirname(fileURLToPath(import.meta.resolve('thetarank/package.json'))),
  'bin',
  'thetarank.js',
);

/** The commands of a demonstration, as a user would give them, each in a process of its own. */
export class Commands {
  readonly #folder: string;
  readonly #running = new Set<ChildProcess>();

  /** @param folder where they run */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Runs a command to its end. Its progress goes on to the standard error of this process.
   * @returns what it printed
   * @throws DEMO_FAILED with the command, for an exit code other than 0
   */
  async run(args: readonly string[]): Promise<string> {
    const child = this.#start(args);
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [printed, code] = await Promise.all([text(child.stdout!), ended]);
    if (code !== 0) fail('DEMO_FAILED', { command: commandLine(args), code: String(code) });
    return printed;
  }

  /**
   * Starts a command that runs until `stop`.
   * @returns the first line it printed
   * @throws DEMO_FAILED if it ends without one
   */
  async serve(args: readonly string[]): Promise<string> {
    const child = this.#start(args);
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    for await (const line of createInterface({ input: child.stdout! })) return line;
    return fail('DEMO_FAILED', { command: commandLine(args), code: String(await ended) });
  }

  /** Ends all processes that still run. */
  async stop(): Promise<void> {
    await Promise.all(
      [...this.#running].map((child) => {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        return ended;
      }),
    );
  }

  #start(args: readonly string[]): ChildProcess {
    const child = spawn(process.execPath, [LAUNCHER, ...args], {
      cwd: this.#folder,
      env: { ...process.env, [NO_RESUME]: '1' },
      // The channel tells the launcher when this process ends, however it ends, so that the command ends too.
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    return child;
  }
}

/** As it would be typed. */
export function commandLine(args: readonly string[]): string {
  return ['thetarank', ...args.map(shellWord)].join(' ');
}
