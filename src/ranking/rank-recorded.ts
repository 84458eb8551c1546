import { calibrate } from '../../calibration/fit/calibrate.ts';
import type { CatBank } from '../cat/bank.ts';
import { type Alarm, isBeyond } from '../cat/robust/surprise.ts';
import type { SessionRecord } from '../cat/session.ts';
import { fail } from '../errors.ts';
import { type RightAnswers, rightAnswers } from '../irt/right-answers.ts';
import { randomStream } from '../random.ts';
import { meanWithError } from '../statistics/mean-with-error.ts';
import { NORMAL_90 } from '../statistics/normal-points.ts';
import { type Agreement, agreement, meanAgreement } from './agreement.ts';
import { commonScale, type ScaleChange, standardised } from './common-scale.ts';
import { checkDivision, type Families, familiesOf } from './families.ts';
import { type LeftOut, leftOut } from './flagged-items.ts';
import { foldBank, TOLERANCE } from './fold-bank.ts';
import { dealFolds } from './folds.ts';
import {
  type ExpectedScore,
  furtherScores,
  type TagAgreement,
  type TaggedParts,
  type TagScores,
  tagAgreement,
  taggedParts,
} from './further-scores.ts';
import { givenAnswers } from './given-answers.ts';
import { holds, type ScoreInterval, scoreInterval, scoreIntervals } from './intervals.ts';
import { type ItemsRight, itemsRight } from './items-right.ts';
import { plainScore, randomOrder } from './random-items.ts';
import { balanceTag, type RecordedBank, recordedExaminees, strataOf } from './recorded-bank.ts';
import {
  answeredCount,
  answeredShare,
  balancedTest,
  type Checkpoint,
  fixedTest,
  paperTest,
  type RecordedExaminee,
} from './recorded-test.ts';
import { intervalFactor, type RobustBank, tagIntervalFactor } from './robust/prepare-robust.ts';
import { answeredMost, rangeOf } from './robust/recorded-answers.ts';
import { robustFold } from './robust/robust-fold.ts';
import { type MorePredictions, robustTest } from './robust/robust-test.ts';
import { selectModels } from './select-models.ts';

/**
 * - `robust`: items chosen for the score that is reported, a share of them at random (see prepareRobust);
 * - `paper`: the published method, maximum likelihood and maximum information;
 * - `balanced`: the same, with every value of the score's tag (else of the first tag) in its share of the test.
 */
export const RANK_STRATEGIES = ['robust', 'paper', 'balanced'] as const;
export type RankStrategy = (typeof RANK_STRATEGIES)[number];

export interface RankRequest {
  readonly bank: RecordedBank;
  /** Items each model is asked. */
  readonly items: number;
  readonly strategy: RankStrategy;
  readonly seed: number;
  /** Only these models are shown and compared; all by default. */
  readonly models?: readonly string[] | undefined;
  /** Given families, one an examinee; null to read them off the names. */
  readonly families: readonly string[] | null;
  /** Whether items that work backwards may be chosen adaptively; by default they are not. */
  readonly includeFlagged?: boolean | undefined;
  /** Random draws of equally many items that the strategy is compared with. */
  readonly draws: number;
}

/** One line of a leaderboard; scores in percentage points. */
export interface RankedModel extends ItemsRight {
  readonly rank: number;
  readonly model: string;
  /** On the scale where the calibration from all recorded models gives these mean 0 and variance 1. */
  readonly ability: number;
  readonly se: number;
  /** Predicted score on the whole bank, with its 90% interval. */
  readonly score: number;
  readonly low: number;
  readonly high: number;
  /**
   * False where too few other models are known to check such intervals on, and where the model answered less than NEARLY_ALL
   * of the bank: its score is of other items than those of the others. True for an exact score.
   */
  readonly verified: boolean;
  /** The score to be expected on items like these, the luck of answers apart; null where the strategy is not `robust`. */
  readonly expected: ExpectedScore | null;
  /** Scores by value of the score's tag, else of the bank's first; empty without tags, or where the strategy is not `robust`. */
  readonly tags: TagScores;
  /**
   * What the calibration cannot explain: a predicted score `beyond` those of all its models (the items' curves are
   * extrapolated there), or, in a robust test, answers with a `trend` or a bad `fit`; null where nothing, and for an exact score.
   */
  readonly alarm: Alarm | null;
  /** The recorded score on the items of the bank that have an answer. */
  readonly actual: number;
  /** Share of the bank's items that have an answer; where models differ in it, their scores are of different items. */
  readonly answered: number;
  readonly items: number;
  readonly stopped: string;
}

export interface RankResult {
  readonly bank: string;
  readonly simulated: boolean;
  readonly fullScore: string;
  readonly bankItems: number;
  /** Models recorded on the bank; `models` may be some of them. */
  readonly modelCount: number;
  readonly items: number;
  /** Share of the bank that each model was asked. */
  readonly share: number;
  readonly strategy: RankStrategy;
  readonly seed: number;
  readonly folds: number;
  readonly families: { readonly source: Families['source']; readonly count: number };
  readonly models: readonly RankedModel[];
  /**
   * Predicted against recorded scores. coverage90 is the share of intervals that hold the recorded score, about 90% by
   * construction where the strategy is not `robust`; modelCoverage90 that of the intervals the model alone would give (±1.645 SE), which shows the misfit.
   */
  readonly agreement: Agreement & { readonly coverage90: number; readonly modelCoverage90: number };
  /** The same for the scores by tag; null where there are none. */
  readonly tagAgreement: TagAgreement | null;
  /** The same for equally many random items (mean over the draws): their plain mean, and the calibrated prediction. */
  readonly random: {
    readonly draws: number;
    readonly plain: Agreement;
    readonly calibrated: Agreement;
    /** Mean absolute error of the strategy less that of the calibrated random items, paired by model, and its SE. */
    readonly difference: number;
    readonly seDifference: number | null;
  };
  /** Flagged items that adaptive choice left out, over the folds: each judges by its own models. */
  readonly leftOut: LeftOut;
  /** False where a calibration used up its rounds before it settled. */
  readonly converged: boolean;
  /** Which ones did: `all models` (it gives the scale of ability alone), `all but fold 2 of 5`. */
  readonly unconverged: readonly string[];
  readonly sessions: readonly {
    readonly model: string;
    readonly record: SessionRecord | RobustRecord;
  }[];
}

/** What a robust test asked, and with which choices. */
export interface RobustRecord {
  readonly strategy: 'robust';
  readonly dimensions: number;
  readonly randomShare: number;
  readonly items: readonly { readonly item: string; readonly score: number }[];
}

/**
 * Up to this many families, each is left out on its own: a calibration then has all the others. A robust fold tries its
 * choices on families of its own, which takes a while: there are no more than FOLDS of them.
 */
const LEAVE_ONE_OUT = 20;
const FOLDS = 5;

/** Below this share of answered items the score of a model is of other items than those of the others. */
export const NEARLY_ALL = 0.98;

/**
 * The main job on recorded answers: each model is tested on items calibrated without it and without its family, and
 * its prediction is compared with its recorded score on the whole bank.
 *
 * @param onStep called after each of `rankSteps(request)` steps of work, with its name
 * @throws TOO_MANY_ITEMS, NAME_UNKNOWN, NO_ANSWERS, TOO_FEW_EXAMINEES
 */
export function rankRecorded(
  request: RankRequest,
  onStep: (doing: string) => void = () => {},
): RankResult {
  const { bank, items, seed, draws } = request;
  const { responses } = bank;
  const names = responses.examinees;
  const { shown, families, folds } = checkRequest(request);
  const fold = dealFolds(families.of, folds, randomStream(seed, 'folds'));
  const { examinees, actual } = recordedExaminees(bank);
  const strata = strataOf(bank);
  const run = request.strategy === 'robust' ? null : testOf(request);

  const reference = calibrate(responses, { tolerance: TOLERANCE });
  // The marginal calibration of few answers gives abilities whose spread is not quite 1.
  const abilities = standardised(reference.abilities);
  const unconverged = reference.converged ? [] : ['all models'];
  onStep('calibrating on all models');
  const checkpoints: Checkpoint[] = new Array(names.length);
  const scales: ScaleChange[] = new Array(names.length);
  const sessions: (SessionRecord | RobustRecord)[] = new Array(names.length);
  const ownIntervals: ScoreInterval[] = new Array(names.length);
  const alarms: (Alarm | null)[] = new Array(names.length);
  const rights: RightAnswers[] = new Array(names.length);
  const parts = taggedParts(bank);
  const further: { expected: ExpectedScore | null; tags: TagScores }[] = names.map(() => ({
    expected: null,
    tags: {},
  }));
  const plain = shown.map(() => new Float64Array(draws));
  const calibrated = shown.map(() => new Float64Array(draws));
  const banks: CatBank[] = [];
  for (let k = 0; k < folds; k++) {
    const part = foldBank(bank, fold, k, undefined, request.includeFlagged);
    banks.push(part.bank);
    if (!part.calibration.converged) unconverged.push(`all but fold ${k + 1} of ${folds}`);
    onStep(`calibrating without fold ${k + 1} of ${folds}`);
    const scale = commonScale(
      part.calibration.abilities,
      part.seen.map((i) => abilities[i]),
    );
    const most = new Set(answeredMost(responses));
    const known = part.seen.filter((i) => most.has(i));
    const range = rangeOf(known.length > 0 ? known : part.seen, actual);
    const prepared =
      run === null ? robustFold(bank, part, families.of, [items], `${seed}/${k}`) : null;
    if (prepared !== null) onStep(`trying choices on left-out families, fold ${k + 1} of ${folds}`);
    for (const i of part.unseen) {
      if (prepared === null) {
        const test = run!(part.bank, examinees[i], `${seed}/${names[i]}`);
        checkpoints[i] = settled(test.checkpoints[0], examinees[i], actual[i]);
        sessions[i] = test.session.toRecord();
        rights[i] = rightAnswers(givenAnswers(part.bank, test.session), test.session.estimate);
        const isExact = isSettled(checkpoints[i], examinees[i]);
        alarms[i] = !isExact && isBeyond(checkpoints[i].score, range) ? 'beyond' : null;
      } else {
        const test = robustCheckpoint(
          prepared,
          part.bank,
          examinees[i],
          items,
          `${seed}/${names[i]}`,
          parts,
        );
        checkpoints[i] = settled(test.checkpoint, examinees[i], actual[i]);
        alarms[i] = isSettled(checkpoints[i], examinees[i]) ? null : test.alarm;
        rights[i] = test.more.right;
        const factors = {
          whole: intervalFactor(prepared, 0, test.alarm),
          tag: tagIntervalFactor(prepared, 0, test.alarm),
        };
        if (answeredShare(examinees[i]) < NEARLY_ALL) {
          factors.whole = { ...factors.whole, verified: false };
          factors.tag = { ...factors.tag, verified: false };
        }
        further[i] = furtherScores(test.more, examinees[i], parts, factors);
        sessions[i] = test.record;
        ownIntervals[i] = scoreInterval(checkpoints[i], factors.whole);
      }
      scales[i] = scale;
      const at = shown.indexOf(i);
      for (let draw = 0; at >= 0 && draw < draws; draw++) {
        const order = randomOrder(
          examinees[i],
          strata,
          randomStream(seed, 'draw', draw, names[i]),
        ).subarray(0, items);
        plain[at][draw] = plainScore(examinees[i], strata, order, items).score;
        calibrated[at][draw] = fixedTest(part.bank, examinees[i], order, [items])[0].score;
      }
      onStep(`testing ${names[i]}`);
    }
  }

  // A robust test brings the width it learned on the families of its calibration; others learn it from one another.
  const intervals = run === null ? ownIntervals : scoreIntervals(checkpoints, actual, families.of);
  const models = shown
    .map((i) => ({
      model: names[i],
      ability: scales[i].slope * checkpoints[i].estimate.ability + scales[i].shift,
      se: scales[i].slope * checkpoints[i].estimate.se,
      score: 100 * checkpoints[i].score,
      low: 100 * intervals[i].low,
      high: 100 * intervals[i].high,
      verified:
        answeredShare(examinees[i]) >= NEARLY_ALL &&
        (intervals[i].verified || isSettled(checkpoints[i], examinees[i])),
      ...further[i],
      alarm: alarms[i],
      actual: 100 * actual[i],
      answered: answeredShare(examinees[i]),
      items: checkpoints[i].items,
      ...itemsRight(rights[i]),
      stopped: checkpoints[i].stopped,
    }))
    .sort((x, y) => y.score - x.score)
    .map((model, at) => ({ rank: at + 1, ...model }));
  const truth = shown.map((i) => actual[i]);
  const compare = (scores: readonly Float64Array[]) =>
    meanAgreement(
      Array.from({ length: draws }, (_, draw) =>
        agreement(
          scores.map((row) => row[draw]),
          truth,
        ),
      ),
    );
  return {
    bank: bank.name,
    simulated: bank.simulated,
    fullScore: bank.fullScore,
    bankItems: responses.items.length,
    modelCount: names.length,
    items,
    share: items / responses.items.length,
    strategy: request.strategy,
    seed,
    folds,
    families: { source: families.source, count: families.count },
    models,
    agreement: {
      ...agreement(
        shown.map((i) => checkpoints[i].score),
        truth,
      ),
      coverage90: shown.filter((i) => holds(intervals[i], actual[i])).length / shown.length,
      modelCoverage90:
        shown.filter((i) => holds(scoreInterval(checkpoints[i], MODEL_ONLY), actual[i])).length /
        shown.length,
    },
    tagAgreement: run === null ? tagAgreement(parts.tag, models) : null,
    random: {
      draws,
      plain: compare(plain),
      calibrated: compare(calibrated),
      ...pairedDifference(
        shown.map((i, at) => {
          const error = (score: number) => 100 * Math.abs(score - actual[i]);
          const random = calibrated[at].reduce((sum, score) => sum + error(score), 0) / draws;
          return error(checkpoints[i].score) - random;
        }),
      ),
    },
    leftOut: leftOut(banks),
    converged: unconverged.length === 0,
    unconverged,
    sessions: shown.map((i) => ({ model: names[i], record: sessions[i] })),
  };
}

/** A robust test of one examinee, with the ability its answers give on the calibration's scale. */
function robustCheckpoint(
  prepared: RobustBank,
  bank: CatBank,
  examinee: RecordedExaminee,
  items: number,
  seed: string,
  parts: TaggedParts,
): {
  checkpoint: Checkpoint;
  alarm: Alarm | null;
  more: MorePredictions;
  record: RobustRecord;
} {
  const random = randomStream(seed, 'robust');
  const [test] = robustTest(prepared, examinee, [items], random, parts);
  const [{ estimate }] = fixedTest(bank, examinee, test.asked, [test.items]);
  const { asked, more, alarm, ...prediction } = test;
  return {
    checkpoint: { ...prediction, estimate, stopped: `${test.items} items` },
    alarm,
    more: more!,
    record: {
      strategy: 'robust',
      dimensions: prepared.model.dimensions,
      randomShare: prepared.randomShare,
      items: Array.from(asked, (j) => ({ item: bank.ids[j], score: examinee.scores[j] })),
    },
  };
}

/** The test that the strategy gives one examinee. */
function testOf({ bank, strategy, items }: RankRequest) {
  const tag = strategy === 'balanced' ? balanceTag(bank) : '';
  return (prepared: CatBank, examinee: RecordedExaminee, seed: string) =>
    strategy === 'balanced'
      ? balancedTest(prepared, examinee, tag, [items], seed)
      : paperTest(prepared, examinee, [items], seed);
}

/** The factor of an interval that nothing but the model speaks for. */
const MODEL_ONLY = { factor: NORMAL_90, verified: false };

/** True where every answer was asked for, so that nothing is left to predict. */
function isSettled({ items }: Checkpoint, examinee: RecordedExaminee): boolean {
  return items === answeredCount(examinee);
}

/** A test of every answer gives the recorded score itself, without the rounding of its own sum. */
function settled(checkpoint: Checkpoint, examinee: RecordedExaminee, actual: number): Checkpoint {
  if (!isSettled(checkpoint, examinee)) return checkpoint;
  return { ...checkpoint, score: actual, se: 0, least: actual, most: actual };
}

/** Mean of the models' differences and its standard error; null with fewer than two. */
function pairedDifference(differences: readonly number[]): {
  difference: number;
  seDifference: number | null;
} {
  const { mean, se } = meanWithError(differences);
  return { difference: mean, seDifference: se };
}

/**
 * How many steps of work `rankRecorded` reports for a request. Whatever it would refuse is refused here already.
 *
 * @throws TOO_MANY_ITEMS, NAME_UNKNOWN, NO_ANSWERS, TOO_FEW_EXAMINEES, OPTIONS_CONFLICT
 */
export function rankSteps(request: RankRequest): number {
  const { folds } = checkRequest(request);
  recordedExaminees(request.bank);
  const perFold = request.strategy === 'robust' ? 2 : 1;
  return 1 + perFold * folds + request.bank.responses.examinees.length;
}

function checkRequest(request: RankRequest) {
  const { bank, items, models, strategy } = request;
  const { examinees, items: all } = bank.responses;
  if (items > all.length)
    fail('TOO_MANY_ITEMS', { asked: items, available: all.length, where: bank.name });
  if (examinees.length < 3)
    fail('TOO_FEW_EXAMINEES', { found: examinees.length, needed: 3, purpose: 'a ranking' });
  if (strategy === 'balanced') balanceTag(bank);
  return { shown: selectModels(examinees, models), ...divide(request) };
}

function divide(request: RankRequest): { families: Families; folds: number } {
  const { examinees } = request.bank.responses;
  const families = familiesOf(examinees, request.families, 2);
  checkDivision(families, 2, examinees.length);
  const most = request.strategy === 'robust' ? FOLDS : LEAVE_ONE_OUT;
  return { families, folds: families.count <= most ? families.count : FOLDS };
}
