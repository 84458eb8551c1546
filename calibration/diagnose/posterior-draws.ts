import { likelihoodRows } from '../../src/irt/answer-rows.ts';
import type { NormalPrior } from '../../src/irt/estimate/estimate.ts';
import { emptyGrid, stepFor } from '../../src/irt/likelihood-grid.ts';
import type { ItemParameters } from '../../src/irt/parameters.ts';
import { sumAnswerRows } from '../../src/irt/sum-answer-rows.ts';
import { testInformation } from '../../src/irt/test-information.ts';
import { type RandomStream, randomStream } from '../../src/random.ts';

/** Half-width of the grid in standard deviations of ability, its coarsest step, and steps per posterior standard deviation. */
const REACH = 6;
const COARSEST = 5;
const STEPS_PER_SD = 2;
/** Examinees whose posteriors are held at once. */
const CHUNK = 512;

/** Abilities drawn from the posterior of each examinee: positions of `nodes`, draws × examinees, row by row. */
export interface PosteriorDraws {
  readonly nodes: Float64Array;
  readonly drawn: Uint16Array;
}

/**
 * Draws abilities from the posterior of every examinee, on a grid finer than the narrowest posterior.
 * @param scores examinees × items, row by row, NaN if the item was not asked
 * @param names of the examinees: each has a random stream of its own
 */
export function posteriorDraws(
  scores: Float32Array,
  names: readonly string[],
  items: ItemParameters,
  { mean, sd }: NormalPrior,
  { draws, seed }: { readonly draws: number; readonly seed: number },
): PosteriorDraws {
  const [low, high] = [mean - REACH * sd, mean + REACH * sd];
  let most = 0;
  for (const theta of emptyGrid(low, high, sd / COARSEST).nodes)
    most = Math.max(most, testInformation(theta, items));
  const narrowest = 1 / Math.sqrt(most + sd ** -2) / STEPS_PER_SD;
  const grid = emptyGrid(low, high, Math.min(narrowest, stepFor(items, sd / COARSEST)));
  const { nodes } = grid;
  const length = nodes.length;
  const width = items.count;
  const drawn = new Uint16Array(names.length * draws);
  const write = likelihoodRows(items, grid);
  const sums = new Float64Array(Math.min(CHUNK, names.length) * length);
  const logPrior = nodes.map((theta) => -(((theta - mean) / sd) ** 2) / 2);
  for (let first = 0; first < names.length; first += CHUNK) {
    const count = Math.min(CHUNK, names.length - first);
    const own = sums.subarray(0, count * length);
    sumAnswerRows(
      scores.subarray(first * width, (first + count) * width),
      width,
      length,
      write,
      own,
    );
    for (let i = 0; i < count; i++) {
      const row = own.subarray(i * length, (i + 1) * length);
      cumulate(row, logPrior);
      const random = randomStream(seed, 'diagnose', 'posterior', names[first + i]);
      for (let t = 0; t < draws; t++) drawn[t * names.length + first + i] = drawFrom(row, random);
    }
  }
  return { nodes, drawn };
}

/** From log-likelihoods to cumulative posterior weights, in place. */
function cumulate(row: Float64Array, logPrior: Float64Array): void {
  let most = Number.NEGATIVE_INFINITY;
  for (let q = 0; q < row.length; q++) {
    row[q] += logPrior[q];
    most = Math.max(most, row[q]);
  }
  let sum = 0;
  for (let q = 0; q < row.length; q++) {
    sum += Math.exp(row[q] - most);
    row[q] = sum;
  }
}

/** A position by inversion: the first node whose cumulative weight is above a uniform number. */
function drawFrom(cumulative: Float64Array, random: RandomStream): number {
  const at = random() * cumulative[cumulative.length - 1];
  let [low, high] = [0, cumulative.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cumulative[middle] > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
