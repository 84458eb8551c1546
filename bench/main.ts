/**
 * Seeded benchmarks: `npm run bench`, or
 *
 *     node bench/main.ts [--json] [--only NAME] [--quick]
 *
 * Each runs in a process of its own, so that one does not warm or fill the memory of another.
 */
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { assembly } from './assembly.ts';
import { calibrate } from './calibrate.ts';
import { command } from './command.ts';
import { diagnosis } from './diagnosis.ts';
import { endpoint } from './endpoint.ts';
import { fit } from './fit.ts';
import { growth } from './growth.ts';
import { hostileTexts } from './hostile-texts.ts';
import { load } from './load.ts';
import type { Benchmark, Measured } from './measure.ts';
import { monteCarlo } from './monte-carlo.ts';
import { polytomous } from './polytomous.ts';
import { robust } from './robust.ts';
import { score } from './score.ts';
import { service } from './service.ts';
import { session } from './session.ts';
import { start } from './start.ts';
import { studies } from './studies.ts';
import { threads } from './threads.ts';
import { tracing } from './tracing.ts';
import { workers } from './workers.ts';

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  session,
  score,
  calibrate,
  load,
  fit,
  command,
  threads,
  growth,
  polytomous,
  'hostile-texts': hostileTexts,
  robust,
  endpoint,
  'monte-carlo': monteCarlo,
  studies,
  assembly,
  diagnosis,
  service,
  start,
  tracing,
  workers,
};

interface Report {
  readonly node: string;
  readonly cpu: string;
  readonly results: readonly Measured[];
}

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, only: { type: 'string' }, quick: { type: 'boolean' } },
});
const { json = false, only, quick: isQuick = false } = values;
if (only !== undefined && !Object.hasOwn(BENCHMARKS, only)) {
  process.stderr.write(`--only ${only}: accepted: ${Object.keys(BENCHMARKS).join(', ')}\n`);
  process.exit(2);
}

const results =
  only === undefined ? Object.keys(BENCHMARKS).flatMap(apart) : await BENCHMARKS[only]({ isQuick });
const cpu = cpus()[0]?.model ?? 'unknown';
const report: Report = { node: process.version, cpu, results };
process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : table(report));

function apart(name: string): readonly Measured[] {
  const call = [import.meta.filename, '--json', '--only', name, ...(isQuick ? ['--quick'] : [])];
  const output = execFileSync(process.execPath, call, { encoding: 'utf8' });
  return (JSON.parse(output) as Report).results;
}

function table({ node, cpu, results }: Report): string {
  const number = (value: number) => value.toPrecision(3);
  const short = (value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? number(value) : value;
  const lines = results.map(({ name, median, min, max, unit, target, met, bound, ...details }) => {
    const figures = `${name.padEnd(28)} ${number(median)} ${unit} (${number(min)} to ${number(max)})`;
    const held = `target ${target} ${unit}: ${met ? 'met' : 'MISSED'}`;
    const more = Object.entries(details).map(([key, value]) => `${key} ${short(value)}`);
    const indented = [`bound: ${bound}`, more.join(', ')].filter((line) => line !== '');
    return [`${figures.padEnd(62)} ${held}`, ...indented.map((line) => `    ${line}`)].join('\n');
  });
  return `Node ${node}, ${cpu}\n\n${lines.join('\n')}\n`;
}
