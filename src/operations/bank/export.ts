import { z } from 'zod';
import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { itemLine } from '../../../item-bank/items/item-line.ts';
import { fail } from '../../errors.ts';
import { instanceRecords } from '../../files/answers/instance-records.ts';
import { responsesCsv, writeResponsesParquet } from '../../files/responses/write-responses.ts';
import { plural } from '../../numbers.ts';
import { rescoreResponses } from '../../store/responses/rescore-responses.ts';
import type { Store, StoredResponses } from '../../store/store.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import { type RunAnswers, runAnswers } from '../../workflow/bank/run-answers.ts';
import { withRun } from '../../workflow/bank/with-run.ts';
import { bankArgument, wholeNumber } from '../fields.ts';
import { type Context, operation } from '../operation.ts';
import { provenanceText } from './run-provenance.ts';

const options = z.object({
  name: bankArgument,
  out: z
    .string()
    .optional()
    .describe('write there instead of printing; never leaves a partial file')
    .meta({ value: 'file', file: 'out' }),
  recordedAnswers: z
    .boolean()
    .default(false)
    .describe('write the recorded answers in the form that rank --responses reads'),
  run: wholeNumber(1)
    .optional()
    .describe(
      'with --recorded-answers: together with the answers of this run, which count for its models',
    ),
  partial: z
    .boolean()
    .default(false)
    .describe('with --run: even if the run did not ask every item'),
});
type ExportOptions = z.output<typeof options>;

interface Exported {
  readonly bank: string;
  readonly file?: string | undefined;
  /** Of exported items or answers, how many items or models. */
  readonly items?: number;
  readonly examinees?: number;
}

export const bankExport = operation({
  name: 'bank export',
  summary:
    "Write a bank's items as JSON Lines, or its recorded answers as CSV, Parquet or instance records.",
  help: `
Examples:
  thetarank bank export mine --out mine.jsonl
  thetarank bank export mine --recorded-answers --out answers.csv
  thetarank bank export swebench-verified --recorded-answers --out answers.csv
  thetarank bank export cruxeval-o --recorded-answers --run 3 --out answers.csv
  thetarank bank export mine --recorded-answers --out answers.parquet
  thetarank bank export mine --recorded-answers --out mine_samples.jsonl   (instance records of Every Eval Ever)

Recorded answers are CSV, or by the ending of --out Parquet (.parquet) or instance records (.jsonl).
The items come with their text, keys and explanations: check their licence before you share the file.
Their format: docs/schema/item.schema.json.`,
  options,
  database: 'existing',
  outputs: ['json'],
  async run(given, context): Promise<Exported> {
    const { run, recordedAnswers, partial } = given;
    const refuse = (options: string, reason: string) =>
      fail('OPTIONS_CONFLICT', { options, reason });
    if (run !== undefined && !recordedAnswers) refuse('run', 'only works with --recorded-answers.');
    if (partial && run === undefined) refuse('partial', 'only works with --run.');
    return context.store((store) =>
      recordedAnswers ? exportAnswers(store, given, context) : exportItems(store, given, context),
    );
  },
  report({ bank, file, items, examinees = 0 }) {
    if (file === undefined) return {};
    if (items !== undefined)
      return {
        lead: `Bank ${bank}: ${plural(items, 'item')}.`,
        next: `thetarank bank import ${file} --format thetarank --name OTHER`,
      };
    return {
      lead: `Bank ${bank}: recorded answers of ${plural(examinees, 'model')}.`,
      next: /\.jsonl$/i.test(file)
        ? `thetarank bank convert ${file} --format every-eval-ever --out answers.csv`
        : `thetarank rank --responses ${file}`,
    };
  },
});

/** @throws NAME_UNKNOWN, BANK_WITHOUT_TEXT */
async function exportItems(
  store: Store,
  { name, out }: ExportOptions,
  { pour }: Context,
): Promise<Exported> {
  const items = await requireText(store, name);
  await pour(itemTexts(store.items(name)), out);
  return { bank: name, file: out, items };
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

/** @throws NAME_UNKNOWN, NO_ANSWERS */
async function exportAnswers(
  store: Store,
  { name, out, run, partial: isPartial }: ExportOptions,
  { note, pour }: Context,
): Promise<Exported> {
  const isRecords = out !== undefined && /\.jsonl$/i.test(out);
  if (isRecords) await requireText(store, name);
  let recorded = await recordedAnswers(store, name);
  if (run !== undefined) {
    const answers = await runAnswers(store, run, { to: name, isPartial });
    recorded = withRun(name, recorded, await rescoredRun(store, name, answers), answers.standIns);
    note(provenanceText(answers));
  }
  const examinees = recorded.matrix.examinees.length;
  const exported = { bank: name, file: out, examinees };
  if (out === undefined || !/\.parquet$/i.test(out)) {
    const texts = isRecords
      ? instanceRecords(name, store.items(name), recorded.matrix, recorded.standIns)
      : [responsesCsv(recorded)];
    await pour(texts, out);
  } else await writeResponsesParquet(out, recorded);
  return exported;
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
