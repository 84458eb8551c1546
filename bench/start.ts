import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Measured, measured, transcendentals } from './measure.ts';
import { processCpu } from './process-cpu.ts';

const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
/** What is aimed at, in seconds on a quiet machine with two cores. */
const TARGETS = { firstRow: 10, first: 25, second: 8, otherSeed: 90 };

/**
 * Exponentials of the first start, in millions. Calibrations: 6 × 11 rounds (8, and 20 of an eighth of the items) × 12,032 items × 45 nodes
 * × 28 models, each shared by 5 nodes. Factor models: 5 of 12,032 items, 9 rounds × 5 passes × 28 models. Tests: 34 models, 26 updates of
 * 24 hypotheses × 6 passes × 95 answers, and 9 placements of all items at each.
 */
const EXPONENTIALS = { nodes: 1000 / 5, factors: 76, answers: 12, placed: 96 };

/** What `npm start` runs, with an empty cache and again; and with another seed, for which no trials are shipped. */
export async function start(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-bench-start-'));
  try {
    const first = await run(folder);
    const second = await run(folder);
    const otherSeed = await run(folder, '--seed', '2');
    const { exp } = transcendentals();
    const millions = Object.values(EXPONENTIALS).reduce((sum, count) => sum + count, 0);
    const bound = `${millions} million exponentials × ${exp.toFixed(1)} ns on two threads = ${((millions * exp) / 2000).toFixed(1)} s`;
    const bounds = 'Node, loading the command on three threads and reading the cache';
    return [
      measured('npm start, first row', [first.row], 's', TARGETS.firstRow, 'a fifth of the next'),
      measured('npm start, whole table', [first.all], 's', TARGETS.first, bound, {
        cpu: first.cpu,
      }),
      measured('npm start again', [second.all], 's', TARGETS.second, bounds, { cpu: second.cpu }),
      measured(
        'npm start -- --seed 2',
        [otherSeed.all],
        's',
        TARGETS.otherSeed,
        'trials of all families',
        {
          cpu: otherSeed.cpu,
        },
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Seconds to the first row and to the end, and of processor time. */
async function run(
  folder: string,
  ...more: string[]
): Promise<{ row: number; all: number; cpu: number }> {
  const [cpu, from] = [processCpu(), performance.now()];
  const since = () => (performance.now() - from) / 1000;
  const command: ChildProcess = spawn(
    process.execPath,
    [MAIN, 'rank', '--bank', 'mmlu-pro', ...more],
    {
      env: { ...process.env, THETARANK_CACHE: folder },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  let row = Number.NaN;
  command.stdout!.setEncoding('utf8').on('data', (text: string) => {
    if (Number.isNaN(row) && text.includes(' items\n')) row = since();
  });
  const [code] = await once(command, 'close');
  if (code !== 0) throw new Error(`rank ended with exit code ${code}`);
  return { row, all: since(), cpu: (processCpu() - cpu) / 1000 };
}
