import {
  betterBy,
  MEASURES,
  type Measures,
  type SeedInterval,
  seedInterval,
} from 'thetarank/study';
import type { MeasuredCalibration, TrialMeasures } from './trial-measures.ts';

/** The primary comparison, fixed before the first call. */
export const PRIMARY = {
  calibration: 'synthesized',
  beside: 'samples',
  measure: 'logLikelihood',
} as const satisfies { calibration: string; beside: string; measure: keyof Measures };

/** The gain of synthesized participants over another calibration: above 0 is better, for every measure. */
export interface TrialComparison {
  readonly beside: string;
  /** By pool; null if a figure is undefined. */
  readonly pools: readonly Readonly<Record<keyof Measures, number | null>>[];
  /** Over pools, which are the sampling unit. */
  readonly over: Readonly<Record<keyof Measures, SeedInterval>>;
}

/** Synthesized participants compared with every other calibration: within each pool, then over pools. */
export function trialComparisons({ pools, common }: TrialMeasures): TrialComparison[] {
  const all = pools.map(({ calibrations }) => [...calibrations, ...common]);
  const names = all[0].map(({ calibration }) => calibration);
  const others = names.filter((name) => name !== PRIMARY.calibration);
  // The primary comparison comes first.
  others.sort((x, y) => Number(y === PRIMARY.beside) - Number(x === PRIMARY.beside));
  return others.map((beside) => {
    const differences = all.map((own) => {
      const of = (name: string) => measuresNamed(own, name);
      return byMeasure((m) => betterBy(m, of(PRIMARY.calibration), of(beside)));
    });
    return {
      beside,
      pools: differences,
      over: byMeasure((m) => seedInterval(differences.map((of) => of[m]))),
    };
  });
}

function byMeasure<T>(of: (measure: keyof Measures) => T): Record<keyof Measures, T> {
  return Object.fromEntries(MEASURES.map((m) => [m, of(m)])) as Record<keyof Measures, T>;
}

function measuresNamed(all: readonly MeasuredCalibration[], name: string): Measures {
  return all.find(({ calibration }) => calibration === name)!.measures;
}
