import type { ItemDetail } from '../../../api/banks.ts';
import type { Series } from '../../chart/plot-types.ts';
import { t } from '../../words/t.ts';

/** Radius of a point of one answer, and the largest, in CSS pixels. */
const UNIT = 2;
const LARGEST = 14;

/** The fitted curve and the observed shares over one x; the area of a point grows with its answers. */
export function itemSeries(curve: NonNullable<ItemDetail['curve']>): {
  readonly x: number[];
  readonly series: readonly Series[];
} {
  const observed = new Map(curve.observed.map((bin) => [bin.ability, bin]));
  const fitted = new Map(curve.ability.map((value, k) => [value, curve.probability[k]]));
  const x = [...new Set([...curve.ability, ...observed.keys()])].sort((a, b) => a - b);
  return {
    x,
    series: [
      { name: t('As calibrated'), values: x.map((value) => fitted.get(value) ?? null) },
      {
        name: t(
          'Recorded models of similar ability: share right; larger circles have more answers',
        ),
        kind: 'points',
        values: x.map((value) => observed.get(value)?.share ?? null),
        low: x.map((value) => observed.get(value)?.low ?? null),
        high: x.map((value) => observed.get(value)?.high ?? null),
        sizes: x.map((value) =>
          Math.min(LARGEST, 1 + UNIT * Math.sqrt(observed.get(value)?.answers ?? 0)),
        ),
      },
    ],
  };
}
