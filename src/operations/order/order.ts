import { join } from 'node:path';
import { z } from 'zod';
import { SCORE_TARGETS } from '../../cat/robust/score-prediction.ts';
import { toCsv, writeFileWhole } from '../../files/write/write.ts';
import {
  type OrderResult,
  orderRecorded,
  orderSteps,
} from '../../ranking/ordering/order-recorded.ts';
import { shellWord } from '../../shell-word.ts';
import { defaultItems } from '../../workflow/live/test-defaults.ts';
import { bankCache } from '../bank-cache.ts';
import { confidence, positiveNumber, seed, wholeNumber } from '../fields.ts';
import { modelNames } from '../model-names.ts';
import { type Context, operation, type Reading } from '../operation.ts';
import { readBank, recordedBank, sourceOf } from '../recorded-bank.ts';
import { groupsOf, orderDocument } from './report.ts';

const ORDER = { group: 'The order' };

/** What an order of models declares. */
export const declaring = {
  confidence: confidence(0.95)
    .describe('probability that all declarations together are right')
    .meta(ORDER),
  margin: positiveNumber
    .default(1)
    .describe('models whose scores differ by less count as tied')
    .meta({ ...ORDER, value: 'points' }),
};

const options = z.object({
  ...recordedBank,
  ...declaring,
  totalItems: wholeNumber(1)
    .optional()
    .describe(
      'most items over all models together (default: models × the items per model of thetarank rank)',
    )
    .meta(ORDER),
  target: z
    .enum(SCORE_TARGETS)
    .default('recorded')
    .describe('score to order by: recorded (on this bank) or expected (on items like these)')
    .meta({ ...ORDER, value: 'score' }),
  models: z
    .string()
    .optional()
    .describe('put only these models in order')
    .meta({ ...ORDER, value: 'a,b' }),
  includeFlagged: z
    .boolean()
    .default(false)
    .describe('let adaptive choice use items that work backwards; by default it leaves them out')
    .meta(ORDER),
  seed: seed.meta(ORDER),
  out: z
    .string()
    .optional()
    .describe('also write leaderboard.csv, pairs.csv, result.json and sessions.jsonl there')
    .meta({ group: 'Results', value: 'folder', file: 'folder' }),
});
type OrderOptions = z.output<typeof options>;

/** Recorded models put into order, items going where it is undecided. */
export const order = operation({
  name: 'order',
  summary:
    'Put recorded models in order: ask items where the order is undecided, until every pair of models is ordered or tied, with one confidence over all pairs.',
  help: `
Examples:
  thetarank order --bank cruxeval-o
  thetarank order --bank mmlu-pro --confidence 0.95 --margin 1 --total-items 20000
  thetarank order --responses answers.csv --target expected --out order`,
  options,
  database: 'existing',
  outputs: ['json'],
  run: runOrder,
  json: ({ sessions: _, ...summary }) => summary,
  report: (result, { options: given, where }) => ({
    ...orderDocument(result),
    next: nextStep(result, sourceOf(given, where)),
  }),
  write: writeOrder,
});

async function runOrder(given: OrderOptions, context: Context): Promise<OrderResult> {
  const { seed, includeFlagged, target, confidence, margin, totalItems } = given;
  const { bank, families } = await readBank(given, context);
  const { items, examinees } = bank.responses;
  const models = given.models === undefined ? undefined : modelNames(given.models, examinees);
  const request = {
    ...{ bank, families, models, seed, includeFlagged, target, confidence, margin },
    budget: totalItems ?? new Set(models ?? examinees).size * defaultItems(items.length),
    cacheFolder: bankCache(given.bank),
  };
  context.steps.start(orderSteps(request), 'calibrating');
  return orderRecorded(request, (doing) => context.steps.advance(doing));
}

function nextStep(result: OrderResult, source: string): string {
  const { pairs, budget, spent, models, bankItems } = result;
  const isOpen = pairs.some(({ verdict, isDecidable }) => verdict === 'undecided' && isDecidable);
  if (isOpen && spent >= budget && spent < models.length * bankItems)
    return `decide more pairs with --total-items ${Math.min(2 * budget, models.length * bankItems)}, or a wider --margin.`;
  if (models.length > 2)
    return `to see how often such orders are wrong, over seeds: thetarank simulate ordering ${source}`;
  return `to see the score of each model with its interval: thetarank rank ${source} --models ${shellWord(models.map(({ model }) => model).join())}`;
}

async function writeOrder(
  result: OrderResult,
  { options: { out } }: Reading<OrderOptions>,
): Promise<string[]> {
  if (out === undefined) return [];
  const { sessions, ...summary } = result;
  const written: string[] = [];
  const write = (file: string, text: string) => {
    written.push(join(out, file));
    writeFileWhole(join(out, file), text);
  };
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
  return written;
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
