import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { logTables, SessionKernel } from '../sim/monte-carlo/run/session-kernel.ts';
import { type CatBank, prepareBank } from '../src/cat/bank.ts';
import { PUBLISHED, type SessionConfiguration } from '../src/cat/configuration.ts';
import { AdaptiveSession } from '../src/cat/session.ts';
import { type ItemParameters, itemParameters } from '../src/irt/parameters.ts';
import { type Measured, measured, times } from './measure.ts';
import { simulatedItems, simulatedScores } from './simulated.ts';

/** A study of 10,000 tests of 243 items in 60 s on 2 cores, and one of 100,000 tests of 40 items in 30 s: ms a test. */
const TARGETS = { hundred: 40, long: (60_000 * 2) / 10_000, short: (30_000 * 2) / 100_000 };

/** Sessions of simulation studies beside the AdaptiveSession that they must equal. */
export function monteCarlo(): Measured[] {
  const { items, answers } = bank5000();
  return [
    compare('100 × 40 of bank5000, ML', items, answers, 40, TARGETS.hundred, 1, 10),
    compare('a test, 243 of 33,735', ...simulated(33_735, 100), 243, TARGETS.long, 100, 2),
    compare('a test, 40 of 500', ...simulated(500, 500), 40, TARGETS.short, 500, 5),
  ];
}

/**
 * Runs all tests `runs` times, tables of the bank and all, and reports the time divided by `share`.
 * @param answers one row per examinee
 */
function compare(
  name: string,
  items: ItemParameters,
  answers: readonly ArrayLike<number>[],
  length: number,
  target: number,
  share: number,
  runs: number,
): Measured {
  const ids = Array.from({ length: items.count }, (_, j) => `q${j + 1}`);
  const bank = prepareBank(ids, items, {}, [-4, 4]);
  const configuration = { ...PUBLISHED, stop: { rule: 'length', items: length } } as const;
  const byKernel: string[] = [];
  const kernel = times(runs, 1, () => {
    byKernel.length = 0;
    const one = new SessionKernel(bank, configuration, logTables(bank));
    for (const row of answers) {
      one.run('1', row);
      byKernel.push(one.index.join());
    }
  });
  const bySession: string[] = [];
  const session = times(Math.min(runs, 2), runs > 2 ? 1 : 0, () => {
    bySession.length = 0;
    for (const row of answers) bySession.push(sit(bank, configuration, row));
  });
  return measured(
    `simulated, ${name}`,
    kernel.clock.map((ms) => ms / share),
    'ms',
    target,
    `${answers.length} tests of ${length} items, ${share === 1 ? 'all of them' : 'each'}; tables made anew in each run`,
    {
      cpu: kernel.cpu / share,
      adaptiveSessionCpu: session.cpu / share,
      timesFaster: session.cpu / kernel.cpu,
      sameItems: byKernel.join(';') === bySession.join(';'),
    },
  );
}

function sit(
  bank: CatBank,
  configuration: SessionConfiguration,
  scores: ArrayLike<number>,
): string {
  const session = new AdaptiveSession(bank, configuration);
  const asked: number[] = [];
  for (let items = session.next(); items.length > 0; items = session.next())
    for (const { index } of items) {
      asked.push(index);
      session.recordAt(index, scores[index]);
    }
  return asked.join();
}

function simulated(count: number, examinees: number): [ItemParameters, Float32Array[]] {
  const items = simulatedItems('bench', count);
  const scores = simulatedScores('bench', items, examinees);
  const rows = Array.from({ length: examinees }, (_, i) =>
    scores.subarray(i * count, (i + 1) * count),
  );
  return [items, rows];
}

/** The bank and the answers that catR was timed on, where they are; otherwise others of the same size. */
function bank5000(): { items: ItemParameters; answers: readonly ArrayLike<number>[] } {
  const file = (name: string) => new URL(`../../shared/oracles/cat/${name}`, import.meta.url);
  if (!existsSync(file('bank5000_items.csv'))) {
    const [items, answers] = simulated(5000, 100);
    return { items, answers };
  }
  const rows = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => line.split(',').map(Number));
  const parameters = rows(readFileSync(file('bank5000_items.csv'), 'utf8').replace(/^a,b,c\n/, ''));
  const [a, b, c] = [0, 1, 2].map((column) => parameters.map((row) => row[column]));
  const answers = gunzipSync(readFileSync(file('bank5000_responses.csv.gz'))).toString('utf8');
  return { items: itemParameters({ a, b, c }), answers: rows(answers) };
}
