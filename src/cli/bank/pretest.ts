import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { fail } from '../../errors.ts';
import { count, decimal, plural } from '../../numbers.ts';
import type { KnownPretest } from '../../ranking/pretest/pretest-plan.ts';
import { PRETEST_BAR, readyPretest } from '../../ranking/pretest/ready-pretest.ts';
import { textTable } from '../../report/text-table.ts';
import { shellWord } from '../../shell-word.ts';
import { calibrationInForce } from '../../store/calibrations/calibration-in-force.ts';
import { pretestState } from '../../workflow/bank/pretest-items.ts';
import { promotePretest } from '../../workflow/bank/promote-pretest.ts';
import { type PromotionEffect, promotionEffect } from '../../workflow/bank/promotion-effect.ts';
import { reviewedBank } from '../../workflow/bank/review/apply-review.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseOf,
  readStore,
} from '../options/database-option.ts';
import { wholeNumber } from '../options/options.ts';
import { progressBar } from '../output/progress.ts';
import { printText } from '../output/typed-commands.ts';
import { promotionWarning } from './promotion-warning.ts';

interface PretestOptions extends DatabaseOptions {
  readonly calibration?: number;
  readonly leastAnswers: number;
  readonly se: string;
  readonly promote?: boolean;
  readonly json?: boolean;
}

/** Most items that are listed. */
const SHOWN = 30;

const EXAMPLES = `
Examples:
  thetarank rank --bank mine --model my-model@http://localhost:8000/v1 -T pretest=10
  thetarank bank pretest mine
  thetarank bank pretest mine --calibration 3 --least-answers 200 --se 0.2 --promote

Import new items with: thetarank bank import FILE --name NAME --status pretest. Difficulties are on the scale of the calibration, by default of the one on the recorded models. Items without answers have the
difficulty of items with the same type and tags. Promoted items count from the next version of the bank on, in tests on a calibration that has
them: thetarank calibrate refresh calibrates them from the answers so far. Recorded models have no answers to them yet; the command says how many models then lack too many. thetarank bank review NAME --undo N takes a promotion back.`;

/** `thetarank bank pretest`: what is known of new items, and which of them count from now on. */
export function addBankPretestCommand(bank: Command): void {
  addDatabaseOption(
    bank
      .command('pretest')
      .description(
        'Show the pretest items of a bank: answers and difficulty so far; with --promote those with enough of both count.',
      )
      .argument('<name>', 'a bank')
      .option('--calibration <n>', 'the scale of this kept calibration', wholeNumber(1))
      .option(
        '--least-answers <n>',
        'answers that an item needs',
        wholeNumber(1),
        PRETEST_BAR.answers,
      )
      .option('--se <number>', 'largest standard error of its difficulty', `${PRETEST_BAR.se}`)
      .option('--promote', 'let the items that have both count from now on'),
  )
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runPretest);
}

async function runPretest(name: string, options: PretestOptions): Promise<void> {
  const se = Number(options.se);
  if (!(se > 0))
    fail('OPTION_INVALID', {
      option: '--se',
      found: `"${options.se}"`,
      accepted: 'a number above 0, such as 0.3',
    });
  await readStore(options, async (store) => {
    await reviewedBank(store, name);
    const { items, tests } = await pretestState(store, name, options.calibration, progressBar());
    const ready = readyPretest(items, { answers: options.leastAnswers, se });
    const isReady = new Set(ready);
    const wanted = options.promote === true ? items.filter(({ item }) => isReady.has(item)) : [];
    const effect = await promotionEffect(store, name, ready);
    const mark = { by: userInfo().username, at: new Date().toISOString() };
    const { version } = await promotePretest(store, name, wanted, mark);
    if (options.json) {
      const listed = items.map((item) => ({ ...item, ready: isReady.has(item.item) }));
      const promoted = version === null ? [] : ready;
      const data = { bank: name, tests, items: listed, promoted, version };
      console.log(JSON.stringify({ ...data, effect }, null, 2));
      return;
    }
    const isInForce = calibrationInForce(await store.calibrationLog(name)) !== null;
    printText(pretestText(name, { items, tests, ready, se, version, isInForce, effect }, options));
  });
}

function pretestText(
  name: string,
  {
    items,
    tests,
    ready,
    se,
    version,
    isInForce,
    effect,
  }: {
    readonly items: readonly KnownPretest[];
    readonly tests: number;
    readonly ready: readonly string[];
    readonly se: number;
    readonly version: number | null;
    /** Whether a calibration of the bank is in force. */
    readonly isInForce: boolean;
    /** Of a promotion of the ready items. */
    readonly effect: PromotionEffect;
  },
  options: PretestOptions,
): string {
  const database = databaseOf(options);
  const bank = shellWord(name);
  if (items.length === 0)
    return `${name} has no pretest items.\n\nNext: thetarank bank import FILE --name ${bank} --status pretest${database}`;
  const isReady = new Set(ready);
  const number = (value: number | null) => (value === null ? '–' : decimal(value, 2));
  const table = textTable(
    [
      { head: 'item' },
      { head: 'answers', align: 'right' },
      { head: 'difficulty', align: 'right' },
      { head: '± se', align: 'right' },
      { head: 'ready' },
    ],
    items
      .slice(0, SHOWN)
      .map(({ item, answers, b, sd }) => [
        item,
        count(answers),
        number(b),
        number(sd),
        isReady.has(item) ? 'yes' : 'no',
      ]),
  );
  const next =
    version !== null
      ? isInForce
        ? `thetarank calibrate refresh --bank ${bank}${database}`
        : `put a calibration in force (thetarank calibrate list --bank ${bank}${database}), then thetarank calibrate refresh --bank ${bank}${database}`
      : ready.length > 0
        ? `thetarank bank pretest ${bank} --promote${database}`
        : `thetarank rank --bank ${bank} --model NAME@ADDRESS -T pretest=${Math.min(10, items.length)}${database}`;
  return [
    `${name}: ${plural(items.length, 'pretest item')}, asked in ${plural(tests, 'test')}; ${count(ready.length)} with at least ${plural(options.leastAnswers, 'answer')} and a standard error up to ${se}.`,
    table,
    ...(items.length > SHOWN ? [`… and ${count(items.length - SHOWN)} more (--json).`] : []),
    ...(version === null
      ? options.promote === true
        ? [
            `None is ready, so none was promoted. An item is ready with at least ${plural(options.leastAnswers, 'answer')} (--least-answers) and a standard error up to ${se} (--se).`,
          ]
        : []
      : [
          `${plural(ready.length, 'item')} promoted: they count from version ${version} of the bank on.`,
        ]),
    ...(ready.length === 0
      ? []
      : promotionWarning(effect, bank, { isDone: version !== null, database })),
    '',
    `Next: ${next}`,
  ].join('\n');
}
