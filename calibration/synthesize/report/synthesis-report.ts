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

/** What a calibration on synthesized answers says of itself. */
export interface SynthesisReport {
  /** Who the examinees of the parameters are. */
  readonly by: FitBy;
  readonly rung: Rung;
  readonly converged: boolean;
  readonly iterations: number;
  /** Items with parameters. */
  readonly items: number;
  readonly examinees: number;
  /** Participants with answers, and the mean number of them an item. */
  readonly participants: number;
  readonly participantsPerItem: number;
  /** How many independent participants would tell as much of an item, and how many times fewer that is. */
  readonly effectiveParticipants: number;
  readonly designEffect: number;
  readonly dependence: Dependence;
  readonly modeEffect: ModeEffect | null;
  readonly persuasion: readonly Persuasion[];
  /** The scale of the calibration by participants, and who makes it. */
  readonly scale: SynthesisFit['scale'];
  /** Reflected abilities compared with those of the models alone; null if fewer than two generators have both. */
  readonly spreadRatio: SpreadRatio | null;
  /** Of the examinees of the parameters. */
  readonly reliability: number | null;
  /** Items that every participant who was asked got right, or wrong. */
  readonly alike: { readonly right: number; readonly wrong: number };
  readonly itemsToCheck: ItemsToCheck;
  /** Why the parameters are not to be used as they are; none where nothing is known against them. */
  readonly warnings: readonly string[];
}

/** @param participants what debates made of answers */
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
