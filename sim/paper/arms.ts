import { calibrate } from '../../calibration/fit/calibrate.ts';
import { prepareBank } from '../../src/cat/bank.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { randomStream } from '../../src/random.ts';
import { type FoldBank, foldBank } from '../../src/ranking/fold-bank.ts';
import { TOLERANCE } from '../../src/ranking/fold-fit.ts';
import { dealFolds } from '../../src/ranking/folds.ts';
import { paperTest } from '../../src/ranking/recorded-test.ts';
import { STRATEGIES } from '../post-hoc/strategies.ts';
import { fromPrediction, type StrategyScore } from '../post-hoc/strategy-test.ts';
import type { CalibrationName, Method } from './methods.ts';
import type { PaperReplication } from './paper-replication.ts';

/** A calibrated bank, and how the models that it has not seen are tested on it. */
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

/** A calibration that is still to be made. */
export interface Arm {
  /** What methods belong to it; of the first it has its name. */
  readonly calibrations: readonly CalibrationName[];
  readonly open: () => CalibratedArm;
}

/** Models are dealt into so many folds, each tested on a calibration from the others, as `rank` does. */
const FOLDS = 5;

/** The participants calibrate as the paper takes them: as independent examinees. Random items ask nothing of it. */
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

function ofTruth({ seed, bank, shape, examinees }: PaperReplication): Arm {
  const { responses, tags } = bank;
  return {
    calibrations: ['true'],
    open: () => {
      const own = prepareBank(responses.items, shape.parameters, tags);
      return {
        unseen: [...examinees.keys()],
        test: (_, i, lengths) =>
          paperTest(own, examinees[i], lengths, `${seed}`).checkpoints.map(fromPrediction),
      };
    },
  };
}

/** The strategies of post-hoc simulation; all of them see the same draws of a model. */
function onBank(replication: PaperReplication, part: FoldBank, number: number): CalibratedArm {
  const { seed, bank, examinees, regular, strata } = replication;
  const names = bank.responses.examinees;
  const fold = {
    bank,
    part,
    known: {
      examinees: part.seen.map((i) => examinees[i]),
      scores: Float64Array.from(part.seen, (i) => regular[i]),
    },
    strata,
    families: names,
    foldPath: [seed, 'fold', number],
  };
  return {
    unseen: part.unseen,
    test: (strategy, i, lengths) =>
      STRATEGIES[strategy]({ ...fold, examinee: examinees[i], lengths, path: [seed, names[i]] }),
  };
}
