import type { STRATEGIES } from 'thetarank/study';

/** The data on which the items of a test were calibrated. */
export const CALIBRATIONS = {
  none: 'no calibration',
  participants: '20 synthesized participants, as published',
  recorded: 'recorded answers of 8 or 9 of the other models',
  true: 'true parameters (not to be had)',
} as const;
export type CalibrationName = keyof typeof CALIBRATIONS;

/** A way to test a model: a strategy of post-hoc simulation, on a calibration. */
export interface Method {
  readonly calibration: CalibrationName;
  readonly strategy: keyof typeof STRATEGIES;
  /** Only at the length of Figure 11, because each length needs a separate, slow test. */
  readonly onlyFigure?: boolean;
}

/** Items of the rapid assessment in Figure 11. */
export const FIGURE_LENGTH = 243;

/** `published`: methods for many seeds. `recorded`: methods that take about ten times as long per seed. */
export const PARTS = ['published', 'recorded'] as const;
export type Part = (typeof PARTS)[number];

/** The methods of each part, in the order they are shown. */
export const METHODS: Readonly<Record<Part, readonly Method[]>> = {
  published: [
    { calibration: 'none', strategy: 'random' },
    { calibration: 'participants', strategy: 'paper' },
    { calibration: 'participants', strategy: 'balanced', onlyFigure: true },
    { calibration: 'participants', strategy: 'random-irt' },
  ],
  recorded: [
    { calibration: 'recorded', strategy: 'paper' },
    { calibration: 'recorded', strategy: 'balanced', onlyFigure: true },
    { calibration: 'recorded', strategy: 'random-irt' },
    { calibration: 'recorded', strategy: 'robust' },
    { calibration: 'true', strategy: 'paper' },
  ],
};

/** The requested lengths at which a method is tested. */
export function lengthsOf({ onlyFigure }: Method, lengths: readonly number[]): readonly number[] {
  return onlyFigure === true ? [FIGURE_LENGTH] : lengths;
}
