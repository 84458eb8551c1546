import type { Command } from 'commander';
import { type ModelOutput, readOutputs } from '../../files/items/read-outputs.ts';
import { plural } from '../../numbers.ts';
import { absentCounts, absentKind } from '../../scoring/absent.ts';
import type { Extraction } from '../../scoring/extract/extraction.ts';
import { extractorOf } from '../../scoring/extract/modes.ts';
import { readOnBank } from '../../workflow/grading/grade-on-bank.ts';
import { truncatedNotes } from '../absent-text.ts';
import { addDatabaseOption, type DatabaseOptions, readStore } from '../options/database-option.ts';
import { printText } from '../output/typed-commands.ts';
import { extractionMode, optionCount, ruleTable } from './extract-options.ts';

interface ExtractOptions extends DatabaseOptions {
  readonly bank?: string;
  readonly mode: string;
  readonly options: number;
  readonly json?: boolean;
  readonly showText?: boolean;
}

/** The kept part of an output: not its text. */
interface Extracted extends Extraction {
  readonly model: string;
  readonly item: string;
}

/** Most outputs without an answer that are named. */
const EXAMPLES_SHOWN = 5;
/** Most characters shown of the end of an output with --show-text. */
const TEXT_SHOWN = 200;

const EXAMPLES = `
Examples:
  thetarank extract outputs.jsonl
  thetarank extract outputs.jsonl --mode cmb --json > extracted.json
  thetarank extract outputs.jsonl --bank mine --json

One JSON object per line: model, item, output, and optionally options (their number or their texts), type (single or
multiple), reference (what another program extracted, for comparison) and finish_reason (stop, length or
another; an output that ended at the limit of tokens counts only if it states its answer).
With --bank the type and the options of each item are those of the bank, and answers to open questions and cases are texts. The output to a
case is a list of texts, one per question.
default  the last clear statement; cmb  as CMB's evaluation; mmlu-pro  as MMLU-Pro's evaluation.`;

/** `thetarank extract`: the option letters of recorded outputs. */
export function addExtractCommand(program: Command): void {
  const command = program
    .command('extract')
    .description(
      'Extract answers from the outputs of models: letters of choice questions, and answers to any items of a bank.',
    )
    .argument('<file>', 'outputs, JSON Lines: model, item, output')
    .option('--mode <name>', 'default, cmb or mmlu-pro', 'default')
    .option(
      '--options <n>',
      'number of answer options, for questions that do not state it',
      optionCount,
      10,
    )
    .option('--show-text', `show the last ${TEXT_SHOWN} characters of outputs without an answer`)
    .option('--bank <name>', 'read answers to the items of this bank')
    .option('--json', 'print JSON');
  addDatabaseOption(command).addHelpText('after', EXAMPLES).action(runExtract);
}

async function runExtract(file: string, options: ExtractOptions): Promise<void> {
  const mode = extractionMode(options.mode);
  const extract = extractorOf(mode);
  const results: Extracted[] = [];
  const texts: string[] = [];
  const agreement = { compared: 0, agreeing: 0 };
  const add = (line: ModelOutput, { extracted, rule, reason }: Extraction) => {
    const found = { extracted, rule, reason };
    if (found.extracted === null && texts.length < EXAMPLES_SHOWN)
      texts.push(line.output.slice(-TEXT_SHOWN));
    compare(agreement, line, found);
    results.push({ model: line.model, item: line.item, ...found });
  };
  const { bank } = options;
  if (bank === undefined)
    for (const line of readOutputs(file))
      add(
        line,
        extract(
          line.output,
          {
            type: line.type ?? 'single',
            options: line.options ?? options.options,
            optionTexts: line.optionTexts ?? undefined,
          },
          line.isCut,
        ),
      );
  else
    await readStore(options, async (store) => {
      const how = { mode, hasPartialCredit: false };
      for await (const { line, scored } of readOnBank(store, bank, file, how)) add(line, scored);
    });
  const counts = countRules(results);
  if (options.json) console.log(JSON.stringify({ mode, results, counts, agreement }, null, 2));
  else
    printTable(results, counts, {
      agreement,
      texts,
      file,
      bank: bank ?? null,
      showText: options.showText === true,
    });
}

/** Only where the reference found an answer: where it found none, finding one is no disagreement. */
function compare(
  agreement: { compared: number; agreeing: number },
  { reference }: ModelOutput,
  { extracted }: Extraction,
): void {
  if (typeof reference !== 'string') return;
  agreement.compared++;
  if (reference === extracted) agreement.agreeing++;
}

/** By rule, or by reason if no answer was found: `statement`, `no answer: truncated`. */
function countRules(results: readonly Extraction[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { rule, reason } of results) {
    const name = reason === null ? rule : `no answer: ${reason}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function printTable(
  results: readonly Extracted[],
  counts: Readonly<Record<string, number>>,
  about: {
    agreement: { compared: number; agreeing: number };
    texts: readonly string[];
    file: string;
    bank: string | null;
    showText: boolean;
  },
): void {
  printText(ruleTable(counts, results.length));
  const { compared, agreeing } = about.agreement;
  if (compared > 0)
    printText(`\nAgreement with the reference: ${agreeing} of ${plural(compared, 'answer')}.`);
  const { truncated } = absentCounts(results.map(absentKind));
  for (const note of truncatedNotes([{ truncated }], 'allow more tokens per answer'))
    printText(`\n${note}`);
  const without = results.filter(({ extracted }) => extracted === null).slice(0, EXAMPLES_SHOWN);
  if (without.length > 0) printText('\nWithout an answer, the first:');
  for (const [k, { model, item, reason }] of without.entries()) {
    printText(`  ${JSON.stringify(model)} on ${JSON.stringify(item)}: ${reason}`);
    if (about.showText) printText(`    … ${JSON.stringify(about.texts[k])}`);
  }
  printText(
    `\nNext: scores for rank and calibrate: thetarank grade ${about.file} ${about.bank === null ? '--keys keys.csv --out scores.csv (columns item,key)' : `--bank ${about.bank} --out scores.csv`}`,
  );
}
