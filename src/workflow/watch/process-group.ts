import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import type { Clock } from '../../examinee/services.ts';

/** A program that runs beside this one, with all that it starts. */
export interface ProcessGroup {
  /** Why it has ended, or could not be started; null while it runs. */
  ended(): { readonly reason: string; readonly wasStarted: boolean } | null;
  /** The last line it printed; empty if there is none. */
  lastLine(): string;
  /** Ends it and all that it started: asks, and after ten seconds forces. */
  stop(): Promise<void>;
}

/** How long a program has to end by itself, and between two looks, in milliseconds. */
const PATIENCE = 10_000;
const LOOK = 50;
/** Characters of its output that are remembered. */
const REMEMBERED = 4096;

/**
 * Starts a program without a shell, as the leader of a process group of its own, so that a server ends together with its workers.
 * If this process ends, the group is killed.
 * @param log a file for its output, which is dropped otherwise
 */
export function processGroup(
  [program, ...rest]: readonly string[],
  clock: Clock,
  log?: string,
): ProcessGroup {
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const file = log === undefined ? null : createWriteStream(log);
  let tail = '';
  let end: ReturnType<ProcessGroup['ended']> = null;
  // The checkpoint is tested all the same if the log cannot be written.
  file?.on('error', () => {});
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      tail = (tail + data.toString('utf8')).slice(-REMEMBERED);
      file?.write(data);
    });
  const kill = (signal: NodeJS.Signals | 0): boolean => {
    if (child.pid === undefined) return false;
    try {
      return process.kill(-child.pid, signal);
    } catch {
      return false;
    }
  };
  const onExit = () => kill('SIGKILL');
  process.once('exit', onExit);
  child.on('error', (error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'no such program was found' : error.message;
    end ??= { reason: `it could not be started (${reason})`, wasStarted: false };
  });
  child.on('exit', (code, signal) => {
    const reason =
      signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`;
    end ??= { reason, wasStarted: true };
  });
  return {
    ended: () => end,
    lastLine: () =>
      tail
        .trimEnd()
        .split(/[\r\n]+/)
        .at(-1) ?? '',
    async stop() {
      kill('SIGTERM');
      for (let waited = 0; kill(0) && waited < PATIENCE; waited += LOOK) await clock.sleep(LOOK);
      kill('SIGKILL');
      process.off('exit', onExit);
      if (file?.closed === false)
        await new Promise<void>((resolve) => file.once('close', resolve).end());
    },
  };
}
