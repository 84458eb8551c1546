import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Every point before and after an atomic operation that the threads of a calibration make. */
export const POINTS = ['load', 'store', 'add', 'compareExchange', 'wait', 'notify'].flatMap(
  (name) => [`${name}-before`, `${name}-after`],
);

export interface Stalls {
  readonly at?: string;
  readonly seed?: number;
  readonly share?: number;
  readonly longest?: number;
}

/** The lines that `fits.ts` prints of so many fits on so many threads, with stalls where some are given. */
export async function runFits(
  fits: number,
  threads: number,
  stalls: Stalls | null,
): Promise<string[]> {
  const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  const preload = stalls === null ? [] : ['--import', here('stall.ts')];
  const { at, seed = 1, share = 0.5, longest = 5 } = stalls ?? {};
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...preload, here('fits.ts'), `${fits}`, `${threads}`],
    {
      env: {
        ...process.env,
        ...(at === undefined ? {} : { STALL_AT: at }),
        STALL_SEED: `${seed}`,
        STALL_SHARE: `${share}`,
        STALL_MS: `${longest}`,
      },
    },
  );
  return stdout.trim().split('\n');
}
