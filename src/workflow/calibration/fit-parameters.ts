import { MODELS } from '../../../calibration/fit/marginal/fit-marginal.ts';
import { wasmEngine } from '../../../calibration/kernel/wasm-engine.ts';
import { fail } from '../../errors.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { nearestNames } from '../../nearest.ts';
import { type ConvergenceProgress, NO_CONVERGENCE } from '../progress.ts';
import { fitEmpirical, isEmpirical } from './fit-empirical.ts';
import { fitGiven } from './fit-given.ts';
import type { FitRequest } from './fit-request.ts';
import type { Fitted } from './fit-result.ts';

/** How a fit is run; no setting changes the result. */
export interface FitRun {
  /** Threads. */
  readonly workers: number;
  /** Called with the rounds, after all options have been checked. */
  readonly watch?: () => ConvergenceProgress;
}

/**
 * Item parameters from recorded answers: by priors that are given, or learned from the answers.
 * @param families of the examinees; null if they are not known
 * @throws NAME_UNKNOWN, TOO_FEW_EXAMINEES, OPTIONS_CONFLICT, and what is wrong with files
 */
export function fitParameters(
  matrix: ResponseMatrix,
  families: readonly string[] | null,
  request: FitRequest,
  { workers, watch = () => NO_CONVERGENCE }: FitRun,
): Fitted {
  const { irtModel } = request;
  if (!(MODELS as readonly string[]).includes(irtModel))
    fail('NAME_UNKNOWN', {
      kind: 'model',
      name: irtModel,
      nearest: nearestNames(irtModel, MODELS),
    });
  const n = matrix.examinees.length;
  if (n < 2) fail('TOO_FEW_EXAMINEES', { found: n, needed: 2, purpose: 'a calibration' });
  const engine = wasmEngine(workers);
  try {
    return isEmpirical(request, n)
      ? fitEmpirical(matrix, families, request, engine, watch)
      : fitGiven(matrix, request, engine, watch);
  } finally {
    engine.close();
  }
}
