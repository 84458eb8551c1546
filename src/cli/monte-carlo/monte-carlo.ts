import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import { blockCount } from '../../../sim/monte-carlo/block.ts';
import type { Study } from '../../../sim/monte-carlo/replication.ts';
import { runBlocks } from '../../../sim/monte-carlo/run-blocks.ts';
import { type MonteCarloReport, StudyTotals } from '../../../sim/monte-carlo/study.ts';
import { fail } from '../../errors.ts';
import { checkWritable, writeFileWhole } from '../../files/write.ts';
import { wholeNumber } from '../options.ts';
import { progressBar } from '../progress.ts';
import { addDesignFlags, type DesignFlags, designArguments, designFrom } from './design-flags.ts';
import { writeStudyFiles } from './study-files.ts';
import { openStudyFolder, type StudyFolder } from './study-folder.ts';
import { planText, studyPlan } from './study-plan.ts';
import { studyReport } from './study-report.ts';
import { openStudy } from './study-source.ts';
import { studyText } from './study-text.ts';

interface MonteCarloOptions extends DesignFlags {
  readonly workers?: number;
  readonly resume?: boolean;
  readonly out?: string;
  readonly report?: string;
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly printDesign?: boolean;
}

const EXAMPLE = `
Example: design.yaml
  bank: { generate: { items: 500, c: { beta: { alpha: 5, beta: 17 } } } }
  abilities: { normal: { mean: 0, sd: 1, count: 200 } }
  estimators: [ml, eap]
  selectors: [maximum-information, random]
  lengths: [20, 40]

  thetarank simulate monte-carlo design.yaml --dry-run
  thetarank simulate monte-carlo design.yaml --out study
  thetarank simulate monte-carlo design.yaml --out study --resume

or without a file:
  thetarank simulate monte-carlo --bank generated --items 500 --lengths 20,40 --selectors maximum-information,random --estimators ml,eap
  thetarank simulate monte-carlo --bank mmlu-pro --lengths 40 --selectors maximum-information,randomesque:best=10 --print-design > design.yaml

All fields: docs/simulation.md, docs/monte-carlo.schema.json`;

/** Above a design that is printed: what to do with it. */
const NEXT_OF_DESIGN = `# All fields: docs/simulation.md. Next, with this in design.yaml:
#   thetarank simulate monte-carlo design.yaml --out study
`;

/** `thetarank simulate monte-carlo`: adaptive tests of simulated examinees, in all cells of a design. */
export function addMonteCarloCommand(simulate: Command): void {
  addDesignFlags(
    simulate
      .command('monte-carlo')
      .description(
        'Simulate adaptive tests of examinees of known ability, in every combination of a design, and measure precision, exposure and order.',
      )
      .argument(
        '[design]',
        'YAML: bank, abilities, what is wrong with them, and what is compared; options beside it take the place of its fields',
      ),
  )
    .option(
      '--print-design',
      'print the design that the options make, as YAML, and simulate nothing',
    )
    .option(
      '--workers <n>',
      'threads; results do not depend on it (default: as many as there are processors)',
      wholeNumber(1),
    )
    .option(
      '--out <folder>',
      'keep finished blocks there, then report.html, the numbers as JSON, CSV and Parquet, and plots',
    )
    .option('--report <file>', 'write the report there, one HTML page')
    .option('--resume', 'go on with the study in --out')
    .option('--dry-run', 'check the design, say what it takes, and simulate nothing')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLE)
    .action(runMonteCarlo);
}

async function runMonteCarlo(
  designFile: string | undefined,
  options: MonteCarloOptions,
): Promise<void> {
  const { out, report: page, resume = false, json = false } = options;
  const workers = options.workers ?? availableParallelism();
  if (resume && out === undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--resume',
      reason: 'name the folder of the study with --out.',
    });
  const { value, file } = designFrom(designFile, options);
  const study = await openStudy(value, file);
  if (options.printDesign === true) {
    process.stdout.write(`${NEXT_OF_DESIGN}${stringify(value)}`);
    return;
  }
  const command = `thetarank simulate monte-carlo ${designArguments(designFile, options)}`;
  if (options.dryRun === true) {
    const plan = studyPlan(study, workers, () => performance.now());
    if (json) console.log(JSON.stringify(plan, null, 2));
    else console.log(`${planText(plan)}\n\nNext: ${command} --out study`);
    return;
  }
  checkWritable([
    ...(out === undefined ? [] : [join(out, 'results.json')]),
    ...(page === undefined ? [] : [page]),
  ]);
  const folder = out === undefined ? null : openStudyFolder(out, study, resume);
  const report = await simulated(study, folder, workers);
  const text = `${JSON.stringify(report, null, 2)}\n`;
  const written = out === undefined ? [] : await writeStudyFiles(out, report, text);
  if (page !== undefined) writeFileWhole(page, await studyReport(report));
  if (json) {
    process.stdout.write(text);
    return;
  }
  const kept =
    out === undefined
      ? page === undefined
        ? `Next: keep it, with a report and tables: ${command} --out study`
        : `Next: read the report: ${page}`
      : `Written to ${out}: ${written.join(', ')}.\nNext: read the report: ${page ?? join(out, 'report.html')}`;
  console.log(`${studyText(report)}\n\n${kept}`);
}

async function simulated(
  study: Study,
  folder: StudyFolder | null,
  workers: number,
): Promise<MonteCarloReport> {
  const all = blockCount(study.design);
  const totals = new StudyTotals(study);
  const kept = new Set(folder?.blocks);
  const progress = progressBar();
  progress.start(all, 'simulating');
  try {
    const left: number[] = [];
    for (let block = 0; block < all; block++) if (!kept.has(block)) left.push(block);
    // What is kept is read when its turn comes, so that it does not wait in memory.
    let next = 0;
    const readOn = () => {
      for (; kept.has(next); next++) {
        totals.add(next, folder!.read(next));
        progress.advance();
      }
    };
    readOn();
    const early = new Set<number>();
    await runBlocks(study, left, workers, (block, tallies) => {
      folder?.keep(block, tallies);
      totals.add(block, tallies);
      progress.advance();
      early.add(block);
      while (early.delete(next)) {
        next++;
        readOn();
      }
    });
  } finally {
    progress.stop();
  }
  return totals.report();
}
