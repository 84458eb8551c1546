import { NORMAL_95, shareWithInterval } from 'thetarank';
import { type DriftOutcome, type Figure, Ratio } from 'thetarank/study';
import { figure, markdownTable, percentOf } from '../../text.ts';
import {
  ADAPTIVE,
  type Cell,
  FEW,
  ITEMS,
  type Kept,
  MANY,
  OLD,
  POOLED,
  SCALE,
  SHIFT,
  SPARSE,
} from './cells.ts';
import { LENGTHS, type RealRow, SPARSE_ITEMS } from './real-drift.ts';

/** Bound that the mean distance of the scale must stay below. */
const MOST_MOVED = 0.02;
const NAMES: Readonly<Record<string, string>> = {
  old: 'before the refresh',
  'full link': 'refreshed, full answers, `link`',
  'full fixed': 'refreshed, full answers, `fixed`',
  'adaptive link': `refreshed, ${SPARSE_ITEMS} adaptive answers, \`link\``,
  'adaptive fixed': `refreshed, ${SPARSE_ITEMS} adaptive answers, \`fixed\``,
  scratch: 'from scratch on all up to 2025',
};

/** docs/evidence/refresh.md */
export function refreshPage(kept: readonly Kept[]): string {
  const real = kept.find((one) => 'real' in one)?.real ?? [];
  return `# Evidence for refreshed calibrations

Does a [refresh](../mathematics.md#refreshing-a-calibration-calibrationrefresh) find items that drifted, does the scale stay where it is, and are newer
models predicted better afterwards?

${inShort(kept, real)}

## Simulated drift

${ITEMS} items, drawn as those of the built-in bank mmlu-pro: log a normal (0.20, 0.60), intercepts normal (−0.61, 2.25), guessing 0.02. ${OLD} old examinees with abilities
N(0, 1) calibrate them (3pl-shrunken, marginal). New examinees have N(0.5, 1); some items are harder for them by ${SHIFT} on the ability scale. The oracle is the likelihood-ratio
test of a shift with the true curves of old examinees and all true abilities. "Flagged" is after the correction of Benjamini and Hochberg at .05, for shifts and slopes
of all items. Robust z is |z| > 1.96 of the difficulty (Huynh & Meyer), beside which the likelihood ratio stands.

### 5% of the items drift

${fewTable(kept)}

Power and false alarms are shares of drifted and of stable items with p < .05 of one item's test of a shift. In the row with ${ADAPTIVE} items new examinees took an adaptive test of
maximum information: most items have few new answers, and some none. Such items count as not found.

### 20% of the items drift in one direction

How far the mean ability of the new examinees is from the truth, in units of ability: with the anchors that are chosen, with all items by
precision, and by the median shift. "Old examinees" is how far the same old examinees with the same answers move on average. B is Stocking and Lord's intercept, 0 if
the scale stays.

${manyTable(kept)}

### The scale with few models

The same items, calibrated in the integrated mode by few examinees. How far the mean ability of the new examinees and the link's intercept B are from the truth, their standard
errors, and the share of their 95% intervals that hold. "Before" is of the same refreshes: the error of the anchors as if none of them had drifted, and the jackknife of the
link alone. A refresh is refused, and nothing moves, if its error is above 0.5 or the models or anchors are too few; below 100 new models it warns of few models.

${scaleTable(kept)}

### What to keep

Root mean squared distance to the curve that new examinees follow, in points of probability, weighted as new examinees are distributed.

${curveTable(kept)}

Stable items are best pooled, drifted ones estimated from new answers alone: so \`link\` does both.

## Recorded models by date

The built-in bank ikp (1,311 items), calibrated on the models released before 2025 (integrated, 3pl-shrunken), refreshed with those of 2025, and tested on those of 2026: the
published adaptive test and its predicted score on the whole bank. Intervals of 90% are the model's own, which know nothing of uncertain parameters: they are
too narrow on every calibration. Those of \`rank\` are calibrated on held-out models.

${realTable(real)}

${realNotes(real)}

## What this does not show

- Drift of difficulty only, of one size. A change of the slope has a test of its own, which is not measured here.
- Simulated examinees are independent. With families, tests are divided by a design effect that is the same for all items.
- Models of one year differ from those before in more than ability. Such differences count as drift if they are large beside their errors, and ikp has only
  ${real.find(({ name }) => name === 'old')?.examinees ?? '–'} old models: single items can hardly be shown to have drifted.
- With 100 new examinees, drift of half a unit hides within the errors of most items, and a part of the shift of 20% of the items goes into the scale.
`;
}

function outcomes(kept: readonly Kept[], { name }: Cell): DriftOutcome[] {
  return kept.flatMap((one) => ('cell' in one && one.cell === name ? [one.outcome] : []));
}

function sums(own: readonly DriftOutcome[], of: (one: DriftOutcome) => number): number {
  return own.reduce((total, one) => total + of(one), 0);
}

type Counted = 'found' | 'flagged' | 'byRobustZ' | 'byOracle';

function shareOf(own: readonly DriftOutcome[], what: Counted, kind: 'drifted' | 'stable') {
  const known = own.filter((one) => one[what] !== null);
  if (known.length === 0) return null;
  return shareWithInterval(
    sums(known, (one) => one[what]![kind]),
    sums(known, (one) => one.items[kind]),
  );
}

const short = (value: number) => value.toFixed(2).replace(/^0/, '');
const withEnds = (own: ReturnType<typeof shareOf>) =>
  own === null ? '–' : `${short(own.value)} (${short(own.low)}–${short(own.high)})`;
const alone = (own: ReturnType<typeof shareOf>) =>
  own === null ? '–' : own.value.toFixed(3).replace(/^0/, '');

/** Share of stable items among those that were flagged. */
function falseShare(own: readonly DriftOutcome[]): string {
  const wrong = sums(own, (one) => one.flagged.stable);
  const flagged = wrong + sums(own, (one) => one.flagged.drifted);
  return flagged === 0 ? '–' : short(wrong / flagged);
}

function fewTable(kept: readonly Kept[]): string {
  const rows = [...FEW, SPARSE].flatMap((cell) => {
    const own = outcomes(kept, cell);
    if (own.length === 0) return [];
    return [
      [
        `${cell.design.newExaminees}`,
        cell.design.adaptive === null ? 'all' : `${cell.design.adaptive}`,
        `${own.length}`,
        withEnds(shareOf(own, 'found', 'drifted')),
        withEnds(shareOf(own, 'byOracle', 'drifted')),
        alone(shareOf(own, 'found', 'stable')),
        alone(shareOf(own, 'byOracle', 'stable')),
        withEnds(shareOf(own, 'flagged', 'drifted')),
        falseShare(own),
        `${alone(shareOf(own, 'byRobustZ', 'drifted'))} / ${alone(shareOf(own, 'byRobustZ', 'stable'))}`,
      ],
    ];
  });
  return markdownTable(
    [
      'new examinees:',
      'items each:',
      'banks:',
      'power (95% interval):',
      'power of the oracle:',
      'false alarms:',
      'of the oracle:',
      'flagged:',
      'false share of flags:',
      'robust z, power / false alarms:',
    ],
    rows,
  );
}

/** Mean over replications, with its standard error. */
function meanOf(values: readonly (number | null)[]): Figure {
  const ratio = new Ratio();
  for (const value of values) if (value !== null && Number.isFinite(value)) ratio.add(value, 1);
  return ratio.figure();
}

const withError = ({ value, se }: Figure, places: number) =>
  se === null ? figure(value, places) : `${figure(value, places)} ± ${figure(se, places)}`;

function manyTable(kept: readonly Kept[]): string {
  const rows = MANY.flatMap((cell) => {
    const own = outcomes(kept, cell);
    if (own.length === 0) return [];
    const absolute = (of: (one: DriftOutcome) => number) =>
      withError(meanOf(own.map((one) => Math.abs(of(one)))), 4);
    return [
      [
        `${cell.design.newExaminees}`,
        `${own.length}`,
        withError(meanOf(own.map(({ scale }) => scale.anchors)), 4),
        absolute(({ scale }) => scale.anchors),
        absolute(({ scale }) => scale.all),
        absolute(({ scale }) => scale.median),
        absolute(({ moved }) => moved),
        absolute(({ link }) => link.intercept),
        withEnds(shareOf(own, 'found', 'drifted')),
        alone(shareOf(own, 'found', 'stable')),
      ],
    ];
  });
  return markdownTable(
    [
      'new examinees:',
      'banks:',
      'mean error by anchors (± SE):',
      'mean distance by anchors:',
      'by all items:',
      'by the median:',
      'old examinees:',
      'distance of B from 0:',
      'power:',
      'false alarms:',
    ],
    rows,
  );
}

/** Standard errors of one place, before → now, and the share of the 95% intervals that hold. */
function intervalCells(
  own: readonly DriftOutcome[],
  distance: (one: DriftOutcome) => number,
  errors: readonly ((one: DriftOutcome) => number | null)[],
): string[] {
  const holds = errors.map((error) =>
    meanOf(own.map((one) => Number(Math.abs(distance(one)) <= NORMAL_95 * (error(one) ?? 0)))),
  );
  return [
    withError(meanOf(own.map(distance)), 3),
    errors.map((error) => figure(meanOf(own.map(error)).value, 3)).join(' → '),
    holds.map(({ value }) => percentOf(value)).join(' → '),
  ];
}

function scaleTable(kept: readonly Kept[]): string {
  const rows = SCALE.flatMap((cell) => {
    const all = outcomes(kept, cell);
    const own = all.filter(({ refusal }) => refusal === null);
    if (own.length === 0) return [];
    const { oldExaminees, newExaminees, share } = cell.design;
    return [
      [
        `${oldExaminees}, ${newExaminees}`,
        percentOf(share),
        `${all.length}`,
        percentOf(1 - own.length / all.length),
        ...intervalCells(own, ({ scale }) => scale.anchors, [
          ({ errors }) => errors.anchors,
          ({ errors }) => errors.reported,
        ]),
        ...intervalCells(own, ({ link }) => link.distance, [
          ({ link }) => link.jackknife,
          ({ link }) => link.error,
        ]),
      ],
    ];
  });
  const of = (what: string) => [
    `${what}: mean error (± SE):`,
    'standard error, before → now:',
    '95% intervals hold:',
  ];
  return markdownTable(
    [
      ...['old, new examinees:', 'items drift:', 'banks:', 'refused:'],
      ...of('mean ability'),
      ...of('B'),
    ],
    rows,
  );
}

function curveTable(kept: readonly Kept[]): string {
  const own = outcomes(kept, POOLED);
  if (own.length === 0) return '';
  const points = (of: (one: DriftOutcome) => number | null) => {
    const { value } = meanOf(own.map(of));
    return value === null ? '–' : (100 * Math.sqrt(value)).toFixed(2);
  };
  const row = (name: string, kind: 'drifted' | 'stable') => [
    name,
    ...(['old', 'pooled', 'alone', 'kept'] as const).map((what) =>
      points(({ curves }) => curves[what][kind]),
    ),
  ];
  return `${markdownTable(
    ['items', 'old parameters:', 'all pooled:', 'new answers alone:', 'kept by `link`:'],
    [row('stable', 'stable'), row('drifted', 'drifted')],
  )}

${own.length} banks with ${POOLED.design.newExaminees} new examinees and 5% drift. Old parameters are what \`fixed\` keeps of stable items. New answers alone are without priors.`;
}

function realTable(rows: readonly RealRow[]): string {
  return markdownTable(
    [
      'calibration',
      'models:',
      'items drifted:',
      ...LENGTHS.map((length) => `error, ${length} items:`),
      ...LENGTHS.map((length) => `bias, ${length}:`),
      ...LENGTHS.map((length) => `intervals hold, ${length}:`),
    ],
    rows.map(({ name, examinees, refresh, tests }) => [
      NAMES[name] ?? name,
      `${examinees}`,
      refresh === null ? '–' : `${refresh.drifted}`,
      ...tests.map(({ error }) => (100 * error).toFixed(2)),
      ...tests.map(({ bias }) => figure(100 * bias, 2)),
      ...tests.map(({ coverage }) => percentOf(coverage)),
    ]),
  );
}

function realNotes(rows: readonly RealRow[]): string {
  const own = rows.find(({ name }) => name === 'full link');
  if (own?.refresh == null) return '';
  const { anchors, designEffect, newMean, retirements, saturated, unsolved } = own.refresh;
  return `Errors and biases are in points of ${own.models} models of 2026. With full answers ${anchors} items are anchors, the design effect of families is
${figure(designEffect, 2)}, and the models of 2025 have a mean ability of ${figure(newMean, 2)} on the scale of those before. ${saturated} items are saturated: every new model
has them right, and earlier ones had not. ${unsolved} no new model has right, although earlier ones had. ${retirements} are proposed for retirement, nearly all
because every model, old and new, answers them alike.`;
}

function inShort(kept: readonly Kept[], real: readonly RealRow[]): string {
  const largest = FEW[FEW.length - 1];
  const few = outcomes(kept, largest);
  const [many] = MANY;
  const most = outcomes(kept, many);
  const distance = meanOf(most.map(({ scale }) => Math.abs(scale.anchors)));
  const power = shareOf(few, 'found', 'drifted');
  const oracle = shareOf(few, 'byOracle', 'drifted');
  const error = (name: string) => real.find((row) => row.name === name)?.tests[0].error ?? null;
  const points = (name: string) => {
    const value = error(name);
    return value === null ? '–' : (100 * value).toFixed(2);
  };
  const isKept = distance.value !== null && distance.value < MOST_MOVED;
  return [
    '## In short',
    '',
    `- **Power**: with ${largest.design.newExaminees} new examinees against ${OLD} old ones ${percentOf(power?.value ?? null)} of the drifted items are found at ${alone(shareOf(few, 'found', 'stable'))} false alarms. The oracle finds ${percentOf(oracle?.value ?? null)}.`,
    `- **Flags** after the correction of Benjamini and Hochberg at .05, with ${largest.design.newExaminees} new examinees: ${percentOf(shareOf(few, 'flagged', 'drifted')?.value ?? null)} of the drifted items are flagged, and a share of ${falseShare(few)} of all flags is false.`,
    `- **Scale**: with 20% of the items drifting in one direction the mean ability of ${many.design.newExaminees} new examinees is ${figure(distance.value, 4)} from the truth on average over ${most.length} of ${many.runs} intended banks (${isKept ? 'below' : 'not below'} the bound of ${MOST_MOVED}).`,
    `- **Recorded models** of 2026, mean error with ${LENGTHS[0]} items: ${points('old')} points before the refresh, ${points('full link')} after it with full answers of the models of 2025, ${points('scratch')} on a calibration from scratch.`,
    `- **Adaptive answers alone** of newer models: recalibrating everything (\`link\`) gives ${points('adaptive link')} points, holding stable items (\`fixed\`) ${points('adaptive fixed')}. So \`auto\` chooses \`fixed\` unless nearly all examinees answered most of the bank.`,
  ].join('\n');
}
