import { join } from 'node:path';
import type { ScoreTarget } from '../cat/robust/score-prediction.ts';
import { checkWritable, toCsv, writeFileWhole } from '../files/write.ts';
import {
  type OrderRecordedRequest,
  type OrderResult,
  orderRecorded,
  orderSteps,
} from '../ranking/ordering/order-recorded.ts';
import { type BankOptions, readBank } from './options/bank-source.ts';
import { keepInputs, modelNames } from './options/options.ts';
import { groupsOf, orderReport } from './order-report.ts';
import { progressBar } from './output/progress.ts';

interface RankOrderOptions extends BankOptions {
  readonly confidence: number;
  readonly target?: ScoreTarget;
  readonly margin?: number;
  readonly budget?: number | undefined;
  readonly models?: string;
  readonly seed: number;
  readonly includeFlagged?: boolean;
  readonly json?: boolean;
  readonly out?: string;
  /** Items a model is asked in a ranking of equal lengths, by the size of the bank. */
  readonly defaultItems: (size: number) => number;
}

const RESULT_FILES = ['leaderboard.csv', 'pairs.csv', 'result.json', 'sessions.jsonl'];

/** `thetarank rank --confidence`: recorded models put into order, items going where it is undecided. */
export async function rankUntilOrdered(options: RankOrderOptions): Promise<void> {
  const { out } = options;
  const files = out === undefined ? [] : RESULT_FILES.map((file) => join(out, file));
  for (const file of files) keepInputs(file, options);
  checkWritable(files);
  const { bank, families } = await readBank(options);
  const { items, examinees } = bank.responses;
  const models = options.models === undefined ? undefined : modelNames(options.models, examinees);
  const request: OrderRecordedRequest = {
    bank,
    families,
    models,
    seed: options.seed,
    includeFlagged: options.includeFlagged,
    target: options.target,
    confidence: options.confidence,
    margin: options.margin ?? 1,
    budget:
      options.budget ?? new Set(models ?? examinees).size * options.defaultItems(items.length),
  };
  const progress = progressBar();
  progress.start(orderSteps(request), 'calibrating');
  let result: OrderResult;
  try {
    result = orderRecorded(request, (doing) => progress.advance(doing));
  } finally {
    progress.stop();
  }
  if (out !== undefined) writeOrder(out, result);
  if (options.json) {
    const { sessions: _, ...summary } = result;
    console.log(JSON.stringify(summary, null, 2));
    return;
  }
  const source =
    options.bank === undefined ? `--responses ${options.responses}` : `--bank ${options.bank}`;
  console.log(orderReport(result));
  console.log(`\n${nextStep(result, source)}`);
  if (out !== undefined) console.log(`\nWritten to ${out}: ${RESULT_FILES.join(', ')}.`);
}

function nextStep(result: OrderResult, source: string): string {
  const { pairs, budget, spent, models, bankItems } = result;
  const isOpen = pairs.some(({ verdict, isDecidable }) => verdict === 'undecided' && isDecidable);
  if (isOpen && spent >= budget && spent < models.length * bankItems)
    return `Next: decide more pairs with --budget ${Math.min(2 * budget, models.length * bankItems)}, or a wider --margin.`;
  if (models.length > 2)
    return `Next: how often such orders are false, over seeds: thetarank simulate ordering ${source}`;
  return `Next: the score of each with its interval: thetarank rank ${source}`;
}

function writeOrder(folder: string, result: OrderResult): void {
  const { sessions, ...summary } = result;
  const write = (file: string, text: string) => writeFileWhole(join(folder, file), text);
  const { target } = result;
  const rows = result.models.map((row) => ({
    ...row,
    tiedGroup: groupsOf(row.model, result),
    target,
  }));
  write('leaderboard.csv', table(rows));
  write('pairs.csv', table(result.pairs.map((pair) => ({ ...pair, target }))));
  write('result.json', `${JSON.stringify(summary, null, 2)}\n`);
  write('sessions.jsonl', sessions.map((session) => `${JSON.stringify(session)}\n`).join(''));
}

function table<Row extends object>(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0]) as (keyof Row & string)[];
  return toCsv(
    columns,
    rows.map((row) =>
      columns.map((column) => {
        const value = row[column];
        return typeof value === 'number' || typeof value === 'boolean'
          ? value
          : String(value ?? '');
      }),
    ),
  );
}
