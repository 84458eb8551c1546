import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import type { LengthReport } from '../../../../sim/test-length/length-report.ts';
import { MEASURES } from '../../../../sim/test-length/measures.ts';
import { fail } from '../../../errors.ts';
import { checkFolder, checkWritable, writeFileWhole } from '../../../files/write/write.ts';
import { ESTIMATORS } from '../../../irt/estimate/estimate.ts';
import { RANK_STRATEGIES } from '../../../ranking/recorded/rank-request.ts';
import { shellWord } from '../../../shell-word.ts';
import { lengthPlan } from '../../../workflow/studies/test-length/length-plan.ts';
import {
  type LengthSource,
  readLengthSource,
} from '../../../workflow/studies/test-length/length-source.ts';
import { openReplications } from '../../../workflow/studies/test-length/replication-folder.ts';
import { runLengthSource } from '../../../workflow/studies/test-length/run-length-source.ts';
import {
  lengthTestOf,
  studyHead,
} from '../../../workflow/studies/test-length/simulate-test-length.ts';
import { studyProgress } from '../../operations/interrupt-text.ts';
import { addBankOptions, readBank, sourceOf } from '../../options/bank-source.ts';
import { addOnOption, checkOn, onWorkersNote, withWorkers } from '../../options/on-option.ts';
import { confidence, keepInputs, wholeNumber, workersOption } from '../../options/options.ts';
import { noteLeftOut } from '../../output/flag-report.ts';
import { printedAnyway } from '../../output/printed-anyway.ts';
import { convergenceProgress } from '../../output/progress.ts';
import { printText } from '../../output/typed-commands.ts';
import { wordsOfReports } from '../../output/words-of-reports.ts';
import { DIGEST_FILE } from '../study-digest.ts';
import { curveCsv, curveSvg, lengthDigest, lengthPage } from './length-files.ts';
import { abilitiesOf, type LengthOptions, lengthTolerance } from './length-options.ts';
import { lengthText } from './length-text.ts';
import { planText } from './plan-text.ts';

const EXAMPLES = `
Targets: ${Object.entries(MEASURES)
  .map(([name, { relation }]) => `${name}${relation}`)
  .join(', ')}; several must all hold.

Examples:
  thetarank simulate test-length --bank mmlu-pro --goal "kendall>=0.95"
  thetarank simulate test-length --bank mmlu-pro --goal "mae<=2" --calibrated-on 34
  thetarank simulate test-length --bank cruxeval-o --goal "kendall>=0.9,mae<=2" --recorded --strategy paper --out length
  thetarank simulate test-length --parameters items.csv --goal "se<=0.2" --abilities normal:0:1 --plot length.svg

What it does and what it assumes: docs/test-length.md`;

const NEXT_OF_DRY_RUN = 'Nothing was kept. Next: the same command without --dry-run';

/** `thetarank simulate test-length`: the shortest test that reaches a target. */
export function addTestLengthCommand(simulate: Command): void {
  const command = addBankOptions(
    simulate
      .command('test-length')
      .description(
        'How long must a test be? Find the shortest length that reaches a target, with an interval. Lengths that are clearly too short or long enough take few replications, close ones many.',
      ),
  )
    .optionsGroup('The test:')
    .requiredOption(
      '--goal <measure>',
      'target that the test must reach, such as "kendall>=0.95"; for several repeat the option, or separate them by commas',
      (text: string, before: readonly string[] | undefined) => [...(before ?? []), text],
    )
    .option('--parameters <file>', 'item parameters instead of a bank, CSV: item,a,b,c,d')
    .option(
      '--abilities <which>',
      'abilities of simulated examinees: models (those of the bank) or normal:MEAN:SD (default: models, else normal:0:1)',
      abilitiesOf,
    )
    .option(
      '--examinees <n>',
      'examinees to rank against each other (default: the number of models in the bank, else 20)',
      wholeNumber(1),
    )
    .option('--selector <rule>', 'how items are chosen (default: maximum-information)')
    .option(
      '--include-flagged',
      'with --parameters: let tests choose items flagged negative-slope or a-at-bound',
    )
    .addOption(
      new Option('--estimator <name>', 'estimator of ability (default: ml)').choices(ESTIMATORS),
    )
    .option(
      '--calibrated-on <n>',
      'in each replication, estimate the parameters from this many simulated examinees',
      wholeNumber(2),
    )
    .option(
      '--recorded',
      "test the bank's recorded models instead of simulated ones, on calibrations that leave out their families",
    )
    .option(
      '--strategy <name>',
      'how models are tested: recorded ones by any strategy of simulate post-hoc (default: paper), simulated ones by paper or random-irt',
    )
    .option('--folds <n>', 'with --recorded: parts that families are divided into', wholeNumber(2))
    .option('--max-items <n>', 'the longest test to try', wholeNumber(1))
    .optionsGroup('The study:')
    .option(
      '--max-replications <n>',
      'stop after this number of replications, however wide the interval is (default: 1000; with --recorded 40)',
      wholeNumber(1),
    )
    .option(
      '--tolerance <t>',
      'stop when half the width of the interval is at most this share of the length, such as 10%, or this number of items (default: 5%)',
      lengthTolerance,
    )
    .option('--confidence <p>', 'confidence of the interval', confidence, 0.95)
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0), 1)
    .addOption(workersOption());
  addOnOption(command)
    .optionsGroup('Results:')
    .option(
      '--out <folder>',
      'keep replications there, then result.json, curve.csv, curve.svg and report.html',
    )
    .option('--resume', 'continue the study in --out, also for a narrower interval')
    .option('--plot <file.svg>', 'draw the curve')
    .option(
      '--dry-run',
      'check everything, try one replication, and print about how long the study takes',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(({ goal, ...options }) => runTestLength({ ...options, target: goal }));
}

async function runTestLength(options: LengthOptions): Promise<void> {
  const { out, plot, json = false } = options;
  checkOn(options);
  const words = wordsOfReports();
  checkOutputs(options);
  const source = await readLengthSource(options, {
    readRecorded: () => readBank(options),
    note: noteLeftOut,
    fit: convergenceProgress,
  });
  if (options.dryRun === true) {
    const workers = options.workers ?? availableParallelism();
    process.stderr.write('trying one replication\n');
    const plan = lengthPlan(source, workers, () => performance.now());
    console.log(
      json
        ? JSON.stringify(plan, null, 2)
        : `${planText(plan)}${onWorkersNote(options)}\n\n${NEXT_OF_DRY_RUN}`,
    );
    return;
  }
  const head = studyHead(source, options.target);
  const kept =
    out === undefined ? null : openReplications(out, source.study, head, options.resume ?? false);
  const report = await withWorkers(options, (workers) =>
    runLengthSource(source, { kept, folder: out ?? null, workers }, studyProgress()),
  );
  const text = `${JSON.stringify(documentOf(report, source), null, 2)}\n`;
  const next = nextStep(report, source, options);
  const files: [string, string][] =
    out === undefined
      ? []
      : [
          ['result.json', text],
          [DIGEST_FILE, lengthDigest(report, source)],
          ['curve.csv', curveCsv(report)],
          ['curve.svg', await curveSvg(report, source, words)],
          [
            'report.html',
            await lengthPage(report, source, `\`${next.command}\` (${next.why})`, words),
          ],
        ];
  const write = async () => {
    if (plot !== undefined) writeFileWhole(plot, await curveSvg(report, source, words));
    for (const [name, content] of files) writeFileWhole(join(out!, name), content);
    return [...files.map(([name]) => join(out!, name)), ...(plot === undefined ? [] : [plot])];
  };
  await printedAnyway(write, (written) => {
    if (json) {
      process.stdout.write(text);
      return;
    }
    printText(
      [
        lengthText(report, source),
        ...(written === null || written.length === 0 ? [] : [`Written: ${written.join(', ')}.`]),
        `Next: ${next.why}: ${next.command}`,
      ].join('\n\n'),
    );
  });
}

/** Before the study, so that hours of work are not lost to a name. */
function checkOutputs(options: LengthOptions): void {
  const { out, plot } = options;
  if (options.resume === true && out === undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--resume',
      reason: 'add --out with the folder of the study.',
    });
  keepInputs(plot, options, '--plot');
  if (plot !== undefined && !/\.svg$/i.test(plot))
    fail('OPTION_INVALID', {
      option: '--plot',
      found: plot,
      accepted: 'the name of a file that ends in .svg',
    });
  if (plot !== undefined) {
    checkWritable([plot]);
    checkFolder(plot, out);
  }
  if (out !== undefined) checkWritable([join(out, 'result.json')]);
}

/** The report with what was studied, as JSON. */
function documentOf(report: LengthReport, { study, bank, items, examinees }: LengthSource) {
  const { seed } = study;
  const { status, length, interval, target, curve, ...rest } = report;
  return {
    status,
    length,
    interval,
    target,
    bank,
    items,
    examinees,
    simulated: study.kind === 'simulated',
    ...lengthTestOf({ study }),
    seed,
    ...rest,
    curve,
  };
}

function nextStep(
  report: LengthReport,
  { study, hasRealAnswers }: LengthSource,
  options: LengthOptions,
): { why: string; command: string } {
  const bank = options.parameters === undefined ? sourceOf(options) : '';
  const target = shellWord(report.target.join(','));
  if (study.kind === 'recorded') {
    const isKnown = (RANK_STRATEGIES as readonly string[]).includes(study.strategy);
    const by = isKnown ? ` --strategy ${study.strategy}` : '';
    return {
      why: 'a ranking with tests of this length',
      command: `thetarank rank ${bank} --items ${report.interval.high ?? report.longest}${by}`,
    };
  }
  const canRecord = study.targets.every(({ measure }) => MEASURES[measure].recorded);
  if (hasRealAnswers && canRecord)
    return {
      why: 'the same question for real answers, tested as rank does (takes minutes; --dry-run prints how many)',
      command: `thetarank simulate test-length ${bank} --goal ${target} --recorded --strategy robust`,
    };
  const from =
    options.parameters === undefined ? bank : `--parameters ${shellWord(options.parameters)}`;
  const again = `thetarank simulate test-length ${from} --goal ${target}`;
  if (options.out === undefined)
    return { why: 'keep the results, with the curve and a page', command: `${again} --out length` };
  if (study.calibratedOn === null)
    return {
      why: 'how much longer the test must be if its parameters are estimated',
      command: `${again} --calibrated-on 500 --out length-calibrated`,
    };
  return {
    why: 'which tests of this length do best',
    command: 'thetarank simulate monte-carlo --help',
  };
}
