import type { MarginalFit, PriorSet } from '../../../../calibration/fit/marginal/fit-marginal.ts';
import type { Prior } from '../../../../calibration/fit/marginal/prior.ts';
import type { ResponseMatrix } from '../../../../src/irt/responses.ts';

const logistic = (x: number) => 1 / (1 + Math.exp(-x));
const logNormal = (x: number, mean: number, sd: number) =>
  -0.5 * ((x - mean) / sd) ** 2 - Math.log(sd * Math.sqrt(2 * Math.PI));

/** Log-density of a prior at a value, written as in the doc comment of `Prior`; Beta without its constant. */
function logDensity(prior: Prior, value: number): number {
  switch (prior.family) {
    case 'none':
      return 0;
    case 'normal':
    case 'intercept':
      return logNormal(value, prior.mean, prior.sd);
    case 'lognormal':
      return logNormal(Math.log(value), prior.mean, prior.sd) - Math.log(value);
    case 'logitnormal':
      return logNormal(Math.log(value / (1 - value)), prior.mean, prior.sd);
    case 'beta':
      return (prior.alpha - 1) * Math.log(value) + (prior.beta - 1) * Math.log(1 - value);
  }
}

/**
 * The marginal log-posterior of a fit as a function of its coordinates (log a, δ, logit c, logit d by item; mean and
 * log sd by group), by the definition and nothing else: the oracle of the standard errors. The rest of the point, and
 * which items are fixed, comes from the fit.
 */
export function naivePosterior(
  { examinees, items, scores }: ResponseMatrix,
  { workspace, groups, order, distribution }: MarginalFit,
  priors: PriorSet,
): { point: Float64Array; at(point: Float64Array): number } {
  const all = items.length;
  const { nodes, active, fixed } = workspace;
  const groupOf = new Int32Array(examinees.length);
  order.forEach((row, i) => {
    groupOf[row] = groups.of[i];
  });
  const point = new Float64Array(4 * all + 2 * groups.mean.length);
  point.set(workspace.from);
  groups.mean.forEach((mean, g) => {
    point[4 * all + 2 * g] = mean;
    point[4 * all + 2 * g + 1] = Math.log(groups.sd[g]);
  });
  const priorOf = (name: keyof PriorSet, j: number): Prior => {
    const given = priors[name];
    return 'family' in given ? given : given[j];
  };
  const at = (x: Float64Array): number => {
    let sum = 0;
    for (let j = 0; j < all; j++) {
      if (fixed[j] === 1) continue;
      const [a, delta] = [Math.exp(x[j]), x[all + j]];
      const b = priorOf('b', j);
      sum += logDensity(b, b.family === 'intercept' ? delta : -delta / a);
      if (active[0] === 1) sum += logDensity(priorOf('a', j), a);
      if (active[2] === 1) sum += logDensity(priorOf('c', j), logistic(x[2 * all + j]));
      if (active[3] === 1) sum += logDensity(priorOf('d', j), logistic(x[3 * all + j]));
    }
    const density = (theta: number, mean: number, sd: number) =>
      Math.exp(-0.5 * ((theta - mean) / sd) ** 2) / sd;
    const total = nodes.reduce((one, theta) => one + density(theta, 0, 1), 0);
    const weights = Array.from(groups.mean, (_, g) => {
      // An estimated distribution is taken as known.
      if (distribution !== null) return Array.from(distribution.weights);
      const [mean, sd] = [x[4 * all + 2 * g], Math.exp(x[4 * all + 2 * g + 1])];
      return Array.from(nodes, (theta) => density(theta, mean, sd) / total);
    });
    const right = new Float64Array(nodes.length * all);
    const wrong = new Float64Array(nodes.length * all);
    for (let k = 0; k < nodes.length; k++)
      for (let j = 0; j < all; j++) {
        const c = logistic(x[2 * all + j]);
        const d = logistic(x[3 * all + j]);
        const p = c + (d - c) * logistic(Math.exp(x[j]) * nodes[k] + x[all + j]);
        right[k * all + j] = Math.log(p);
        wrong[k * all + j] = Math.log(1 - p);
      }
    for (let i = 0; i < examinees.length; i++) {
      let likelihood = 0;
      for (let k = 0; k < nodes.length; k++) {
        let log = 0;
        for (let j = 0; j < all; j++) {
          const u = scores[i * all + j];
          if (Number.isNaN(u)) continue;
          log += u * right[k * all + j] + (1 - u) * wrong[k * all + j];
        }
        likelihood += weights[groupOf[i]][k] * Math.exp(log);
      }
      sum += Math.log(likelihood);
    }
    return sum;
  };
  return { point, at };
}

/** Minus the second derivatives of `f` in the chosen coordinates, by central differences of this step. */
export function numericInformation(
  f: (point: Float64Array) => number,
  point: Float64Array,
  coordinates: ArrayLike<number>,
  step = 1e-3,
): number[][] {
  const moved = (...moves: [number, number][]) => {
    const x = point.slice();
    for (const [coordinate, by] of moves) x[coordinate] += by;
    return f(x);
  };
  const here = f(point);
  const list = Array.from(coordinates);
  const matrix = list.map(() => list.map(() => 0));
  list.forEach((x, i) => {
    matrix[i][i] = -(moved([x, step]) - 2 * here + moved([x, -step])) / step ** 2;
    list.slice(0, i).forEach((y, k) => {
      const same = moved([x, step], [y, step]) + moved([x, -step], [y, -step]);
      const opposite = moved([x, step], [y, -step]) + moved([x, -step], [y, step]);
      matrix[i][k] = -(same - opposite) / (4 * step ** 2);
      matrix[k][i] = matrix[i][k];
    });
  });
  return matrix;
}
