import { AnswerCurves, differenceMoments, kinship, nearAbilities } from 'thetarank/study';
import type { Pair, StudiedBank } from './recorded-pairs.ts';
import { KINSHIP } from './replicate.ts';

/** Items saved by the choice of items alone, with sizes from different knowledge; random pairs save 0. */
export interface ChoiceLimit {
  /** By the response model with all answers of both models. */
  readonly model: number;
  /** Half of that and half of how often other pairs of similar scores differ on each item. */
  readonly others: number;
  /** The best sizes that grow with those of the model, fitted in hindsight to the very differences. */
  readonly hindsight: number;
}

/** Added to the expected squares, as a part of their mean. */
const FLOOR = 0.05;
/** Spread of the scores of other pairs about that of the pair, and the largest difference of the two of a pair. */
const NEAR = 0.05;
const APART = 0.15;

/**
 * What the choice of items can save on the recorded differences of two models that are both asked: 1 − Σs Σ(d²/s) / (N Σd²), with sizes s
 * ∝ √(expected d²). The ratio is that of the variances of the estimates of a few draws.
 *
 * @see Neyman (1934), Journal of the Royal Statistical Society 97, 558–625
 */
export function choiceLimit(bank: StudiedBank, pair: Pair): ChoiceLimit {
  const [a, b] = [bank.answersOf(pair[0]), bank.answersOf(pair[1])];
  const squares = a.map((x, j) => (b[j] - x) ** 2);
  const expected = expectedSquares(bank, pair, a, b);
  const rates = othersDiffering(bank, pair);
  const [ofModel, ofRates] = [mean(expected), mean(rates)];
  const mixed = expected.map((v, j) => v / ofModel + rates[j] / ofRates);
  const order = [...expected.keys()].sort((i, j) => expected[i] - expected[j] || i - j);
  const fitted = rising(order.map((j) => squares[j]));
  const hindsight = new Float64Array(squares.length);
  order.forEach((j, k) => {
    hindsight[j] = fitted[k];
  });
  return {
    model: saved(expected, squares, FLOOR),
    others: saved(mixed, squares, FLOOR),
    hindsight: saved(hindsight, squares, 1e-6),
  };
}

const mean = (values: Float64Array) => values.reduce((sum, x) => sum + x, 0) / values.length;

function saved(expected: Float64Array, squares: Float64Array, floor: number): number {
  const least = floor * mean(expected);
  const sizes = expected.map((v) => Math.sqrt(v + least));
  return 1 - (mean(sizes) * mean(squares.map((x, j) => x / sizes[j]))) / mean(squares);
}

function expectedSquares(
  bank: StudiedBank,
  pair: Pair,
  a: Float64Array,
  b: Float64Array,
): Float64Array {
  const all = [...a.keys()];
  const curves = new AnswerCurves(bank.without(...pair));
  const [pA, pB] = nearAbilities([a, b].map((own) => curves.logLikelihood(all, own))).map((own) =>
    curves.expect(own),
  );
  const rho = kinship(all, { scores: a, curve: pA }, { scores: b, curve: pB }, KINSHIP);
  const to = { mean: 0, variance: 0 };
  return a.map((_, j) => {
    differenceMoments(pA[j], pB[j], rho, Number.NaN, Number.NaN, to);
    return to.variance;
  });
}

/** Share of pairs of models outside the families of the pair that differ on each item; pairs of similar scores count most. */
function othersDiffering(bank: StudiedBank, pair: Pair): Float64Array {
  const out = new Set(pair.map((i) => bank.familyOf[i]));
  const models = bank.full
    .filter((i) => !out.has(bank.familyOf[i]))
    .map((i) => ({ answers: bank.answersOf(i), score: mean(bank.answersOf(i)) }));
  const middle = (mean(bank.answersOf(pair[0])) + mean(bank.answersOf(pair[1]))) / 2;
  const rates = new Float64Array(bank.items);
  models.forEach((one, k) => {
    for (const other of models.slice(0, k)) {
      if (Math.abs(one.score - other.score) >= APART) continue;
      const weight = Math.exp(-0.5 * (((one.score + other.score) / 2 - middle) / NEAR) ** 2);
      for (let j = 0; j < rates.length; j++)
        rates[j] += weight * Math.abs(one.answers[j] - other.answers[j]);
    }
  });
  return rates;
}

/** The rising sequence nearest to the values, by pooling adjacent violators (Barlow et al. 1972). */
function rising(values: readonly number[]): number[] {
  const blocks: { sum: number; count: number }[] = [];
  for (const value of values) {
    let block = { sum: value, count: 1 };
    for (
      let last = blocks.at(-1);
      last !== undefined && last.sum / last.count >= block.sum / block.count;
      last = blocks.at(-1)
    ) {
      blocks.pop();
      block = { sum: last.sum + block.sum, count: last.count + block.count };
    }
    blocks.push(block);
  }
  return blocks.flatMap(({ sum, count }) => new Array<number>(count).fill(sum / count));
}
