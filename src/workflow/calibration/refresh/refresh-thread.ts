import { wasmEngine } from '../../../../calibration/kernel/wasm-engine.ts';
import { refreshCalibration } from '../../../../calibration/refresh/refresh-calibration.ts';
import type {
  RefreshRequest,
  RefreshResult,
  RefreshStep,
} from '../../../../calibration/refresh/refresh-types.ts';
import type { TaskWork } from '../../../threads/serve-tasks.ts';
import { openPool } from '../../../threads/thread-pool.ts';
import { spanSequence } from '../../../tracing/span-sequence.ts';

/** A refresh, as its thread is given it. */
export interface RefreshTask {
  readonly request: Omit<RefreshRequest, 'engine' | 'onProgress'>;
  /** Threads. */
  readonly workers: number;
}

/** The step at work, and its finished share. */
export interface RefreshProgress {
  readonly step: RefreshStep;
  readonly share: number;
}

/** What the steps are called in traces. */
const SPANS: Readonly<Record<RefreshStep, string>> = {
  anchors: 'choose anchors',
  drift: 'test drift',
  fit: 'fit',
  compare: 'compare models',
};

/** Refreshes within a thread. */
export function openRefreshes(): TaskWork<RefreshTask, RefreshResult, RefreshProgress> {
  return ({ request, workers }, onStep) => {
    const engine = wasmEngine(workers);
    try {
      const onProgress = (step: RefreshStep, share: number) => onStep({ step, share });
      return refreshCalibration({ ...request, engine, onProgress });
    } finally {
      engine.close();
    }
  };
}

/** `refreshCalibration` on a thread of its own, so that this one hears an interrupt meanwhile. @throws what that throws */
export async function refreshOnThread(
  task: RefreshTask,
  onStep: (progress: RefreshProgress) => void,
): Promise<RefreshResult> {
  const pool = openPool(
    { from: import.meta.url, worker: 'refresh-worker.ts', data: null, open: openRefreshes },
    1,
  );
  const steps = spanSequence();
  try {
    const result = await pool.run(task, (progress) => {
      steps.at(SPANS[progress.step]);
      onStep(progress);
    });
    steps.end();
    return result;
  } catch (error) {
    steps.end(error);
    throw error;
  } finally {
    await pool.close();
  }
}
