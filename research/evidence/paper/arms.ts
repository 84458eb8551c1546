import { calibrate, prepareBank, type ResponseMatrix, randomStream } from 'thetarank';
import {
  dealFolds,
  type FoldBank,
  foldBank,
  STRATEGIES,
  type StrategyScore,
  strataOf,
} from 'thetarank/study';
import { FOLDS } from '../recorded-data.ts';
import type { CalibrationName, Method } from './methods.ts';
import type { PaperReplication } from './paper-replication.ts';

/** A calibrated bank, and the tests of its held-out models. */
export interface CalibratedArm {
  /** Positions of these models. */
  readonly unseen: readonly number[];
  /** One score for each length. */
  readonly test: (
    strategy: Method['strategy'],
    model: number,
    lengths: readonly number[],
  ) => StrategyScore[];
}

/** A calibration to be made. */
export interface Arm {
  /** The methods that use it; it has the name of the first. */
  readonly calibrations: readonly CalibrationName[];
  readonly open: () => CalibratedArm;
}

/** As exact as the calibrations of rankings. */
const TOLERANCE = 0.01;

/** The participants calibrate as independent examinees, as in the paper. Random items do not use this calibration. */
export function participantsArm(replication: PaperReplication, answers: ResponseMatrix): Arm {
  const { items, examinees } = replication.bank.responses;
  return {
    calibrations: ['participants', 'none'],
    open: () => {
      const calibration = calibrate(answers, { tolerance: TOLERANCE });
      const bank = prepareBank(items, calibration.parameters, replication.bank.tags);
      const unseen = [...examinees.keys()];
      return onBank(replication, { bank, calibration, seen: [], unseen }, 0);
    },
  };
}

/** Calibrations on the other models, and the true parameters. */
export function recordedArms(replication: PaperReplication): Arm[] {
  return [...ofRecorded(replication), ofTruth(replication)];
}

function ofRecorded(replication: PaperReplication): Arm[] {
  const { examinees } = replication.bank.responses;
  const fold = dealFolds(examinees, FOLDS, randomStream(replication.seed, 'folds', 'paper'));
  return Array.from({ length: FOLDS }, (_, k) => ({
    calibrations: ['recorded'],
    open: () => onBank(replication, foldBank(replication.bank, fold, k, undefined, true), k),
  }));
}

/** The true parameters. All models share the draws that break ties. */
function ofTruth(replication: PaperReplication): Arm {
  const { seed, bank, shape, examinees } = replication;
  const { parameters, abilities } = shape;
  return {
    calibrations: ['true'],
    open: () => {
      const part = {
        bank: prepareBank(bank.responses.items, parameters, bank.tags),
        calibration: { parameters, abilities, converged: true },
        seen: [],
        unseen: [...examinees.keys()],
      };
      return onBank(replication, part, 0, () => [seed]);
    },
  };
}

/**
 * The strategies of post-hoc simulation; all of them use the same draws for a model.
 * @param pathOf names the random streams of a model's test
 */
function onBank(
  replication: PaperReplication,
  part: FoldBank,
  number: number,
  pathOf = (model: string): (number | string)[] => [replication.seed, model],
): CalibratedArm {
  const { seed, bank, examinees, regular } = replication;
  const names = bank.responses.examinees;
  const fold = {
    bank,
    part,
    known: {
      examinees: part.seen.map((i) => examinees[i]),
      scores: Float64Array.from(part.seen, (i) => regular[i]),
    },
    strata: strataOf(bank),
    families: names,
    foldPath: [seed, 'fold', number],
  };
  return {
    unseen: part.unseen,
    test: (strategy, i, lengths) =>
      STRATEGIES[strategy]({ ...fold, examinee: examinees[i], lengths, path: pathOf(names[i]) }),
  };
}
