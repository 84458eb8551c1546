import { userInfo } from 'node:os';
import { z } from 'zod';
import { fail } from '../../errors.ts';
import { type ReviewRow, readReview } from '../../files/items/read-review.ts';
import type { Store } from '../../store/store.ts';
import { applyReview, reviewedBank } from '../../workflow/bank/review/apply-review.ts';
import { checkReview } from '../../workflow/bank/review/check-review.ts';
import { reviewEffects } from '../../workflow/bank/review/review-effects.ts';
import { reviewQueue } from '../../workflow/bank/review/review-queue.ts';
import { bankArgument, wholeNumber } from '../fields.ts';
import { type Context, operation } from '../operation.ts';
import { appliedText, queueText } from './review-report.ts';

const options = z
  .object({
    name: bankArgument,
    file: z
      .string()
      .optional()
      .describe('decisions, CSV: item, decision, key, note')
      .meta({ value: 'file', file: 'in' }),
    undo: wholeNumber(1).optional().describe('undo the decision of this number'),
    reviewer: z
      .string()
      .optional()
      .describe('who decides (default: your user name)')
      .meta({ value: 'name' }),
  })
  .refine(({ file, undo }) => file === undefined || undo === undefined, {
    path: ['file', 'undo'],
    error: 'use only one of them.',
  });
type ReviewOptions = z.output<typeof options>;

export const bankReview = operation({
  name: 'bank review',
  summary: 'Show suspected items of a bank, and decide: accept, correct the key, or retire.',
  help: `
Examples:
  thetarank bank review mine
  thetarank bank review mine --file review.csv --dry-run
  thetarank bank review mine --file review.csv
  thetarank bank review mine --undo 12

Without --file it shows the suspected items and the decisions. The file is CSV with the columns item, decision (accept, correct, retire, or
empty for undecided), and key and note where they are needed; other columns are ignored. All rows are checked before anything is written.

accept   the item is right as it is
correct  the item has another key: recorded answers with known letters are scored again; the others count as missing
retire   the item is no longer asked, calibrated or counted in the score on the whole bank

Decisions are never deleted: an undo is an entry of its own and restores the former state. Results of finished runs and sessions stay as
they are; the command says how many of their answers the decisions would score differently.`,
  options,
  database: 'existing',
  outputs: ['json'],
  estimate: {
    async run(given, context) {
      if (given.file === undefined && given.undo === undefined)
        fail('OPTIONS_CONFLICT', {
          options: 'file, undo',
          reason: '--dry-run needs one of them; without them nothing is changed anyway.',
        });
      return decide(given, context, true);
    },
    report: appliedText,
  },
  run: async (given, context) =>
    given.file === undefined && given.undo === undefined
      ? context.store((store) => queueOf(store, given.name))
      : decide(given, context, false),
  report: (result, reading) =>
    'log' in result ? queueText(result, reading) : appliedText(result, reading),
});

async function queueOf(store: Store, name: string) {
  await reviewedBank(store, name);
  const { undone, log, ...queue } = await reviewQueue(store, name);
  const effects = await reviewEffects(store, name, [], log);
  return {
    ...queue,
    log: log.map((entry) => ({ ...entry, undone: undone.has(entry.number) })),
    effects,
  };
}
export type ReviewState = Awaited<ReturnType<typeof queueOf>>;

async function decide(
  { name, file, undo, reviewer }: ReviewOptions,
  { store, note }: Context,
  isTrial: boolean,
) {
  const rows = file === undefined ? null : readReview(file);
  return store(async (open) => {
    await reviewedBank(open, name);
    const checked = rows && (await checkedRows(open, name, rows, { file: file!, note }));
    const { decisions = [{ undoes: undo! }], ...counts } = checked ?? {};
    const mark = { by: reviewer ?? userInfo().username, at: new Date().toISOString() };
    const applied = await applyReview(open, name, decisions, mark, isTrial);
    const { entries, versionBefore, version, effects } = applied;
    return { bank: name, kept: !isTrial, entries, versionBefore, version, ...counts, effects };
  });
}
export type AppliedDecisions = Awaited<ReturnType<typeof decide>>;

/** Names every row that cannot be used. @throws REVIEW_INVALID */
async function checkedRows(
  store: Store,
  bank: string,
  rows: readonly ReviewRow[],
  { file, note }: Pick<Context, 'note'> & { readonly file: string },
) {
  const { problems, decisions, undecided, unchanged } = await checkReview(store, bank, rows);
  for (const { line, problem } of problems) note(`${file}, line ${line}: ${problem}`);
  if (problems.length > 0) fail('REVIEW_INVALID', { file, rows: problems.length, of: rows.length });
  return { decisions, undecided, unchanged };
}
