import type { Store } from '../../../store/store.ts';
import { synthesisJson, writeSynthesis } from '../synthesis-files.ts';
import type { SynthesisResult } from '../../../workflow/synthesis/synthesis-result.ts';
import { synthesisText } from '../synthesis-text.ts';
import { type CalibratedSynthesis, calibrateSource } from '../../../workflow/synthesis/fit/calibrate-source.ts';
import { type FitOptions, hasEnoughGenerators } from './fit-options.ts';
import type { SynthesisSource } from '../../../workflow/synthesis/fit/synthesis-source.ts';

/** How what was synthesized is calibrated and told. */
export interface ReportOptions extends FitOptions {
  /** False: the answers alone. */
  readonly fit: boolean;
  /** True where it is an error if there is too little to calibrate on. */
  readonly isRequired?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

/**
 * Calibrates on synthesized answers where they are complete, or as many as there are where `partial` asks for it; writes and prints
 * what came of it.
 * @returns null where nothing was calibrated
 */
export async function reportSynthesis(
  store: Store,
  source: SynthesisSource,
  result: SynthesisResult,
  options: ReportOptions,
): Promise<CalibratedSynthesis | null> {
  const { fit, partial, out, json } = options;
  const isPossible = options.isRequired === true || hasEnoughGenerators(result.participants);
  const isDue = fit && (result.complete || partial === true) && isPossible;
  const calibrated = isDue ? await calibrateSource(store, source, result, options) : null;
  const stale = out === undefined ? [] : await writeSynthesis(out, result, source, calibrated);
  if (json === true) console.log(JSON.stringify(synthesisJson(result, calibrated), null, 2));
  else console.log(synthesisText(result, out, calibrated));
  if (stale.length > 0)
    console.error(
      `warning: ${stale.join(' and ')}: of an earlier calibration, not of these answers; left as ${stale.length === 1 ? 'it is' : 'they are'}.`,
    );
  return calibrated;
}
