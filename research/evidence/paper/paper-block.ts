import { ownInterval, recordedExaminees, type StrategyScore } from 'thetarank/study';
import { participantsArm, recordedArms } from './arms.ts';
import { type CalibrationName, lengthsOf, METHODS, type Part } from './methods.ts';
import { paperReplication } from './paper-replication.ts';
import { participantAnswers } from './participants.ts';

/** Everything that determines a study of the paper, except the number of seeds. */
export interface PaperStudy {
  /** Number of items of the bank. */
  readonly items: number;
  /** Ascending, including that of Figure 11. */
  readonly lengths: readonly number[];
}

/** The place of a block: a seed, from 1, and a part. */
export interface BlockPlace {
  readonly seed: number;
  readonly part: Part;
}

/** Results of one method for all models: scores and ends of their 90% intervals, by length and then by model, in [0, 1]. */
export interface MethodOutcome {
  readonly scores: number[][];
  readonly low: number[][];
  readonly high: number[][];
  /** Processor time of the tests of all models to the greatest length, including the strategy's preparation. */
  readonly seconds: number;
}

/** The result of one part of one seed. JSON preserves it exactly. */
export interface PaperBlock {
  /** Scores on the whole bank, by model, in [0, 1]. */
  readonly regular: number[];
  /** Scores of the participants on the whole bank, in [0, 1]; empty in the part of recorded answers. */
  readonly participants: number[];
  /** In the order of the part's methods. */
  readonly methods: MethodOutcome[];
  /** Processor time of each calibration. */
  readonly calibrations: { readonly name: CalibrationName; readonly seconds: number }[];
}

/** All blocks of a study, by part and seed from 1. */
export type PaperBlocks = Readonly<Record<Part, readonly PaperBlock[]>>;

/**
 * Simulates one part of one seed. Except for times, the result depends only on the study and the place.
 * @param clock seconds of processor time of this thread
 */
export function paperBlock(
  { items, lengths }: PaperStudy,
  { seed, part }: BlockPlace,
  clock: () => number,
): PaperBlock {
  const replication = paperReplication(seed, items);
  const methods = METHODS[part].map((method) => ({
    method,
    lengths: lengthsOf(method, lengths),
    outcomes: replication.examinees.map((): StrategyScore[] => []),
    seconds: 0,
  }));
  const calibrations: PaperBlock['calibrations'] = [];
  const answers = part === 'published' ? participantAnswers(replication) : null;
  const arms =
    answers === null ? recordedArms(replication) : [participantsArm(replication, answers)];
  for (const arm of arms) {
    const before = clock();
    const { unseen, test } = arm.open();
    calibrations.push({ name: arm.calibrations[0], seconds: clock() - before });
    for (const own of methods) {
      if (!arm.calibrations.includes(own.method.calibration)) continue;
      const begun = clock();
      for (const i of unseen) own.outcomes[i] = test(own.method.strategy, i, own.lengths);
      own.seconds += clock() - begun;
    }
  }
  return {
    regular: Array.from(replication.regular),
    participants:
      answers === null
        ? []
        : Array.from(recordedExaminees({ ...replication.bank, responses: answers }).actual),
    methods: methods.map(({ outcomes, lengths: own, seconds }) => {
      const ends = outcomes.map((all) => all.map(ownInterval));
      return {
        scores: own.map((_, l) => outcomes.map((all) => all[l].score)),
        low: own.map((_, l) => ends.map((all) => all[l].low)),
        high: own.map((_, l) => ends.map((all) => all[l].high)),
        seconds,
      };
    }),
    calibrations,
  };
}
