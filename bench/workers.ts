import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { synthesisConfiguration } from '../calibration/synthesize/configuration.ts';
import { readVersion } from '../src/cli/version.ts';
import { SYSTEM_CLOCK } from '../src/examinee/services.ts';
import { openQueue } from '../src/queue/queue.ts';
import { type QueueWorkers, queueWorkers } from '../src/queue/queue-workers.ts';
import { taskQueue } from '../src/queue/work-names.ts';
import { NO_LIMITS } from '../src/run/run-budgets.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/store.ts';
import { signalsOf } from '../src/workflow/asking/stop-signals.ts';
import { runStudy } from '../src/workflow/studies/monte-carlo/run-study.ts';
import { openStudy } from '../src/workflow/studies/monte-carlo/study-source.ts';
import { askSynthesis } from '../src/workflow/synthesis/ask-synthesis.ts';
import { claimSynthesis, prepareSynthesis } from '../src/workflow/synthesis/synthesis-job.ts';
import { startWorker } from '../test/cli/worker/worker-process.ts';
import { newCluster } from '../test/store/postgres-cluster.ts';
import { itemsOf } from '../test/store/store-case.ts';
import { DELAY } from './endpoint-stand-in.ts';
import { type BenchmarkOptions, type Measured, measured } from './measure.ts';
import { processCpu } from './process-cpu.ts';

/** Who does the work: threads of this process, or workers with one thread each. */
interface Setup {
  readonly name: string;
  readonly count: number;
  readonly isRemote: boolean;
}
const COUNTS = [1, 2, 4];
const SETUPS: readonly Setup[] = [
  ...COUNTS.map((count) => ({ name: plural(count, 'thread'), count, isRemote: false })),
  ...COUNTS.map((count) => ({ name: plural(count, 'worker'), count, isRemote: true })),
];
const [ALONE] = SETUPS;
/** Generous: they are there to notice that a figure got far worse. ms a block, a small block, a call. */
const TARGETS = { block: 1_000, small: 500, call: 50 };
const ITEMS = 200;
/** Most calls of each model in flight. */
const CONCURRENCY = 32;

/** A study whose blocks are all of `examinees` simulated ones: 100 are the largest block. */
const designOf = (examinees: number, replications: number, seed: number) => ({
  bank: { generate: { items: 500 } },
  abilities: { normal: { mean: 0, sd: 1, count: examinees } },
  estimators: ['ml', 'eap'],
  selectors: ['maximum-information', 'random'],
  lengths: [20, 40],
  replications,
  seed,
});

/**
 * Blocks of a simulation, large and small, and calls of a synthesis: what they take by the clock and of processors, with 1, 2 and 4 threads of
 * one process and with as many workers on one machine. Calls are made by one thread of a process. In each round all take turns, so that
 * what else the machine does meets them alike.
 */
export async function workers({ isQuick }: BenchmarkOptions): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-workers-'));
  const server = await newCluster(folder);
  await server.start();
  const model = await startModel();
  const address = server.address;
  const store = await openStore(address, { clock: () => new Date() });
  const version = readVersion();
  const queue = await openQueue(address, [taskQueue(version)]);
  const remote = queueWorkers({ work: store.work!, workers: store.workers!, queue, version });
  const running: Awaited<ReturnType<typeof startWorker>>[] = [];
  const setWorkers = async (count: number) => {
    while (running.length < count) running.push(await startWorker(address));
    await Promise.all(running.splice(count).map(({ end }) => end()));
  };
  const rounds = isQuick ? 1 : 3;
  const [blocks, small] = isQuick ? [20, 50] : [40, 200];
  const [perBlock, perSmall, perCall] = [newCosts(), newCosts(), newCosts()];
  const add = (costs: Costs, setup: Setup, cost: Cost) =>
    costs.set(setup, [...(costs.get(setup) ?? []), cost]);
  try {
    await store.addItems({ name: 'exam', title: 'An exam', builtin: null }, itemsOf(0, ITEMS), AT);
    for (let round = 0; round < rounds; round++)
      for (const setup of SETUPS) {
        const { count, isRemote } = setup;
        await setWorkers(isRemote ? count : 0);
        const by = isRemote ? remote : count;
        add(perBlock, setup, await studyCost(by, 100, blocks, round));
        add(perSmall, setup, await studyCost(by, 5, small, round));
        if (!isRemote && setup !== ALONE) continue;
        const answer = () => synthesisCost(store, isRemote ? remote : null, model.url);
        // Workers run for long: the calls during which new ones compile their code do not count.
        await answer();
        add(perCall, setup, await answer());
      }
  } finally {
    await setWorkers(0);
    await queue.close();
    await store.close();
    await server.stopAtOnce();
    rmSync(folder, { recursive: true, force: true });
    model.end();
  }
  const bound = `${availableParallelism()} cores, which workers, PostgreSQL and this process share`;
  const of = (costs: Costs, name: string, target: number, why: string) =>
    [...costs].map(([setup, all]) => {
      const cpu = middle(all.map((cost) => cost.cpu));
      const clock = all.map((cost) => cost.clock);
      return measured(`${name}, ${setup.name}`, clock, 'ms', target, why, {
        cpu,
        perSecond: 1000 / middle(clock),
        // What this machine could do at most if nothing else ran on it.
        mostPerSecond: (1000 * Math.min(availableParallelism(), setup.count)) / cpu,
        timesOfOne: middle(costs.get(ALONE)!.map((one, round) => one.clock / all[round].clock)),
      });
    });
  const inFlight = `${3 * CONCURRENCY} calls in flight, each ${DELAY} ms: at most ${(3 * CONCURRENCY * 1000) / DELAY} per second`;
  return [
    ...of(perBlock, 'block of 100', TARGETS.block, bound),
    ...of(perSmall, 'block of 5', TARGETS.small, bound),
    ...of(perCall, 'call', TARGETS.call, `${bound}; ${inFlight}`),
  ];
}

const AT = new Date(0).toISOString();

// As the command line does: threads and workers load code that is compiled already.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('../node_modules/.cache/thetarank', import.meta.url),
);

function plural(count: number, of: string): string {
  return `${count} ${of}${count === 1 ? '' : 's'}`;
}

function middle(values: readonly number[]): number {
  return values.toSorted((x, y) => x - y)[Math.floor((values.length - 1) / 2)];
}

/** Milliseconds per block or call: by the clock, and of processors, of all processes together. */
interface Cost {
  readonly clock: number;
  readonly cpu: number;
}

type Costs = Map<Setup, Cost[]>;
const newCosts = (): Costs => new Map();

/** What `work` costs for each of its parts. @param work gives their number */
async function costOf(work: () => Promise<number>): Promise<Cost> {
  const [from, before] = [performance.now(), processCpu()];
  const parts = await work();
  return {
    clock: (performance.now() - from) / parts,
    cpu: (processCpu() - before) / parts,
  };
}

async function studyCost(
  workers: QueueWorkers | number,
  examinees: number,
  blocks: number,
  seed: number,
): Promise<Cost> {
  // Another seed each round: what was done before is of no use.
  const study = await openStudy(designOf(examinees, blocks, seed), 'bench');
  return costOf(async () => {
    await runStudy(study, { workers, folder: null, rows: null, most: null });
    return blocks;
  });
}

async function synthesisCost(
  store: Store,
  workers: QueueWorkers | null,
  url: string,
): Promise<Cost> {
  const names = ['a', 'b', 'c'];
  const synthesis = synthesisConfiguration(
    { defaults: { baseUrl: url }, models: names.map((name) => ({ name })) },
    'bench',
  );
  const job = await prepareSynthesis({ bank: 'exam' }, synthesis, store);
  const { run, release } = await claimSynthesis(store, job);
  const cost = await costOf(async () => {
    const { sums } = await askSynthesis(store, job, run, {
      limits: NO_LIMITS,
      concurrency: CONCURRENCY,
      workers,
      interrupts: signalsOf(undefined),
      clock: SYSTEM_CLOCK,
    });
    return sums.asked;
  });
  await release();
  return cost;
}

/** A model in a process of its own. */
async function startModel(): Promise<{ url: string; end(): void }> {
  const file = new URL('./endpoint-stand-in.ts', import.meta.url).pathname;
  const child: ChildProcess = spawn(process.execPath, [file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout!, 'data');
  return { url: `http://127.0.0.1:${`${port}`.trim()}/v1`, end: () => child.stdin!.end() };
}
