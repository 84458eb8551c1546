import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../errors.ts';
import { shellWord } from '../shell-word.ts';

/** Placeholders in a command, with their values in each round. */
const PLACEHOLDERS = ['{samples}', '{ids}', '{items}', '{out}'] as const;
export type Placeholders = Readonly<Record<(typeof PLACEHOLDERS)[number], string>>;

/** A command with its placeholders filled in: argument by argument, so that no shell reads what is put there. */
export function filledIn(command: readonly string[], values: Placeholders): string[] {
  return command.map((word) =>
    PLACEHOLDERS.reduce((text, name) => text.replaceAll(name, values[name]), word),
  );
}

/**
 * Runs a command to its end. What it prints goes to standard error: standard output is for the result.
 * @throws HARNESS_FAILED if it cannot be started, or ends with another code than 0
 */
export function runHarness(
  [program, ...rest]: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const command = [program, ...rest].map(shellWord).join(' ');
  return new Promise((resolve, reject) => {
    const failed = (reason: string) => {
      try {
        fail('HARNESS_FAILED', { command, reason });
      } catch (error) {
        reject(error);
      }
    };
    const child = spawn(program, rest, { stdio: ['ignore', 2, 2], ...(signal && { signal }) });
    child.on('error', (error: NodeJS.ErrnoException) =>
      failed(error.code === 'ENOENT' ? 'there is no such program' : error.message),
    );
    child.on('close', (code, killed) => {
      if (code === 0) resolve();
      else
        failed(killed === null ? `it ended with exit code ${code}` : `it was ended by ${killed}`);
    });
  });
}

/** Logs that a harness has written below a folder, in the order of their names. */
export function logsBelow(folder: string, isLog: (name: string) => boolean): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isLog(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
