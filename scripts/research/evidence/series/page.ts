import { COURSES, shareWithInterval } from '../../../../src/study.ts';
import { figure, markdownTable, percentOf } from '../markdown.ts';
import {
  changeErrors,
  changesHeld,
  equalLength,
  errorOf,
  falls,
  heldOf,
  isBelow,
  isFalse,
  isFound,
  type KeptSeries,
  rmse,
} from './figures.ts';
import { BANKS, CHECKPOINTS, itemsOf, MOST_FAMILIES } from './setting.ts';

/** docs/evidence/series.md */
export function seriesPage(kept: readonly KeptSeries[]): string {
  const banks = BANKS.filter((name) => kept.some(({ bank }) => bank === name));
  const rowsOf = (bank: string | null, ...courses: readonly string[]) =>
    kept.flatMap(({ bank: own, row }) =>
      (bank === null || own === bank) && courses.includes(row.course) ? [row] : [],
    );
  return `# Evidence for series of checkpoints

Made by \`npx thetarank research evidence series\`; do not edit by hand.

How well does \`thetarank series\` estimate the checkpoints of a training run, compared with a separate robust test of each checkpoint, with
the same number of items?

${inShort(banks, rowsOf)}

## The simulated runs

A run leads from a weaker to a stronger recorded model of one family: items switch from the answers of the one to those of the other, in random
order. At each of the ${CHECKPOINTS} checkpoints, 5% of the items are for once as the other model has them. The whole family is left out of
the calibration. One run of each kind for each family with two models 5 points apart, up to ${MOST_FAMILIES} families per bank:

| kind | what happens |
|---|---|
| rise | the run goes from the weaker to the stronger model |
| flat | it stays half way; only the 5% change |
| drop 1, 2, 5 | as rise; at one checkpoint so many points of right answers become wrong for good, and no item switches |
| spike | as rise; at one checkpoint 30% of the right answers are wrong |

A third of the items of each checkpoint are anchors. "Separate" is \`rank\`'s robust test. The widths of intervals are learned once per bank, without
its first family.

## Errors

Root mean square errors in points of scores on the whole bank, and shares of the 90% intervals that hold. Over all checkpoints of rise and flat.

${markdownTable(
  [
    'bank',
    'families:',
    'items:',
    'series:',
    'separate:',
    'series, held:',
    'separate, held:',
    'changes, series:',
    'changes, separate:',
    'changes, series, held:',
    'forecast:',
    'forecast, held:',
  ],
  banks.map((bank) => {
    const rows = rowsOf(bank, 'rise', 'flat');
    const series = rows.flatMap((row) => row.series);
    const alone = rows.flatMap((row) => row.alone);
    const forecasts = rows.map(({ forecast }) => forecast);
    return [
      bank,
      `${new Set(rows.map(({ family }) => family)).size}`,
      `${itemsOf(bank)}`,
      figure(errorOf(series), 2),
      figure(errorOf(alone), 2),
      percentOf(heldOf(series)),
      percentOf(heldOf(alone)),
      figure(rmse(changeErrors(rows, 'changes')), 2),
      figure(rmse(changeErrors(rows, 'aloneChanges')), 2),
      percentOf(changesHeld(rows, 'changes')),
      figure(errorOf(forecasts), 2),
      percentOf(heldOf(forecasts)),
    ];
  }),
)}

## Items saved

The number of items with which separate tests err as little as the series, on the scores of every third checkpoint of rise.

${markdownTable(
  ['bank', 'items of the series:', 'its error:', 'separate test of equal error:', 'items saved:'],
  banks.map((bank) => {
    const { items, longest, error } = equalLength(rowsOf(bank, 'rise'));
    return [
      bank,
      `${itemsOf(bank)}`,
      figure(error, 2),
      items === null ? `more than ${longest}` : `${Math.round(items)}`,
      `${items === null ? 'more than ' : ''}${percentOf(1 - itemsOf(bank) / (items ?? longest))}`,
    ];
  }),
)}

## Regressions

"Marked": the change is significant, corrected for the ${CHECKPOINTS - 1} changes of the run (Holm, 5%). "Alone": a one-sided test at 5% of this one change, as for a
checkpoint that is suspected. "False" are runs with a mark against the true change, and of flat runs with any mark.

${markdownTable(
  [
    'kind',
    'runs:',
    'marked, series:',
    'marked, separate:',
    'alone, series:',
    'alone, separate:',
    'false, series:',
    'false, separate:',
  ],
  COURSES.map((course) => {
    const rows = rowsOf(null, course);
    const share = (is: (row: (typeof rows)[number]) => boolean) =>
      percentOf(rows.filter(is).length / rows.length);
    const isPlanted = course !== 'rise' && course !== 'flat';
    return [
      course,
      `${rows.length}`,
      ...(isPlanted
        ? [
            share((row) => isFound(row, row.changes)),
            share((row) => isFound(row, row.aloneChanges)),
            share((row) => isBelow(row, row.changes)),
            share((row) => isBelow(row, row.aloneChanges)),
          ]
        : course === 'flat'
          ? ['–', '–', percentOf(falls(rows, 'changes')), percentOf(falls(rows, 'aloneChanges'))]
          : ['–', '–', '–', '–']),
      share((row) => isFalse(row, row.changes)),
      share((row) => isFalse(row, row.aloneChanges)),
    ];
  }),
)}

In the row flat, "alone" is the false rate of that test over all changes.

${spikeText(rowsOf(null, 'spike'), rowsOf(null, 'rise'))}

## What limits these figures

- The runs are simulated from recorded answers. A real run may change more items between checkpoints, and other ones than those that two finished models
  of a family differ on. The persistence of answers is learned in each series, so that such a run has wider intervals.
- The score at the ends of a run that rises is drawn towards the other checkpoints: see the forecast's error.
- **Sudden changes are smoothed.** A spike that the few answers of its checkpoint do not make clear is drawn towards the neighbours, and its interval is then too
  narrow (see spikes). A checkpoint that is suspected should be tested by itself.
- **Marks are not calibrated yet**: more flat runs have one than the 5% that the correction intends, mostly where a family's answers follow the calibration least.
- With ${itemsOf('cruxeval-o')} items per checkpoint, falls of 1, 2 or 5 points are found rarely by either method.
- IKP and MMLU-Pro are not measured.
- One run of each kind per family: shares over all banks have standard errors of up to ${percentOf(0.5 / Math.sqrt(Math.max(1, rowsOf(null, 'flat').length)))}.
- New items that are chosen by information, as in a robust test, were tried with an earlier version, on CRUXEval-O and SWE-bench Verified with six families each. The
  scores of rise then erred by as much or more (3.4 instead of 2.8 and 3.4 points), 65% and 77% of the intervals held instead of 90% and 88%, and errors
  of changes were half as large again. All checkpoints share what the calibration has wrong on such items.
`;
}

type RowsOf = (bank: string | null, ...courses: readonly string[]) => KeptSeries['row'][];

function inShort(banks: readonly (typeof BANKS)[number][], rowsOf: RowsOf): string {
  const rows = rowsOf(null, 'rise', 'flat');
  const saved = banks.map((bank) => {
    const { items, longest } = equalLength(rowsOf(bank, 'rise'));
    return `${bank} ${items === null ? 'more than ' : ''}${percentOf(1 - itemsOf(bank) / (items ?? longest))}`;
  });
  const flat = rowsOf(null, 'flat');
  const { value, low, high } = shareWithInterval(
    flat.filter((row) => isFalse(row, row.changes)).length,
    flat.length,
  );
  const spikes = rowsOf(null, 'spike').map(({ series, at }) => series[at!]);
  const drop = rowsOf(null, 'drop 5');
  const found = (of: 'changes' | 'aloneChanges') =>
    percentOf(drop.filter((row) => isBelow(row, row[of])).length / drop.length);
  return [
    '## In short',
    '',
    `- **Scores** err by ${figure(errorOf(rows.flatMap((row) => row.series)), 2)} points, those of separate tests by ${figure(errorOf(rows.flatMap((row) => row.alone)), 2)} (rise and flat, all banks). ${percentOf(heldOf(rows.flatMap((row) => row.series)))} of the 90% intervals hold.`,
    `- **Changes** from checkpoint to checkpoint err by ${figure(rmse(changeErrors(rows, 'changes')), 2)} points, with separate tests by ${figure(rmse(changeErrors(rows, 'aloneChanges')), 2)}.`,
    `- **Items saved** at equal error of the score, on runs that rise: ${saved.join(', ')}.`,
    `- **False marks**: ${percentOf(value)} of the flat runs have one (95% interval ${percentOf(low)} to ${percentOf(high)}).`,
    `- **Spikes** are a weakness: of ${spikes.length} checkpoints with 30% of the right answers lost, ${percentOf(heldOf(spikes))} of the intervals hold.`,
    `- **A fall of 5 points** is below 0 in a one-sided 5% test of that change in ${found('changes')} of the runs; with separate tests in ${found('aloneChanges')}.`,
  ].join('\n');
}

/** What becomes of the other checkpoints of a run with a spike. */
function spikeText(rows: KeptSeries['row'][], usual: KeptSeries['row'][]): string {
  const others = rows.flatMap(({ series, at }) => series.filter((_, t) => t !== at));
  const own = rows.map(({ series, at }) => series[at!]);
  const seen = rows.filter(({ broken, at }) => broken.includes(at!) || broken.includes(at! + 1));
  const alarms = usual.filter(({ broken }) => broken.length > 0).length;
  return `## Spikes

Of ${rows.length} runs with a spike, ${seen.length} are marked as drift at it or right after it; of ${usual.length} runs that rise without one, ${alarms} have such a mark anywhere. The score at
the spike errs by ${figure(errorOf(own), 2)} points (${percentOf(heldOf(own))} of the intervals hold). Those of the other checkpoints err by ${figure(errorOf(others), 2)} points (${percentOf(heldOf(others))}),
in runs without a spike by ${figure(errorOf(usual.flatMap((row) => row.series)), 2)}.`;
}
