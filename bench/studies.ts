import { blockCount } from '../sim/monte-carlo/run/block.ts';
import { runBlocks } from '../sim/monte-carlo/run/run-blocks.ts';
import { StudySums } from '../sim/monte-carlo/study.ts';
import { studyOf } from '../src/workflow/studies/monte-carlo/study-source.ts';
import { type BenchmarkOptions, type Measured, measured } from './measure.ts';

const WORKERS = 2;
/** A quick run simulates this share of the tests. */
const QUICK = 0.1;

/**
 * Whole studies, as `simulate monte-carlo` runs them on two workers: banks, answers of all examinees to all items, tests, scores on the
 * whole bank, all measures. Workers start within the time.
 */
export async function studies(options: BenchmarkOptions): Promise<Measured[]> {
  return [
    await study('10,000 × 243 of 33,735', { builtin: 'climedbench' }, 200, 50, 243, 60, options),
    await study('100,000 × 40 of 500', { generate: { items: 500 } }, 100, 1000, 40, 30, options),
  ];
}

/** @param target seconds, of the whole study */
async function study(
  name: string,
  bank: object,
  replications: number,
  examinees: number,
  length: number,
  target: number,
  { isQuick }: BenchmarkOptions,
): Promise<Measured> {
  const share = isQuick ? QUICK : 1;
  const design = {
    bank,
    estimators: ['ml'],
    lengths: [length],
    replications: replications * share,
    abilities: { normal: { mean: 0, sd: 1, count: examinees } },
    group: 50,
  };
  const one = studyOf(design, 'bench/studies.ts');
  const sums = new StudySums(one);
  const before = process.cpuUsage();
  const from = performance.now();
  const blocks = Array.from({ length: blockCount(one.design) }, (_, k) => k);
  await runBlocks(one, blocks, WORKERS, (block, groups) => sums.add(block, groups));
  const seconds = (performance.now() - from) / 1000;
  const { user, system } = process.cpuUsage(before);
  const [{ rmse }] = sums.report().cells;
  return measured(
    `study, ${name}`,
    [seconds],
    's',
    target * share,
    `${WORKERS} workers, ${replications * share} replications of ${examinees} examinees`,
    { cpuSeconds: (user + system) / 1e6, rmse: rmse.value },
  );
}
