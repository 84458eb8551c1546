// Writes docs/endpoint-evidence.md: `rank --model` over HTTP on what real models wrote, beside their recorded answers.
//
//     npm run evidence:endpoints -- DIR
//
// DIR has MMLU-Pro's items.csv and responses.csv, and outputs_1500.jsonl.gz, recorded outputs of models to some of the
// items (model, item, output). It takes some five minutes; nothing of the texts is written.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { loadBuiltinBank } from '../item-bank/builtin/load.ts';
import { prepareLive } from '../src/ranking/live/prepare-live.ts';
import type { RunAnswer } from '../src/run/run-record.ts';
import { kendall } from '../src/statistics/kendall.ts';
import { mean } from '../src/statistics/mean.ts';
import type { LiveResult } from '../src/workflow/live/live-result.ts';

const ITEMS = 100;
const SEED = 1;
const LAG = 8;
const FAULTS = '429:0.03,429-retry-after:0.01,500:0.02,cut:0.02,garbage:0.01,duplicate:0.01';

const folder = process.argv[2];
if (folder === undefined) throw new Error('name the folder with the data');
const work = mkdtempSync(join(tmpdir(), 'thetarank-'));
const main = new URL('../src/cli/main.ts', import.meta.url).pathname;
const outputs = join(folder, 'outputs_1500.jsonl.gz');

async function readModelsAndItems(): Promise<{ models: string[]; items: string[] }> {
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

async function startStandIn(more: string[]): Promise<{ url: string; child: ChildProcess }> {
  const data = ['--replay', outputs, '--items', join(folder, 'items.csv')];
  const child = spawn(
    process.execPath,
    [main, 'stand-in', ...data, '--port', '0', '--retry-after', '0', '--json', ...more],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  for await (const line of createInterface({ input: child.stdout! })) {
    const { url } = JSON.parse(line) as { url: string };
    return { url, child };
  }
  throw new Error('the stand-in did not start');
}

function cli(args: string[]): { seconds: number } {
  const from = performance.now();
  const { status } = spawnSync(process.execPath, [main, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, THETARANK_HOME: work },
  });
  if (status !== 0) throw new Error(`thetarank ${args[0]} ended with ${status}`);
  return { seconds: (performance.now() - from) / 1000 };
}

interface Run {
  readonly result: LiveResult;
  readonly answers: readonly RunAnswer[];
  readonly seconds: number;
}

async function rank(models: readonly string[], name: string, standIn: string[]): Promise<Run> {
  const { url, child } = await startStandIn(standIn);
  const out = join(work, name);
  try {
    const { seconds } = cli([
      ...['rank', '--bank', 'mmlu-pro', '--items', `${ITEMS}`, '--seed', `${SEED}`],
      ...['--lag', `${LAG}`, '--pool', join(work, 'pool.txt'), '--out', out, '--no-cache'],
      ...models.flatMap((model) => ['--model', `${model}@${url}`]),
    ]);
    const lines = readFileSync(join(out, 'answers.jsonl'), 'utf8').trimEnd().split('\n');
    return {
      result: JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')),
      answers: lines.map((line) => JSON.parse(line)),
      seconds,
    };
  } finally {
    child.kill();
  }
}

const { models, items } = await readModelsAndItems();
writeFileSync(join(work, 'pool.txt'), items.join('\n'));
cli(['bank', 'attach', join(folder, 'items.csv'), '--to', 'mmlu-pro']);
const calm = await rank(models, 'calm', []);
const faulty = await rank(models, 'faulty', ['--faults', FAULTS]);

// The same items with the recorded answers, read by the benchmark's own program.
const bank = loadBuiltinBank('mmlu-pro');
const { responses } = bank;
const width = responses.items.length;
const positionOf = new Map(responses.items.map((id, j) => [id, j]));
const rowOf = new Map(responses.examinees.map((name, i) => [name, i]));
const pool = new Set(items);
const { tests } = prepareLive({
  bank,
  families: bank.families ?? null,
  models,
  items: ITEMS,
  strategy: 'robust',
  lag: LAG,
  seed: SEED,
  leaveOut: [],
  isAskable: (j) => pool.has(responses.items[j]),
});
const differing: RunAnswer[] = [];
const rows = tests.map((test) => {
  const own = calm.answers
    .filter(({ examinee }) => examinee === test.model)
    .sort((x, y) => x.place - y.place);
  let different = 0;
  for (const answer of own) {
    const j = positionOf.get(answer.item)!;
    const score = responses.scores[rowOf.get(test.model)! * width + j];
    test.record(j, score);
    if (score !== answer.score) {
      different++;
      differing.push(answer);
    }
  }
  const live = calm.result.models.find(({ model }) => model === test.model)!;
  const recorded = test.score()!.score;
  return { model: test.model, live, recorded, actual: live.actual!, items: own.length, different };
});

const tau = (x: readonly number[], y: readonly number[]) => kendall(x, y).value!.toFixed(3);
const live = rows.map((row) => row.live.score);
const recorded = rows.map((row) => row.recorded);
const actual = rows.map((row) => row.actual);
const same = rows.filter(({ different }) => different === 0);
const key = ({ examinee, place, item, extracted, score }: RunAnswer) =>
  `${examinee} ${place} ${item} ${extracted} ${score}`;
const undisturbed = new Set(calm.answers.map(key));
const lost = faulty.answers.filter((answer) => !undisturbed.has(key(answer))).length;
const retries = faulty.result.models
  .flatMap(({ use }) => Object.values(use.retries))
  .reduce((x, y) => x + y, 0);
const held = rows.filter((row) => row.live.low <= row.actual && row.actual <= row.live.high);
const page = `# Evidence: models behind endpoints

Made by \`npm run evidence:endpoints\`: \`rank --model\` asks ${models.length} models over HTTP, ${ITEMS} items of ${items.length.toLocaleString('en-US')} each, lag ${LAG}, seed ${SEED}. Behind the addresses stands [the stand-in](stand-in.md), which replays what these models really wrote (TIGER-AI-Lab/MMLU-Pro, Apache-2.0). Client, extraction, scoring, adaptive test, store and ranking are those of every run. Each model is tested on a calibration without it and its family.

| | |
|---|---|
| answers asked, kept | ${calm.answers.length.toLocaleString('en-US')} of ${(models.length * ITEMS).toLocaleString('en-US')} |
| scores that differ from the recorded ones (other extraction) | ${differing.length} (${((100 * differing.length) / calm.answers.length).toFixed(2)}%) |
| τ with the ranking from the recorded answers to the same items | ${tau(live, recorded)} |
| mean difference from it | ${mean(rows.map((row) => Math.abs(row.live.score - row.recorded))).toFixed(2)} points; ${Math.max(0, ...same.map((row) => Math.abs(row.live.score - row.recorded))).toFixed(2)} at most for the ${same.length} models whose answers were all read alike |
| τ with the recorded scores on all ${width.toLocaleString('en-US')} items | ${tau(live, actual)} (from the recorded answers ${tau(recorded, actual)}) |
| mean error of the predicted score | ${mean(rows.map((row) => Math.abs(row.live.score - row.actual))).toFixed(2)} points (from the recorded answers ${mean(rows.map((row) => Math.abs(row.recorded - row.actual))).toFixed(2)}) |
| 90% intervals that hold the recorded score | ${held.length} of ${rows.length} |
| with faults at 10% of the requests (${FAULTS}) | ${faulty.answers.length.toLocaleString('en-US')} answers kept after ${retries} retries; ${lost} differ from the undisturbed run |
| time, calibrations included | ${calm.seconds.toFixed(0)} s; with faults ${faulty.seconds.toFixed(0)} s |

Scores that differ, by the rule that read them here: ${
  Object.entries(Object.groupBy(differing, ({ rule }) => rule))
    .map(([rule, own]) => `${rule} ${own!.length}`)
    .join(', ') || 'none'
}.

| model | over HTTP | from recorded answers | on all items | scores that differ |
|---|---|---|---|---|
${[...rows]
  .sort((x, y) => y.actual - x.actual)
  .map(
    (row) =>
      `| ${row.model} | ${row.live.score.toFixed(1)} (${row.live.low.toFixed(1)}–${row.live.high.toFixed(1)}) | ${row.recorded.toFixed(1)} | ${row.actual.toFixed(1)} | ${row.different} |`,
  )
  .join('\n')}
`;
writeFileSync(new URL('../docs/endpoint-evidence.md', import.meta.url), page);
rmSync(work, { recursive: true });
console.log(page);
