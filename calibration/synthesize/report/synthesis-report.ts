import type { Rung } from '../../fit/rungs.ts';
import type { Dependence } from '../fit/dependence.ts';
import type { SynthesisFit } from '../fit/fit-synthesis.ts';
import type { ModeEffect } from '../fit/mode-effect.ts';
import type { SynthesisMatrix } from '../fit/synthesis-matrix.ts';
import type { FitBy, SynthesisCalibration } from './calibrate-synthesis.ts';
import { calibrationWarnings } from './calibration-warnings.ts';
import { type ItemsToCheck, itemsToCheck } from './items-to-check.ts';
import { type DebatedParticipant, type Persuasion, persuasionOfPairs } from './persuasion.ts';
import { scaleReliability } from './scale-reliability.ts';
import { type SpreadRatio, spreadRatio } from './spread-ratio.ts';

/** The report of a calibration on synthesized answers. */
export interface SynthesisReport {
  /** That answers come from the stand-in; absent if none do. */
  readonly simulated?: string;
  /** The examinees behind the parameters. */
  readonly by: FitBy;
  readonly rung: Rung;
  readonly converged: boolean;
  readonly iterations: number;
  /** Items with parameters. */
  readonly items: number;
  readonly examinees: number;
  /** Number of participants with answers, and their mean number per item. */
  readonly participants: number;
  readonly participantsPerItem: number;
  /** The number of independent participants with the same information about an item, and the design effect. */
  readonly effectiveParticipants: number;
  readonly designEffect: number;
  readonly dependence: Dependence;
  readonly modeEffect: ModeEffect | null;
  readonly persuasion: readonly Persuasion[];
  /** The scale of the calibration by participants, and the examinees who define it. */
  readonly scale: SynthesisFit['scale'];
  /** Reflected abilities compared with those of the models alone; null if fewer than two generators have both. */
  readonly spreadRatio: SpreadRatio | null;
  /** Reliability for the examinees behind the parameters. */
  readonly reliability: number | null;
  /** Numbers of items that all asked participants got right, or wrong. */
  readonly alike: { readonly right: number; readonly wrong: number };
  readonly itemsToCheck: ItemsToCheck;
  /** Reasons against using the parameters; empty if there are none. */
  readonly warnings: readonly string[];
}

/** @param participants answers before and after debates */
export function synthesisReport(
  matrix: SynthesisMatrix,
  own: SynthesisCalibration,
  participants: readonly DebatedParticipant[],
): SynthesisReport {
  const { responses, speakers } = matrix;
  const { by, examinees, calibration, fit } = own;
  const { designEffects, dependence, modeEffect } = fit;
  const reliability = scaleReliability(calibration);
  return {
    by,
    rung: calibration.rung,
    converged: calibration.converged,
    iterations: calibration.iterations,
    items: responses.items.length,
    examinees: examinees.examinees.length,
    participants: speakers.length,
    participantsPerItem: designEffects.participants,
    effectiveParticipants: designEffects.effectiveParticipants,
    designEffect: designEffects.designEffect,
    dependence,
    modeEffect,
    persuasion: persuasionOfPairs(participants),
    scale: fit.scale,
    spreadRatio: spreadRatio(speakers, fit.calibration.abilities),
    reliability,
    alike: answeredAlike(responses),
    itemsToCheck: itemsToCheck(matrix, own),
    warnings: calibrationWarnings({ ...calibration, reliability, scale: fit.scale }),
  };
}

function answeredAlike({ scores, items }: SynthesisMatrix['responses']) {
  const width = items.length;
  const counts = { right: 0, wrong: 0 };
  for (let j = 0; j < width; j++) {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let k = j; k < scores.length; k += width) {
      if (Number.isNaN(scores[k])) continue;
      least = Math.min(least, scores[k]);
      most = Math.max(most, scores[k]);
    }
    if (least === 1) counts.right++;
    if (most === 0) counts.wrong++;
  }
  return counts;
}
