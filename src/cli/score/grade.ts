import { resolve } from 'node:path';
import type { Command } from 'commander';
import { fail } from '../../errors.ts';
import { checkWritable, toCsv, writeFileWhole } from '../../files/write/write.ts';
import { count, decimal, plural } from '../../numbers.ts';
import { mean } from '../../statistics/mean.ts';
import { gradeOutputs } from '../../workflow/grade-outputs.ts';
import { refuseRenamed } from '../options/renamed-options.ts';
import { printNote, printText } from '../output/typed-commands.ts';
import { extractionMode, optionCount } from './extract-options.ts';

interface GradeOptions {
  readonly keys?: string;
  readonly mode: string;
  readonly options: number;
  readonly majority?: boolean;
  readonly partialCredit?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

const COLUMNS = ['examinee', 'item', 'score'] as const;

const EXAMPLES = `
Examples:
  thetarank grade outputs.jsonl --keys items.csv --out scores.csv
  thetarank rank --responses scores.csv

Keys are CSV with the columns item,key, and optionally type (single or multiple) and options (their number); or each line
has a field key. If the type of a question is not known, a key of several letters makes it multiple.
The score is 1 if exactly the letters of the key were answered, else 0, also for an output without an answer. With
--partial-credit, a part of the key without a wrong letter scores its share: AB scores 2/3 if the key is ABD.
If a model answers an item twice, that is an error, unless --majority or --mode cmb uses its most frequent answer.`;

/** Options that had another name once. */
const RENAMED = {
  '--partial': '--partial-credit',
};

/** `thetarank grade`: scores of recorded outputs, as rank and calibrate read them. */
export function addGradeCommand(program: Command, args: readonly string[]): void {
  refuseRenamed(args, RENAMED);
  program
    .command('grade')
    .description('Score the outputs of models to choice questions against their keys.')
    .argument('<file>', 'outputs, JSON Lines: model, item, output')
    .option('--keys <file>', 'keys, CSV: item,key (default: the field key of each line)')
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
    .option(
      '--out <file>',
      'write the CSV there instead of printing it; never leaves a partial file',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runGrade);
}

function runGrade(file: string, options: GradeOptions): void {
  const mode = extractionMode(options.mode);
  const { out, keys } = options;
  keepFiles(out, { 'the outputs': file, '--keys': keys });
  if (out !== undefined) checkWritable([out]);
  const graded = gradeOutputs(file, {
    keys,
    mode,
    options: options.options,
    hasMajority: mode === 'cmb' || options.majority === true,
    hasPartialCredit: options.partialCredit === true,
  });
  const csv = () =>
    toCsv(
      COLUMNS,
      graded.map((row) => [row.model, row.item, row.score]),
    );
  if (out !== undefined) writeFileWhole(out, csv());
  if (options.json) console.log(JSON.stringify({ mode, scores: graded }, null, 2));
  else if (out === undefined) process.stdout.write(csv());
  if (out === undefined) return;
  const average = mean(graded.map(({ score }) => score));
  const missed = graded.filter(({ answer }) => answer === null).length;
  const say = options.json ? printNote : printText;
  say(
    `Written to ${out}: ${plural(graded.length, 'score')}, mean ${decimal(100 * average, 1)}%; ${count(missed)} without an answer score 0. Next: thetarank rank --responses ${out}`,
  );
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
