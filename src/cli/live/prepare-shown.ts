import { bankCache } from '../../operations/bank-cache.ts';
import {
  type LiveRequest,
  type LiveTests,
  liveSteps,
  prepareLive,
} from '../../ranking/live/prepare-live.ts';
import { progressBar } from '../output/progress.ts';

/** Prepares tests with a progress bar for the calibrations. */
export function prepareShown(request: LiveRequest): LiveTests {
  const progress = progressBar();
  const steps = liveSteps(request);
  if (steps > 0) progress.start(steps, 'calibrating');
  try {
    const cacheFolder = bankCache(request.bank.name, request.strategy);
    return prepareLive({ ...request, cacheFolder }, (doing) => progress.advance(doing));
  } finally {
    if (steps > 0) progress.stop();
  }
}
