import { shareWithInterval } from 'thetarank';
import { COURSES } from 'thetarank/study';
import { figure, markdownTable, percentOf } from '../../text.ts';
import {
  changeErrors,
  changesHeld,
  equalLength,
  errorOf,
  heldOf,
  isFalse,
  isFound,
  isShown,
  type KeptSeries,
  rmse,
  shownShare,
} from './figures.ts';
import { BANKS, CHECKPOINTS, ITEMS, MOST_FAMILIES } from './setting.ts';

/** docs/evidence/series.md */
export function seriesPage(kept: readonly KeptSeries[]): string {
  const banks = BANKS.filter((name) => kept.some(({ bank }) => bank === name));
  const rowsOf = (bank: string | null, ...courses: readonly string[]) =>
    kept.flatMap(({ bank: own, row }) =>
      (bank === null || own === bank) && courses.includes(row.course) ? [row] : [],
    );
  return `# Evidence for series of checkpoints

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
| spike 10, 20, 30 | as rise; at one checkpoint so many percent of the right answers are wrong |

Half of the items of each checkpoint are anchors. "Separate" is \`rank\`'s robust test. The widths of intervals are learned once per bank, without
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
      `${ITEMS}`,
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
      `${ITEMS}`,
      figure(error, 2),
      items === null ? `more than ${longest}` : `${Math.round(items)}`,
      `${items === null ? 'more than ' : ''}${percentOf(1 - ITEMS / (items ?? longest))}`,
    ];
  }),
)}

## Regressions

"Marked": \`DROP\`, corrected for the ${CHECKPOINTS - 1} changes of the run at 5%. "Alone": the uncorrected test at 5% of this one change, as for a checkpoint that is
suspected. "False": runs with a mark \`RISE\` or \`DROP\` against the true change, and of flat runs with any mark. "All the same" is about the most that ${ITEMS} items per checkpoint can
give: the same test if both checkpoints answer the same ${ITEMS} items. Separate tests are compared by their standard errors, two-sided, by Holm.

${markdownTable(
  [
    'kind',
    'runs:',
    'marked, series:',
    'marked, all the same:',
    'marked, separate:',
    'alone, series:',
    'alone, all the same:',
    'false, series:',
    'false, all the same:',
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
            share((row) => isFound(row, row.pairedChanges)),
            share((row) => isFound(row, row.aloneChanges)),
            share((row) => isShown(row, row.falls)),
            share((row) => isShown(row, row.pairedFalls)),
          ]
        : course === 'flat'
          ? [
              '–',
              '–',
              '–',
              ...(['falls', 'pairedFalls'] as const).map((of) => percentOf(shownShare(rows, of))),
            ]
          : ['–', '–', '–', '–', '–']),
      share((row) => isFalse(row, row.changes)),
      share((row) => isFalse(row, row.pairedChanges)),
      share((row) => isFalse(row, row.aloneChanges)),
    ];
  }),
)}

In the row flat, "alone" is the false rate of that test over all changes.

${spikeText(rowsOf)}

## What limits these figures

- The runs are simulated from recorded answers. A real run may change more items between checkpoints, and other ones than those that two finished models
  of a family differ on. The persistence of answers is learned in each series, so that such a run has wider intervals.
- The score at the ends of a run that rises is drawn towards the other checkpoints: see the forecast's error.
- **Sudden changes are smoothed** if too few answers make them clear. A checkpoint that is suspected should be tested by itself.
- Which items were asked decides marks: a mark needs about four more changes in one direction than in the other. With ${ITEMS} items per checkpoint, falls of 1, 2 or 5 points are
  found rarely by any method, as the column "all the same" shows.
- Marks use mid-p: false marks are at most 5% on average over how many answers differ, not for each number of them.
- One run of each kind per family: shares over all banks have standard errors of up to ${percentOf(0.5 / Math.sqrt(Math.max(1, rowsOf(null, 'flat').length)))}.
- The share of anchors was chosen with an earlier version, on other simulated runs of CRUXEval-O and SWE-bench Verified (four families, eight runs of each kind). Errors of scores on flat runs with a third, half, two thirds and four fifths of anchors: 2.2, 2.5, 3.5, 3.1 and 2.3, 2.4, 2.7, 4.9 points; on
  runs that rise 3.2, 3.1, 3.1, 3.3 and 3.2, 3.0, 3.3, 3.3. Changes on runs that rise: 2.9, 2.7, 2.4, 2.4 and 2.8, 2.3, 2.7, 2.6. So half is the most
  that costs the scores little. Items that stay for three checkpoints (a rotating panel), with 34 shared by neighbours, erred by 3.1 and 3.5 (flat), 3.0 and 3.7 points (rise).
- Before, with a third of anchors and breaks by evidence, scores of the same runs (rise and flat) erred by 2.85 and 2.61 points on CRUXEval-O and SWE-bench Verified, and changes by
  2.38 and 2.88. So SWE-bench Verified now has larger errors; 19% of the flat runs on both banks had a false mark, and 44% of the intervals of spikes of 30% held.
- Before, breaks were found by evidence (Bayes factors) alone: on those runs 11 of 64 flat ones had a false one with 17 to 40 anchors, and with 17 anchors 6 of 16 spikes of 30% were found.
- Checkpoints that are perhaps apart were first scored by their own answers alone. On the runs of the choice of anchors' share, with eight families, spikes of 30% then erred by 6.5 and 5.6 points (now 7.2 and
  5.5), runs that rise by 2.76 and 2.83 (now 2.68 and 2.79); as many intervals held or more do now, but one false alarm had an error of 20 points.
- New items that are chosen by information, as in a robust test, were tried with an earlier version, on CRUXEval-O and SWE-bench Verified with six families each. The
  scores of rise then erred by as much or more (3.4 instead of 2.8 and 3.4 points), 65% and 77% of the intervals held instead of 90% and 88%, and errors
  of changes were half as large again. All checkpoints share what the calibration has wrong on such items.
`;
}

/** Savings below a fifth. */
const LITTLE = 1.25;

type RowsOf = (bank: string | null, ...courses: readonly string[]) => KeptSeries['row'][];

function inShort(banks: readonly (typeof BANKS)[number][], rowsOf: RowsOf): string {
  const rows = rowsOf(null, 'rise', 'flat');
  const saved = banks.map((bank) => {
    const { items, longest } = equalLength(rowsOf(bank, 'rise'));
    return `${bank} ${items === null ? 'more than ' : ''}${percentOf(1 - ITEMS / (items ?? longest))}`;
  });
  const flat = rowsOf(null, 'flat');
  const { value, low, high } = shareWithInterval(
    flat.filter((row) => isFalse(row, row.changes)).length,
    flat.length,
  );
  const drop = rowsOf(null, 'drop 5');
  const shareOf = (is: (row: (typeof drop)[number]) => boolean) =>
    percentOf(drop.filter(is).length / drop.length);
  const spikes = rowsOf(null, 'spike 30');
  const held = heldOf(spikes.map(({ series, at }) => series[at!]));
  const seen = spikes.filter(({ broken, at }) => broken.includes(at!)).length / spikes.length;
  const little = banks.filter((bank) => {
    const { items, longest } = equalLength(rowsOf(bank, 'rise'));
    return (items ?? longest) < LITTLE * ITEMS;
  });
  const missing = BANKS.filter((bank) => !banks.includes(bank));
  const isComplete = banks.every(
    (bank) =>
      rowsOf(bank, ...COURSES).length ===
      COURSES.length * new Set(rowsOf(bank, ...COURSES).map(({ family }) => family)).size,
  );
  return [
    '## In short',
    '',
    `- **Scores** err by ${figure(errorOf(rows.flatMap((row) => row.series)), 2)} points, those of separate tests by ${figure(errorOf(rows.flatMap((row) => row.alone)), 2)} (rise and flat, all banks). ${percentOf(heldOf(rows.flatMap((row) => row.series)))} of the 90% intervals hold.`,
    `- **Changes** from checkpoint to checkpoint err by ${figure(rmse(changeErrors(rows, 'changes')), 2)} points, with separate tests by ${figure(rmse(changeErrors(rows, 'aloneChanges')), 2)}.`,
    `- **Items saved** at equal error of the score, on runs that rise: ${saved.join(', ')}.`,
    `- **False marks**: ${percentOf(value)} of the flat runs have one (95% interval ${percentOf(low)} to ${percentOf(high)}; intended: at most 5%).`,
    `- **Missed: falls of 5 points.** ${shareOf((row) => isFound(row, row.changes))} are marked; if both checkpoints answer the same ${ITEMS} items, ${shareOf((row) => isFound(row, row.pairedChanges))}. The uncorrected test of this one change shows ${shareOf((row) => isShown(row, row.falls))} and ${shareOf((row) => isShown(row, row.pairedFalls))}. Smaller falls are missed more often.`,
    `- **${held < 0.85 ? 'Missed: spikes' : 'Spikes'}.** Of ${spikes.length} checkpoints with 30% of the right answers lost, ${percentOf(held)} of the 90% intervals hold, and ${percentOf(seen)} are marked.`,
    ...(little.length > 0
      ? [
          `- **Missed: savings on ${little.join(', ')}**, where separate tests of hardly more items err as little as a series whose family the calibration does not know.`,
        ]
      : []),
    ...(missing.length > 0 ? [`- **Not measured:** ${missing.join(', ')}.`] : []),
    ...(isComplete ? [] : ['- Some families lack some kinds of runs.']),
  ].join('\n');
}

/** What becomes of the checkpoint with a spike, and of the others of its run. */
function spikeText(rowsOf: RowsOf): string {
  const lines = COURSES.flatMap((course) => {
    const rows = rowsOf(null, course);
    if (!course.startsWith('spike') || rows.length === 0) return [];
    const own = rows.map(({ series, at }) => series[at!]);
    const others = rows.flatMap(({ series, at }) => series.filter((_, t) => t !== at));
    const share = (of: 'broken' | 'unverified') =>
      percentOf(rows.filter((row) => row[of].includes(row.at!)).length / rows.length);
    return [
      [
        course,
        `${rows.length}`,
        share('broken'),
        share('unverified'),
        figure(errorOf(own), 2),
        percentOf(heldOf(own)),
        figure(errorOf(others), 2),
        percentOf(heldOf(others)),
      ],
    ];
  });
  const quiet = (course: string) => {
    const rows = rowsOf(null, course);
    const share = (of: 'broken' | 'unverified') => {
      const count = rows.reduce((sum, row) => sum + row[of].length, 0);
      return percentOf(count / (rows.length * CHECKPOINTS));
    };
    const runs = percentOf(rows.filter(({ broken }) => broken.length > 0).length / rows.length);
    return `of runs that are ${course}, ${runs} have a mark anywhere, and ${share('unverified')} of the checkpoints an interval that is not verified`;
  };
  return `## Spikes

"Marked" with \`drift\`; "with care": marked, or perhaps apart, or with an alarm, so that the interval is not verified.

${markdownTable(['kind', 'runs:', 'marked:', 'with care:', 'error:', 'held:', 'error of the others:', 'held:'], lines)}

Without a spike: ${quiet('flat')}; ${quiet('rise').replace('that are rise', 'that rise')}. Errors of all checkpoints of runs that rise: ${figure(errorOf(rowsOf(null, 'rise').flatMap((row) => row.series)), 2)} points.`;
}
