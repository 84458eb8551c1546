import type { Tolerance } from '../../../../sim/test-length/length-grid.ts';
import { fail } from '../../../errors.ts';
import type { EstimatorName, NormalPrior } from '../../../irt/estimate/estimate.ts';

/** The request for a shortest test. */
export interface LengthRequest {
  /** The targets of a test, such as `kendall>=0.9`; it must reach all. */
  readonly target: readonly string[];
  /** The name of the bank or file in errors and results. */
  readonly bank?: string;
  readonly responses?: string;
  /** A file of item parameters, in place of recorded answers. */
  readonly parameters?: string;
  /** Lets tests choose items of that file that are flagged. */
  readonly includeFlagged?: boolean;
  /** Of simulated examinees; those of the bank's models by default, else N(0, 1). */
  readonly abilities?: 'models' | NormalPrior;
  /** Ranked against each other; the number of models of the bank by default, else 20. */
  readonly examinees?: number;
  /** How items are chosen, and abilities estimated; or a strategy, which names both. */
  readonly selector?: string;
  readonly estimator?: EstimatorName;
  readonly strategy?: string;
  /** Estimates the parameters from this number of simulated examinees in each replication. */
  readonly calibratedOn?: number;
  /** Tests the recorded models of the bank in place of simulated ones. */
  readonly recorded?: boolean;
  /** Of recorded models: parts that families are divided into. */
  readonly folds?: number;
  readonly maxItems?: number;
  readonly maxReplications?: number;
  /** Half the width of the interval of the length; 5% by default. */
  readonly tolerance?: Tolerance;
  /** Of the interval. */
  readonly confidence: number;
  readonly seed: number;
}

/** Options of only one kind of study. */
const SIMULATED_ONLY = {
  parameters: '--parameters',
  abilities: '--abilities',
  examinees: '--examinees',
  selector: '--selector',
  estimator: '--estimator',
  calibratedOn: '--calibrated-on',
} as const;

/** Refuses options that do not go together. @throws OPTIONS_CONFLICT */
export function checkCombination(options: LengthRequest): void {
  const conflict = (names: string, reason: string): never =>
    fail('OPTIONS_CONFLICT', { options: names, reason });
  if (options.recorded === true) {
    for (const [name, flag] of Object.entries(SIMULATED_ONLY))
      if (options[name as keyof typeof SIMULATED_ONLY] !== undefined)
        conflict(
          `--recorded, ${flag}`,
          'recorded models answer as recorded, in tests by --strategy; leave one of the options out.',
        );
  } else {
    if (options.folds !== undefined)
      conflict(
        '--folds',
        'only works with --recorded, which leaves models out of the calibration.',
      );
    if (options.strategy !== undefined)
      for (const name of ['selector', 'estimator'] as const)
        if (options[name] !== undefined)
          conflict(
            `--strategy, --${name}`,
            'a strategy already sets it; leave one of the options out.',
          );
  }
  const others = [options.bank, options.responses].some((given) => given !== undefined);
  if (options.parameters !== undefined && others)
    conflict('--parameters', 'replaces --bank and --responses; use only one of them.');
}
