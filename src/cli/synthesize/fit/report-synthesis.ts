import type { Store } from '../../../store/store.ts';
import {
  type CalibratedSynthesis,
  calibrateIfDue,
  type DueOptions,
} from '../../../workflow/synthesis/fit/calibrate-source.ts';
import type { SynthesisSource } from '../../../workflow/synthesis/fit/synthesis-source.ts';
import type { SynthesisResult } from '../../../workflow/synthesis/synthesis-result.ts';
import { keptRun } from '../../output/kept-run.ts';
import { printedAnyway } from '../../output/printed-anyway.ts';
import { printNote, printText } from '../../output/typed-commands.ts';
import { synthesisJson, writeSynthesis } from '../synthesis-files.ts';
import { synthesisText } from '../synthesis-text.ts';
import { FIT_PROGRESS } from './fit-progress.ts';

/** How synthesized answers are calibrated and reported. */
export interface ReportOptions extends DueOptions {
  readonly out?: string;
  readonly json?: boolean;
}

/**
 * Calibrates on synthesized answers where they are complete, or as many as there are where `partial` asks for it; writes and prints
 * what came of it.
 * @returns null if nothing was calibrated
 */
export async function reportSynthesis(
  store: Store,
  source: SynthesisSource,
  result: SynthesisResult,
  options: ReportOptions,
): Promise<CalibratedSynthesis | null> {
  const { out, json } = options;
  const calibrated = await calibrateIfDue(store, source, result, options, FIT_PROGRESS);
  await printedAnyway(
    () => (out === undefined ? [] : writeSynthesis(out, result, source, calibrated)),
    (stale) => {
      if (json === true) console.log(JSON.stringify(synthesisJson(result, calibrated), null, 2));
      else printText(synthesisText(result, stale === null ? undefined : out, calibrated));
      if (stale !== null && stale.length > 0)
        printNote(
          `warning: ${stale.join(' and ')}: from an earlier calibration, not from these answers; left unchanged.`,
        );
    },
    keptRun(result.run, store.location),
  );
  return calibrated;
}
