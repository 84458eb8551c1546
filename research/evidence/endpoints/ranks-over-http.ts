import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { LiveResult, RunAnswer } from 'thetarank';
import { ROOT } from '../../checkout.ts';
import { FAULTS, ITEMS, LAG, SEED } from './setting.ts';

const MAIN = join(ROOT, 'src/cli/main.ts');

/** A ranking of models that answer over HTTP. */
export interface HttpRank {
  readonly result: LiveResult;
  readonly answers: readonly RunAnswer[];
  readonly seconds: number;
}

/** Rankings by the command line without and with faults, and their models and items. */
export interface HttpRanks {
  readonly models: readonly string[];
  readonly items: readonly string[];
  readonly calm: HttpRank;
  readonly faulty: HttpRank;
}

/**
 * Attaches the items to mmlu-pro, and ranks the recorded models, whose outputs the stand-in replays.
 * @param folder with items.csv and outputs_1500.jsonl.gz
 * @param work an empty folder for all output
 */
export async function ranksOverHttp(folder: string, work: string): Promise<HttpRanks> {
  const outputs = join(folder, 'outputs_1500.jsonl.gz');
  const { models, items } = await readModelsAndItems(outputs);
  writeFileSync(join(work, 'pool.txt'), items.join('\n'));
  cli(['bank', 'attach', join(folder, 'items.csv'), '--to', 'mmlu-pro'], work);
  const rank = async (name: string, faults: readonly string[]): Promise<HttpRank> => {
    const data = ['--replay', outputs, '--items-file', join(folder, 'items.csv')];
    const { url, child } = await startStandIn([...data, ...faults]);
    const out = join(work, name);
    try {
      const { seconds } = cli(
        [
          ...['rank', '--bank', 'mmlu-pro', '--items', `${ITEMS}`, '--seed', `${SEED}`],
          ...['--lag', `${LAG}`, '--pool', join(work, 'pool.txt'), '--out', out],
          ...models.flatMap((model) => ['--model', `${model}@${url}`]),
        ],
        work,
      );
      const lines = readFileSync(join(out, 'answers.jsonl'), 'utf8').trimEnd().split('\n');
      return {
        result: JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')),
        answers: lines.map((line) => JSON.parse(line)),
        seconds,
      };
    } finally {
      child.kill();
    }
  };
  const calm = await rank('calm', []);
  return { models, items, calm, faulty: await rank('faulty', ['--faults', FAULTS]) };
}

async function readModelsAndItems(outputs: string): Promise<{ models: string[]; items: string[] }> {
  const models = new Set<string>();
  const items = new Set<string>();
  const lines = createInterface({ input: createReadStream(outputs).pipe(createGunzip()) });
  for await (const line of lines) {
    const { model, item } = JSON.parse(line) as { model: string; item: string };
    models.add(model);
    items.add(item);
  }
  return { models: [...models], items: [...items] };
}

async function startStandIn(
  args: readonly string[],
): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(
    process.execPath,
    [MAIN, 'stand-in', ...args, '--port', '0', '--retry-after', '0', '--json'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  for await (const line of createInterface({ input: child.stdout! })) {
    const { url } = JSON.parse(line) as { url: string };
    return { url, child };
  }
  throw new Error('the stand-in did not start');
}

function cli(args: readonly string[], home: string): { seconds: number } {
  const from = performance.now();
  const { status } = spawnSync(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, THETARANK_HOME: home },
  });
  if (status !== 0) throw new Error(`thetarank ${args[0]} ended with ${status}`);
  return { seconds: (performance.now() - from) / 1000 };
}
