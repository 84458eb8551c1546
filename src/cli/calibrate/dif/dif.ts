import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  CORRECTIONS,
  type Correction,
  DIF_METHODS,
  type DifMethod,
} from '../../../../calibration/diagnose/dif/find-dif.ts';
import { fail } from '../../../errors.ts';
import { readFamilies } from '../../../files/responses/read-families.ts';
import { type Responses, readResponses } from '../../../files/responses/read-responses.ts';
import { checkWritable, writeFileWhole } from '../../../files/write/write.ts';
import { requireBinary } from '../../../irt/require-binary.ts';
import { pickExaminees } from '../../../irt/responses.ts';
import { ENGLISH, type Words } from '../../../languages/words.ts';
import { documentPage } from '../../../report/page.ts';
import { documentText } from '../../../report/text.ts';
import { wordsOfReports } from '../../../report/words-of-reports.ts';
import { doubtTexts } from '../../../scoring/doubts/examinee-doubts.ts';
import { analyseDif } from '../../../workflow/calibration/analyse-dif.ts';
import { names, wholeNumber } from '../../options/options.ts';
import { printedAnyway } from '../../output/printed-anyway.ts';
import { convergenceProgress } from '../../output/progress.ts';
import { printNote, printText } from '../../output/typed-commands.ts';
import { difDocument } from './dif-document.ts';
import { difCsv, difJson } from './dif-files.ts';
import { type GroupOptions, readGroupsOf } from './dif-groups.ts';
import { type DifReport, difWarnings } from './dif-report.ts';

const EXAMPLES = `
Examples:
  thetarank calibrate dif --responses answers.csv --examinees models.csv --group vendor --focal OpenAI --families models.csv
  thetarank calibrate dif --responses answers.csv --examinees models.csv --group released --split-date 2024-06-30 --report dif.html
  thetarank calibrate dif --responses answers.csv --examinees models.csv --group cutoff --items-file items.csv --item-date published
  thetarank calibrate dif --responses prompts.csv --group prompt --families models.csv --methods mantel-haenszel --correction holm --json

Groups: the values of a column; or before and from a date on (--split-date); or, item by item, models older than the item and models that
can have seen it (--item-date). For prompt variants, give the same model in both groups and name the model as its family.
Answers are 0 or 1, or empty.`;

interface DifOptions extends GroupOptions {
  readonly families?: string;
  readonly methods: readonly DifMethod[];
  readonly correction: Correction;
  readonly alpha: number;
  readonly strata?: number;
  readonly maxIterations: number;
  readonly arrangements: number;
  readonly contamination: boolean;
  readonly hardBelow: number;
  readonly seed: number;
  readonly out?: string;
  readonly report?: string;
  readonly json?: boolean;
}

/** `thetarank calibrate dif`: items that behave differently in two groups of examinees, and contamination. */
export function addDifCommand(calibrate: Command): void {
  calibrate
    .command('dif')
    .description(
      'Differential item functioning: items that are harder for one of two groups of models at equal ability, and models that know hard items they should not (contamination).',
    )
    .optionsGroup('Groups:')
    .requiredOption(
      '--responses <file>',
      'recorded answers, CSV: examinee, then one column per item',
    )
    .requiredOption(
      '--group <column>',
      'the column that tells the groups, of --examinees or else of --responses',
    )
    .option('--examinees <file>', 'facts about examinees, CSV: examinee, then one column per fact')
    .option('--focal <a,b>', 'values of the focal group (default: the smaller of two)', names)
    .option('--reference <a,b>', 'values of the reference group (default: all others)', names)
    .option(
      '--split-date <date>',
      'the column holds dates or numbers: reference before this one, focal from it on',
    )
    .option('--items-file <file>', 'facts about items, CSV: item, then one column per fact')
    .option(
      '--item-date <column>',
      'the date of an item in --items-file: focal for it are models of this date or later',
    )
    .option(
      '--families <file>',
      'CSV: examinee, family; models of a family are not independent (default: the column family of --responses)',
    )
    .optionsGroup('Tests:')
    .addOption(
      new Option('--methods <a,b>', 'tests to make, separated by commas')
        .argParser(methods)
        .default([...DIF_METHODS], DIF_METHODS.join(',')),
    )
    .addOption(
      new Option(
        '--correction <name>',
        'for the number of items: holm (any false flag), benjamini-hochberg (share of false flags)',
      )
        .choices(Object.keys(CORRECTIONS))
        .default('benjamini-hochberg'),
    )
    .option('--alpha <p>', 'an item is flagged if its corrected p is below this', share, 0.05)
    .option(
      '--strata <n>',
      'score strata of Mantel-Haenszel at most (default: one per ten examinees)',
      wholeNumber(2),
    )
    .option(
      '--max-iterations <n>',
      'rounds of purification at most; 1 for none',
      wholeNumber(1),
      10,
    )
    .option('--arrangements <n>', 'random arrangements of families', wholeNumber(99), 999)
    .option('--no-contamination', 'test items only')
    .option(
      '--hard-below <p>',
      'items that a model has right with a lower probability are hard for it',
      share,
      0.5,
    )
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0), 1)
    .optionsGroup('Results:')
    .option('--out <file>', 'write all items with all statistics there, CSV')
    .option('--report <file>', 'also write one HTML page there that can be sent to others')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runDif);
}

async function runDif(options: DifOptions): Promise<void> {
  const { out, report: page } = options;
  keepInputs(options);
  checkWritable([out, page].flatMap((file) => file ?? []));
  const inGroupFile = options.examinees !== undefined;
  const responses = readResponses(options.responses, inGroupFile ? [] : [options.group]);
  requireBinary(responses.matrix, options.responses, 'differential item functioning');
  const families = familiesOf(responses, options);
  const { groups, rows, reference, focal } = readGroupsOf(responses, options);
  const matrix = pickExaminees(responses.matrix, rows);
  const request = {
    methods: options.methods,
    correction: options.correction,
    alpha: options.alpha,
    strata: options.strata ?? null,
    mostRounds: options.maxIterations,
    families: families && rows.map((i) => families[i]),
    arrangements: options.arrangements,
    seed: options.seed,
    hardBelow: options.contamination ? options.hardBelow : null,
    threads: 2,
  };
  const progress = convergenceProgress();
  const report: DifReport = {
    analysis: analyseDif(matrix, groups, request, (doing) => progress.note(doing)),
    groups: { reference, focal },
    request,
    examinees: rows.length,
    leftOut: responses.matrix.examinees.length - rows.length,
  };
  progress.stop();
  const t = wordsOfReports();
  const documentOf = (reader: Parameters<typeof difDocument>[2]) =>
    difDocument(report, nextText(report, options, reader.t), reader);
  const write = async () => {
    if (out !== undefined) writeFileWhole(out, difCsv(report));
    if (page !== undefined)
      writeFileWhole(page, await documentPage(documentOf({ t, isPage: true }), t));
    return { out: out ?? null, report: page ?? null };
  };
  await printedAnyway(write, (written) => {
    const files = written ?? { out: null, report: null };
    if (options.json === true) console.log(JSON.stringify(difJson(report, files), null, 2));
    else {
      const places = [files.out, files.report].filter((file) => file !== null);
      printText(documentText(documentOf({ t: ENGLISH, isPage: false }), places));
    }
    for (const text of doubtTexts(report.analysis.doubts, 'grouped')) printNote(text);
    for (const warning of difWarnings(report)) printNote(`warning: ${warning}`);
  });
}

/** @throws OPTIONS_CONFLICT where a file would be replaced that is read, or two results are one file */
function keepInputs(options: DifOptions): void {
  const { responses, examinees, itemsFile, families, out, report } = options;
  const read = { responses, examinees, 'items-file': itemsFile, families, out };
  for (const [option, file] of Object.entries({ out, report }))
    for (const [name, input] of Object.entries(read))
      if (
        file !== undefined &&
        input !== undefined &&
        name !== option &&
        resolve(file) === resolve(input)
      )
        fail('OPTIONS_CONFLICT', {
          options: `--${option}, --${name}`,
          reason: `both are ${file}. Choose another place to write to.`,
        });
}

function familiesOf({ matrix, families }: Responses, options: DifOptions): string[] | null {
  if (options.families !== undefined) return readFamilies(options.families, matrix.examinees);
  return families;
}

function nextText(
  { analysis }: DifReport,
  { out, report, responses }: DifOptions,
  t: Words,
): string {
  const isConcerned = analysis.ranking.left < analysis.ranking.items;
  const steps = [
    ...(isConcerned
      ? [
          t(
            'read the flagged items and look for a reason (wording, key, leaked text) before you drop any',
          ),
        ]
      : []),
    ...(out === undefined
      ? [
          t('the same with {option} keeps the statistics of all items', {
            option: '--out items.csv',
          }),
        ]
      : []),
    ...(report === undefined ? ['--report dif.html writes a page with charts'] : []),
  ];
  return steps.length > 0
    ? steps.join(t('; '))
    : `thetarank calibrate fit --responses ${responses} --out parameters.csv`;
}

function methods(text: string): DifMethod[] {
  const given = names(text);
  if (given.some((name) => !(DIF_METHODS as readonly string[]).includes(name)))
    throw new InvalidArgumentError(`Accepted: ${DIF_METHODS.join(', ')}, separated by commas.`);
  return DIF_METHODS.filter((name) => given.includes(name));
}

function share(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value > 0 && value < 1))
    throw new InvalidArgumentError('Accepted: a number between 0 and 1, such as 0.05.');
  return value;
}
