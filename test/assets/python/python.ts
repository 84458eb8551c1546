import { execFile, spawnSync } from 'node:child_process';
import { delimiter, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ASSETS = fileURLToPath(new URL('../../../assets/python', import.meta.url));
const OWN = fileURLToPath(new URL('.', import.meta.url));

/** What the Python files need. */
const version = spawnSync('python3', [
  '-c',
  'import sys; sys.exit(0 if sys.version_info >= (3, 9) else 1)',
]);
/** Why tests in Python are skipped; null if they are not. */
export const WITHOUT_PYTHON = version.status === 0 ? null : 'no python3 of version 3.9 or newer';

/**
 * Runs a program beside this file, or at an absolute path, with the machine's Python, with the files of the package and the stubs of a folder to import.
 * @returns what it printed, as JSON
 */
export async function python(
  program: string,
  { env = {}, stubs, args = [] }: PythonOptions = {},
  // biome-ignore lint/suspicious/noExplicitAny: what a program prints, its test says
): Promise<any> {
  const path = stubs === undefined ? ASSETS : `${ASSETS}${delimiter}${OWN}${stubs}`;
  const { stdout } = await run('python3', [resolve(OWN, program), ...args], {
    env: {
      ...process.env,
      PYTHONPATH: path,
      PYTHONDONTWRITEBYTECODE: '1',
      no_proxy: '127.0.0.1',
      ...env,
    },
  });
  return JSON.parse(stdout);
}

interface PythonOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A folder beside this file. */
  readonly stubs?: string;
  readonly args?: readonly string[];
}
