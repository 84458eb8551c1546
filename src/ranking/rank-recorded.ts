import { calibrate } from '../../calibration/fit/calibrate.ts';
import type { CatBank } from '../cat/bank.ts';
import type { SessionRecord } from '../cat/session.ts';
import { fail } from '../errors.ts';
import { nearestNames } from '../nearest.ts';
import { randomStream } from '../random.ts';
import { type Agreement, agreement, meanAgreement } from './agreement.ts';
import { commonScale, type ScaleChange } from './common-scale.ts';
import { type Families, familiesOf } from './families.ts';
import { foldBank } from './fold-bank.ts';
import { dealFolds } from './folds.ts';
import { scoreIntervals } from './intervals.ts';
import { plainScore, randomOrder } from './random-items.ts';
import { balanceTag, type RecordedBank, recordedExaminees, strataOf } from './recorded-bank.ts';
import {
  balancedTest,
  type Checkpoint,
  fixedTest,
  paperTest,
  type RecordedExaminee,
} from './recorded-test.ts';

/**
 * - `paper`: the published method, maximum likelihood and maximum information;
 * - `balanced`: the same, with every value of the score's tag (else of the first tag) in its share of the test.
 */
export const RANK_STRATEGIES = ['paper', 'balanced'] as const;
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
  /** Random draws of equally many items that the strategy is compared with. */
  readonly draws: number;
}

/** One line of a leaderboard; scores in percentage points. */
export interface RankedModel {
  readonly rank: number;
  readonly model: string;
  /** On the scale where the recorded models have mean 0 and variance 1. */
  readonly ability: number;
  readonly se: number;
  /** Predicted score on the whole bank, with its 90% interval. */
  readonly score: number;
  readonly low: number;
  readonly high: number;
  /** False where too few other models are known to check such intervals on. */
  readonly verified: boolean;
  /** The recorded score on the whole bank. */
  readonly actual: number;
  readonly items: number;
  readonly stopped: string;
}

export interface RankResult {
  readonly bank: string;
  readonly simulated: boolean;
  readonly fullScore: string;
  readonly bankItems: number;
  readonly items: number;
  /** Share of the bank that each model was asked. */
  readonly share: number;
  readonly strategy: RankStrategy;
  readonly seed: number;
  readonly folds: number;
  readonly families: { readonly source: Families['source']; readonly count: number };
  readonly models: readonly RankedModel[];
  /** Predicted against recorded scores; coverage90 is the share of intervals that hold the recorded score. */
  readonly agreement: Agreement & { readonly coverage90: number };
  /** The same for equally many random items (mean over the draws): their plain mean, and the calibrated prediction. */
  readonly random: {
    readonly draws: number;
    readonly plain: Agreement;
    readonly calibrated: Agreement;
  };
  readonly sessions: readonly { readonly model: string; readonly record: SessionRecord }[];
}

/** Up to this many families, each is left out on its own: a calibration then has all the others. */
const LEAVE_ONE_OUT = 20;
const FOLDS = 5;

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
  if (items > responses.items.length)
    fail('TOO_MANY_ITEMS', { asked: items, available: responses.items.length, where: bank.name });
  if (names.length < 3)
    fail('TOO_FEW_EXAMINEES', { found: names.length, needed: 3, purpose: 'a ranking' });
  const shown = selectModels(names, request.models);
  const { families, folds } = divide(request);
  const fold = dealFolds(families.of, folds, randomStream(seed, 'folds'));
  const { examinees, actual } = recordedExaminees(bank);
  const strata = strataOf(bank);
  const run = testOf(request);

  const reference = calibrate(responses);
  onStep('calibrating on all models');
  const checkpoints: Checkpoint[] = new Array(names.length);
  const scales: ScaleChange[] = new Array(names.length);
  const sessions: SessionRecord[] = new Array(names.length);
  const plain = shown.map(() => new Float64Array(draws));
  const calibrated = shown.map(() => new Float64Array(draws));
  for (let k = 0; k < folds; k++) {
    const part = foldBank(bank, fold, k);
    onStep(`calibrating without fold ${k + 1} of ${folds}`);
    const scale = commonScale(
      part.calibration.abilities,
      part.seen.map((i) => reference.abilities[i]),
    );
    for (const i of part.unseen) {
      const test = run(part.bank, examinees[i], `${seed}/${names[i]}`);
      checkpoints[i] = test.checkpoints[0];
      sessions[i] = test.session.toRecord();
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

  const intervals = scoreIntervals(checkpoints, actual, families.of);
  const models = shown
    .map((i) => ({
      model: names[i],
      ability: scales[i].slope * checkpoints[i].estimate.ability + scales[i].shift,
      se: scales[i].slope * checkpoints[i].estimate.se,
      score: 100 * checkpoints[i].score,
      low: 100 * intervals[i].low,
      high: 100 * intervals[i].high,
      verified: intervals[i].verified,
      actual: 100 * actual[i],
      items: checkpoints[i].items,
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
      coverage90:
        models.filter(({ low, high, actual: a }) => low <= a && a <= high).length / models.length,
    },
    random: { draws, plain: compare(plain), calibrated: compare(calibrated) },
    sessions: shown.map((i) => ({ model: names[i], record: sessions[i] })),
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

/** How many steps of work `rankRecorded` reports for a request. */
export function rankSteps(request: RankRequest): number {
  return 1 + divide(request).folds + request.bank.responses.examinees.length;
}

function divide(request: RankRequest): { families: Families; folds: number } {
  const families = familiesOf(request.bank.responses.examinees, request.families, 2);
  return { families, folds: families.count <= LEAVE_ONE_OUT ? families.count : FOLDS };
}

function selectModels(
  examinees: readonly string[],
  models: readonly string[] | undefined,
): number[] {
  if (models === undefined) return examinees.map((_, i) => i);
  const rows = models.map((name) => {
    const i = examinees.indexOf(name);
    if (i < 0)
      fail('NAME_UNKNOWN', { kind: 'model', name, nearest: nearestNames(name, examinees) });
    return i;
  });
  return [...new Set(rows)];
}
