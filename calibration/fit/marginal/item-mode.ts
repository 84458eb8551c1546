import { FAMILY, logCoordinate, logitCoordinate, type PriorTerm } from './prior.ts';
import type { Workspace } from './workspace.ts';

/** The longest change of a coordinate in one step: Fisher scoring overshoots far from the mode. */
const LONGEST_STEP = 1;
/** Nodes with fewer expected examinees carry less than rounding. */
const EMPTY = 1e-12;

const term: PriorTerm = { value: 0, slope: 0, curvature: 0 };
const gradient = new Float64Array(4);
const information = new Float64Array(16);
const factor = new Float64Array(16);

/**
 * The M-step of one item: a Fisher-scoring step of its coordinates (log a, δ, logit c, logit d) from `from` to `to`,
 * given the expected counts in `table` (right) and `wrong` or `density` (answers). Gradient Σ (r − nP)/(PQ) ∂P and
 * information Σ n ∂P ∂Pᵀ/(PQ), plus the priors' terms. Also writes the inverse information's diagonal.
 *
 * @see Bock & Aitkin (1981), Psychometrika 46, 443–459; Mislevy (1986), Psychometrika 51, 177–195
 */
export function itemMode(workspace: Workspace, j: number): void {
  const { size, from, to, fixed, variances, covariances, active } = workspace;
  const all = size.items;
  for (let k = 0; k < 4; k++) to[k * all + j] = from[k * all + j];
  if (fixed[j] === 1) return;
  expectedSlope(workspace, j);
  addPriors(workspace, j);
  for (let k = 0; k < 4; k++) {
    if (active[k] === 1) continue;
    gradient[k] = 0;
    for (let l = 0; l < 4; l++) {
      information[4 * k + l] = 0;
      information[4 * l + k] = 0;
    }
    information[5 * k] = 1;
  }
  if (!factorise()) return;
  const step = solve(gradient);
  let longest = 0;
  for (let k = 0; k < 4; k++) longest = Math.max(longest, Math.abs(step[k]));
  const share = longest > LONGEST_STEP ? LONGEST_STEP / longest : 1;
  for (let k = 0; k < 4; k++) if (active[k] === 1) to[k * all + j] += share * step[k];
  for (let k = 0; k < 4; k++) {
    const unit = new Float64Array(4);
    unit[k] = 1;
    const column = solve(unit);
    variances[k * all + j] = active[k] === 1 ? column[k] : 0;
    if (k === 0) covariances[j] = active[0] === 1 && active[1] === 1 ? column[1] : 0;
  }
}

/** Fills gradient and information with the data's part. */
function expectedSlope(workspace: Workspace, j: number): void {
  const { size, from, nodes, table, wrong, density } = workspace;
  const { items: all, nodes: q, missing } = size;
  const a = Math.exp(from[j]);
  const delta = from[all + j];
  const c = 1 / (1 + Math.exp(-from[2 * all + j]));
  const d = 1 / (1 + Math.exp(-from[3 * all + j]));
  const span = d - c;
  const asked = missing ? wrong : density;
  const askedAt = missing ? j * q : 0;
  const rightAt = j * q;
  const ratio = q > 1 ? Math.exp(-a * (nodes[1] - nodes[0])) : 1;
  let e = Math.exp(-(a * nodes[0] + delta));
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
  for (let k = 0; k < q; k++, e *= ratio) {
    const n = asked[askedAt + k];
    if (n < EMPTY) continue;
    const r = table[rightAt + k];
    const ax = a * nodes[k];
    const up = 1 / (1 + e);
    const down = e > 1e300 ? 1 : e * up;
    const p = c + span * up;
    const not = 1 - d + span * down;
    const residual = r * not - (n - r) * p;
    // ∂P/∂δ / (PQ), its ratios taken first so that 0/0 cannot arise.
    const weight = span * (c === 0 ? 1 / d : up / p) * (d === 1 ? 1 / (1 - c) : down / not);
    const slope = span * up * down;
    const cross = n * weight * slope;
    gD += weight * residual;
    gA += weight * residual * ax;
    hDD += cross;
    hAD += cross * ax;
    hAA += cross * ax * ax;
    if (c > 0) {
      const slopeC = c * (1 - c) * down;
      // slopeC / (PQ); with d = 1 this is c / P.
      const weightC = d === 1 ? c / p : slopeC / (p * not);
      gC += weightC * residual;
      hDC += n * weightC * slope;
      hAC += n * weightC * slope * ax;
      hCC += n * weightC * slopeC;
      if (d < 1) hCU += n * weightC * d * (1 - d) * up;
    }
    if (d < 1) {
      const slopeU = d * (1 - d) * up;
      const weightU = slopeU / (p * not);
      gU += weightU * residual;
      hDU += n * weightU * slope;
      hAU += n * weightU * slope * ax;
      hUU += n * weightU * slopeU;
    }
  }
  gradient[0] = gA;
  gradient[1] = gD;
  gradient[2] = gC;
  gradient[3] = gU;
  information.set([hAA, hAD, hAC, hAU, hAD, hDD, hDC, hDU, hAC, hDC, hCC, hCU, hAU, hDU, hCU, hUU]);
}

function addPriors({ size, from, families, priors }: Workspace, j: number): void {
  const all = size.items;
  logCoordinate(families[0], priors[j], priors[all + j], from[j], term);
  gradient[0] += term.slope;
  information[0] += term.curvature;
  if (families[1] === FAMILY.normal) {
    // A prior of b = −δ/a: ∂b/∂log a = −b, ∂b/∂δ = −1/a.
    const a = Math.exp(from[j]);
    const b = -from[all + j] / a;
    const precision = 1 / priors[3 * all + j] ** 2;
    const slope = -(b - priors[2 * all + j]) * precision;
    gradient[0] -= slope * b;
    gradient[1] -= slope / a;
    information[0] += precision * b * b;
    information[1] += (precision * b) / a;
    information[4] += (precision * b) / a;
    information[5] += precision / (a * a);
  }
  for (let k = 2; k < 4; k++) {
    const at = 2 * k * all + j;
    logitCoordinate(families[k], priors[at], priors[at + all], from[k * all + j], term);
    gradient[k] += term.slope;
    information[5 * k] += term.curvature;
  }
}

/** Cholesky factor of the information, a little damping added where it is not positive definite. */
function factorise(): boolean {
  for (let damping = 0; damping < 1e6; damping = damping === 0 ? 1e-8 : damping * 100) {
    let positive = true;
    for (let k = 0; k < 4 && positive; k++)
      for (let l = 0; l <= k; l++) {
        let sum = information[4 * k + l] + (k === l ? damping : 0);
        for (let m = 0; m < l; m++) sum -= factor[4 * k + m] * factor[4 * l + m];
        if (k === l) {
          if (!(sum > 1e-14 * information[5 * k])) {
            positive = false;
            break;
          }
          factor[5 * k] = Math.sqrt(sum);
        } else factor[4 * k + l] = sum / factor[5 * l];
      }
    if (positive) return true;
  }
  return false;
}

const solution = new Float64Array(4);

/** Solves information · x = right; the result is overwritten by the next call. */
function solve(right: Float64Array): Float64Array {
  for (let k = 0; k < 4; k++) {
    let sum = right[k];
    for (let m = 0; m < k; m++) sum -= factor[4 * k + m] * solution[m];
    solution[k] = sum / factor[5 * k];
  }
  for (let k = 3; k >= 0; k--) {
    let sum = solution[k];
    for (let m = k + 1; m < 4; m++) sum -= factor[4 * m + k] * solution[m];
    solution[k] = sum / factor[5 * k];
  }
  return solution;
}
