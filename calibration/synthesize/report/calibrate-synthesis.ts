import { fail } from '../../../src/errors.ts';
import { pickExaminees, type ResponseMatrix } from '../../../src/irt/responses.ts';
import { type Calibration, type CalibrationRound, calibrate } from '../../fit/calibrate.ts';
import type { Rung } from '../../fit/rungs.ts';
import { fitSynthesis, type SynthesisFit } from '../fit/fit-synthesis.ts';
import type { SynthesisMatrix } from '../fit/synthesis-matrix.ts';

/** The examinees: participants, weighted by their information; or the models alone. */
export const FIT_BY = ['participants', 'solos'] as const;
export type FitBy = (typeof FIT_BY)[number];

/** The fewest generators that define a scale. */
export const FEWEST_GENERATORS = 2;

export interface SynthesisCalibrationOptions {
  readonly by: FitBy;
  /** Default: that of calibrate. */
  readonly rung?: Rung | undefined;
  /** What guesses are worth, and items with priors of their own: as in `calibrate`. */
  readonly optionCounts?: ArrayLike<number> | undefined;
  readonly itemGroups?: ArrayLike<number> | undefined;
  /** Called with the name of each fit, then with its rounds. */
  readonly onStage?: ((doing: string) => void) | undefined;
  readonly onRound?: ((round: CalibrationRound) => void) | undefined;
}

/** The calibration whose parameters are reported, and the fit by participants that shows their quality. */
export interface SynthesisCalibration {
  readonly by: FitBy;
  /** Its participants. */
  readonly examinees: ResponseMatrix;
  readonly calibration: Calibration;
  readonly fit: SynthesisFit;
}

/**
 * Calibrates items on synthesized answers. The fit by participants (fitSynthesis) is always made, for the design effect and the
 * mode effect. Its parameters are the best for such answers, because each answer is weighted by its information.
 *
 * With `solos`, only the models alone are examinees, like ranked models; this shows what the debates add.
 * @throws TOO_FEW_EXAMINEES below two generators, or solos, if these are requested
 */
export function calibrateSynthesis(
  matrix: SynthesisMatrix,
  { by, rung, optionCounts, itemGroups, onStage = () => {}, onRound }: SynthesisCalibrationOptions,
): SynthesisCalibration {
  requireEnough(new Set(matrix.speakers.map(({ generator }) => generator)).size, 'generators');
  const solos = matrix.speakers.flatMap(({ mode }, i) => (mode === 'solo' ? [i] : []));
  if (by === 'solos') requireEnough(solos.length, 'models alone');
  const options = {
    ...(rung === undefined ? {} : { rung }),
    optionCounts,
    itemGroups,
    onRound,
  };
  onStage('calibrating by participants');
  const fit = fitSynthesis(matrix, options);
  if (by === 'participants')
    return { by, examinees: matrix.responses, calibration: fit.calibration, fit };
  onStage('calibrating by the models alone');
  const examinees = pickExaminees(matrix.responses, solos);
  return {
    by,
    examinees,
    calibration: calibrate(examinees, {
      ...options,
      mode: 'integrated',
      scaledOn: [...examinees.examinees.keys()],
    }),
    fit,
  };
}

function requireEnough(found: number, who: string): void {
  if (found < FEWEST_GENERATORS)
    fail('TOO_FEW_EXAMINEES', {
      found,
      needed: FEWEST_GENERATORS,
      purpose: `a calibration on synthesized answers of different ${who}`,
    });
}
