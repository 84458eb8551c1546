import { parentPort, workerData } from 'node:worker_threads';
import { type Calibration, calibrate } from '../../../calibration/fit/calibrate.ts';
import { type ErrorCode, ThetarankError } from '../../errors.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { TOLERANCE } from '../../ranking/fold-fit.ts';

/** The message of the thread: a calibration, or an error of the registry. */
export type CalibrationMessage =
  | Pick<
      Calibration,
      'parameters' | 'standardErrors' | 'abilities' | 'mode' | 'rung' | 'iterations' | 'converged'
    >
  | { readonly code: ErrorCode; readonly details: Readonly<Record<string, unknown>> };

function calibrated(): CalibrationMessage {
  try {
    const { parameters, standardErrors, abilities, mode, rung, iterations, converged } = calibrate(
      workerData as ResponseMatrix,
      { tolerance: TOLERANCE },
    );
    return { parameters, standardErrors, abilities, mode, rung, iterations, converged };
  } catch (error) {
    if (error instanceof ThetarankError) return { code: error.code, details: error.details };
    throw error;
  }
}

parentPort!.postMessage(calibrated());
