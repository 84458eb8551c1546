import { categoryCurves } from '../../src/irt/polytomous/curves/category-curves.ts';
import { invertPositive } from '../../src/irt/small-cholesky.ts';
import { expectedSlope, heldCoordinates } from './m-step.ts';
import { numbersOf } from './models/item-numbers.ts';
import { ITEM_MODELS } from './models/models.ts';
import type { MarginalObjective } from './objective.ts';
import { addPrior } from './priors.ts';

/**
 * `joint`: from the observed information of all parameters together. `blockwise`: of each item given the others, so on the small side, for banks
 * too large for a joint matrix.
 */
export type PolytomousErrorMethod = 'joint' | 'blockwise';

/** A joint matrix is formed up to this many sums over an answer and a node: some seconds. */
const MOST_SUMS = 3e9;
/** Step of the differences, times the size of the coordinate. */
const STEP = 1e-4;
/** A variance beyond this is not determined by the answers. */
const LARGEST_VARIANCE = 1e6;

export function errorMethodOf({ starts, answers, of }: MarginalObjective): PolytomousErrorMethod {
  const parameters = starts[starts.length - 1];
  const sums = 4 * parameters * answers.rows.length * of.grid.nodes.length;
  return sums <= MOST_SUMS ? 'joint' : 'blockwise';
}

/**
 * Standard errors of the reported parameters of each item, after the E-step at x: graded and gpcm a, b_1 …; nominal slopes, intercepts; beta a, b,
 * dispersion. NaN where the answers do not determine a parameter: coordinates at a bound count as known.
 *
 * `joint` takes differences of the gradient, which is that of the expected log-posterior at its own E-step (Fisher's identity): minus its derivative
 * is the observed information (Jamshidian & Jennrich 2000, JRSS B 62, 257–270). `blockwise` adds up outer products of the examinees' scores
 * (Bock & Lieberman 1970, Psychometrika 35, 179–197). Both include the curvature of the priors. From coordinates to parameters by the delta method.
 */
export function polytomousErrors(
  objective: MarginalObjective,
  x: Float64Array,
  method: PolytomousErrorMethod,
): Float64Array[] {
  const { starts, items } = objective;
  const held = heldOf(objective, x);
  const joint = method === 'joint' ? jointCovariance(objective, x, held) : null;
  const posteriors = new Float64Array(
    joint === null ? objective.of.matrix.examinees.length * objective.of.grid.nodes.length : 0,
  );
  if (joint === null) objective.expect({ posteriors });
  const all = starts[items.count];
  return Array.from({ length: items.count }, (_, j) => {
    const from = starts[j];
    const size = starts[j + 1] - from;
    const covariance =
      joint === null
        ? ownCovariance(objective, x, j, posteriors, held[j])
        : Float64Array.from(
            { length: size * size },
            (__, at) => joint[(from + Math.floor(at / size)) * all + from + (at % size)],
          );
    return reported(objective, x, j, covariance);
  });
}

/** Of each item: its coordinates at a bound, which count as known. */
function heldOf(objective: MarginalObjective, x: Float64Array): (readonly number[])[] {
  return objective.of.models.map((_, j) => {
    const own = objective.own(x, j);
    expectedSlope(objective.task(j), own, objective.space);
    return heldCoordinates(objective.task(j), own, objective.space);
  });
}

/** The inverse of an information matrix in which the coordinates of `held` are known: their rows and columns are 0. */
function covarianceOf(information: Float64Array, size: number, held: readonly number[]) {
  const fix = (matrix: Float64Array, diagonal: number) => {
    for (const m of held) {
      for (let n = 0; n < size; n++) {
        matrix[m * size + n] = 0;
        matrix[n * size + m] = 0;
      }
      matrix[m * size + m] = diagonal;
    }
  };
  fix(information, 1);
  const covariance = invertPositive(information, size);
  fix(covariance, 0);
  return covariance;
}

function jointCovariance(
  objective: MarginalObjective,
  x: Float64Array,
  held: readonly (readonly number[])[],
): Float64Array {
  const { starts, items } = objective;
  const all = starts[items.count];
  const point = x.slice();
  const [ahead, behind] = [new Float64Array(all), new Float64Array(all)];
  const information = new Float64Array(all * all);
  for (let j = 0; j < items.count; j++) {
    for (let m = starts[j]; m < starts[j + 1]; m++) {
      const step = STEP * Math.max(1, Math.abs(x[m]));
      for (const [side, gradient] of [
        [1, ahead],
        [-1, behind],
      ] as const) {
        point[m] = x[m] + side * step;
        objective.place(point, j);
        objective.expect();
        objective.gradient(point, gradient);
      }
      point[m] = x[m];
      for (let n = 0; n < all; n++) information[m * all + n] = (behind[n] - ahead[n]) / (2 * step);
    }
    objective.place(x, j);
  }
  for (let m = 0; m < all; m++)
    for (let n = 0; n < m; n++) {
      const value = (information[m * all + n] + information[n * all + m]) / 2;
      information[m * all + n] = value;
      information[n * all + m] = value;
    }
  objective.expect();
  const known = held.flatMap((own, j) => own.map((m) => starts[j] + m));
  return covarianceOf(information, all, known);
}

/**
 * The inverse of Σ_i S_i S_iᵀ + priors, S_i = E[∂ log P/∂x | answers of i], over the examinees who answered item `j`.
 * @param posteriors of ability, examinees × nodes
 */
function ownCovariance(
  objective: MarginalObjective,
  x: Float64Array,
  j: number,
  posteriors: Float64Array,
  held: readonly number[],
): Float64Array {
  const { of, items, space } = objective;
  const { nodes } = of.grid;
  const { model, priors } = objective.task(j);
  const categories = items.categories[j];
  const size = model.size(categories);
  const width = nodes.length;
  const slopes = new Float64Array(width * categories * size);
  for (let q = 0; q < width; q++) {
    categoryCurves(nodes[q], items, j, space.curves);
    const rows = slopes.subarray(q * categories * size, (q + 1) * categories * size);
    model.gradient(nodes[q], items.values, items.first[j], categories, space.curves, rows);
  }
  const information = new Float64Array(size * size);
  addPrior(model, priors, objective.own(x, j), categories, space.gradient, information);
  const { answers, examinees } = of.matrix;
  const score = new Float64Array(size);
  for (let i = 0; i < examinees.length; i++) {
    const category = answers[i * items.count + j];
    if (category < 0) continue;
    score.fill(0);
    for (let q = 0; q < width; q++)
      for (let m = 0; m < size; m++)
        score[m] += posteriors[i * width + q] * slopes[(q * categories + category) * size + m];
    for (let m = 0; m < size; m++)
      for (let n = 0; n < size; n++) information[m * size + n] += score[m] * score[n];
  }
  return covarianceOf(information, size, held);
}

/** From coordinates to reported parameters: √(J C Jᵀ), J by central differences. */
function reported(
  objective: MarginalObjective,
  x: Float64Array,
  j: number,
  covariance: Float64Array,
): Float64Array {
  const own = objective.own(x, j).slice();
  const categories = objective.items.categories[j];
  const model = ITEM_MODELS[objective.of.models[j]];
  const jacobian = Array.from(own, (value, m) => {
    const step = 1e-6 * Math.max(1, Math.abs(value));
    own[m] = value + step;
    const ahead = numbersOf(model.item(own, categories));
    own[m] = value - step;
    const behind = numbersOf(model.item(own, categories));
    own[m] = value;
    return ahead.map((number, r) => (number - behind[r]) / (2 * step));
  });
  return Float64Array.from({ length: jacobian[0].length }, (_, r) => {
    let variance = 0;
    for (let m = 0; m < own.length; m++)
      for (let n = 0; n < own.length; n++)
        variance += jacobian[m][r] * covariance[m * own.length + n] * jacobian[n][r];
    return variance > 0 && variance < LARGEST_VARIANCE ? Math.sqrt(variance) : Number.NaN;
  });
}
