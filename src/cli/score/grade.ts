import { resolve } from 'node:path';
import type { Command } from 'commander';
import { fail } from '../../errors.ts';
import { checkWritable, toCsv, writeFileWhole } from '../../files/write/write.ts';
import { count, decimal, plural } from '../../numbers.ts';
import { FEWEST_RANKED } from '../../ranking/recorded-bank.ts';
import { mean } from '../../statistics/mean.ts';
import { gradeOutputs } from '../../workflow/grade-outputs.ts';
import { addDatabaseOption } from '../options/database-option.ts';
import { wholeNumber } from '../options/options.ts';
import { printNote, printText } from '../output/typed-commands.ts';
import { extractionMode, optionCount } from './extract-options.ts';
import { type BankGradeOptions, gradeBank } from './grade-bank.ts';
import { tokensOption } from './run-explanations.ts';

interface GradeOptions extends BankGradeOptions {
  readonly keys?: string;
  readonly mode: string;
  readonly options: number;
  readonly majority?: boolean;
  readonly partialCredit?: boolean;
  readonly seed: number;
  readonly out?: string;
  readonly json?: boolean;
}

const COLUMNS = ['examinee', 'item', 'score'] as const;

const EXAMPLES = `
Examples:
  thetarank grade outputs.jsonl --keys items.csv --out scores.csv
  thetarank grade outputs.jsonl --bank mine --out scores.csv
  thetarank grade outputs.jsonl --bank cmexam --explanations --out scores.csv
  thetarank rank --responses scores.csv

With --bank, outputs are scored by the items of a bank: choices by their keys, open questions and cases by their metrics, whose values over all answers
follow with 90% intervals. The output to a case is a list of texts, one per question. With --explanations the explanations in outputs to the prompt variant
"explain" are compared with those of the items (docs/metrics.md).
Without --bank only choice questions can be scored. Keys are CSV with the columns item,key, and optionally type (single or multiple) and options (their number); or each line
has a field key. If the type of a question is not known, a key of several letters makes it multiple.
The score is 1 if exactly the letters of the key were answered, else 0, also for an output without an answer. With
--partial-credit, a part of the key without a wrong letter scores its share: AB scores 2/3 if the key is ABD.
If a model answers an item twice, that is an error, unless --majority or --mode cmb uses its most frequent answer.`;

/** `thetarank grade`: scores of recorded outputs, as rank and calibrate read them. */
export function addGradeCommand(program: Command): void {
  const command = program
    .command('grade')
    .description(
      'Score the outputs of models: choice questions against keys, and any items of a bank by their keys and metrics.',
    )
    .argument('<file>', 'outputs, JSON Lines: model, item, output')
    .optionsGroup('Items:')
    .option('--keys <file>', 'keys, CSV: item,key (default: the field key of each line)')
    .option('--bank <name>', 'instead of keys: score by the items of this bank')
    .option('--explanations', 'with --bank: score explanations by BLEU and ROUGE too')
    .addOption(tokensOption())
    .option('--seed <n>', 'with --bank: seed of the intervals', wholeNumber(0), 1)
    .optionsGroup('Answers:')
    .option('--mode <name>', 'how answers are extracted: default, cmb or mmlu-pro', 'default')
    .option(
      '--options <n>',
      'number of answer options, for questions that do not state it',
      optionCount,
      10,
    )
    .option(
      '--majority',
      'if answers are repeated, use the most frequent one (mode cmb always does so)',
    )
    .option('--partial-credit', 'give a partial score for a part of the key')
    .optionsGroup('Results:')
    .option(
      '--out <file>',
      'write the CSV there instead of printing it; never leaves a partial file',
    )
    .option('--json', 'print JSON');
  addDatabaseOption(command).addHelpText('after', EXAMPLES).action(runGrade);
}

async function runGrade(file: string, options: GradeOptions): Promise<void> {
  const mode = extractionMode(options.mode);
  const { out, keys, bank } = options;
  checkBank(options);
  keepFiles(out, { 'the outputs': file, '--keys': keys });
  if (out !== undefined) checkWritable([out]);
  const rule = {
    mode,
    hasMajority: mode === 'cmb' || options.majority === true,
    hasPartialCredit: options.partialCredit === true,
  };
  const onBank =
    bank === undefined
      ? null
      : await gradeBank(file, bank, options, { ...rule, seed: options.seed });
  const graded = onBank?.scores ?? gradeOutputs(file, { keys, options: options.options, ...rule });
  const csv = () =>
    toCsv(
      COLUMNS,
      graded.map((row) => [row.model, row.item, row.score]),
    );
  if (out !== undefined) writeFileWhole(out, csv());
  const { metrics, explanations } = onBank ?? {};
  const data = { mode, bank, scores: graded, metrics, explanations: explanations ?? undefined };
  if (options.json) console.log(JSON.stringify(data, null, 2));
  else if (out === undefined) process.stdout.write(csv());
  // Beside scores on standard output, tables go to standard error.
  if (onBank !== null && !options.json) (out === undefined ? printNote : printText)(onBank.text);
  if (out === undefined) return;
  const average = mean(graded.map(({ score }) => score));
  const missed = graded.filter(({ answer }) => answer === null).length;
  const say = options.json ? printNote : printText;
  say(
    `Written to ${out}: ${plural(graded.length, 'score')}, mean ${decimal(100 * average, 1)}%; ${count(missed)} without an answer score 0. Next: ${new Set(graded.map(({ model }) => model)).size < FEWEST_RANKED ? `${bank === undefined ? '' : `thetarank bank record ${out} --to ${bank}; `}a ranking needs ${FEWEST_RANKED} models` : `thetarank rank --responses ${out}`}`,
  );
}

/** @throws OPTIONS_CONFLICT for options that only go with a bank, or without one */
function checkBank({ bank, keys, explanations }: GradeOptions): void {
  if (bank !== undefined && keys !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--bank, --keys',
      reason: 'the bank has the keys of its items; leave one of the options out.',
    });
  if (bank === undefined && explanations === true)
    fail('OPTIONS_CONFLICT', {
      options: '--explanations',
      reason: 'only works with --bank, whose items have the explanations to compare with.',
    });
}

/** Refuses to replace a file that is read. @throws OPTIONS_CONFLICT */
function keepFiles(
  out: string | undefined,
  inputs: Readonly<Record<string, string | undefined>>,
): void {
  for (const [name, input] of Object.entries(inputs))
    if (out !== undefined && input !== undefined && resolve(out) === resolve(input))
      fail('OPTIONS_CONFLICT', {
        options: `--out, ${name}`,
        reason: `both are ${out}. Choose another place to write to.`,
      });
}
