import { fail } from '../../src/errors.ts';
import type { Families } from '../../src/ranking/families.ts';
import type { Decisions } from '../../src/ranking/ordering/decide-pairs.ts';
import { compareRuns } from '../../src/ranking/ordering/items-needed.ts';
import { type Allocation, FIRST, orderModels } from '../../src/ranking/ordering/order-models.ts';
import {
  countPairDecisions,
  type PairDecisionCounts,
} from '../../src/ranking/ordering/pair-decision-counts.ts';
import {
  type PrepareOrderingRequest,
  preparationSteps,
  prepareOrdering,
} from '../../src/ranking/ordering/prepare-ordering.ts';
import { type MeanWithError, meanWithError } from '../../src/statistics/mean-with-error.ts';
import { falseRate, type Rate } from './false-rate.ts';
import { shareWithInterval } from './share-with-interval.ts';

export interface OrderingRequest extends Omit<PrepareOrderingRequest, 'models'> {
  readonly confidence: number;
  /** Points. */
  readonly margin: number;
  /** Items over all models, ascending; the runs end there. Empty: until every pair is decided. */
  readonly budgets: readonly number[];
  readonly seeds: number;
}

/** The state of one allocation when a budget was spent or all was decided, over the seeds. */
export interface OrderingResult {
  /** null: at the end of the run, with every pair decided. */
  readonly budget: number | null;
  readonly allocation: Allocation;
  readonly spent: MeanWithError;
  /** Shares of all pairs. */
  readonly ordered: MeanWithError;
  readonly tied: MeanWithError;
  readonly undecided: MeanWithError;
  /** Share of the ordered pairs that are the wrong way round, and of the tied ones that are further apart than the margin. */
  readonly falselyOrdered: Rate;
  readonly falselyTied: Rate;
  /** Share of the seeds with any false declaration, with a 95% interval over seeds of these same models. */
  readonly anyFalse: { readonly value: number; readonly low: number; readonly high: number };
  /**
   * Items until it had decided the number of pairs that both allocations had decided by this budget, interpolated between
   * looks.
   */
  readonly needs: MeanWithError;
  /** Only for `adaptive`: 1 − items that it needs / items that equal lengths need. */
  readonly saving: MeanWithError | null;
}

export interface OrderingReport {
  readonly bank: string;
  readonly simulated: boolean;
  readonly fullScore: string;
  readonly examinees: number;
  readonly items: number;
  readonly pairs: number;
  readonly confidence: number;
  readonly margin: number;
  readonly seeds: number;
  readonly seed: number;
  readonly families: { readonly source: Families['source']; readonly count: number };
  /** False if, at the end of a run, the factor of a standard error rests on too few models. */
  readonly verified: boolean;
  readonly results: readonly OrderingResult[];
}

/** The state of a run at a look. */
interface Point {
  readonly spent: number;
  readonly decided: number;
  readonly decisions: Decisions;
}

/** Number of steps reported per run. */
const RUN_STEPS = 20;

/**
 * Orders recorded models repeatedly, with new folds and random items for each seed: once by giving items to models whose order
 * is undecided, and once by tests of equal length. Both use the same rule of decision and are looked at after the same numbers
 * of items.
 *
 * @param onStep called after each of `orderingSteps(request)` steps of work, with its name
 * @throws OPTION_INVALID (a budget below one item per model), NO_ANSWERS, TOO_FEW_EXAMINEES
 */
export function ordering(
  request: OrderingRequest,
  onStep: (doing: string) => void = () => {},
): OrderingReport {
  const { bank, confidence, budgets, seeds } = request;
  const n = bank.responses.examinees.length;
  if (budgets.length > 0 && budgets[0] < n)
    fail('OPTION_INVALID', {
      option: '--total-items',
      found: String(budgets[0]),
      accepted: `at least ${n}, one item per model`,
    });
  // One run serves all budgets: its first round must be within the least of them.
  const first = Math.min(FIRST, Math.floor((budgets[0] ?? Number.POSITIVE_INFINITY) / n));
  const margin = request.margin / 100;
  const rows: { budget: number | null; adaptive: Row[]; equal: Row[] }[] = (
    budgets.length > 0 ? budgets : [null]
  ).map((budget) => ({ budget, adaptive: [], equal: [] }));
  let verified = true;
  let last: ReturnType<typeof prepareOrdering> | null = null;
  for (let s = 0; s < seeds; s++) {
    const where = `seed ${s + 1} of ${seeds}`;
    const prepared = prepareOrdering({ ...request, seed: request.seed + s }, (doing) =>
      onStep(`${where}: ${doing}`),
    );
    last = prepared;
    const run = (allocation: Allocation, budget: number) => {
      const points: Point[] = [];
      let done = 0;
      const reach = (share: number) => {
        for (const goal = Math.min(RUN_STEPS, Math.floor(share * RUN_STEPS)); done < goal; done++)
          onStep(`${where}: ${allocation}`);
      };
      const models = prepared.models();
      const { states } = orderModels(
        { models, allocation, confidence, margin, budget, first, looks: budgets },
        ({ spent, decisions, isLook }) => {
          const decided = decisions.pairs.length - decisions.undecided;
          if (isLook) points.push({ spent, decided, decisions });
          reach(spent / budget);
          return false;
        },
      );
      reach(1);
      verified &&= models.every((model, i) => model.isVerified(states[i]));
      return points;
    };
    const most = Math.min(
      n * bank.responses.items.length,
      budgets.at(-1) ?? Number.POSITIVE_INFINITY,
    );
    const adaptive = run('adaptive', most);
    const equal = run('equal', most);
    for (const row of rows) {
      const own = within(adaptive, row.budget);
      const other = within(equal, row.budget);
      const compared = compareRuns(own, other);
      const at = (points: readonly Point[]) => {
        const point = points[points.length - 1];
        return { point, counts: countPairDecisions(point.decisions, prepared.actual, margin) };
      };
      row.adaptive.push({ ...at(own), needs: compared.own, saving: compared.saving });
      row.equal.push({ ...at(other), needs: compared.other, saving: null });
    }
  }
  const { actual, familyOf, families } = last!;
  return {
    bank: bank.name,
    simulated: bank.simulated,
    fullScore: bank.fullScore,
    examinees: bank.responses.examinees.length,
    items: bank.responses.items.length,
    pairs: rows[0].adaptive[0].point.decisions.pairs.length,
    confidence,
    margin: request.margin,
    seeds,
    seed: request.seed,
    families,
    verified,
    results: rows.flatMap(({ budget, adaptive, equal }) =>
      (
        [
          ['adaptive', adaptive],
          ['equal', equal],
        ] as const
      ).map(([allocation, seeds]) => ({
        budget,
        allocation,
        ...summarise(seeds, actual, familyOf, margin),
      })),
    ),
  };
}

interface Row {
  readonly point: Point;
  readonly counts: PairDecisionCounts;
  readonly needs: number;
  readonly saving: number | null;
}

/** The looks within a budget. */
function within(points: readonly Point[], budget: number | null): readonly Point[] {
  return points.filter(({ spent }) => budget === null || spent <= budget);
}

function summarise(
  rows: readonly Row[],
  actual: Float64Array,
  families: readonly string[],
  margin: number,
): Omit<OrderingResult, 'budget' | 'allocation'> {
  const pairs = rows[0].point.decisions.pairs.length;
  const mean = (of: (row: Row) => number) => meanWithError(rows.map(of));
  const meanOrNull = (values: readonly (number | null)[]) =>
    values.every((v) => v !== null) ? meanWithError(values) : null;
  const decisions = rows.map(({ point }) => point.decisions.pairs);
  const withFalse = rows.filter(({ counts }) => counts.falselyOrdered + counts.falselyTied > 0);
  return {
    spent: mean(({ point }) => point.spent),
    ordered: mean(({ counts }) => counts.ordered / pairs),
    tied: mean(({ counts }) => counts.tied / pairs),
    undecided: mean(({ counts }) => counts.undecided / pairs),
    falselyOrdered: falseRate(decisions, ['above', 'below'], actual, families, margin),
    falselyTied: falseRate(decisions, ['tied'], actual, families, margin),
    anyFalse: shareWithInterval(withFalse.length, rows.length),
    needs: mean(({ needs }) => needs),
    saving: meanOrNull(rows.map(({ saving }) => saving)),
  };
}

/** How many steps of work `ordering` reports for a request. */
export function orderingSteps(request: OrderingRequest): number {
  return request.seeds * (preparationSteps(request) + 2 * RUN_STEPS);
}
