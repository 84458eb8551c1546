import type { Worker } from 'node:worker_threads';
import {
  type Rescored,
  type RescoreInput,
  readRescore,
} from '../../workflow/calibration/rescore.ts';
import type { ServiceContext } from '../service-context.ts';
import { keptCalibration } from './calibration-part.ts';
import { onThread } from './thread.ts';

/** Whose answers are ranked again. */
export type RescoredSources = Parameters<typeof readRescore>[3];

/** Rankings of all models with answers to a bank, on any kept calibration of it; one after another, on a thread. */
export function rescoredRankings({ store }: Pick<ServiceContext, 'store'>) {
  const threads = new Set<Worker>();
  let last: Promise<unknown> = Promise.resolve();
  const scored = (input: RescoreInput) => onThread<Rescored>('rescore-worker', input, threads);
  /** @throws NAME_UNKNOWN for a calibration of no or another bank; what `rescore` throws */
  return async (
    bank: string,
    calibration: number | 'current',
    sources: RescoredSources,
  ): Promise<Rescored> => {
    // To the caller, calibrations of other banks do not exist.
    if (calibration !== 'current') await keptCalibration(store, calibration, bank);
    const found = last.then(async () =>
      scored(await readRescore(store, bank, calibration, sources)),
    );
    last = found.catch(() => {});
    return found;
  };
}
