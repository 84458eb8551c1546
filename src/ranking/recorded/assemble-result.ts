import { taxonomyWords } from '../../../item-bank/taxonomies/tag-words.ts';
import { mean } from '../../statistics/mean.ts';
import { NORMAL_90 } from '../../statistics/normal-points.ts';
import { agreement } from '../agreement.ts';
import { type ScaleChange, scaleOfPart } from '../common-scale.ts';
import { leftOut } from '../flagged-items.ts';
import { tagAgreement, taggedParts } from '../further-scores.ts';
import { gradedSummary } from '../graded/graded-summary.ts';
import type { GradedPreparation } from '../graded/prepare-graded.ts';
import { holds, scoreInterval } from '../intervals.ts';
import { itemsRight } from '../items-right.ts';
import { type Learned, strategyOf } from '../live/strategies.ts';
import { NO_TRUST } from '../own-random.ts';
import { doubtsOf } from '../recorded-bank.ts';
import { answeredShare } from '../recorded-test.ts';
import { compareWithRandom } from './random-comparison.ts';
import type { FoldPart, FoldTest, RankFolds, WholeCalibration } from './rank-folds.ts';
import type { RankRequest } from './rank-request.ts';
import type { RankCosts, RankedModel, RankResult, UnrankedModel } from './rank-result.ts';
import { type ModelIntervals, pooledIntervals } from './test-intervals.ts';
import { LEAST_PLACED, NEARLY_ALL, type RecordedModel, type TestedModel } from './test-model.ts';

/** A fold of a ranking whose models are tested. */
export interface TestedFold extends Pick<FoldPart, 'part' | 'converged'> {
  /** What its robust or graded tests learned; null for others. */
  readonly learned: Learned | null;
  readonly tests: readonly FoldTest[];
}

/** The data of one model. */
interface ModelTest extends ModelIntervals {
  readonly model: RecordedModel;
  readonly tested: TestedModel;
  readonly scale: ScaleChange;
}

/** The factor of an interval that rests on the response model alone. */
const MODEL_ONLY = { factor: NORMAL_90, verified: false };

/** Combines the tests of all folds into one result. */
export function rankResult(
  request: RankRequest,
  { division, models }: Pick<RankFolds, 'division' | 'models'>,
  whole: WholeCalibration,
  folds: readonly TestedFold[],
): RankResult {
  const { bank, items, growTo = null, strategy, seed, draws } = request;
  const { responses } = bank;
  const { families } = division;
  const tests = modelTestsOf(whole, folds, models, families.of);
  const shown = division.shown.map((i) => tests[i]);
  const placed = placedTests(shown);
  const inOrder = (some: readonly ModelTest[]) =>
    some.map(rankedModel).sort((x, y) => y.score - x.score);
  const lines: RankedModel[] = [
    ...inOrder(placed).map((line, at) => ({ rank: at + 1, ...line })),
    ...inOrder(shown.filter((own) => !placed.includes(own))).map((line) => ({
      rank: null,
      ...line,
    })),
  ];
  const truth = placed.map(({ model }) => model.actual);
  const share = (has: (test: ModelTest) => boolean) => placed.filter(has).length / placed.length;
  const unconverged = [
    ...(whole.converged ? [] : ['all models']),
    ...folds.flatMap(({ converged, learned }, k) =>
      converged && (gradedIn(learned)?.converged ?? true)
        ? []
        : [`all but fold ${k + 1} of ${folds.length}`],
    ),
  ];
  return {
    bank: bank.name,
    simulated: bank.simulated,
    fullScore: bank.fullScore,
    bankItems: responses.items.length,
    modelCount: models.length,
    items,
    growTo,
    share: items / responses.items.length,
    strategy,
    seed,
    folds: folds.length,
    families: { source: families.source, count: families.count },
    doubts: doubtsOf(bank, families.of),
    models: lines,
    agreement: {
      ...agreement(
        placed.map(({ tested }) => tested.prediction.score),
        truth,
      ),
      coverage90: share(({ interval, model }) => holds(interval, model.actual)),
      modelCoverage90: share(({ tested, model }) =>
        holds(scoreInterval(tested.prediction, MODEL_ONLY), model.actual),
      ),
    },
    ...tagWordsOf(bank),
    tagAgreement: strategyOf(strategy).predictsTags
      ? tagAgreement(taggedParts(bank).tag, lines)
      : null,
    random: compareWithRandom(
      placed.map(({ tested, model }) => ({
        predicted: tested.prediction.score,
        actual: model.actual,
        random: tested.random!,
      })),
      draws,
    ),
    ...(request.costs === undefined ? {} : { costs: costsOf(request.costs, shown) }),
    ...gradedOf(request.bank, folds),
    leftOut: leftOut(folds.map(({ part }) => part)),
    converged: unconverged.length === 0,
    unconverged,
    sessions: shown.map(({ model, tested }) => ({ model: model.name, record: tested.record })),
  };
}

/** A test's line of the result, but for its rank; null if the model is not shown, or if its interval depends on other tests. */
export function unrankedModel(
  { division, models }: Pick<RankFolds, 'division' | 'models'>,
  whole: WholeCalibration,
  { part }: Pick<FoldPart, 'part'>,
  { row, tested, intervals }: FoldTest,
): UnrankedModel | null {
  if (intervals === null || !division.shown.includes(row)) return null;
  const scale = scaleOfPart(whole.abilities, part);
  return rankedModel({ model: models[row], tested, scale, ...intervals });
}

/** The models with enough answers to be compared with others; all of them if none has. */
function placedTests(shown: readonly ModelTest[]): readonly ModelTest[] {
  const most = shown.filter(({ model }) => answeredShare(model) >= LEAST_PLACED);
  return most.length > 0 ? most : shown;
}

function gradedIn(learned: Learned | null): GradedPreparation | null {
  return learned !== null && 'graded' in learned ? learned.graded : null;
}

/** The models of scores that graded tests chose. */
function gradedOf(
  { responses }: RankRequest['bank'],
  folds: readonly TestedFold[],
): Pick<RankResult, 'graded'> {
  const all = folds.flatMap(({ learned }) => gradedIn(learned) ?? []);
  if (all.length === 0) return {};
  const choices = all.map(({ choice }) => choice);
  return { graded: gradedSummary(responses, choices) };
}

function tagWordsOf(bank: RankRequest['bank']): Pick<RankResult, 'tagWords'> {
  const tagWords = taxonomyWords(bank);
  return tagWords === null ? {} : { tagWords };
}

function costsOf(
  { dollars, most }: NonNullable<RankRequest['costs']>,
  shown: readonly ModelTest[],
): RankCosts {
  return {
    mean: mean(shown.map(({ tested }) => tested.cost!)),
    random: mean(shown.map(({ tested }) => tested.random!.cost!)),
    wholeBank: dollars.reduce((sum, cost) => sum + cost, 0),
    most: most ?? null,
  };
}

/** One per model, by row. */
function modelTestsOf(
  whole: WholeCalibration,
  folds: readonly TestedFold[],
  models: readonly RecordedModel[],
  families: readonly string[],
): ModelTest[] {
  const found = folds
    .flatMap(({ part, tests }) => {
      const scale = scaleOfPart(whole.abilities, part);
      return tests.map((test) => ({ ...test, scale }));
    })
    .sort((x, y) => x.row - y.row);
  const pooled = found.some(({ intervals }) => intervals === null)
    ? pooledIntervals(
        found.map(({ tested }) => tested),
        models,
        families,
      )
    : null;
  return found.map(({ row, tested, intervals, scale }) => ({
    model: models[row],
    tested,
    scale,
    ...(intervals ?? pooled![row]),
  }));
}

function rankedModel({ model, tested, scale, interval, expected, tags }: ModelTest): UnrankedModel {
  const { prediction, estimate, isExact } = tested;
  const answered = answeredShare(model);
  return {
    model: model.name,
    ability: scale.slope * estimate.ability + scale.shift,
    se: scale.slope * estimate.se,
    score: 100 * prediction.score,
    low: 100 * interval.low,
    high: 100 * interval.high,
    verified: answered >= NEARLY_ALL && (interval.verified || isExact),
    expected,
    tags,
    alarm: isExact ? null : tested.alarm,
    ...(isExact ? NO_TRUST : { misfit: tested.misfit, ownRandom: tested.ownRandom }),
    actual: 100 * model.actual,
    answered,
    items: tested.items,
    growth: tested.growth,
    ...itemsRight(tested.right),
    stopped: tested.stopped,
    ...(tested.cost === null ? {} : { cost: tested.cost }),
  };
}
