import { synthesisMatrix } from '../../../../calibration/synthesize/fit/synthesis-matrix.ts';
import {
  calibrateSynthesis,
  type SynthesisCalibration,
} from '../../../../calibration/synthesize/report/calibrate-synthesis.ts';
import {
  type SynthesisReport,
  synthesisReport,
} from '../../../../calibration/synthesize/report/synthesis-report.ts';
import type { Store } from '../../../store/store.ts';
import { convergenceProgress } from '../../../cli/progress.ts';
import type { SynthesisResult } from '../synthesis-result.ts';
import type { FitOptions } from '../../../cli/synthesize/fit/fit-options.ts';
import { keepCalibration } from './keep-calibration.ts';
import { predictRealModels, type RealModelsReport } from './predict-real-models.ts';
import { finalAnswers, type SynthesisSource } from './synthesis-source.ts';

/** The limits of the fit, for what is shown meanwhile: those of calibrate. */
const LIMITS = { tolerance: 0.001, rounds: 500 } as const;

/** A calibration on synthesized answers as it is kept and reported. */
export interface CalibratedSynthesis {
  /** Its number in the database. */
  readonly number: number;
  readonly fingerprint: string;
  /** True where some of the answers that were to be were missing. */
  readonly isPartial: boolean;
  readonly items: readonly string[];
  readonly calibration: SynthesisCalibration;
  readonly report: SynthesisReport;
  /** Null where no model outside the pool is recorded on the bank. */
  readonly realModels: RealModelsReport | null;
}

/**
 * Calibrates the items of a bank on synthesized answers, keeps the calibration in the database, and says how far to trust it.
 * Shows how far it is on standard error.
 * @throws TOO_FEW_EXAMINEES below two generators with answers, and as calibrate does
 */
export async function calibrateSource(
  store: Store,
  source: SynthesisSource,
  { participants, complete }: Pick<SynthesisResult, 'participants' | 'complete'>,
  { by, rung }: FitOptions,
): Promise<CalibratedSynthesis> {
  const answers = [...finalAnswers(source)];
  // An item that nobody answered would get the parameters of an average one.
  const known = new Set(answers.map(({ item }) => item));
  const items = source.ids.filter((item) => known.has(item));
  const matrix = synthesisMatrix(source.plan.participants, items, answers);
  let progress = convergenceProgress();
  let calibration: SynthesisCalibration;
  try {
    calibration = calibrateSynthesis(matrix, {
      by,
      rung,
      onStage(doing) {
        progress.stop();
        // A fit of its own: the pace of the one before says nothing of it.
        progress = convergenceProgress();
        progress.note(doing);
      },
      onRound: (round) => progress.round(round, LIMITS.tolerance, LIMITS.rounds),
    });
  } finally {
    progress.stop();
  }
  const report = synthesisReport(matrix, calibration, participants);
  const kept = await keepCalibration(store, source, {
    matrix,
    calibration,
    isPartial: !complete,
    warnings: report.warnings,
    participants,
    persuasion: report.persuasion,
  });
  const realModels = await predictRealModels(store, source, matrix, calibration);
  return { ...kept, isPartial: !complete, items, calibration, report, realModels };
}
