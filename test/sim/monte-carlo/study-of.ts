import { readDesign } from '../../../sim/monte-carlo/design/study-design.ts';
import { blockCount } from '../../../sim/monte-carlo/run/block.ts';
import type { Study } from '../../../sim/monte-carlo/run/replication.ts';
import { runBlocks } from '../../../sim/monte-carlo/run/run-blocks.ts';
import { type MonteCarloReport, StudySums } from '../../../sim/monte-carlo/study.ts';

/** A small study: 120 drawn items, 25 examinees in groups of 10, tests of 12 items, three replications. */
export function studyOf(change: object): Study {
  const design = readDesign(
    {
      bank: { generate: { items: 120, c: { beta: { alpha: 5, beta: 17 } } } },
      abilities: { normal: { mean: 0, sd: 1, count: 25 } },
      group: 10,
      replications: 3,
      lengths: [12],
      ...change,
    },
    'd.yaml',
  );
  return { design, bank: null };
}

/** Simulates all of a study. */
export async function run(study: Study, workers = 0): Promise<MonteCarloReport> {
  const sums = new StudySums(study);
  const blocks = Array.from({ length: blockCount(study.design) }, (_, k) => k);
  await runBlocks(study, blocks, workers, (block, groups) => sums.add(block, groups));
  return sums.report();
}
