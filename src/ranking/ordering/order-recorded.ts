import type { Alarm } from '../../cat/robust/alarm.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { fail } from '../../errors.ts';
import { shortestScore } from '../../irt/responses.ts';
import type { ExamineeDoubt } from '../../scoring/doubts/examinee-doubts.ts';
import type { Families } from '../families.ts';
import type { RecordedBank } from '../recorded-bank.ts';
import { doubtsOf } from '../recorded-bank.ts';
import { LEAST_DECIDABLE } from './decidable.ts';
import type { Pair, PairDecision } from './decide-pairs.ts';
import { type CurvePoint, compareRuns } from './items-needed.ts';
import { type Allocation, FIRST, type OrderStanding, orderModels } from './order-models.ts';
import {
  countPairDecisions,
  isFalseDecision,
  type PairDecisionCounts,
} from './pair-decision-counts.ts';
import {
  type PreparedModel,
  type PrepareOrderingRequest,
  preparationSteps,
  prepareOrdering,
} from './prepare-ordering.ts';
import { rankRanges, tiedGroups } from './rank-ranges.ts';

export interface OrderRecordedRequest extends PrepareOrderingRequest {
  /**
   * The scores to put into order (default: `recorded`): those recorded on this bank, or the expected scores on items like
   * these, which are unknown.
   */
  readonly target?: ScoreTarget | undefined;
  /** Confidence of all declarations together, in (0, 1). */
  readonly confidence: number;
  /** Greatest difference in points of two tied models; 0 for no ties. */
  readonly margin: number;
  /** Items over all models. */
  readonly budget: number;
}

/** Scores, differences and standard errors in percentage points. */
export interface OrderedRow {
  readonly model: string;
  /** The ranks that the declarations leave possible. */
  readonly best: number;
  readonly worst: number;
  /** Predicted score on the whole bank, and its standard error after the factor learned on left-out families. */
  readonly score: number;
  readonly se: number;
  /** False if the factor of the standard error rests on too few models. */
  readonly verified: boolean;
  /** The alarm of its test (see RankedModel); the factor of its standard error is then that of models with an alarm. */
  readonly alarm: Alarm | null;
  readonly actual: number;
  /** Share of the bank's items that have an answer; if models differ in it, their scores cover different items. */
  readonly answered: number;
  readonly items: number;
  /**
   * `decided`: all its pairs are decided; `everything asked`; `budget spent`; `bank too small`: asking the whole bank could not
   * decide its remaining pairs.
   */
  readonly stopped: string;
}

export interface OrderedPair {
  readonly first: string;
  readonly second: string;
  readonly verdict: PairDecision;
  /** P(the first beats the second), and P(they differ by no more than the margin). */
  readonly ahead: number;
  readonly close: number;
  readonly difference: number;
  readonly se: number;
  /** Its standard error after both have been asked the whole bank: 0 for recorded scores. */
  readonly seAtEnd: number;
  /** False where asking the whole bank is unlikely (below 5%) to decide it. */
  readonly isDecidable: boolean;
  /** The difference of the recorded scores. */
  readonly actual: number;
  /** Whether the recorded scores contradict the verdict. Expected scores may differ from these by chance. */
  readonly isFalse: boolean;
}

export interface OrderResult extends PairDecisionCounts {
  readonly bank: string;
  readonly simulated: boolean;
  readonly fullScore: RecordedBank['fullScore'];
  readonly bankItems: number;
  /** The scores that are put into order. False verdicts are counted against the recorded scores in both cases. */
  readonly target: ScoreTarget;
  readonly confidence: number;
  readonly margin: number;
  readonly budget: number;
  readonly spent: number;
  /** Number of pairs that both this run and tests of equal length had decided at their ends. */
  readonly decidedByBoth: number;
  /** Items after which this number of pairs was decided, interpolated between checks. */
  readonly decidedAfter: number;
  readonly rounds: number;
  /** Risk of all declarations together, at most 1 − confidence; see Decisions. */
  readonly risk: number;
  readonly seed: number;
  readonly folds: number;
  readonly families: { readonly source: Families['source']; readonly count: number };
  /** Recorded models whose answers are doubtful. */
  readonly doubts: readonly ExamineeDoubt[];
  /** True if every model is `verified`. */
  readonly verified: boolean;
  readonly converged: boolean;
  /** By predicted score, best first. */
  readonly models: readonly OrderedRow[];
  /** Groups of models in which every two are declared tied, best first. */
  readonly tiedGroups: readonly (readonly string[])[];
  /** P(the model of the row beats that of the column), in the order of `models`; 0.5 on the diagonal. */
  readonly beats: readonly (readonly number[])[];
  readonly pairs: readonly OrderedPair[];
  /**
   * Tests of equal length, looked at after the same numbers of items, up to the same budget or until all pairs are decided:
   * their verdicts at the end, their total items, and `items` until `decidedByBoth` pairs were decided.
   */
  readonly equal: PairDecisionCounts & { readonly items: number; readonly spent: number };
  readonly sessions: readonly {
    readonly model: string;
    readonly items: readonly { readonly item: string; readonly score: number }[];
  }[];
}

/** Number of steps reported per run. */
const RUN_STEPS = 40;

/**
 * Puts recorded models into order. Each is tested on items calibrated without it and its family, and items go to models whose
 * order is undecided. The declarations are compared with the recorded scores and with tests of equal length.
 *
 * @param onStep called after each of `orderSteps(request)` steps of work, with its name
 * @throws OPTION_INVALID (a budget below one item per model), NAME_UNKNOWN, NO_ANSWERS, TOO_FEW_EXAMINEES
 */
export function orderRecorded(
  request: OrderRecordedRequest,
  onStep: (doing: string) => void = () => {},
): OrderResult {
  const { bank, target = 'recorded', confidence, budget, seed } = request;
  const margin = request.margin / 100;
  const count = request.models?.length ?? bank.responses.examinees.length;
  if (budget < count)
    fail('OPTION_INVALID', {
      option: '--total-items',
      found: String(budget),
      accepted: `at least ${count}, one item per model`,
    });
  const prepared = prepareOrdering(request, onStep);
  const { actual } = prepared;
  const models = prepared.models();
  const all = models.reduce((sum, { weights }) => sum + weights.filter((w) => w > 0).length, 0);
  const first = Math.min(FIRST, Math.floor(budget / count));
  const run = (
    allocation: Allocation,
    most: number,
    own: readonly PreparedModel[],
    doing: string,
  ) => runOrdering(request, own, { allocation, most, first, all }, runSteps(onStep, doing));
  const adaptive = run('adaptive', budget, models, 'asking items where the order is undecided');
  const { end } = adaptive;
  const equal = run(
    'equal',
    end.decisions.undecided === 0 ? all : budget,
    prepared.models(),
    'comparing with tests of equal length',
  );
  const compared = compareRuns(adaptive.looks, equal.looks);
  const found: Found = { names: prepared.names, actual, margin, models, end };
  const order = byScore(end.joint.scores);
  return {
    bank: bank.name,
    simulated: bank.simulated,
    fullScore: bank.fullScore,
    bankItems: bank.responses.items.length,
    target,
    confidence,
    margin: request.margin,
    budget,
    spent: end.spent,
    decidedByBoth: compared.decided,
    decidedAfter: Math.round(compared.own),
    rounds: adaptive.rounds,
    ...countPairDecisions(end.decisions, actual, margin),
    risk: end.decisions.risk,
    seed,
    folds: prepared.folds,
    families: prepared.families,
    doubts: doubtsOf(bank, request.families ?? null),
    verified: models.every((model, i) => model.isVerified(end.states[i])),
    converged: prepared.converged,
    models: orderedRows(order, found, prepared.answered),
    tiedGroups: tiedGroups(end.joint.scores, end.decisions.pairs).map((rows) =>
      rows.map((i) => prepared.names[i]),
    ),
    beats: beats(order, end),
    pairs: orderedPairs(found),
    equal: {
      items: Math.round(compared.other),
      spent: equal.end.spent,
      ...countPairDecisions(equal.end.decisions, actual, margin),
    },
    sessions: order.map((i) => ({
      model: prepared.names[i],
      items: askedItems(models[i], bank.responses.items),
    })),
  };
}

/** The result of the adaptive run. */
interface Found {
  readonly names: readonly string[];
  /** Recorded scores in [0, 1]. */
  readonly actual: ArrayLike<number>;
  /** In [0, 1]. */
  readonly margin: number;
  readonly models: readonly PreparedModel[];
  readonly end: OrderStanding;
}

interface RunLimits {
  readonly allocation: Allocation;
  /** The most items over all models that may be asked, and the number that exist. */
  readonly most: number;
  readonly all: number;
  /** Items that each model is asked before the first look. */
  readonly first: number;
}

/** Tests models until all pairs are decided or no items are left. */
function runOrdering(
  { target = 'recorded', confidence, margin, budget }: OrderRecordedRequest,
  models: readonly PreparedModel[],
  { allocation, most, first, all }: RunLimits,
  steps: ReturnType<typeof runSteps>,
) {
  const looks: CurvePoint[] = [];
  let rounds = 0;
  const end = orderModels(
    {
      models,
      target,
      allocation,
      confidence,
      margin: margin / 100,
      budget: most,
      first,
      looks: [budget],
    },
    ({ spent, decisions, isLook }) => {
      rounds++;
      steps.reach(spent / Math.min(most, all));
      if (isLook) looks.push({ spent, decided: decisions.pairs.length - decisions.undecided });
      return false;
    },
  );
  steps.finish();
  return { end, looks, rounds };
}

/** Positions by score, the highest first. */
function byScore(scores: ArrayLike<number>): number[] {
  return Array.from(scores, (_, i) => i).sort((i, k) => scores[k] - scores[i] || i - k);
}

function orderedRows(
  order: readonly number[],
  { names, actual, models, end }: Found,
  answered: ArrayLike<number>,
): OrderedRow[] {
  const ranges = rankRanges(names.length, end.decisions.pairs);
  return order.map((i) => ({
    model: names[i],
    ...ranges[i],
    score: 100 * end.joint.scores[i],
    se: 100 * Math.sqrt(end.joint.variances[i]),
    verified: models[i].isVerified(end.states[i]),
    alarm: models[i].alarm(end.states[i]),
    actual: 100 * actual[i],
    answered: answered[i],
    items: end.items[i],
    stopped: stopped(i, end, models[i].weights),
  }));
}

function orderedPairs({ names, actual, margin, end }: Found): OrderedPair[] {
  return end.decisions.pairs.map((pair) => ({
    first: names[pair.first],
    second: names[pair.second],
    verdict: pair.verdict,
    ahead: pair.ahead,
    close: pair.close,
    difference: 100 * pair.difference,
    se: 100 * pair.se,
    seAtEnd: 100 * pair.seAtEnd,
    isDecidable: isDecidable(pair),
    actual: 100 * (actual[pair.first] - actual[pair.second]),
    isFalse: isFalseDecision(pair, actual, margin),
  }));
}

/** The items that a model was asked, in the order of its test. */
function askedItems({ session }: PreparedModel, items: readonly string[]) {
  const { index, scores, count } = session.asked;
  return Array.from(index.subarray(0, count), (j, t) => ({
    item: items[j],
    score: shortestScore(scores[t]),
  }));
}

/** How many steps of work `orderRecorded` reports for a request. */
export function orderSteps(request: OrderRecordedRequest): number {
  return preparationSteps(request) + 2 * RUN_STEPS;
}

/** Reports a run as RUN_STEPS steps, in proportion to its progress. */
function runSteps(onStep: (doing: string) => void, doing: string) {
  let done = 0;
  const reach = (share: number) => {
    for (const goal = Math.min(RUN_STEPS, Math.floor(share * RUN_STEPS)); done < goal; done++)
      onStep(doing);
  };
  return { reach, finish: () => reach(1) };
}

function stopped(i: number, { items, decisions }: OrderStanding, weights: Float64Array): string {
  if (items[i] === weights.filter((w) => w > 0).length) return 'everything asked';
  const open = decisions.pairs.filter(
    ({ first, second, verdict }) => verdict === 'undecided' && (first === i || second === i),
  );
  if (open.length === 0) return 'decided';
  return open.some(isDecidable) ? 'budget spent' : 'bank too small';
}

function isDecidable({ decidable }: Pair): boolean {
  return decidable >= LEAST_DECIDABLE;
}

function beats(order: readonly number[], { decisions }: OrderStanding): number[][] {
  const n = order.length;
  const ahead = new Float64Array(n * n).fill(0.5);
  for (const pair of decisions.pairs) {
    ahead[n * pair.first + pair.second] = pair.ahead;
    ahead[n * pair.second + pair.first] = 1 - pair.ahead;
  }
  return order.map((i) => order.map((k) => ahead[n * i + k]));
}
