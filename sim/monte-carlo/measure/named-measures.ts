import { nearestNames } from '../../../src/nearest.ts';
import type { CellMeasures } from './cell-study-sums.ts';
import type { Figure } from './ratio.ts';

/** Figures of a cell, by the names in the output. */
const PLAIN = [
  'bias',
  'rmse',
  'meanSe',
  'infiniteSe',
  'coverage',
  'atBound',
  'meanLength',
  'exhausted',
  'cost',
  'efficiency',
  'kendall',
  'spearman',
  'pairs',
  'scoreBias',
  'scoreError',
] as const satisfies readonly (keyof CellMeasures)[];

const ITEM_USE = ['mean', 'max', 'unused', 'above', 'chiSquare', 'overlap'] as const;
const SEARCH = ['converged', 'rounds', 'greatest'] as const;
const CLASSES = ['right', 'falseAbove', 'falseBelow'] as const;

/** Every figure of a cell under its name, as results.csv and the `precision` of a design have it. */
export function namedMeasures(cell: CellMeasures): [string, Figure][] {
  return [
    ...PLAIN.map((name): [string, Figure] => [name, cell[name]]),
    ...ITEM_USE.map((name): [string, Figure] => [`exposure_${name}`, cell.itemUse[name]]),
    ...SEARCH.map((name): [string, Figure] => [`search_${name}`, cell.search[name]]),
    ...cell.top.map(({ k, ...figure }): [string, Figure] => [`top${k}`, figure]),
    ...cell.classes.flatMap((one) =>
      CLASSES.map((name): [string, Figure] => [`${name}_${one.cut}`, one[name]]),
    ),
  ];
}

/** The names of the figures of a design. */
export function measureNames(top: readonly number[], cuts: readonly number[]): string[] {
  return [
    ...PLAIN,
    ...ITEM_USE.map((name) => `exposure_${name}`),
    ...SEARCH.map((name) => `search_${name}`),
    ...top.map((k) => `top${k}`),
    ...cuts.flatMap((cut) => CLASSES.map((name) => `${name}_${cut}`)),
  ];
}

/** The first of `names` that no figure has, and the figures whose names come closest; null if all are known. */
export function measureProblem(
  names: readonly string[],
  known: readonly string[],
): { readonly name: string; readonly nearest: readonly string[] } | null {
  const name = names.find((one) => !known.includes(one));
  return name === undefined ? null : { name, nearest: nearestNames(name, known) };
}
