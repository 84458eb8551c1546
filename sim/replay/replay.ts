import type { CatBank } from '../../src/cat/bank.ts';
import type { SessionConfiguration } from '../../src/cat/configuration.ts';
import { type EstimateSoFar, estimateSoFar } from '../../src/cat/estimate-so-far.ts';
import { AdaptiveSession } from '../../src/cat/session.ts';
import { fail } from '../../src/errors.ts';
import type { Answers } from '../../src/irt/answers.ts';
import { addAnswer, blankGrid } from '../../src/irt/likelihood-grid.ts';
import { predictedScore } from '../../src/irt/predicted-score.ts';
import { randomStream, shuffle } from '../../src/random.ts';
import { scoreInterval } from '../../src/ranking/intervals.ts';
import { type RecordedBank, recordedExaminees } from '../../src/ranking/recorded-bank.ts';
import { answeredCount, type RecordedExaminee } from '../../src/ranking/recorded-test.ts';
import { NORMAL_90 } from '../../src/statistics/normal-points.ts';
import { type ReplaySummary, summariseReplay } from './replay-summary.ts';

/** The common settings of all examinees and lengths of a replay. */
export type ReplayRules = Pick<
  SessionConfiguration,
  'estimator' | 'unmixed' | 'prior' | 'start' | 'select'
>;

export interface ReplayRequest {
  /** The recorded answers. */
  readonly recorded: RecordedBank;
  /** The items of `recorded`, in the same order, with the given parameters. */
  readonly bank: CatBank;
  readonly rules: ReplayRules;
  /** Greatest numbers of items, ascending: each is a study of its own. */
  readonly lengths: readonly number[];
  /** When a test of at most this number of items ends. */
  readonly stop: (length: number) => SessionConfiguration['stop'];
  readonly seed: number;
}

/** An ability; the standard error is null if the answers carry no information. */
export interface ReplayAbility {
  readonly ability: number;
  readonly se: number | null;
  readonly atBound: boolean;
}

/** One item of a test: its recorded answer, and the ability after it. */
export interface ReplayStep extends ReplayAbility {
  readonly item: string;
  readonly score: number;
}

/** The result of a test; scores in percentage points, with the model's own 90% interval. */
export interface ReplayResult extends ReplayAbility {
  readonly items: number;
  readonly score: number;
  readonly low: number;
  readonly high: number;
}

/** One examinee's test. */
export interface ReplayedExaminee extends ReplayResult {
  readonly examinee: string;
  /** In the order they were asked. */
  readonly steps: readonly ReplayStep[];
  readonly stopped: string;
  /** Items of the bank without a recorded answer of this examinee, which could not be asked. */
  readonly missing: number;
  /** From all recorded answers, by the same estimator. */
  readonly full: ReplayAbility;
  /** The recorded score on the items with an answer, in percentage points. */
  readonly actual: number;
  /** The same number of items, drawn at random. */
  readonly random: ReplayResult;
}

/** The tests of one greatest length, and their agreement with the whole bank. */
export interface ReplayLength {
  readonly length: number;
  readonly adaptive: ReplaySummary;
  readonly random: ReplaySummary;
  readonly examinees: readonly ReplayedExaminee[];
}

/** How many steps of work `replay` reports. */
export function replaySteps({ recorded, lengths }: ReplayRequest): number {
  return recorded.responses.examinees.length * (1 + lengths.length);
}

/**
 * Post-hoc simulation on given item parameters: each recorded examinee takes an adaptive test whose answers are the
 * recorded ones. The result is compared with the ability that all recorded answers give, and with the recorded score. Items
 * without a recorded answer cannot be asked. The baseline is the same number of items drawn at random for each examinee.
 *
 * The answers of the test are a part of those it is compared with, and the parameters may have been calibrated on the same
 * answers: the agreement is that of a shorter test with the whole bank.
 *
 * @param onStep called after each of `replaySteps(request)` steps of work
 * @throws NO_ANSWERS, TOO_MANY_ITEMS, SESSION_INVALID
 * @see Magis & Raîche (2012), Journal of Statistical Software 48(8), for catR, which calls them post-hoc simulations
 */
export function replay(
  request: ReplayRequest,
  onStep: (doing: string) => void = () => {},
): ReplayLength[] {
  const { recorded, bank, lengths } = request;
  const { examinees: names, items } = recorded.responses;
  const longest = lengths[lengths.length - 1];
  if (longest > items.length)
    fail('TOO_MANY_ITEMS', { asked: longest, available: items.length, where: recorded.name });
  const { examinees, actual } = recordedExaminees(recorded);
  const full = examinees.map((examinee, i) => {
    const answers = answersTo(bank, examinee, answeredItems(examinee));
    const ability = abilityOf(estimateOf(request, answers));
    onStep(`estimating ${names[i]} from all answers`);
    return ability;
  });
  return lengths.map((length) => {
    const tested = names.map((name, i): ReplayedExaminee => {
      const one = {
        ...testOf(request, examinees[i], name, length),
        examinee: name,
        full: full[i],
        actual: 100 * actual[i],
      };
      onStep(`testing ${name}, at most ${length} items`);
      return one;
    });
    return {
      length,
      adaptive: summariseReplay(tested, tested),
      random: summariseReplay(
        tested.map(({ random }) => random),
        tested,
      ),
      examinees: tested,
    };
  });
}

/** The adaptive test of one examinee, and its baseline. */
function testOf(
  request: ReplayRequest,
  examinee: RecordedExaminee,
  name: string,
  length: number,
): Omit<ReplayedExaminee, 'examinee' | 'full' | 'actual'> {
  const { bank, rules, stop, seed } = request;
  const session = new AdaptiveSession(bank, {
    ...rules,
    lag: 1,
    seed: `${seed}/${name}`,
    exclude: bank.ids.filter((_, j) => Number.isNaN(examinee.scores[j])),
    quotas: [],
    stop: stop(length),
  });
  const steps: ReplayStep[] = [];
  const asked: number[] = [];
  for (;;) {
    const [issued] = session.next();
    if (issued === undefined) break;
    const score = examinee.scores[issued.index];
    session.recordAt(issued.index, score);
    asked.push(issued.index);
    steps.push({ item: issued.item, score, ...abilityOf(session.estimate) });
  }
  const drawn = shuffle(answeredItems(examinee), randomStream(seed, 'replay', 'random', name));
  const ofItems = (items: readonly number[]) => answersTo(bank, examinee, items);
  const random = ofItems(drawn.slice(0, asked.length));
  return {
    ...resultOf(ofItems(asked), session.estimate, examinee),
    steps,
    stopped: session.stopped!,
    missing: bank.items.count - answeredCount(examinee),
    random: resultOf(random, estimateOf(request, random), examinee),
  };
}

function answeredItems({ scores }: RecordedExaminee): number[] {
  return Array.from(scores.keys()).filter((j) => !Number.isNaN(scores[j]));
}

function answersTo(
  { items }: CatBank,
  { scores }: RecordedExaminee,
  asked: readonly number[],
): Answers {
  return {
    items,
    index: Int32Array.from(asked),
    scores: Float64Array.from(asked, (j) => scores[j]),
    count: asked.length,
  };
}

/** The ability that some answers give, as a session estimates it. */
function estimateOf({ bank, rules }: ReplayRequest, answers: Answers): EstimateSoFar {
  const grid = blankGrid(bank.grid);
  for (let k = 0; k < answers.count; k++)
    addAnswer(grid, answers.items, answers.index[k], answers.scores[k]);
  return estimateSoFar(rules.estimator, answers, grid, rules.prior, rules.unmixed);
}

function abilityOf({ ability, se, atBound }: EstimateSoFar): ReplayAbility {
  return { ability, se: Number.isFinite(se) ? se : null, atBound };
}

function resultOf(
  answers: Answers,
  estimate: EstimateSoFar,
  { weights }: RecordedExaminee,
): ReplayResult {
  const predicted = predictedScore(answers, estimate, weights);
  const { low, high } = scoreInterval(predicted, { factor: NORMAL_90, verified: false });
  return {
    items: answers.count,
    ...abilityOf(estimate),
    score: 100 * predicted.score,
    low: 100 * low,
    high: 100 * high,
  };
}
