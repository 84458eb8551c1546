import type { Workspace } from '../engine/workspace.ts';
import { FAMILY, logCoordinate, logitCoordinate, type PriorTerm } from '../prior.ts';
import { slopeOf } from '../signs/slope-of.ts';

/** Slope and curvature of one item's expected log-posterior in (log a, δ, logit c, logit d), given the counts. */
export interface ItemSlopes {
  /** 4: the gradient. */
  readonly gradient: Float64Array;
  /** 4 × 4: minus the second derivatives as expected at P (never indefinite), and as they are. */
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
  const { size, from, nodes, table, wrong, density } = workspace;
  const { items: all, nodes: q, missing } = size;
  const a = slopeOf(workspace, j, from);
  const delta = from[all + j];
  const c = 1 / (1 + Math.exp(-from[2 * all + j]));
  const d = 1 / (1 + Math.exp(-from[3 * all + j]));
  const span = d - c;
  const overC = 1 / (1 - c);
  const overD = 1 / d;
  const asked = missing ? wrong : density;
  const askedAt = missing ? j * q : 0;
  const rightAt = j * q;
  const z0 = a * nodes[0] + delta;
  // e may neither overflow nor, where it rises, begin at 0.
  const isTame = a > 0 ? z0 > -FAR : z0 < FAR && a * nodes[q - 1] + delta > -FAR;
  const ratio = q > 1 && isTame ? Math.exp(-a * (nodes[1] - nodes[0])) : 1;
  let e = Math.exp(-z0);
  let gA = 0;
  let gD = 0;
  let gC = 0;
  let gU = 0;
  let hAA = 0;
  let hAD = 0;
  let hAC = 0;
  let hAU = 0;
  let hDD = 0;
  let hDC = 0;
  let hDU = 0;
  let hCC = 0;
  let hCU = 0;
  let hUU = 0;
  // What the observed information has beyond the expected.
  let oAA = 0;
  let oAD = 0;
  let oAC = 0;
  let oAU = 0;
  let oDD = 0;
  let oDC = 0;
  let oDU = 0;
  let oCC = 0;
  let oCU = 0;
  let oUU = 0;
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
    if (c > 0) {
      const slopeC = c * (1 - c) * down;
      // slopeC / (PQ); with d = 1 this is c / P.
      const weightC = d === 1 ? c * inverse : slopeC / (p * not);
      const pullC = weightC * residual;
      const bendC = pullC * (lean * weight + up);
      gC += pullC;
      hDC += n * weightC * slope;
      hAC += n * weightC * slope * ax;
      hCC += n * weightC * slopeC;
      oDC += bendC;
      oAC += bendC * ax;
      oCC += pullC * (lean * weightC - 1 + 2 * c);
      if (d < 1) {
        hCU += n * weightC * d * (1 - d) * up;
        oCU += (pullC * lean * d * (1 - d) * up) / (p * not);
      }
    }
    if (d < 1) {
      const slopeU = d * (1 - d) * up;
      const weightU = slopeU / (p * not);
      const pullU = weightU * residual;
      const bendU = pullU * (lean * weight - down);
      gU += pullU;
      hDU += n * weightU * slope;
      hAU += n * weightU * slope * ax;
      hUU += n * weightU * slopeU;
      oDU += bendU;
      oAU += bendU * ax;
      oUU += pullU * (lean * weightU - 1 + 2 * d);
    }
  }
  const { gradient, expected, observed } = out;
  workspace.slopes[j] = gA;
  workspace.slopes[all + j] = gD;
  gradient[0] = gA;
  gradient[1] = gD;
  gradient[2] = gC;
  gradient[3] = gU;
  expected.set([hAA, hAD, hAC, hAU, hAD, hDD, hDC, hDU, hAC, hDC, hCC, hCU, hAU, hDU, hCU, hUU]);
  observed.set([oAA, oAD, oAC, oAU, oAD, oDD, oDC, oDU, oAC, oDC, oCC, oCU, oAU, oDU, oCU, oUU]);
  for (let k = 0; k < 16; k++) observed[k] += expected[k];
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
