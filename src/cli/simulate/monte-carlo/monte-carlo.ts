import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import type { StudyDesign } from '../../../../sim/monte-carlo/design/study-design.ts';
import { FIRST_LOOK } from '../../../../sim/monte-carlo/measure/ratio.ts';
import { firstReplications } from '../../../../sim/monte-carlo/study.ts';
import { fail } from '../../../errors.ts';
import { checkFolder, checkWritable, writeFileWhole } from '../../../files/write/write.ts';
import { shellWord } from '../../../shell-word.ts';
import { ROWS_FILE } from '../../../workflow/studies/monte-carlo/rows-folder.ts';
import { runStudy } from '../../../workflow/studies/monte-carlo/run-study.ts';
import { openStudyRows } from '../../../workflow/studies/monte-carlo/simulate-monte-carlo.ts';
import { openStudyFolder } from '../../../workflow/studies/monte-carlo/study-folder.ts';
import { studyPlan } from '../../../workflow/studies/monte-carlo/study-plan.ts';
import { openStudy } from '../../../workflow/studies/monte-carlo/study-source.ts';
import { studyProgress } from '../../operations/interrupt-text.ts';
import { addDatabaseOption } from '../../options/database-option.ts';
import {
  addOnOption,
  checkOn,
  type OnOptions,
  onArgument,
  onWorkersNote,
  withWorkers,
} from '../../options/on-option.ts';
import { wholeNumber, workersOption } from '../../options/options.ts';
import { noteLeftOut } from '../../output/flag-report.ts';
import { printedAnyway } from '../../output/printed-anyway.ts';
import { printText } from '../../output/typed-commands.ts';
import { wordsOfReports } from '../../output/words-of-reports.ts';
import {
  addDesignFlags,
  checkLengths,
  type DesignFlags,
  designArguments,
  designFrom,
} from './design-flags.ts';
import { planText } from './plan-text.ts';
import { studyAnswer } from './study-answer.ts';
import { writeStudyFiles } from './study-files.ts';
import { studyReport } from './study-report.ts';
import { studyText } from './study-text.ts';

interface MonteCarloOptions extends DesignFlags, OnOptions {
  readonly resume?: boolean;
  readonly out?: string;
  readonly report?: string;
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly printDesign?: boolean;
  readonly untilPrecise?: boolean;
  readonly mostReplications?: number;
  readonly rows?: boolean;
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
  thetarank simulate monte-carlo design.yaml --out study --on workers --database postgres://thetarank@db/thetarank

or without a file:
  thetarank simulate monte-carlo --bank generated --items 500 --lengths 20,40 --selectors maximum-information,random --estimators ml,eap
  thetarank simulate monte-carlo --bank mmlu-pro --lengths 40 --selectors maximum-information,randomesque:best=10 --print-design > design.yaml

All fields: docs/simulation.md, docs/schema/monte-carlo.schema.json`;

/** Precision may take at most this multiple of the replications before the first check. */
const MOST_MORE = 10;

/** Above a design that is printed: what to do with it. */
const NEXT_OF_DESIGN = `# All fields: docs/simulation.md. Next, with this in design.yaml:
#   thetarank simulate monte-carlo design.yaml --out study
`;

/** `thetarank simulate monte-carlo`: adaptive tests of simulated examinees, in all cells of a design. */
export function addMonteCarloCommand(simulate: Command): void {
  const command = addDesignFlags(
    simulate
      .command('monte-carlo')
      .description(
        'Simulate adaptive tests of examinees of known ability, in every combination of a design, and measure precision, exposure and order.',
      )
      .argument(
        '[design]',
        'YAML: bank, abilities, deviations from the model, and what is compared; options override its fields',
      ),
  )
    .optionsGroup('Study:')
    .option('--print-design', 'print the design as YAML, and simulate nothing')
    .addOption(workersOption());
  addDatabaseOption(addOnOption(command))
    .optionsGroup('Results:')
    .option(
      '--out <folder>',
      'keep finished blocks there, then report.html, the numbers as JSON, CSV and Parquet, and plots',
    )
    .option('--report <file>', 'write the report there, one HTML page')
    .option('--resume', 'continue the study in --out')
    .option(
      '--until-precise',
      `add replications until the precision of the design or --most-replications is reached; the first check is after ${FIRST_LOOK}`,
    )
    .option(
      '--most-replications <n>',
      `with --until-precise: most replications (default: ${MOST_MORE} times those of the design, but at least ${MOST_MORE * FIRST_LOOK})`,
      wholeNumber(2),
    )
    .option('--rows', `write every test as a row of ${ROWS_FILE} in --out`)
    .option('--dry-run', 'check the design, print what the study takes, and simulate nothing')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLE)
    .action(runMonteCarlo);
}

async function runMonteCarlo(
  designFile: string | undefined,
  options: MonteCarloOptions,
): Promise<void> {
  const { out, report: page, resume = false, json = false } = options;
  checkOn(options);
  const words = wordsOfReports();
  if (resume && out === undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--resume',
      reason: 'add --out with the folder of the study.',
    });
  const { value, file } = designFrom(designFile, options);
  // Without lengths all else is checked with tests of one item, so that no mistake hides another.
  const isWhole = designFile !== undefined || options.lengths !== undefined;
  const study = await openStudy(
    isWhole ? value : { ...(value as object), lengths: [1] },
    file,
    noteLeftOut,
  );
  checkLengths(designFile, options);
  if (options.printDesign === true) {
    process.stdout.write(`${NEXT_OF_DESIGN}${stringify(value)}`);
    return;
  }
  const most = mostReplications(study.design, options);
  const command = `thetarank simulate monte-carlo ${designArguments(designFile, options)}${onArgument(options)}`;
  if (options.dryRun === true) {
    const replications =
      most === null ? study.design.replications : firstReplications(study.design, most);
    const planned = { ...study, design: { ...study.design, replications } };
    const plan = studyPlan(planned, options.workers ?? availableParallelism(), () =>
      performance.now(),
    );
    if (json) console.log(JSON.stringify(plan, null, 2));
    else
      printText(
        `${planText(plan)}${onWorkersNote(options)}\n\nNext: ${command} --out ${shellWord(out ?? 'study')}`,
      );
    return;
  }
  if (options.rows === true && out === undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--rows',
      reason: 'add --out with the folder of the study.',
    });
  checkWritable([
    ...(out === undefined ? [] : [join(out, 'results.json'), join(out, ROWS_FILE)]),
    ...(page === undefined ? [] : [page]),
  ]);
  if (page !== undefined) checkFolder(page, out);
  const folder = out === undefined ? null : openStudyFolder(out, study, resume);
  const rows = options.rows === true ? openStudyRows(study, folder!) : null;
  const report = await withWorkers(options, (workers) =>
    runStudy(study, { workers, folder, rows, most }, studyProgress()),
  );
  const text = `${JSON.stringify(report, null, 2)}\n`;
  const write = async () => {
    const written = out === undefined ? [] : await writeStudyFiles(out, report, text, words);
    if (page !== undefined) writeFileWhole(page, await studyReport(report, [], words));
    return rows === null ? written : [ROWS_FILE, ...written];
  };
  await printedAnyway(write, (written) => {
    if (json) {
      process.stdout.write(text);
      return;
    }
    const kept =
      written === null
        ? 'Next: free the place named below, and run the same command again.'
        : out === undefined
          ? page === undefined
            ? `Next: to keep the results, with a report and tables: ${command} --out study`
            : `Next: read the report: ${page}`
          : `Written to ${out}: ${written.join(', ')}.\nNext: read the report: ${page ?? join(out, 'report.html')}`;
    printText(`${studyAnswer(report).lead}\n\n${studyText(report)}\n\n${kept}`);
  });
}

/** The most replications of a run that awaits precision; null of another. @throws OPTIONS_CONFLICT if precision cannot be awaited */
function mostReplications(
  { precision, replications }: StudyDesign,
  { untilPrecise = false, mostReplications: most }: MonteCarloOptions,
): number | null {
  const conflict = (options: string, reason: string) =>
    fail('OPTIONS_CONFLICT', { options, reason });
  if (!untilPrecise && most !== undefined)
    conflict('--most-replications', 'it only works with --until-precise.');
  if (!untilPrecise) return null;
  if (Object.keys(precision).length === 0)
    conflict(
      '--until-precise',
      'the design sets no precision to reach; add one, such as --precision bias=0.01,kendall=0.005.',
    );
  if (replications < 2)
    conflict(
      '--until-precise',
      `the precision of one replication is not known; start with more, such as --replications ${FIRST_LOOK}.`,
    );
  return most ?? MOST_MORE * Math.max(replications, FIRST_LOOK);
}
