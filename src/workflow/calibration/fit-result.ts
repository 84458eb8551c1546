import type { ItemFlag } from '../../../calibration/diagnose/item-flags.ts';
import { type CurveReport, checkCurves } from '../../../calibration/fit/curve/check-curves.ts';
import type { LadderResult } from '../../../calibration/fit/ladder.ts';
import type { MarginalFit, Model } from '../../../calibration/fit/marginal/fit-marginal.ts';
import type { GuessedOptions } from '../../../calibration/fit/marginal/guessed-options.ts';
import type { ErrorMethod } from '../../../calibration/fit/marginal/standard-errors.ts';
import type { Rung } from '../../../calibration/fit/rungs.ts';
import type { ClosableEngine } from '../../../calibration/kernel/wasm-engine.ts';
import type { ItemParameters } from '../../irt/parameters.ts';
import type { FitRequest } from './fit-request.ts';

/** Goodness of fit. The maximised values of the two modes have different names because they are not comparable. */
export interface FitMeasures {
  /**
   * Marginal mode: log-likelihood at the estimate, abilities integrated over their distribution. Without priors, the maximised
   * value.
   */
  readonly logLikelihood: number | null;
  readonly logPosterior: number | null;
  /** Integrated mode: what it maximises, the log-likelihood at the estimated abilities, items integrated over learned priors. */
  readonly integratedLogLikelihood: number | null;
  /** Integrated mode: log-likelihood of the written curves, abilities integrated over N(0, 1). It is not maximised. */
  readonly curveLogLikelihood: number | null;
}

/** A fit of either mode, with all reported values. */
export interface Fitted {
  readonly model: Model;
  readonly mode: 'integrated' | 'marginal';
  readonly rung: Rung | null;
  readonly ladder: LadderResult | null;
  readonly parameters: ItemParameters;
  readonly errors: { a: Float64Array; b: Float64Array; c: Float64Array };
  readonly fit: FitMeasures;
  readonly iterations: number;
  readonly converged: boolean;
  /** That of the last rounds. */
  readonly change: number;
  readonly marginal: MarginalFit | null;
  readonly priors: Readonly<Record<string, string>>;
  readonly errorMethod: ErrorMethod;
  /** Positions of items without standard errors: the answers do not determine their parameters. */
  readonly undetermined: readonly number[];
  readonly curves: CurveReport | null;
  /** Whether guessing seems to be that of items with so many options, where their number was not given. */
  readonly guessed: GuessedOptions | null;
  /** By item: reasons to check it. */
  readonly flags: readonly (readonly ItemFlag[])[];
  /** Ability in each group of examinees, with groups or fixed items. */
  readonly groups: readonly { group: string; mean: number; sd: number }[] | null;
}

/** Of a marginal fit. */
export function marginalMeasures({ logLikelihood, logPosterior }: MarginalFit): FitMeasures {
  return { logLikelihood, logPosterior, integratedLogLikelihood: null, curveLogLikelihood: null };
}

/** The independent check of the curves of a marginal fit, if requested. */
export function checkedCurves(
  fit: MarginalFit | null,
  { check }: FitRequest,
  engine: ClosableEngine,
): CurveReport | null {
  if (check === undefined || fit === null) return null;
  return checkCurves(fit, { engine });
}
