import type { Store } from '../../store/store.ts';
import type { Progress } from '../../workflow/progress.ts';
import {
  type CalibratedSynthesis,
  calibrateIfDue,
  type DueOptions,
  type FitWatch,
} from '../../workflow/synthesis/fit/calibrate-source.ts';
import type { SynthesisSource } from '../../workflow/synthesis/fit/synthesis-source.ts';
import type { SynthesisResult } from '../../workflow/synthesis/synthesis-result.ts';
import type { Context } from '../operation.ts';
import { staleFiles } from './files.ts';

/** What came of synthesized answers. */
export interface CalibratedAnswers {
  readonly result: SynthesisResult;
  readonly source: SynthesisSource;
  /** Null if nothing was calibrated. */
  readonly calibrated: CalibratedSynthesis | null;
}

/**
 * Calibrates on synthesized answers where they are complete, or as many as there are where `partial` asks for it.
 * @param out the folder that is written afterwards: files that stay in it from an earlier calibration are named
 */
export async function calibrateAnswers(
  store: Store,
  source: SynthesisSource,
  result: SynthesisResult,
  { out, ...how }: DueOptions & { readonly out?: string | undefined },
  context: Context,
): Promise<CalibratedAnswers> {
  const calibrated = await calibrateIfDue(store, source, result, how, watchOf(context));
  const stale = out === undefined || calibrated !== null ? [] : staleFiles(out);
  if (stale.length > 0)
    context.note(
      `warning: ${stale.join(' and ')}: from an earlier calibration, not from these answers; left unchanged.`,
    );
  return { result, source, calibrated };
}

function watchOf({ fit, steps }: Context): FitWatch {
  return { fit, prediction: () => predictionSteps(steps) };
}

function predictionSteps(steps: Progress) {
  let isBegun = false;
  return {
    step(doing: string, _: number, all: number) {
      if (!isBegun) steps.start(all, doing);
      isBegun = true;
      steps.advance(doing);
    },
    stop: () => steps.stop(),
  };
}
