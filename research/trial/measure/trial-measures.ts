import { calibrate, pickExaminees, type ResponseMatrix, type Rung } from 'thetarank';
import {
  FIT_ROUNDS,
  fitSynthesis,
  type Measures,
  measuresOf,
  randomMeasures,
  reflectedOf,
  type ShortForms,
  type SynthesisFit,
  type SynthesisMatrix,
} from 'thetarank/study';

/** The calibrations from the answers of one pool. */
export const POOL_CALIBRATIONS = {
  synthesized: 'all pairs and each model alone, as synthesis calibrates them',
  pairs: 'all pairs without the models alone',
  naive: 'all pairs, as if independent',
  solos: 'each model alone, once',
  samples: 'each model alone, several samples',
} as const;
export type PoolCalibration = keyof typeof POOL_CALIBRATIONS;

/** Answers for calibrations, all with the same items in one order. */
export interface PoolAnswers {
  /** Pairs, and each model alone once. */
  readonly synthesized: SynthesisMatrix;
  /** Each model alone, several times, the answers of `synthesized` among them. */
  readonly samples: SynthesisMatrix;
}

/** Recorded answers of other models, which calibrate as well. */
export interface RecordedAnswers {
  readonly name: string;
  readonly responses: ResponseMatrix;
}

export interface TrialAnswers {
  readonly pools: readonly PoolAnswers[];
  /** Held-out models, without missing answers. */
  readonly heldOut: ResponseMatrix;
  readonly recorded: readonly RecordedAnswers[];
}

/** The measures of a calibration, and whether its fit converged. */
export interface MeasuredCalibration {
  readonly calibration: string;
  readonly measures: Measures;
  readonly converged: boolean;
}

export interface PoolMeasures {
  /** In the order of POOL_CALIBRATIONS. */
  readonly calibrations: readonly MeasuredCalibration[];
  /** Of the synthesized participants. */
  readonly fit: Pick<SynthesisFit, 'designEffects' | 'modeEffect' | 'dependence' | 'scale'>;
}

export interface TrialMeasures {
  readonly pools: readonly PoolMeasures[];
  /** Calibrations that do not depend on a pool: recorded answers, then `random`. */
  readonly common: readonly MeasuredCalibration[];
}

/** Number of fits in a trial; `onStep` is called for each. */
export function trialSteps(pools: number, recorded: number): number {
  return 1 + recorded + pools * Object.keys(POOL_CALIBRATIONS).length;
}

/**
 * Calibrates the items on the answers of each pool and on recorded answers, and measures each calibration on the held-out
 * models. True difficulties are unknown; those of a calibration on all held-out models replace them.
 * @param onStep called after each fit, with its name
 * @throws as calibrate does
 */
export function trialMeasures(
  { pools, heldOut, recorded }: TrialAnswers,
  { rung, forms }: { readonly rung: Rung; readonly forms: ShortForms },
  onStep: (doing: string) => void = () => {},
): TrialMeasures {
  const options = { rung, ...FIT_ROUNDS };
  const plain = (matrix: ResponseMatrix) => calibrate(matrix, { ...options, mode: 'integrated' });
  const difficulties = plain(heldOut).parameters.b;
  onStep('the held-out models');
  const measured = (
    name: string,
    { parameters, converged }: ReturnType<typeof plain>,
  ): MeasuredCalibration => {
    const measures = measuresOf(parameters, difficulties, heldOut, forms);
    onStep(name);
    return { calibration: name, measures, converged };
  };
  const common = recorded.map(({ name, responses }) => measured(name, plain(responses)));
  const random = randomMeasures(heldOut, forms);
  return {
    common: [...common, { calibration: 'random', measures: random, converged: true }],
    pools: pools.map(({ synthesized, samples }) => {
      const fit = fitSynthesis(synthesized, options);
      const pairs = reflectedOf(synthesized);
      const calibrations: Readonly<Record<PoolCalibration, () => ReturnType<typeof plain>>> = {
        synthesized: () => fit.calibration,
        pairs: () => fitSynthesis(pairs, options).calibration,
        naive: () => plain(pairs.responses),
        solos: () => plain(solosOf(synthesized)),
        samples: () => fitSynthesis(samples, options).calibration,
      };
      return {
        calibrations: Object.entries(calibrations).map(([name, of]) => measured(name, of())),
        fit,
      };
    }),
  };
}

function solosOf({ responses, speakers }: SynthesisMatrix): ResponseMatrix {
  return pickExaminees(
    responses,
    speakers.flatMap(({ mode }, i) => (mode === 'solo' ? [i] : [])),
  );
}
