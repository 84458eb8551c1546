import { resolve } from 'node:path';
import type { Command } from 'commander';
import { fail } from '../../errors.ts';
import { type ItemKey, readKeys } from '../../files/read-keys.ts';
import { type ModelOutput, readOutputs } from '../../files/read-outputs.ts';
import { toCsv, writeFileWhole } from '../../files/write.ts';
import { count, decimal, plural } from '../../numbers.ts';
import { extractorOf } from '../../scoring/extract/modes.ts';
import { gradeChoice } from '../../scoring/grade-choice.ts';
import { majorityAnswer } from '../../scoring/majority.ts';
import { mean } from '../../statistics/mean.ts';
import { refuseRenamed } from '../options/renamed-options.ts';
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

/** What is kept of the outputs of one model to one item: the letters, not the texts. */
interface Answers {
  readonly model: string;
  readonly item: string;
  readonly key: string;
  readonly line: number;
  readonly extracted: (string | null)[];
}

const COLUMNS = ['examinee', 'item', 'score'] as const;

const EXAMPLES = `
Examples:
  thetarank grade outputs.jsonl --keys items.csv --out scores.csv
  thetarank rank --responses scores.csv

The keys are CSV with the columns item,key, and where wanted type (single or multiple) and options (their number); or
the lines have a field key. A question of unknown type is multiple where its key has several letters.
The score is 1 where exactly the letters of the key were answered, else 0, an output without an answer included. With
--partial-credit a part of the key without a wrong letter gets its share: AB scores 2/3 where the key is ABD.
A model that answers an item twice is an error, unless --majority or --mode cmb takes the answer most repeats gave.`;

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
      'number of answer options, for questions that do not say',
      optionCount,
      10,
    )
    .option(
      '--majority',
      'of repeated answers, count the most frequent one (mode cmb always does so)',
    )
    .option('--partial-credit', 'give a partial score for a part of the key')
    .option('--out <file>', 'write the CSV there, whole or not at all, instead of printing it')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runGrade);
}

function runGrade(file: string, options: GradeOptions): void {
  const mode = extractionMode(options.mode);
  const { out, keys } = options;
  keepFiles(out, { 'the outputs': file, '--keys': keys });
  const answers = readAnswers(file, options, mode === 'cmb' || options.majority === true);
  const graded = answers.map(({ model, item, key, extracted }) => {
    const answer = majorityAnswer(extracted);
    return {
      model,
      item,
      answer,
      key,
      score: gradeChoice(answer, key, options.partialCredit === true),
    };
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
  const say = options.json ? console.error : console.log;
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
        reason: `both are ${out}. Name another place to write to.`,
      });
}

/** @throws FILE_INVALID for an item without a key, a repeat where repeats have no vote, and a file without lines */
function readAnswers(file: string, options: GradeOptions, hasRepeats: boolean): Answers[] {
  const keys = options.keys === undefined ? undefined : readKeys(options.keys);
  const extract = extractorOf(extractionMode(options.mode));
  const byPair = new Map<string, Answers>();
  for (const output of readOutputs(file)) {
    const { key, ...question } = questionOf(output, file, keys, options);
    const pair = JSON.stringify([output.model, output.item]);
    let answers = byPair.get(pair);
    if (answers === undefined) {
      answers = { model: output.model, item: output.item, key, line: output.line, extracted: [] };
      byPair.set(pair, answers);
    } else if (!hasRepeats) {
      fail('FILE_INVALID', {
        file,
        where: `line ${output.line}`,
        found: `model ${JSON.stringify(output.model)} on item ${JSON.stringify(output.item)} again (first: line ${answers.line})`,
        accepted: 'one line a model and item, or --majority',
      });
    }
    answers.extracted.push(extract(output.output, question).extracted);
  }
  if (byPair.size === 0)
    fail('FILE_INVALID', {
      file,
      found: 'no lines',
      accepted: 'one JSON object a line with model, item and output',
    });
  return [...byPair.values()];
}

function questionOf(
  output: ModelOutput,
  file: string,
  keys: ReadonlyMap<string, ItemKey> | undefined,
  options: GradeOptions,
) {
  const known = keys?.get(output.item);
  const key = keys === undefined ? output.key : known?.key;
  if (key === undefined || key === null) {
    const item = JSON.stringify(output.item);
    return fail('FILE_INVALID', {
      file,
      where: `line ${output.line}`,
      found: `item ${item} without a key`,
      accepted:
        options.keys === undefined ? 'a field "key", or --keys' : `items of ${options.keys}`,
    });
  }
  return {
    key,
    type:
      output.type ?? known?.type ?? (key.length > 1 ? ('multiple' as const) : ('single' as const)),
    options: output.options ?? known?.options ?? options.options,
    optionTexts: output.optionTexts ?? undefined,
  };
}
