import type { Command } from 'commander';
import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { itemLine } from '../../../item-bank/items/item-line.ts';
import { fail } from '../../errors.ts';
import { instanceRecords } from '../../files/answers/instance-records.ts';
import { responsesCsv, writeResponsesParquet } from '../../files/responses/write-responses.ts';
import { checkWritable } from '../../files/write/write.ts';
import { plural } from '../../numbers.ts';
import { rescoreResponses } from '../../store/responses/rescore-responses.ts';
import type { Store, StoredResponses } from '../../store/store.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import { type RunAnswers, runAnswers } from '../../workflow/bank/run-answers.ts';
import { withRun } from '../../workflow/bank/with-run.ts';
import { addDatabaseOption, type DatabaseOptions, readStore } from '../options/database-option.ts';
import { wholeNumber } from '../options/options.ts';
import { printNote, printText } from '../output/typed-commands.ts';
import { writeTexts } from '../output/whole-file.ts';
import { provenanceLines } from './run-provenance.ts';

interface ExportOptions extends DatabaseOptions {
  readonly out?: string;
  readonly recordedAnswers?: boolean;
  readonly run?: number;
  readonly partial?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  thetarank bank export mine --out mine.jsonl
  thetarank bank export mine --recorded-answers --out answers.csv
  thetarank bank export swebench-verified --recorded-answers --out answers.csv
  thetarank bank export cruxeval-o --recorded-answers --run 3 --out answers.csv
  thetarank bank export mine --recorded-answers --out answers.parquet
  thetarank bank export mine --recorded-answers --out mine_samples.jsonl   (instance records of Every Eval Ever)

Recorded answers are CSV, or by the ending of --out Parquet (.parquet) or instance records (.jsonl).
The items come with their text, keys and explanations: check their licence before you share the file.
Their format: docs/schema/item.schema.json.`;

/** `thetarank bank export`: a bank's items as JSON Lines, or its recorded answers as CSV, Parquet or instance records. */
export function addBankExportCommand(bank: Command): void {
  addDatabaseOption(
    bank
      .command('export')
      .description(
        "Write a bank's items as JSON Lines, or its recorded answers as CSV, Parquet or instance records.",
      )
      .argument('<name>', 'a bank')
      .option('--out <file>', 'write there instead of printing; never leaves a partial file')
      .option(
        '--recorded-answers',
        'write the recorded answers in the form that rank --responses reads',
      )
      .option(
        '--run <n>',
        'with --recorded-answers: together with the answers of this run, which count for its models',
        wholeNumber(1),
      )
      .option('--partial', 'with --run: even if the run did not ask every item'),
  )
    .option('--json', 'with --out: print as JSON where and how much was written')
    .addHelpText('after', EXAMPLES)
    .action(runExport);
}

async function runExport(name: string, options: ExportOptions): Promise<void> {
  const { out, recordedAnswers: responses, json, run, partial } = options;
  const refuse = (option: string, reason: string) =>
    fail('OPTIONS_CONFLICT', { options: option, reason });
  if (run !== undefined && responses !== true)
    refuse('--run', 'only works with --recorded-answers.');
  if (partial === true && run === undefined) refuse('--partial', 'only works with --run.');
  if (json && out === undefined) refuse('--json', 'only works with --out.');
  await readStore(options, async (store) => {
    const written = responses
      ? await writeAnswers(store, name, options)
      : await writeItems(store, name, out);
    if (out === undefined) return;
    if (json) {
      const counted = responses ? { examinees: written } : { items: written };
      console.log(JSON.stringify({ bank: name, file: out, ...counted }));
      return;
    }
    printText(`Written to ${out}: ${plural(written, responses ? 'model' : 'item')}.`);
    printText(
      responses
        ? /\.jsonl$/i.test(out)
          ? `Next: thetarank bank convert ${out} --format every-eval-ever --out answers.csv`
          : `Next: thetarank rank --responses ${out}`
        : `Next: thetarank bank import ${out} --format thetarank --name OTHER`,
    );
  });
}

/** @returns how many items were written. @throws NAME_UNKNOWN, BANK_WITHOUT_TEXT */
async function writeItems(store: Store, name: string, out?: string): Promise<number> {
  const items = await requireText(store, name);
  await writeTexts(out, itemTexts(store.items(name)));
  return items;
}

/** @returns the number of items. @throws NAME_UNKNOWN, BANK_WITHOUT_TEXT */
async function requireText(store: Store, name: string): Promise<number> {
  const bank = await store.bank(name);
  if (bank === undefined && isBuiltinBank(name)) {
    const { items } = loadBuiltinBank(name);
    fail('BANK_WITHOUT_TEXT', { bank: name, item: items[0], count: items.length });
  }
  return (bank ?? (await bankOf(store, name))).items;
}

/** @returns how many models were written. @throws NAME_UNKNOWN, NO_ANSWERS */
async function writeAnswers(
  store: Store,
  name: string,
  { out, run, partial: isPartial = false }: ExportOptions,
): Promise<number> {
  if (out !== undefined) checkWritable([out]);
  const isRecords = out !== undefined && /\.jsonl$/i.test(out);
  if (isRecords) await requireText(store, name);
  let recorded = await recordedAnswers(store, name);
  if (run !== undefined) {
    const answers = await runAnswers(store, run, { to: name, isPartial });
    recorded = withRun(name, recorded, await rescoredRun(store, name, answers), answers.standIns);
    printNote(provenanceLines(answers));
  }
  if (isRecords) await writeTexts(out, instanceRecords(name, store.items(name), recorded.matrix));
  else if (out !== undefined && /\.parquet$/i.test(out)) await writeResponsesParquet(out, recorded);
  else await writeTexts(out, [responsesCsv(recorded)]);
  return recorded.matrix.examinees.length;
}

/** The answers of a run, by the keys that the bank has now. */
async function rescoredRun(store: Store, name: string, answers: RunAnswers) {
  if (isBuiltinBank(name)) return answers.matrix;
  return rescoreResponses({ families: null, ...answers }, await store.reviewed(name)).matrix;
}

async function* itemTexts(items: AsyncIterable<Item>): AsyncGenerator<string> {
  for await (const item of items) yield `${itemLine(item)}\n`;
}

/** Those of a built-in bank come with the package and need no question text. @throws NAME_UNKNOWN, NO_ANSWERS */
async function recordedAnswers(store: Store, name: string): Promise<StoredResponses> {
  if (isBuiltinBank(name)) {
    const { responses, families } = loadBuiltinBank(name);
    return { matrix: responses, families: families ?? null };
  }
  await bankOf(store, name);
  return (await store.responses(name)) ?? fail('NO_ANSWERS', { where: `bank ${name}` });
}
