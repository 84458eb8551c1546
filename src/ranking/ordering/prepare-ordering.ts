import type { Alarm } from '../../cat/robust/alarm.ts';
import { RobustSession } from '../../cat/robust/robust-session.ts';
import { fail } from '../../errors.ts';
import { randomStream } from '../../random.ts';
import { dealFolds } from '../../statistics/deal-folds.ts';
import { ALARM_FACTOR } from '../conformal.ts';
import { checkDivision, type Families, familiesOf } from '../families.ts';
import { calibrateFold } from '../fold-bank.ts';
import { recordedPart } from '../live/preparation.ts';
import { FEWEST_RANKED, type RecordedBank, recordedExaminees } from '../recorded-bank.ts';
import { answeredShare, type RecordedExaminee } from '../recorded-test.ts';
import { keptRobustFold } from '../robust/kept-robust-fold.ts';
import type { RobustBank } from '../robust/prepare-robust.ts';
import { commonOrder } from '../robust/stratified-order.ts';
import { selectModels } from '../select-models.ts';
import { errorFactor, isVerified } from './error-factor.ts';
import type { OrderedModel } from './order-models.ts';
import type { ScoreState } from './score-state.ts';

export interface PrepareOrderingRequest {
  readonly bank: RecordedBank;
  /** Given families, one per examinee; null to read them off the names. */
  readonly families: readonly string[] | null;
  /** Only these models are put into order; all by default. */
  readonly models?: readonly string[] | undefined;
  readonly seed: number;
  /** Whether items that work backwards may be chosen adaptively; by default they are not. */
  readonly includeFlagged?: boolean | undefined;
  /** Where calibrations and preparations are kept between commands; nowhere by default. */
  readonly cacheFolder?: string | null | undefined;
}

/** A model to put into order, with the reliability of its calibration for it. */
export interface PreparedModel extends OrderedModel {
  /** What the calibration cannot explain in its answers so far; null if nothing. Its factor then is that of such models. */
  alarm(state: Pick<ScoreState, 'score' | 'se'>): Alarm | null;
  /** False where too few models stand behind the factor of its standard error. */
  isVerified(state: Pick<ScoreState, 'score' | 'se' | 'items'>): boolean;
}

/** Recorded models, each ready to be tested on a calibration without it and its family. */
export interface PreparedOrdering {
  readonly names: readonly string[];
  /** Recorded scores, in [0, 1]. */
  readonly actual: Float64Array;
  /** Share of the bank's items that each has an answer to. */
  readonly answered: Float64Array;
  readonly familyOf: readonly string[];
  readonly families: { readonly source: Families['source']; readonly count: number };
  readonly folds: number;
  /** False if a calibration used all rounds without converging. */
  readonly converged: boolean;
  /** The models before their first item; new objects at every call. */
  models(): PreparedModel[];
}

const FOLDS = 5;
/** Test lengths at which errors are compared with standard errors, if the bank is larger than that. */
const LENGTHS = [50, 150, 450];
const LARGEST_PART = 0.75;
/**
 * If tests can become this many times as long as the longest one tried, they have at least this share of random items,
 * whichever share did best in short tests. With thousands of answers, chance is small and misfit of the response model is most
 * of the error; only random items reveal it.
 */
const MUCH_LONGER = 4;
const LEAST_RANDOM_SHARE = 0.25;

/**
 * Calibrates without each fold of whole families, and prepares robust tests of its models.
 *
 * @param onStep called after each of `preparationSteps` steps of work, with its name
 * @throws NAME_UNKNOWN, NO_ANSWERS, TOO_FEW_EXAMINEES
 */
export function prepareOrdering(
  request: PrepareOrderingRequest,
  onStep: (doing: string) => void = () => {},
): PreparedOrdering {
  const { bank, seed, includeFlagged, cacheFolder } = request;
  const { responses } = bank;
  const { families, folds } = divide(request);
  const rows = selectModels(responses.examinees, request.models);
  if (rows.length < 2)
    fail('TOO_FEW_EXAMINEES', { found: rows.length, needed: 2, purpose: 'an order of models' });
  const fold = dealFolds(families.of, folds, randomStream(seed, 'folds'));
  const { examinees, actual } = recordedExaminees(bank);
  const width = responses.items.length;
  const fitting = LENGTHS.filter((length) => length <= LARGEST_PART * width);
  const lengths = fitting.length > 0 ? fitting : [Math.ceil(width / 2)];
  const prepared: RobustBank[] = [];
  let converged = true;
  for (let k = 0; k < folds; k++) {
    const calibrated = calibrateFold(responses, fold, k, { includeFlagged, cacheFolder });
    converged &&= calibrated.calibration.converged;
    onStep(`calibrating without fold ${k + 1} of ${folds}`);
    const part = recordedPart(calibrated);
    const source = { own: bank, part, families: families.of, lengths, seed: `${seed}/${k}` };
    prepared.push(keptRobustFold(source, cacheFolder));
    onStep(`testing left-out families, fold ${k + 1} of ${folds}`);
  }
  const least = leastRandomShare(width, lengths);
  const random = randomStream(seed, 'ordering', 'items');
  const keys = Float64Array.from({ length: width }, random);
  const strata =
    1 + Math.max(...prepared.map(({ stratum }) => stratum.reduce((s, t) => Math.max(s, t), 0)));
  const starts = Float64Array.from({ length: strata }, random);
  return {
    names: rows.map((i) => responses.examinees[i]),
    actual: Float64Array.from(rows, (i) => actual[i]),
    answered: Float64Array.from(rows, (i) => answeredShare(examinees[i])),
    familyOf: rows.map((i) => families.of[i]),
    families: { source: families.source, count: families.count },
    folds,
    converged,
    models: () =>
      rows.map((i) =>
        preparedModel(prepared[fold[i]], examinees[i], lengths, least, { keys, starts }),
      ),
  };
}

/** The least share of random items for tests on a bank of this size, given the lengths tried, ascending. */
export function leastRandomShare(items: number, lengths: readonly number[]): number {
  return items > MUCH_LONGER * lengths[lengths.length - 1] ? LEAST_RANDOM_SHARE : 0;
}

/**
 * An examinee ready to be tested on a bank that was prepared without it. @param lengths the lengths that the bank was prepared
 * for
 */
export function preparedModel(
  { model, stratum, randomShare, range, flagged, factors }: RobustBank,
  { scores, weights }: RecordedExaminee,
  lengths: readonly number[],
  leastRandom: number,
  { keys, starts }: { keys: Float64Array; starts: Float64Array },
): PreparedModel {
  const session = new RobustSession(model, {
    weights,
    randomOrder: commonOrder((j) => weights[j] > 0, stratum, keys, starts),
    randomShare: Math.max(leastRandom, randomShare),
    range,
    flagged,
  });
  const within = errorFactor(lengths, factors);
  const alarmFactors = factors.map(() => ALARM_FACTOR);
  const alarmed = errorFactor(lengths, alarmFactors);
  const alarm = (state: Pick<ScoreState, 'score' | 'se'>) => session.alarm(state);
  return {
    session,
    weights,
    answer: (j) => scores[j],
    factor: (state) => (alarm(state) === null ? within : alarmed)(state),
    alarm,
    isVerified: (state) =>
      isVerified(lengths, alarm(state) === null ? factors : alarmFactors, state.items),
  };
}

/** How many steps of work `prepareOrdering` reports. */
export function preparationSteps(request: PrepareOrderingRequest): number {
  return 2 * divide(request).folds;
}

function divide({ bank, families: given }: PrepareOrderingRequest) {
  const { examinees } = bank.responses;
  if (examinees.length < FEWEST_RANKED)
    fail('TOO_FEW_EXAMINEES', {
      found: examinees.length,
      needed: FEWEST_RANKED,
      purpose: 'a ranking',
    });
  const families = familiesOf(examinees, given, 2);
  checkDivision(families, 2, examinees.length);
  return { families, folds: Math.min(FOLDS, families.count) };
}
