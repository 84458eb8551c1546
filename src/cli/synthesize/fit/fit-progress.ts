import type { FitWatch } from '../../../workflow/synthesis/fit/calibrate-source.ts';
import { convergenceProgress, timeLeft } from '../../output/progress.ts';

/** Shows on standard error how far a calibration on synthesized answers is. */
export const FIT_PROGRESS: FitWatch = {
  fit: () => convergenceProgress(),
  prediction() {
    const progress = convergenceProgress();
    const started = performance.now();
    return {
      step(doing, done, all) {
        const left = timeLeft(done, all, performance.now() - started);
        progress.note(`${doing}: ${done} of ${all}${left === '' ? '' : `, ${left} left`}`);
      },
      stop: () => progress.stop(),
    };
  },
};
