import { afterAll, describe, expect, test } from 'vitest';
import { startWorker } from '../cli/worker/worker-process.ts';
import { runCommand } from '../command/run-command.ts';
import { postgresOfRun } from '../store/postgres-of-run.ts';
import { collector } from './collector.ts';
import { PATIENT } from './interrupt.ts';

/** A study over workers in processes of their own. */
const server = await postgresOfRun();
const traces = await collector();
afterAll(async () => {
  traces.close();
});

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const ON = { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, ...PATIENT };
const REPLICATIONS = 8;
const study = (seed: number, database: string, env: Readonly<Record<string, string>>) =>
  runCommand(
    [
      ...['simulate', 'monte-carlo', '--bank', 'generated', '--items', '40', '--lengths', '5'],
      ...['--selectors', 'random', '--estimators', 'eap', '--seed', `${seed}`],
      ...['--replications', `${REPLICATIONS}`, '--on', 'workers', '--database', database],
    ],
    env,
  );

describe.skipIf(server === null)('workers', () => {
  test('a study over two workers is one trace, with a span for each task', async () => {
    const database = (await server?.database()) as string;
    const workers = [await startWorker(database, [], ON), await startWorker(database, [], ON)];
    const traced = await study(1, database, {
      ...ON,
      TRACEPARENT: `00-${TRACE}-b7ad6b7169203331-01`,
    });
    expect(traced, traced.stderr).toMatchObject({ status: 0 });
    // Without traces of its own, a command has none of its tasks either: each begins one.
    const quiet = await study(2, database, {});
    expect(quiet, quiet.stderr).toMatchObject({ status: 0 });
    expect(await Promise.all(workers.map((worker) => worker.end()))).toEqual([0, 0]);

    const tasks = traces.named('task monte-carlo');
    const [simulate] = traces.named('simulate');
    const blocks = Number(simulate.facts['thetarank.blocks']);
    const own = tasks.filter(({ trace }) => trace === TRACE);
    // A task whose worker is too slow to say that it has it is done again.
    expect(own.length).toBeGreaterThanOrEqual(blocks);
    for (const task of own)
      expect(traces.pathOf(task)).toEqual([
        ...['thetarank simulate monte-carlo', 'simulate', 'task monte-carlo'],
      ]);
    const others = tasks.filter(({ trace }) => trace !== TRACE);
    expect(others.length).toBeGreaterThanOrEqual(blocks);
    expect(new Set(others.map(({ parent }) => parent))).toEqual(new Set(['']));
    expect(new Set(others.map(({ trace }) => trace)).size).toBe(others.length);
    const kept = traces.named('database work.keepResult');
    expect(new Set(kept.map(({ parent }) => parent))).toEqual(new Set(tasks.map(({ id }) => id)));
    // Neither looking for results nor the signs of life of workers fill the trace.
    const names = [...new Set(traces.spans.map(({ name }) => name))];
    expect(names.filter((name) => /renew|results|thread/.test(name))).toEqual([]);
    const ended = traces.named('thetarank worker');
    expect(ended).toHaveLength(2);
    for (const { trace } of ended) expect(trace).not.toBe(TRACE);
  });
});
