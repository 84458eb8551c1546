import { userInfo } from 'node:os';
import { z } from 'zod';
import { count, orDash, plural } from '../../numbers.ts';
import { PRETEST_BAR, readyPretest } from '../../ranking/pretest/ready-pretest.ts';
import type { Told } from '../../report/document.ts';
import { plainTable } from '../../report/plain-table.ts';
import { shellWord } from '../../shell-word.ts';
import { calibrationInForce } from '../../store/calibrations/calibration-in-force.ts';
import type { Store } from '../../store/store.ts';
import { pretestState } from '../../workflow/bank/pretest-items.ts';
import { promotePretest } from '../../workflow/bank/promote-pretest.ts';
import { promotionEffect } from '../../workflow/bank/promotion-effect.ts';
import { promotionWarning } from '../../workflow/bank/promotion-warning.ts';
import { reviewedBank } from '../../workflow/bank/review/apply-review.ts';
import type { Progress } from '../../workflow/progress.ts';
import { bankArgument, positiveNumber, wholeNumber } from '../fields.ts';
import { operation, type Reading } from '../operation.ts';

/** Most items that are listed. */
const SHOWN = 30;

const options = z.object({
  name: bankArgument,
  calibration: wholeNumber(1).optional().describe('the scale of this kept calibration'),
  leastAnswers: wholeNumber(1).default(PRETEST_BAR.answers).describe('answers that an item needs'),
  se: positiveNumber
    .default(PRETEST_BAR.se)
    .describe('largest standard error of its difficulty')
    .meta({ value: 'number' }),
  promote: z.boolean().default(false).describe('let the items that have both count from now on'),
});
type PretestOptions = z.output<typeof options>;

export const bankPretest = operation({
  name: 'bank pretest',
  summary:
    'Show the pretest items of a bank: answers and difficulty so far; with --promote those with enough of both count.',
  help: `
Examples:
  thetarank rank --bank mine --model my-model@http://localhost:8000/v1 -T pretest=10
  thetarank bank pretest mine
  thetarank bank pretest mine --calibration 3 --least-answers 200 --se 0.2 --promote

Import new items with: thetarank bank import FILE --name NAME --status pretest. Difficulties are on the scale of the calibration, by default of the one on the recorded models. Items without answers have the
difficulty of items with the same type and tags. Promoted items count from the next version of the bank on, in tests on a calibration that has
them: thetarank calibrate refresh calibrates them from the answers so far. Recorded models have no answers to them yet; the command says how many models then lack too many. thetarank bank review NAME --undo N takes a promotion back.`,
  options,
  database: 'existing',
  outputs: ['json'],
  run: (given, { store, steps }) => store((open) => pretest(open, given, steps)),
  report: pretestText,
});

async function pretest(
  store: Store,
  { name, calibration, leastAnswers, se, promote }: PretestOptions,
  steps: Progress,
) {
  await reviewedBank(store, name);
  const { items, tests } = await pretestState(store, name, calibration, steps);
  const ready = new Set(readyPretest(items, { answers: leastAnswers, se }));
  const effect = await promotionEffect(store, name, [...ready]);
  const mark = { by: userInfo().username, at: new Date().toISOString() };
  const wanted = promote ? items.filter(({ item }) => ready.has(item)) : [];
  const { version } = await promotePretest(store, name, wanted, mark);
  return {
    ...{ bank: name, tests },
    items: items.map((one) => ({ ...one, ready: ready.has(one.item) })),
    ...{ promoted: version === null ? [] : [...ready], version, effect },
    isCalibrated: calibrationInForce(await store.calibrationLog(name)) !== null,
  };
}
type PretestResult = Awaited<ReturnType<typeof pretest>>;

function pretestText(
  result: PretestResult,
  { options: { leastAnswers, se, promote }, where }: Reading<PretestOptions>,
): Told {
  const { items, tests, version, effect } = result;
  const bank = shellWord(result.bank);
  const next = nextStep(result, bank, where) + where;
  if (items.length === 0) return { lead: `${result.bank} has no pretest items.`, next };
  const ready = items.filter((one) => one.ready).length;
  const bar = `at least ${plural(leastAnswers, 'answer')} and a standard error up to ${se}`;
  return {
    lead: `${result.bank}: ${plural(items.length, 'pretest item')}, asked in ${plural(tests, 'test')}; ${count(ready)} with ${bar}.`,
    sections: [
      {
        table: {
          ...plainTable(
            ['item', 'answers', 'difficulty', '± se', 'ready'],
            items.map((one) => [
              ...[one.item, one.answers, orDash(one.b, 2), orDash(one.sd, 2)],
              one.ready ? 'yes' : 'no',
            ]),
            ['difficulty', '± se'],
          ),
          limit: SHOWN,
        },
        paragraphs: [
          ...(version === null
            ? promote
              ? [
                  `None is ready, so none was promoted. An item is ready with ${bar} (--least-answers, --se).`,
                ]
              : []
            : [
                `${plural(ready, 'item')} promoted: they count from version ${version} of the bank on.`,
              ]),
          ...(ready === 0
            ? []
            : promotionWarning(effect, bank, { isDone: version !== null, database: where })),
        ],
      },
    ],
    next,
  };
}

function nextStep({ items, version, isCalibrated }: PretestResult, bank: string, where: string) {
  const refresh = `thetarank calibrate refresh --bank ${bank}`;
  if (items.length === 0) return `thetarank bank import FILE --name ${bank} --status pretest`;
  if (version !== null && isCalibrated) return refresh;
  if (version !== null)
    return `put a calibration in force (thetarank calibrate list --bank ${bank}${where}), then ${refresh}`;
  return items.some(({ ready }) => ready)
    ? `thetarank bank pretest ${bank} --promote`
    : `thetarank rank --bank ${bank} --model NAME@ADDRESS -T pretest=${Math.min(10, items.length)}`;
}
