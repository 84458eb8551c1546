import type { RobustSession } from '../../cat/robust/robust-session.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { gains } from './allocate.ts';
import { LEAST_DECIDABLE } from './decidable.ts';
import { type Decisions, decidePairs } from './decide-pairs.ts';
import { endLevels } from './end-levels.ts';
import { JointVariances } from './joint-scores.ts';
import { batchSize, lookGrid } from './looks.ts';
import { residualCorrelations } from './residual-correlation.ts';
import { type ScoreState, scoreState } from './score-state.ts';

/**
 * - `adaptive`: items go to the models whose undecided pairs are nearest to being decided;
 * - `equal`: every model gets the same number of items.
 */
const ALLOCATIONS = ['adaptive', 'equal'] as const;
export type Allocation = (typeof ALLOCATIONS)[number];

/** A model to be put into order with others. */
export interface OrderedModel {
  readonly session: RobustSession;
  /** Weights of the items in its full score, adding up to 1; 0 if it cannot be asked. */
  readonly weights: Float64Array;
  /** The score in [0, 1] of its answer to an item. */
  answer(item: number): number;
  /** Error factor of abilities and effects, learned on other models; at least 1. */
  factor(state: ScoreState): number;
}

export interface OrderRequest {
  readonly models: readonly OrderedModel[];
  /** A function distributes the items of a round itself, given the state of the run and the number of items. */
  readonly allocation: Allocation | ((standing: OrderStanding, left: number) => readonly Batch[]);
  /** The scores whose order is declared (default: the recorded ones). */
  readonly target?: ScoreTarget;
  /** In (0, 1), over all pairs. */
  readonly confidence: number;
  /** In [0, 1] of score. */
  readonly margin: number;
  /** Items over all models. */
  readonly budget: number;
  /** Items that every model is asked before anything is decided, if the budget allows (default: 40). */
  readonly first?: number;
  /**
   * Further numbers of items over all models at which the run is looked at, besides the ends of equal rounds (see lookGrid).
   */
  readonly looks?: readonly number[];
}

/** A number of items for a model. */
export interface Batch {
  readonly i: number;
  readonly count: number;
}

/** The state of a run. */
export interface OrderStanding {
  readonly items: readonly number[];
  readonly spent: number;
  readonly joint: JointVariances;
  readonly decisions: Decisions;
  readonly states: readonly ScoreState[];
  /** True at a look: a run ends only there, and only such standings are compared with those of other runs. */
  readonly isLook: boolean;
}

export const FIRST = 40;
/** In a round, models that gain at least this share of the greatest gain are asked too. */
const NEARLY = 0.8;

/**
 * Asks items until, at a look, every pair is decided or cannot be decided on the bank, or until no items or budget are left.
 * Verdicts may change during the run; those of the last standing count.
 *
 * @param onRound called after each round; the run ends at a look for which it returns true
 */
export function orderModels(
  request: OrderRequest,
  onRound: (standing: OrderStanding) => boolean = () => false,
): OrderStanding {
  const { models, target = 'recorded', margin, budget, first = FIRST } = request;
  const n = models.length;
  const available = models.map(({ weights }) => weights.reduce((k, w) => k + (w > 0 ? 1 : 0), 0));
  const states: ScoreState[] = new Array(n);
  const joint = new JointVariances(n);
  let spent = 0;
  const ask = (i: number, count: number) => {
    const { session, answer } = models[i];
    const until = Math.min(session.asked.count + count, available[i]);
    while (session.asked.count < until) {
      const j = session.next();
      if (j < 0) break;
      session.record(j, answer(j));
      spent++;
    }
  };
  const start = Math.min(first, Math.floor(budget / n));
  const looks = lookGrid(available, start, [...(request.looks ?? []), budget]);
  const all = available.reduce((sum, count) => sum + count, 0);
  const before = looks.filter((look) => look < Math.min(budget, all)).length;
  const { atEnd: confidence, early } = endLevels(request.confidence, before, target);
  const isRound = request.allocation === 'equal';
  let batches: readonly Batch[] = models.map((_, i) => ({ i, count: start }));
  for (;;) {
    for (const { i, count } of batches) ask(i, count);
    const changed = batches.map(({ i }) => i);
    for (const i of changed) {
      const { session, weights } = models[i];
      const prediction = session.predict(target);
      states[i] = scoreState(session.posterior, session.asked, weights, prediction);
    }
    const items = states.map((state) => state.items);
    const widened = models.map(({ factor }, i) => factor(states[i]));
    joint.update(states, changed, residualCorrelations(states), widened);
    const decisions = decidePairs(joint, confidence, margin, target);
    const isLook = isRound || looks.includes(spent);
    const standing = { items, spent, joint, decisions, states, isLook };
    if (onRound(standing) && isLook) return standing;
    if (isLook && spent < Math.min(budget, all)) {
      const ending = decidePairs(joint, early, margin, target);
      if (isSettled(ending, decisions)) return { ...standing, decisions: ending };
    }
    // The next look that leaves at least one item per model, if all models get the same number.
    const open = items.filter((count, i) => count < available[i]).length;
    const next = looks.find((look) => look - spent >= (isRound ? Math.max(1, open) : 1));
    const left = Math.min(budget, next ?? spent) - spent;
    batches = nextBatches({ ...request, confidence }, standing, available, left);
    if (batches.length === 0) return standing;
  }
}

/** The batches of the next round; empty if no items or budget are left. */
function nextBatches(
  { allocation, confidence, margin, target }: OrderRequest,
  standing: OrderStanding,
  available: readonly number[],
  left: number,
): readonly Batch[] {
  const { items, decisions, joint } = standing;
  if (typeof allocation === 'function') return allocation(standing, left);
  const size = (i: number) => batchSize(items[i], available[i]);
  const open = items.map((_, i) => i).filter((i) => items[i] < available[i]);
  if (allocation === 'equal') {
    const batches = open.map((i) => ({ i, count: size(i) }));
    const wanted = batches.reduce((sum, { count }) => sum + count, 0);
    if (wanted <= left) return batches;
    const each = Math.floor(left / open.length);
    return each === 0 ? [] : open.map((i) => ({ i, count: Math.min(each, size(i)) }));
  }
  const { variances, endVariances } = joint;
  const asking = { items, available, variances, endVariances };
  const gain = gains(asking, decisions, confidence, margin, target);
  // If every pair is decided between two checks, no model gains: the riskiest continue until the next check.
  const worth = gain.some((g) => g > 0) ? gain : risks(decisions, items.length);
  const wanted = open.filter((i) => worth[i] > 0).sort((i, k) => worth[k] - worth[i] || i - k);
  const batches: Batch[] = [];
  for (const i of wanted) {
    if (left <= 0 || worth[i] < NEARLY * worth[wanted[0]]) break;
    const count = Math.min(size(i), left);
    batches.push({ i, count });
    left -= count;
  }
  return batches;
}

/** True if each pair is certain enough to end at a look before the last, or cannot be decided on the bank. */
function isSettled(ending: Decisions, { pairs }: Decisions): boolean {
  return ending.pairs.every(
    ({ verdict }, k) => verdict !== 'undecided' || pairs[k].decidable < LEAST_DECIDABLE,
  );
}

/** The sum of the risks of each model's pairs that the bank can decide. */
function risks({ pairs }: Decisions, models: number): Float64Array {
  const sums = new Float64Array(models);
  for (const { first, second, risk, decidable } of pairs) {
    if (decidable < LEAST_DECIDABLE) continue;
    sums[first] += risk;
    sums[second] += risk;
  }
  return sums;
}
