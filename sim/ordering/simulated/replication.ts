import { SCORE_TARGETS, type ScoreTarget } from '../../../src/cat/robust/score-prediction.ts';
import { randomStream } from '../../../src/random.ts';
import { foldBank } from '../../../src/ranking/fold-bank.ts';
import { decidePairs, type Pair } from '../../../src/ranking/ordering/decide-pairs.ts';
import { JointVariances } from '../../../src/ranking/ordering/joint-scores.ts';
import { FIRST, orderModels } from '../../../src/ranking/ordering/order-models.ts';
import { countPairDecisions } from '../../../src/ranking/ordering/pair-decision-counts.ts';
import {
  leastRandomShare,
  type PreparedModel,
  preparedModel,
} from '../../../src/ranking/ordering/prepare-ordering.ts';
import { residualCorrelations } from '../../../src/ranking/ordering/residual-correlation.ts';
import { type ScoreState, scoreState } from '../../../src/ranking/ordering/score-state.ts';
import { robustFold } from '../../../src/ranking/robust/robust-fold.ts';
import { mean } from '../../../src/statistics/mean.ts';
import { drawBank, type SimulatedBank } from './draw-bank.ts';
import { type GivenAnswers, pairedDecision } from './paired-test.ts';

/** Orders of models whose expected scores are known. */
export interface OrderDesign extends Omit<SimulatedBank, 'models' | 'spacing'> {
  /** Models are drawn once per spacing; each order uses this number of the middle ones. */
  readonly spacings: readonly { readonly spacing: number; readonly models: readonly number[] }[];
  /** Shares of the bank that are asked, ascending. */
  readonly shares: readonly number[];
  /** `equal`: each model is asked the share, then decided once. `adaptive`: items go where the order is undecided, ended early. */
  readonly allocation: 'equal' | 'adaptive';
}

/**
 * The rule that declared an order: for recorded scores, for expected scores, or a paired test on items that both were asked.
 */
const DECLARED_BY = [...SCORE_TARGETS, 'paired'] as const;
export type DeclaredBy = (typeof DECLARED_BY)[number];

/** The declarations about one set of models. */
export interface OrderOutcome {
  readonly spacing: number;
  readonly models: number;
  readonly share: number;
  readonly by: DeclaredBy;
  readonly pairs: number;
  readonly ordered: number;
  /** Number of these that are false for the expected scores; between equal models every order is. */
  readonly wrong: number;
  /** Items asked over all models. */
  readonly spent: number;
  /** Mean over the pairs: squared error of the difference by its squared standard error. Not for the paired test. */
  readonly squaredZ: number | null;
}

/** Of all declarations of a run together. */
export const CONFIDENCE = 0.95;
const LENGTHS = [50, 150, 450];
const LARGEST_PART = 0.75;

/**
 * One repetition: a bank is drawn and calibrated once, then new models are drawn, tested and ordered by each rule: from the
 * same answers (`equal`), or in separate runs, with the paired test on the items of the run for expected scores (`adaptive`).
 */
export function replicateOrders(design: OrderDesign, seed: string): OrderOutcome[] {
  const { items, spacings, shares, allocation } = design;
  const { bank } = drawBank({ ...design, models: 0, spacing: 0 }, seed);
  const part = foldBank(bank, new Int32Array(design.examinees).fill(-1), 0);
  const lengths = LENGTHS.filter((length) => length <= LARGEST_PART * items);
  const prepared = robustFold(bank, part, bank.responses.examinees, lengths, seed);
  const random = randomStream(seed, 'ordering', 'items');
  const keys = Float64Array.from({ length: items }, random);
  const strata = 1 + prepared.stratum.reduce((most, s) => Math.max(most, s), 0);
  const starts = Float64Array.from({ length: strata }, random);
  const least = leastRandomShare(items, lengths);
  const outcomes: OrderOutcome[] = [];
  for (const { spacing, models: sizes } of spacings) {
    const most = Math.max(...sizes);
    const drawn = drawBank({ ...design, models: most, spacing }, seed);
    const test = (rows: readonly number[]) =>
      rows.map((m) => preparedModel(prepared, drawn.models[m], lengths, least, { keys, starts }));
    const note = (
      by: DeclaredBy,
      rows: readonly number[],
      share: number,
      pairs: readonly Pair[],
      spent: number,
    ) => {
      const expected = rows.map((m) => drawn.expected[m]);
      const { ordered, falselyOrdered } = countPairDecisions({ pairs }, expected, 0);
      const squares = pairs.map(({ first, second, difference, se }) =>
        se > 0 ? ((difference - expected[first] + expected[second]) / se) ** 2 : 0,
      );
      outcomes.push({
        spacing,
        models: rows.length,
        share,
        by,
        pairs: pairs.length,
        ordered,
        wrong: falselyOrdered,
        spent,
        squaredZ: by === 'paired' ? null : mean(squares),
      });
    };
    if (allocation === 'equal') {
      const all = test(Array.from({ length: most }, (_, m) => m));
      for (const share of shares) {
        const length = Math.round(share * items);
        const looks = all.map((model) => lookAt(model, length));
        for (const size of sizes) {
          const rows = middle(size, most);
          const own = rows.map((m) => looks[m]);
          for (const target of SCORE_TARGETS) {
            const states = own.map((look) => look[target]);
            const joint = new JointVariances(size);
            const changed = states.map((_, i) => i);
            const factors = rows.map((m, i) => all[m].factor(states[i]));
            joint.update(states, changed, residualCorrelations(states), factors);
            const { pairs } = decidePairs(joint, CONFIDENCE, 0, target);
            note(target, rows, share, pairs, size * length);
            if (target === 'expected')
              note('paired', rows, share, pairedPairs(pairs, own), size * length);
          }
        }
      }
      continue;
    }
    for (const size of sizes)
      for (const share of shares)
        for (const target of SCORE_TARGETS) {
          const rows = middle(size, most);
          const models = test(rows);
          const budget = Math.round(share * items) * size;
          const end = orderModels({
            models,
            target,
            allocation,
            confidence: CONFIDENCE,
            margin: 0,
            budget,
            first: Math.min(FIRST, Math.floor(budget / size)),
          });
          note(target, rows, share, end.decisions.pairs, end.spent);
          if (target === 'expected') {
            const own = models.map(({ session: { asked } }) => ({ given: givenOf(asked, items) }));
            note('paired', rows, share, pairedPairs(end.decisions.pairs, own), end.spent);
          }
        }
  }
  return outcomes;
}

/** The middle rows of this number. */
function middle(size: number, of: number): number[] {
  const from = Math.floor((of - size) / 2);
  return Array.from({ length: size }, (_, i) => from + i);
}

/** Continues a test up to a length; returns its state for either target, and the answers. */
function lookAt(
  { session, weights, answer }: PreparedModel,
  length: number,
): Record<ScoreTarget, ScoreState> & { readonly given: GivenAnswers } {
  while (session.asked.count < length) {
    const j = session.next();
    if (j < 0) break;
    session.record(j, answer(j));
  }
  const { asked } = session;
  const state = (target: ScoreTarget) => {
    const prediction = session.predict(target);
    return scoreState(session.posterior, asked, weights, prediction);
  };
  return {
    recorded: state('recorded'),
    expected: state('expected'),
    given: givenOf(asked, weights.length),
  };
}

function givenOf(
  { index, scores, count }: PreparedModel['session']['asked'],
  items: number,
): GivenAnswers {
  const given = new Float64Array(items).fill(Number.NaN);
  for (let t = 0; t < count; t++) given[index[t]] = scores[t];
  return given;
}

/** Decisions of the paired test about the same pairs, each at the error rate of all divided by their number. */
function pairedPairs(
  pairs: readonly Pair[],
  own: readonly { readonly given: GivenAnswers }[],
): Pair[] {
  const level = (1 - CONFIDENCE) / pairs.length;
  return pairs.map((pair) => ({
    ...pair,
    verdict: pairedDecision(own[pair.first].given, own[pair.second].given, level),
  }));
}
