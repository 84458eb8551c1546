import type { Workspace } from '../engine/workspace.ts';
import { FAMILY, logCoordinate, logitCoordinate, type PriorTerm } from '../prior.ts';
import { slopeOf } from '../signs/slope-of.ts';
import { fillLower, fillUpper, type NodeTerms, noTerms, putTerms } from './asymptote-slopes.ts';

/** Slope and curvature of one item's expected log-posterior in (log a, δ, logit c, logit d), given the counts. */
export interface ItemSlopes {
  /** 4: the gradient. */
  readonly gradient: Float64Array;
  /** 4 × 4: minus the expected second derivatives at P (never indefinite), and minus the observed ones. */
  readonly expected: Float64Array;
  readonly observed: Float64Array;
}

export function emptySlopes(): ItemSlopes {
  return {
    gradient: new Float64Array(4),
    expected: new Float64Array(16),
    observed: new Float64Array(16),
  };
}

/** Nodes with fewer expected examinees carry less than rounding. */
const EMPTY = 1e-12;
/** e^−z is not formed beyond this. */
const FAR = 700;

const term: PriorTerm = { value: 0, slope: 0, curvature: 0, exact: 0 };

/**
 * With r right among n answers at a node and e = r − nP: gradient Σ e ∂P/(PQ), expected Σ n ∂P ∂Pᵀ/(PQ), observed
 * = expected + Σ e/(PQ) [(Q − P)/(PQ) ∂P ∂Pᵀ − ∂²P], each with the priors' terms. The counts are those in `table`
 * (right) and `wrong` or `density` (answers), the item's parameters those in `from`. Coordinates that are not estimated
 * get gradient 0 and the identity's row. The data's part of the first two slopes is left in `workspace.slopes`.
 */
export function itemSlopes(workspace: Workspace, j: number, out: ItemSlopes): void {
  addCounts(workspace, j, out);
  addPriors(workspace, j, out);
  for (let k = 0; k < 4; k++) {
    if (workspace.active[k] === 1) continue;
    out.gradient[k] = 0;
    for (const matrix of [out.expected, out.observed]) {
      for (let l = 0; l < 4; l++) {
        matrix[4 * k + l] = 0;
        matrix[4 * l + k] = 0;
      }
      matrix[5 * k] = 1;
    }
  }
}

/** Fills `out` with the data's part. */
function addCounts(workspace: Workspace, j: number, out: ItemSlopes): void {
  const { size, from, slopes } = workspace;
  const all = size.items;
  const c = 1 / (1 + Math.exp(-from[2 * all + j]));
  const d = 1 / (1 + Math.exp(-from[3 * all + j]));
  const { gradient, expected, observed } = out;
  gradient.fill(0);
  expected.fill(0);
  observed.fill(0);
  const terms = fillLine(workspace, j, c, d, out);
  if (c > 0) fillLower(terms, c, d, out);
  if (d < 1) fillUpper(terms, d, out);
  slopes[j] = gradient[0];
  slopes[all + j] = gradient[1];
  for (let k = 0; k < 4; k++)
    for (let l = 0; l < k; l++) {
      expected[4 * k + l] = expected[4 * l + k];
      observed[4 * k + l] = observed[4 * l + k];
    }
  for (let k = 0; k < 16; k++) observed[k] += expected[k];
}

/**
 * Log a and δ. `observed` is filled with the excess over the expected.
 * @param c lower asymptote
 * @param d upper asymptote
 * @returns the terms of each node for the sums of the asymptotes; none if both are fixed at 0 and 1
 */
function fillLine(
  workspace: Workspace,
  j: number,
  c: number,
  d: number,
  { gradient, expected, observed }: ItemSlopes,
): NodeTerms {
  const { size, from, nodes, table, wrong, density } = workspace;
  const { items: all, nodes: q, missing } = size;
  const a = slopeOf(workspace, j, from);
  const delta = from[all + j];
  const span = d - c;
  const overC = 1 / (1 - c);
  const overD = 1 / d;
  const asked = missing ? wrong : density;
  const askedAt = missing ? j * q : 0;
  const rightAt = j * q;
  const z0 = a * nodes[0] + delta;
  // e must not overflow and, if it rises, must not begin at 0.
  const isTame = a > 0 ? z0 > -FAR : z0 < FAR && a * nodes[q - 1] + delta > -FAR;
  const ratio = q > 1 && isTame ? Math.exp(-a * (nodes[1] - nodes[0])) : 1;
  const terms = noTerms(q);
  const areNeeded = c > 0 || d < 1;
  let e = Math.exp(-z0);
  let gA = 0;
  let gD = 0;
  let hAA = 0;
  let hAD = 0;
  let hDD = 0;
  let oAA = 0;
  let oAD = 0;
  let oDD = 0;
  for (let k = 0; k < q; k++, e *= ratio) {
    const n = asked[askedAt + k];
    if (n < EMPTY) continue;
    const r = table[rightAt + k];
    const ax = a * nodes[k];
    if (!isTame) e = Math.exp(-(ax + delta));
    const up = 1 / (1 + e);
    const down = e > 1e300 ? 1 : e * up;
    const p = c + span * up;
    const not = 1 - d + span * down;
    const residual = r * not - (n - r) * p;
    const lean = not - p;
    // ∂P/∂δ / (PQ), its ratios taken first so that 0/0 cannot arise.
    const inverse = c === 0 ? 0 : 1 / p;
    const weight = span * (c === 0 ? overD : up * inverse) * (d === 1 ? overC : down / not);
    const slope = span * up * down;
    const cross = n * weight * slope;
    const pull = weight * residual;
    const bend = pull * (lean * weight + up - down);
    gD += pull;
    gA += pull * ax;
    hDD += cross;
    hAD += cross * ax;
    hAA += cross * ax * ax;
    oDD += bend;
    oAD += bend * ax;
    oAA += (bend * ax - pull) * ax;
    if (areNeeded) putTerms(terms, n, ax, up, down, p, not, inverse, residual, weight, slope);
  }
  gradient[0] = gA;
  gradient[1] = gD;
  expected[0] = hAA;
  expected[1] = hAD;
  expected[5] = hDD;
  observed[0] = oAA;
  observed[1] = oAD;
  observed[5] = oDD;
  return terms;
}

function addPriors(workspace: Workspace, j: number, out: ItemSlopes): void {
  const { size, from, families, priors } = workspace;
  const all = size.items;
  const { gradient, expected, observed } = out;
  logCoordinate(families[0], priors[j], priors[all + j], from[j], term);
  gradient[0] += term.slope;
  expected[0] += term.curvature;
  observed[0] += term.exact;
  if (families[1] === FAMILY.normal) {
    // A prior of b = −δ/a: ∂b/∂log a = −b, ∂b/∂δ = −1/a; ∂²b/∂(log a)² = b, ∂²b/∂log a ∂δ = 1/a.
    const a = slopeOf(workspace, j, from);
    const b = -from[all + j] / a;
    const precision = 1 / priors[3 * all + j] ** 2;
    const slope = -(b - priors[2 * all + j]) * precision;
    gradient[0] -= slope * b;
    gradient[1] -= slope / a;
    const cross = (precision * b) / a;
    for (const matrix of [expected, observed]) {
      matrix[0] += precision * b * b;
      matrix[1] += cross;
      matrix[4] += cross;
      matrix[5] += precision / (a * a);
    }
    observed[0] -= slope * b;
    observed[1] -= slope / a;
    observed[4] -= slope / a;
  } else if (families[1] === FAMILY.intercept) {
    const precision = 1 / priors[3 * all + j] ** 2;
    gradient[1] -= (from[all + j] - priors[2 * all + j]) * precision;
    expected[5] += precision;
    observed[5] += precision;
  }
  for (let k = 2; k < 4; k++) {
    const at = 2 * k * all + j;
    logitCoordinate(families[k], priors[at], priors[at + all], from[k * all + j], term);
    gradient[k] += term.slope;
    expected[5 * k] += term.curvature;
    observed[5 * k] += term.exact;
  }
}
