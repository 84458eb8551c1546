import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { fail } from '../../errors.ts';
import { readReview } from '../../files/items/read-review.ts';
import type { NewEntry } from '../../store/review/review-store.ts';
import type { Store } from '../../store/store.ts';
import {
  type AppliedReview,
  applyReview,
  reviewedBank,
} from '../../workflow/bank/review/apply-review.ts';
import { type CheckedReview, checkReview } from '../../workflow/bank/review/check-review.ts';
import { reviewEffects } from '../../workflow/bank/review/review-effects.ts';
import { reviewQueue } from '../../workflow/bank/review/review-queue.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseOf,
  readStore,
} from '../options/database-option.ts';
import { wholeNumber } from '../options/options.ts';
import { printNote, printText } from '../output/typed-commands.ts';
import { appliedText, effectsJson, queueJson, queueText } from './review-text.ts';

interface ReviewOptions extends DatabaseOptions {
  readonly file?: string;
  readonly undo?: number;
  readonly dryRun?: boolean;
  readonly reviewer?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
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
they are; the command says how many of their answers the decisions would score differently.`;

/** `thetarank bank review`: decisions about suspected items, and what they change. */
export function addBankReviewCommand(bank: Command): void {
  addDatabaseOption(
    bank
      .command('review')
      .description(
        'Show suspected items of a bank, and decide: accept, correct the key, or retire.',
      )
      .argument('<name>', 'a bank')
      .option('--file <file>', 'decisions, CSV: item, decision, key, note')
      .option('--undo <n>', 'undo the decision of this number', wholeNumber(1))
      .option('--reviewer <name>', 'who decides (default: your user name)')
      .option('--dry-run', 'check, say what would change, and change nothing'),
  )
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runReview);
}

async function runReview(name: string, options: ReviewOptions): Promise<void> {
  const { file, undo, dryRun: isTrial = false } = options;
  if (file !== undefined && undo !== undefined)
    fail('OPTIONS_CONFLICT', { options: '--file, --undo', reason: 'use only one of them.' });
  if (isTrial && file === undefined && undo === undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--dry-run',
      reason: 'only works with --file or --undo; without them nothing is changed anyway.',
    });
  const rows = file === undefined ? null : readReview(file);
  await readStore(options, async (store) => {
    await reviewedBank(store, name);
    if (rows === null && undo === undefined) return showQueue(store, name, options);
    const checked = rows === null ? null : await checkReview(store, name, rows);
    if (checked !== null && checked.problems.length > 0)
      refuse(file!, rows!.length, checked.problems);
    const entries: readonly NewEntry[] = checked?.decisions ?? [{ undoes: undo! }];
    const mark = { by: options.reviewer ?? userInfo().username, at: new Date().toISOString() };
    const applied = await applyReview(store, name, entries, mark, isTrial);
    print(name, applied, checked, options);
  });
}

async function showQueue(store: Store, name: string, options: ReviewOptions): Promise<void> {
  const queue = await reviewQueue(store, name);
  if (options.json) {
    const effects = await reviewEffects(store, name, [], queue.log);
    console.log(JSON.stringify({ ...queueJson(queue), ...effectsJson(effects) }, null, 2));
  } else printText(queueText(queue, databaseOf(options)));
}

/** Names every row that cannot be used. @throws REVIEW_INVALID */
function refuse(file: string, of: number, problems: CheckedReview['problems']): never {
  for (const { line, problem } of problems) printNote(`${file}, line ${line}: ${problem}`);
  return fail('REVIEW_INVALID', { file, rows: problems.length, of });
}

function print(
  bank: string,
  applied: AppliedReview,
  checked: CheckedReview | null,
  options: ReviewOptions,
): void {
  const isTrial = options.dryRun === true;
  if (options.json) {
    const rows = checked && { undecided: checked.undecided, unchanged: checked.unchanged };
    const { entries, versionBefore, version, effects } = applied;
    console.log(
      JSON.stringify(
        { bank, kept: !isTrial, entries, versionBefore, version, ...rows, ...effectsJson(effects) },
        null,
        2,
      ),
    );
    return;
  }
  printText(appliedText(bank, applied, { checked, isTrial, database: databaseOf(options) }));
}
