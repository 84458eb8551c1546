import type { AbilityDistribution } from '../../../calibration/fit/marginal/fit-histogram.ts';
import type { Prior } from '../../../calibration/fit/marginal/prior.ts';
import type { Slopes } from '../../../calibration/fit/marginal/slopes.ts';
import { fail } from '../../errors.ts';

/** The request for a fit to recorded answers, by option names. */
export interface FitRequest {
  /** The name of the answers in errors: their file or bank. */
  readonly responses?: string;
  readonly bank?: string;
  readonly irtModel: string;
  readonly itemsFile?: string;
  readonly options?: number;
  /** What guesses at the items of a bank are worth; `options` and a file go before it. */
  readonly optionCounts?: readonly number[] | undefined;
  readonly priors?: 'empirical' | 'given';
  readonly priorA?: Prior;
  readonly priorB?: Prior;
  readonly priorC?: Prior;
  readonly priorD?: Prior;
  readonly fixed?: string;
  readonly groups?: string;
  readonly abilityDistribution?: AbilityDistribution;
  readonly rung?: string;
  readonly method: 'auto' | 'integrated' | 'marginal';
  readonly slopes: Slopes;
  readonly quadrature: number | 'auto';
  readonly convergence: number;
  readonly maxIterations: number;
  readonly seed: number;
  readonly check?: 'curve';
}

/** Refuses options that do not go together. @throws OPTIONS_CONFLICT */
export function refuseTogether(options: string, reason: string): never {
  return fail('OPTIONS_CONFLICT', { options, reason });
}
