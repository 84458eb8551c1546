import type { ResponseMatrix } from '../../irt/responses.ts';
import type { TaskWork } from '../../threads/serve-tasks.ts';
import { openPool } from '../../threads/thread-pool.ts';
import type { ConvergenceProgress } from '../progress.ts';
import { type FitRun, fitParameters } from './fit-parameters.ts';
import type { FitRequest } from './fit-request.ts';
import type { Fitted } from './fit-result.ts';

/** A fit, as its thread is given it. */
interface FitTask {
  readonly matrix: ResponseMatrix;
  readonly families: readonly string[] | null;
  readonly request: FitRequest;
  readonly workers: number;
}

/** What the thread tells of a fit, as a step. */
type FitStep =
  | { readonly round: Parameters<ConvergenceProgress['round']> }
  | { readonly note: string }
  | { readonly stop: true };

/** Fits within a thread. */
export function openFits(): TaskWork<FitTask, Fitted, FitStep> {
  return ({ matrix, families, request, workers }, onStep) => {
    const watch = (): ConvergenceProgress => ({
      round: (...round) => onStep({ round }),
      note: (note) => onStep({ note }),
      stop: () => onStep({ stop: true }),
    });
    return fitParameters(matrix, families, request, { workers, watch });
  };
}

/**
 * `fitParameters` on a thread of its own, so that this one hears an interrupt meanwhile.
 * @throws what `fitParameters` throws
 */
export async function fitOnThread(
  matrix: ResponseMatrix,
  families: readonly string[] | null,
  request: FitRequest,
  { workers, watch }: Required<FitRun>,
): Promise<Fitted> {
  const pool = openPool(
    { from: import.meta.url, worker: 'fit-worker.ts', data: null, open: openFits },
    1,
  );
  let shown: ConvergenceProgress | null = null;
  const show = (step: FitStep) => {
    shown ??= watch();
    if ('round' in step) shown.round(...step.round);
    else if ('note' in step) shown.note(step.note);
    else shown.stop();
  };
  try {
    return await pool.run({ matrix, families, request, workers }, show);
  } finally {
    await pool.close();
  }
}
