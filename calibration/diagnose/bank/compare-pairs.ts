import type { NormalPrior } from '../../../src/irt/estimate/estimate.ts';
import type { ItemParameters } from '../../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { scoreExaminees } from '../../../src/irt/score-examinees.ts';
import { randomStream, shuffle } from '../../../src/random.ts';
import { againstChance, chanceThreshold } from './against-chance.ts';
import type {
  ComparedPairs,
  Finding,
  ItemPair,
  LocalDependence,
  ResidualCorrelations,
} from './bank-diagnosis.ts';
import { eachPair, pairCost } from './each-pair.ts';
import { furthestPairs } from './furthest-pairs.ts';
import { comparableItems, type ItemRows, residualRows, scoreRows } from './item-rows.ts';
import { addPairs, emptyTally, type PairTally, quantilesAbout } from './pair-tally.ts';
import { priorGrid } from './prior-grid.ts';
import { simulateAnswers } from './simulate-answers.ts';

/** Abilities reach this many standard deviations from the prior mean: nearer bounds would cut posteriors off, and need finer grids. */
const REACH = 9;
/** Abilities of simulated answers, and their posteriors, lie this many of the largest standard errors from recorded abilities. */
const NEAR = 14;
/** Shares of pairs that lie nearer to the mean Q3. */
const SHARES = [0.5, 0.9, 0.99] as const;
/** Times that recorded pairs are visited, besides the draws, and kinds of rows. */
const RECORDED = 2;
const KINDS = 2;

export interface PairOptions {
  readonly seed: string | number;
  readonly draws: number;
  readonly prior: NormalPrior;
  /** The most products of two numbers, all draws together. */
  readonly products: number;
  /** Called with the finished share of the draws. */
  readonly onDraw: (share: number) => void;
}

/** Both comparisons of pairs: correlations with those that the model implies, and residuals at the abilities (Q3). */
export interface PairComparison {
  readonly correlations: Finding<ResidualCorrelations>;
  readonly dependence: Finding<LocalDependence>;
}

/**
 * Compares pairs of items in recorded answers with those in `draws` sets of simulated answers: the same answers are missing,
 * each examinee's ability is drawn from a normal approximation of its posterior, and answers from the curves. So everything
 * is as recorded, except that answers given the ability are independent and follow the curves. The parameters are not
 * estimated again in each draw. Those that were estimated from the recorded answers lie nearer to these than to simulated
 * ones, so alarms are rarer than 5%: for 34 examinees and 300 items Q3 keeps to about 5%, while correlations with those of the
 * model give hardly any.
 *
 * @param matrix answers 0 and 1
 * @see Yen (1984), Applied Psychological Measurement 8, 125–145, for Q3; Christensen, Makransky & Horton (2017), Applied
 *   Psychological Measurement 41, 178–194, for its mean and the parametric bootstrap of its largest value; Maydeu-Olivares
 *   (2013), Measurement 11, 71–101, for the root mean square of residual correlations
 */
export function comparePairs(
  matrix: ResponseMatrix,
  parameters: ItemParameters,
  options: PairOptions,
): PairComparison {
  const { seed, draws, prior, onDraw } = options;
  const score = (scores: Float32Array, bounds: readonly [number, number]) =>
    scoreExaminees(parameters, scores, { estimator: 'eap', prior, bounds });
  const whole = [prior.mean - REACH * prior.sd, prior.mean + REACH * prior.sd] as const;
  const recorded = score(matrix.scores, whole);
  const near = nearBounds(recorded, whole);
  const visited = pairsOf(matrix, parameters, recorded.ability, options, 'recorded');
  if (visited === null) return without('fewer than two items have 5 right and 5 wrong answers');
  const found = { q3: tally(visited.residuals), correlations: tally(visited.scores) };
  if (found.q3.count === 0 || found.correlations.count === 0)
    return without('no two items have 10 answers of the same examinees');

  const chance: PairStatistics[] = [];
  const simulated = { ...matrix, scores: new Float32Array(matrix.scores.length) };
  for (let draw = 0; draw < draws; draw++) {
    const random = randomStream(seed, 'pairs of items', draw);
    simulateAnswers(
      parameters,
      matrix.scores,
      recorded.ability,
      recorded.se,
      random,
      simulated.scores,
    );
    const { ability } = score(simulated.scores, near);
    const pairs = pairsOf(simulated, parameters, ability, options, draw);
    if (pairs !== null) chance.push(statisticsOf(tally(pairs.residuals), tally(pairs.scores)));
    onDraw((draw + 1) / draws);
  }
  const own = statisticsOf(found.q3, found.correlations);
  const against = (pick: (of: PairStatistics) => number) =>
    againstChance(pick(own), chance.map(pick));
  const threshold = chanceThreshold(chance.map(({ largestQ3 }) => largestQ3));
  const { beyond, pairs } = furthestPairs(
    visited.residuals.rows,
    visited.residuals.band,
    visited.order,
    own.meanQ3,
    threshold,
  );
  const compared = (tallied: PairTally, { band }: VisitedPairs): ComparedPairs => ({
    items: visited.order.length,
    possible: (visited.order.length * (visited.order.length - 1)) / 2,
    compared: tallied.count,
    isSample: band !== null,
    draws: chance.length,
  });
  return {
    correlations: {
      value: {
        ...compared(found.correlations, visited.scores),
        srmsr: against(({ srmsr }) => srmsr),
        largest: against(({ largestResidual }) => largestResidual),
        pair: largestPair(found.correlations, visited.order),
      },
      reason: null,
    },
    dependence: {
      value: {
        ...compared(found.q3, visited.residuals),
        mean: own.meanQ3,
        largest: against(({ largestQ3 }) => largestQ3),
        quantiles: SHARES.map((share, k) => ({ share, ...against((of) => of.quantiles[k]) })),
        threshold,
        dependent: threshold === null ? null : beyond,
        pairs,
      },
      reason: null,
    },
  };
}

/** Long tests need fine grids, and these fewer nodes on a narrow range. */
function nearBounds(
  { ability, se }: { readonly ability: Float64Array; readonly se: Float64Array },
  [low, high]: readonly [number, number],
): [number, number] {
  let [lowest, highest, widest] = [high, low, 0];
  for (let i = 0; i < ability.length; i++) {
    lowest = Math.min(lowest, ability[i]);
    highest = Math.max(highest, ability[i]);
    widest = Math.max(widest, se[i]);
  }
  return [Math.max(low, lowest - NEAR * widest), Math.min(high, highest + NEAR * widest)];
}

function without(reason: string): PairComparison {
  return { correlations: { value: null, reason }, dependence: { value: null, reason } };
}

/** Rows and which pairs of them are compared. */
interface VisitedPairs {
  readonly rows: ItemRows;
  readonly band: number | null;
}

/** Rows of the comparable items, in random order if pairs are sampled; null with fewer than two items. */
function pairsOf(
  matrix: ResponseMatrix,
  parameters: ItemParameters,
  abilities: Float64Array,
  { seed, draws, prior, products }: PairOptions,
  purpose: string | number,
) {
  const order = comparableItems(matrix);
  if (order.length < 2) return null;
  const grid = priorGrid(parameters, prior);
  const most = products / KINDS / (draws + RECORDED);
  shuffle(order, randomStream(seed, 'order of items', purpose));
  const visit = (rows: ItemRows): VisitedPairs => {
    const possible = (rows.count * (rows.count - 1)) / 2;
    const affordable = most / pairCost(rows);
    const isSample = affordable < possible && rows.count > 3;
    return { rows, band: isSample ? Math.max(1, Math.floor(affordable / rows.count)) : null };
  };
  return {
    order,
    residuals: visit(residualRows(matrix, parameters, abilities, order)),
    scores: visit(scoreRows(matrix, parameters, grid, order)),
  };
}

function tally({ rows, band }: VisitedPairs): PairTally {
  const result = emptyTally();
  eachPair(rows, band, (values, count, item, from) =>
    addPairs(result, values, count, item, from, rows.count),
  );
  return result;
}

/** What is compared with chance. */
interface PairStatistics {
  readonly meanQ3: number;
  readonly largestQ3: number;
  readonly quantiles: readonly number[];
  readonly srmsr: number;
  readonly largestResidual: number;
}

function statisticsOf(q3: PairTally, correlations: PairTally): PairStatistics {
  const meanQ3 = q3.sum / q3.count;
  return {
    meanQ3,
    largestQ3: Math.max(q3.highest - meanQ3, meanQ3 - q3.lowest),
    quantiles: quantilesAbout(q3, meanQ3, SHARES),
    srmsr: Math.sqrt(correlations.squares / correlations.count),
    largestResidual: Math.max(correlations.highest, -correlations.lowest),
  };
}

function largestPair(found: PairTally, order: Int32Array): ItemPair {
  const isHigh = found.highest >= -found.lowest;
  const [p, q] = (isHigh ? found.highestPair : found.lowestPair).map((row) => order[row]);
  return { items: [Math.min(p, q), Math.max(p, q)], value: isHigh ? found.highest : found.lowest };
}
