import type { Worker } from 'node:worker_threads';
import {
  type Rescored,
  type RescoreInput,
  readRescore,
} from '../../workflow/calibration/rescore.ts';
import type { Parts } from '../parts.ts';
import {
  type PreparationRequest,
  preparationQueue,
  requireWanted,
} from '../sessions/preparation/preparation-queue.ts';
import { keptCalibration } from './calibration-part.ts';
import { onThread } from './thread.ts';

/** Whose answers are ranked again. */
export type RescoredSources = Parameters<typeof readRescore>[3];

/**
 * Rankings of all models with answers to a bank, on any kept calibration of it; one after another, on a thread. Equal requests at the
 * same time are computed once, and those that nobody waits for any more not at all.
 */
export function rescoredRankings({
  context: { store },
  closing,
}: {
  readonly context: Pick<Parts['context'], 'store'>;
  readonly closing: AbortSignal;
}) {
  const threads = new Set<Worker>();
  const queue = preparationQueue();
  const underway = new Map<string, Promise<Rescored>>();
  let last: Promise<unknown> = Promise.resolve();
  closing.addEventListener('abort', () => {
    for (const thread of threads) void thread.terminate();
  });
  const scored = (input: RescoreInput) => onThread<Rescored>('rescore-worker', input, threads);
  /** @throws NAME_UNKNOWN for a calibration of no or another bank; PREPARATIONS_WAITING; what `rescore` throws */
  return async (
    bank: string,
    calibration: number | 'current',
    sources: RescoredSources,
    request: PreparationRequest,
  ): Promise<Rescored> => {
    // To the caller, calibrations of other banks do not exist.
    if (calibration !== 'current') await keptCalibration(store, calibration, bank);
    const key = JSON.stringify([bank, calibration, sources]);
    const known = underway.get(key);
    if (known !== undefined) {
      queue.join(key, request);
      return known;
    }
    const before = last;
    const found = queue.make(key, request, async (isWanted) => {
      await before;
      requireWanted(isWanted);
      return scored(await readRescore(store, bank, calibration, sources));
    });
    underway.set(key, found);
    last = found.catch(() => {}).finally(() => underway.delete(key));
    return found;
  };
}
