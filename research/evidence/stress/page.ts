import { shareWithInterval } from 'thetarank';
import { figure, markdownTable, percentWithEnds } from '../../text.ts';
import {
  ABILITIES,
  CONFIDENCE,
  DROPS,
  type EffectOutcome,
  FINE,
  FINE_RUNS,
  GUESSING,
  type KeptStress,
  KINDS,
  POINTS,
  PRECISION,
  SHARED,
  SIZES,
  TARGETS,
} from './replicate.ts';

/** docs/evidence/stress.md */
export function stressPage(kept: readonly KeptStress[]): string {
  const runs = Math.max(0, ...kept.map(({ run }) => run));
  const usual = kept.filter(({ precision }) => precision === PRECISION);
  return `# Evidence for stress tests

Does [\`thetarank stress\`](../stress.md) find effects of known size? How often does it report an effect where there is none? How many items does it
need, compared with a design of a fixed number of items?

## The simulated models

${runs} runs of each kind. A bank has two-parameter items with guessing ${GUESSING}; two models of the abilities ${ABILITIES.join(' and ')} are asked with four variants, which is
${ABILITIES.length * DROPS.planted.length} effects per run. A variant that costs d points takes the same share of every probability, so that the expected score falls by exactly d. In ${Math.round(100 * SHARED)}% of the items
the answer to the variant is drawn with the chance of the original; in the others it is drawn again, so that answers also change without an effect. Graded scores are
shares of ${POINTS} points, each drawn by itself. Asking ends at ± ${100 * PRECISION} points, in ${FINE_RUNS} runs on the larger bank at ± ${100 * FINE} points; confidence ${100 * CONFIDENCE}% per interval.

## Intervals and effects found

"Interval holds" is meant to be at least ${100 * CONFIDENCE}%. "Found" is an effect reported in the right direction, after Holm's correction for all
effects of the run. An effect is found reliably if it is at least twice the precision: to find 5 points, ask for ± 2.5.

${effectTable(kept)}

## False effects

Runs in which no variant has an effect. At most 5% of the runs are meant to report any effect. The last two columns are what common 95% intervals give:
judged once at the end, and whenever one looks (after each round). They are not corrected for the number of effects.

${nullTable(usual)}

## Items asked

Until the interval is as precise as requested, or the bank is exhausted. "Fixed" is the number of items of a design that knows the variance of the differences
beforehand and looks once, without the finite-population correction.

${itemsTable(kept)}

${inWords(usual)}

## What this does not show

- The drops are equal shares of all probabilities. A real change costs more on some items; the interval is of the mean, whatever the items.
- Expected effects take items and answers as independent draws. For a bank that is asked almost whole this is cautious.
- Where a fixed number of items can be chosen well beforehand, a fixed design needs fewer. It gives no right to look early or to ask on.
`;
}

type Row = EffectOutcome & Pick<KeptStress, 'kind' | 'size' | 'precision'>;

function rowsOf(kept: readonly KeptStress[], family: KeptStress['family']): Row[] {
  return kept
    .filter((one) => one.family === family)
    .flatMap(({ kind, size, precision, effects }) =>
      effects.map((effect) => ({ ...effect, kind, size, precision })),
    );
}

function cells(kept: readonly KeptStress[]) {
  return KINDS.flatMap((kind) =>
    SIZES.flatMap((size) =>
      [PRECISION, FINE].flatMap((precision) =>
        kept.some((one) => one.size === size && one.precision === precision)
          ? TARGETS.map((target) => ({ kind, size, precision, target }))
          : [],
      ),
    ),
  );
}

type Cell = Pick<Row, 'kind' | 'size' | 'precision' | 'target'>;

function isIn(row: Row, { kind, size, precision, target }: Cell): boolean {
  return (
    row.kind === kind && row.size === size && row.precision === precision && row.target === target
  );
}

function share(hits: number, n: number): string {
  if (n === 0) return '–';
  const { value, low, high } = shareWithInterval(hits, n);
  return percentWithEnds(value, low, high);
}

function effectTable(kept: readonly KeptStress[]): string {
  const rows = rowsOf(kept, 'planted');
  return markdownTable(
    [
      'scores',
      'items in the bank:',
      'precision:',
      'target',
      'drop (points):',
      'interval holds:',
      'found:',
    ],
    cells(kept).flatMap(({ kind, size, precision, target }) =>
      [...new Set(DROPS.planted)].map((drop) => {
        const own = rows.filter(
          (row) => isIn(row, { kind, size, precision, target }) && row.drop === drop,
        );
        return [
          kind,
          `${size}`,
          `${100 * precision}`,
          target,
          `${drop}`,
          share(own.filter(({ holds }) => holds).length, own.length),
          drop === 0 ? '–' : share(own.filter(({ is }) => is === 'lower').length, own.length),
        ];
      }),
    ),
  );
}

function nullTable(kept: readonly KeptStress[]): string {
  const runs = kept.filter(({ family }) => family === 'null');
  return markdownTable(
    [
      ...['scores', 'items in the bank:', 'target', 'runs:', 'runs with a false effect:'],
      ...['common interval, one look:', 'common interval, every look:'],
    ],
    cells(kept).map(({ kind, size, target }) => {
      const own = runs
        .filter((run) => run.kind === kind && run.size === size)
        .map(({ effects }) => effects.filter((effect) => effect.target === target));
      const any = (is: (effect: EffectOutcome) => boolean) =>
        share(own.filter((effects) => effects.some(is)).length, own.length);
      return [
        ...[kind, `${size}`, target, `${own.length}`],
        any(({ is }) => is !== 'undecided'),
        any(({ common }) => common.atEnd),
        any(({ common }) => common.atAnyLook),
      ];
    }),
  );
}

function itemsTable(kept: readonly KeptStress[]): string {
  const rows = rowsOf(kept, 'planted');
  return markdownTable(
    [
      'scores',
      'items in the bank:',
      'target',
      'items asked, mean:',
      'fixed:',
      'ratio:',
      'precise:',
    ],
    cells(kept).map(({ kind, size, precision, target }) => {
      const own = rows.filter((row) => isIn(row, { kind, size, precision, target }));
      const [asked, fixed] = [meanOf(own, ({ items }) => items), meanOf(own, (row) => row.fixed)];
      return [
        ...[kind, `${size}`, `${100 * precision}`, target, figure(asked, 0), figure(fixed, 0)],
        figure(asked === null || fixed === null ? null : asked / fixed, 2),
        share(own.filter(({ isPrecise }) => isPrecise).length, own.length),
      ];
    }),
  );
}

function inWords(kept: readonly KeptStress[]): string {
  const large = rowsOf(kept, 'planted').filter(
    ({ size, target }) => size === Math.max(...SIZES) && target === 'expected',
  );
  const ratio = meanOf(large, ({ items, fixed }) => items / fixed);
  return ratio === null
    ? ''
    : `An interval that holds at every look costs ${figure(ratio, 1)} times the items of a fixed design that knows the variance. A planner who does not know it and provides for one
difference in two items would fix ${Math.round((1.645 ** 2 * 0.5) / PRECISION ** 2)} items.`;
}

function meanOf<T>(rows: readonly T[], value: (row: T) => number): number | null {
  return rows.length === 0 ? null : rows.reduce((sum, row) => sum + value(row), 0) / rows.length;
}
