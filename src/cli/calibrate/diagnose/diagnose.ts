import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { fail } from '../../../errors.ts';
import { checkWritable, writeFileWhole } from '../../../files/write/write.ts';
import { type NormalPrior, STANDARD_NORMAL } from '../../../irt/estimate/estimate.ts';
import { plural } from '../../../numbers.ts';
import { wordsOfReports } from '../../../report/words-of-reports.ts';
import { names, normalPrior, wholeNumber } from '../../options/options.ts';
import { lateProgress } from '../../output/late-progress.ts';
import { printedAnyway } from '../../output/printed-anyway.ts';
import { printNote, printText } from '../../output/typed-commands.ts';
import { diagnose, IRT_MODELS, type IrtModel, modelOf } from './diagnosis.ts';
import { type DiagnosisFiles, readDiagnosisInput } from './diagnosis-input.ts';
import { diagnosisJson } from './diagnosis-json.ts';
import { diagnosisText } from './diagnosis-text.ts';
import { diagnosisPage } from './page/diagnosis-page.ts';

const EXAMPLES = `
Examples:
  thetarank calibrate diagnose --parameters items.csv --responses answers.csv --html diagnosis.html
  thetarank calibrate diagnose --parameters items.csv --responses answers.csv --choices choices.csv --keys keys.csv
  thetarank calibrate diagnose --parameters items.csv --responses answers.csv --draws 0 --dimensions none --json

Choices are CSV (examinee,item,choice, where a choice is an option letter) or the JSON of thetarank grade --json. Keys are CSV (item,key);
without them, the key of an item is the option that most right answers chose. S-X² needs 200 examinees who answered every item, and
at most 200 items; other items get a posterior-predictive check. What to do about findings: docs/diagnosis.md.`;

interface DiagnoseOptions extends DiagnosisFiles {
  readonly irtModel?: IrtModel;
  readonly prior: NormalPrior;
  readonly draws: number;
  readonly dimensions: readonly number[];
  readonly seed: number;
  readonly itemsOnly?: boolean;
  readonly all?: boolean;
  readonly html?: string;
  readonly json?: boolean;
}

/** `thetarank calibrate diagnose`: which items, examinees and assumptions of a calibration to doubt. */
export function addDiagnoseCommand(calibrate: Command): void {
  calibrate
    .command('diagnose')
    .description(
      'Diagnose a calibration: fit of items, options and examinees; dependence, dimensions, reliability and information of the bank.',
    )
    .optionsGroup('Files:')
    .requiredOption('--parameters <file>', 'item parameters, CSV: item,a,b and optionally c,d,flag')
    .requiredOption(
      '--responses <file>',
      'recorded answers to the same items, CSV: examinee, then one column per item; 0 or 1',
    )
    .option('--families <file>', 'families of examinees, CSV: examinee,family')
    .option(
      '--choices <file>',
      'options chosen, CSV: examinee,item,choice; or JSON of grade --json',
    )
    .option('--keys <file>', 'keys, CSV: item,key and optionally options (default: from scores)')
    .optionsGroup('Statistics:')
    .addOption(
      new Option(
        '--irt-model <name>',
        'model that the parameters were fitted by, for degrees of freedom (default: by their columns)',
      ).choices(IRT_MODELS),
    )
    .addOption(
      new Option('--prior <normal:mean:sd>', 'distribution of ability in the calibration')
        .argParser(normalPrior)
        .default(STANDARD_NORMAL, 'normal:0:1'),
    )
    .option(
      '--draws <n>',
      'simulated sets of answers that items and pairs are compared with; 0 for none',
      wholeNumber(0),
      100,
    )
    .addOption(
      new Option('--dimensions <n,n,…>', 'numbers of dimensions to compare, or none')
        .argParser(dimensionList)
        .default([1, 2, 4], '1,2,4'),
    )
    .option('--items-only', 'leave out the statistics of the whole bank, which take longest')
    .option('--seed <n>', 'seed of all draws', wholeNumber(0), 1)
    .optionsGroup('Results:')
    .option('--all', 'print all items and examinees, not only the worst')
    .option('--html <file>', 'write a page with charts, which needs no other file')
    .option('--json', 'print JSON with everything')
    .addHelpText('after', EXAMPLES)
    .action(runDiagnose);
}

async function runDiagnose(options: DiagnoseOptions): Promise<void> {
  const { html } = options;
  checkFiles(options);
  const words = wordsOfReports();
  if (html !== undefined) checkWritable([html]);
  const input = readDiagnosisInput(options);
  const unmatched = input.choices?.unmatched ?? 0;
  if (unmatched > 0)
    printNote(
      `${options.choices}: ${plural(unmatched, 'choice')} of examinees or items without recorded answers ${unmatched === 1 ? 'is' : 'are'} left out.`,
    );
  const { prior, draws, seed, dimensions, itemsOnly = false } = options;
  const model = options.irtModel ?? modelOf(input);
  const settings = { model, prior, draws, seed, dimensions, itemsOnly };
  const progress = lateProgress('diagnosing');
  const diagnosis = (() => {
    try {
      return diagnose(input, settings, progress.reach);
    } finally {
      progress.stop();
    }
  })();
  const write = () => {
    if (html === undefined) return null;
    writeFileWhole(html, diagnosisPage(diagnosis, options, words));
    return html;
  };
  await printedAnyway(write, (page) => {
    if (options.json === true)
      console.log(JSON.stringify(diagnosisJson(diagnosis, options, page), null, 2));
    else printText(diagnosisText(diagnosis, { ...options, page }));
  });
}

/** @throws OPTIONS_CONFLICT where the page would replace a file that is read, or keys have no choices */
function checkFiles(options: DiagnoseOptions): void {
  const { html, keys, choices } = options;
  if (keys !== undefined && choices === undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--keys',
      reason: 'only works with --choices, the options that examinees chose.',
    });
  for (const name of ['parameters', 'responses', 'families', 'choices', 'keys'] as const) {
    const file = options[name];
    if (html !== undefined && file !== undefined && resolve(html) === resolve(file))
      fail('OPTIONS_CONFLICT', {
        options: `--html, --${name}`,
        reason: `both are ${html}. Choose another place to write to.`,
      });
  }
}

/** Reads `1,2,4` or `none`. */
function dimensionList(text: string): number[] {
  if (text.trim() === 'none') return [];
  const one = wholeNumber(1);
  const list = [...new Set(names(text).map(one))].sort((x, y) => x - y);
  if (list.length < 2)
    throw new InvalidArgumentError('Accepted: two or more numbers such as 1,2,4, or none.');
  return list;
}
