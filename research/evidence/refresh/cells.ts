import type { DriftOutcome, DriftStudyDesign } from 'thetarank/study';
import type { RealRow } from './real-drift.ts';

export const ITEMS = 200;
export const OLD = 2000;
export const SHIFT = 0.5;
export const ADAPTIVE = 50;

/** One kind of simulated refresh. */
export interface Cell {
  readonly name: string;
  readonly runs: number;
  readonly design: DriftStudyDesign;
}

const usual = { items: ITEMS, oldExaminees: OLD, shift: SHIFT, adaptive: null, pools: false };

/** Drift of a few items: power and false alarms. */
export const FEW: readonly Cell[] = [50, 100, 200, 500].map((newExaminees) => ({
  name: `few ${newExaminees}`,
  runs: 25,
  design: { ...usual, newExaminees, share: 0.05, method: 'fixed', hasOracle: true },
}));
/** The same with new examinees who took an adaptive test only. */
export const SPARSE: Cell = {
  name: 'sparse 500',
  runs: 10,
  design: {
    ...usual,
    newExaminees: 500,
    share: 0.05,
    method: 'fixed',
    hasOracle: false,
    adaptive: ADAPTIVE,
  },
};
/** Drift of many items in one direction: does the scale move? */
export const MANY: readonly Cell[] = [
  { newExaminees: 500, runs: 100 },
  { newExaminees: 100, runs: 10 },
].map(({ newExaminees, runs }) => ({
  name: `many ${newExaminees}`,
  runs,
  design: { ...usual, newExaminees, share: 0.2, method: 'link', hasOracle: false },
}));
/** With what is kept compared with pooling everything. */
export const POOLED: Cell = {
  name: 'pooled 500',
  runs: 5,
  design: {
    ...usual,
    newExaminees: 500,
    share: 0.05,
    method: 'link',
    hasOracle: false,
    pools: true,
  },
};
/** From few models to many: do intervals of the scale hold? */
export const SCALE: readonly Cell[] = (
  [
    [40, 30, 40],
    [40, 100, 40],
    [100, 30, 40],
    [200, 50, 20],
    [500, 500, 10],
  ] as const
).flatMap(([oldExaminees, newExaminees, runs]) =>
  [0, 0.1, 0.2].map((share) => ({
    name: `scale ${oldExaminees} ${newExaminees} ${share}`,
    runs,
    design: {
      ...usual,
      ...{ oldExaminees, newExaminees, share },
      ...{ method: 'link', hasOracle: false, mode: 'integrated' },
    },
  })),
);
export const CELLS: readonly Cell[] = [...FEW, SPARSE, ...MANY, POOLED, ...SCALE];

/** A line of the raw file. */
export type Kept =
  | { readonly cell: string; readonly run: number; readonly outcome: DriftOutcome }
  | { readonly real: readonly RealRow[] };

export const seedOf = (cell: string, run: number): string => `refresh ${cell} ${run}`;
