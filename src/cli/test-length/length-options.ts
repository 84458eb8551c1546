import { InvalidArgumentError } from 'commander';
import type { Tolerance } from '../../../sim/test-length/length-grid.ts';
import { fail } from '../../errors.ts';
import type { EstimatorName, NormalPrior } from '../../irt/estimate/estimate.ts';
import type { BankOptions } from '../bank-source.ts';
import { normalPrior } from '../options.ts';

/** What `simulate test-length` is told. */
export interface LengthOptions extends BankOptions {
  readonly goal: readonly string[];
  readonly parameters?: string;
  readonly abilities?: 'models' | NormalPrior;
  readonly examinees?: number;
  readonly selector?: string;
  readonly includeFlagged?: boolean;
  readonly estimator?: EstimatorName;
  readonly strategy?: string;
  readonly calibratedOn?: number;
  readonly recorded?: boolean;
  readonly folds?: number;
  readonly maxItems?: number;
  readonly maxReplications?: number;
  readonly tolerance?: Tolerance;
  readonly confidence: number;
  readonly seed: number;
  readonly workers?: number;
  readonly out?: string;
  readonly resume?: boolean;
  readonly plot?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Reads `5%`, or a number of items. */
export function lengthTolerance(text: string): Tolerance {
  const [, number, sign] = /^([0-9]*\.?[0-9]+)(%?)$/.exec(text.trim()) ?? [];
  const value = Number(number);
  if (sign === '%' && value > 0 && value <= 50) return { share: value / 100 };
  if (sign === '' && Number.isSafeInteger(value) && value >= 1) return { items: value };
  throw new InvalidArgumentError(
    'Accepted: a share of the length above 0% up to 50%, such as 5%, or a whole number of items.',
  );
}

/** Reads `models` or `normal:MEAN:SD`. */
export function abilitiesOf(text: string): 'models' | NormalPrior {
  if (text === 'models') return text;
  try {
    return normalPrior(text);
  } catch {
    throw new InvalidArgumentError(
      'Accepted: models (those of the bank), or normal:MEAN:SD with SD above 0, such as normal:0:1.',
    );
  }
}

/** What only one kind of study is told. */
const SIMULATED_ONLY = {
  parameters: '--parameters',
  abilities: '--abilities',
  examinees: '--examinees',
  selector: '--selector',
  estimator: '--estimator',
  calibratedOn: '--calibrated-on',
} as const;

/** Refuses options that do not go together. @throws OPTIONS_CONFLICT */
export function checkCombination(options: LengthOptions): void {
  const conflict = (names: string, reason: string): never =>
    fail('OPTIONS_CONFLICT', { options: names, reason });
  if (options.recorded === true) {
    for (const [name, flag] of Object.entries(SIMULATED_ONLY))
      if (options[name as keyof typeof SIMULATED_ONLY] !== undefined)
        conflict(
          `--recorded, ${flag}`,
          'recorded models answer as they did, in tests by --strategy; leave one of them out.',
        );
  } else {
    if (options.folds !== undefined)
      conflict('--folds', 'goes with --recorded, where models are left out of the calibration.');
    if (options.strategy !== undefined)
      for (const name of ['selector', 'estimator'] as const)
        if (options[name] !== undefined)
          conflict(`--strategy, --${name}`, 'a strategy names both; leave one of them out.');
  }
  if (options.resume === true && options.out === undefined)
    conflict('--resume', 'name the folder of the study with --out.');
  const others = [options.bank, options.responses].some((given) => given !== undefined);
  if (options.parameters !== undefined && others)
    conflict('--parameters', 'stands in place of --bank and --responses; give one of them.');
}
