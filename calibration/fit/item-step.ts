/**
 * The state of the items during a fit, one entry an item: the slope-intercept form in unconstrained coordinates,
 * P = c + (1 − c)σ(aθ + δ) with log a, δ = −ab and logit c.
 */
export interface ItemState {
  readonly logA: Float64Array;
  readonly delta: Float64Array;
  readonly logitC: Float64Array;
  /** Posterior variances (the inverse information at the mode, prior included). */
  readonly varLogA: Float64Array;
  readonly varDelta: Float64Array;
  readonly varLogitC: Float64Array;
  /** Posterior covariance of log a and δ. */
  readonly covLogADelta: Float64Array;
}

/** Independent normal priors of log a, δ and logit c, the same for all items but for the centres of guessing. */
export interface ItemPriors {
  meanLogA: number;
  sdLogA: number;
  meanDelta: number;
  sdDelta: number;
  meanLogitC: number;
  sdLogitC: number;
  /** A centre of logit c for each item, in place of `meanLogitC`. */
  readonly logitCentres?: Float64Array | undefined;
}

/** The longest step of one coordinate in one update: Fisher scoring overshoots far from the mode. */
const LONGEST_STEP = 1;

/** Sums of one item over nodes of ability: how many answered there, and how many of those were right. */
export interface NodeCounts {
  readonly nodes: Float64Array;
  readonly asked: Float64Array;
  readonly right: Float64Array;
  readonly count: number;
}

/**
 * One Fisher-scoring step of item `j` towards its posterior mode, given counts at nodes of ability; writes the new
 * parameters, and the posterior variances at the point it started from.
 *
 * Gradient Σ (r − nP)/(PQ) ∂P and information Σ n ∂P∂Pᵀ/(PQ), plus the priors' terms.
 * @see Bock & Aitkin (1981), Psychometrika 46, 443–459; Mislevy (1986), Psychometrika 51, 177–195
 */
export function itemStep(
  items: ItemState,
  j: number,
  counts: NodeCounts,
  priors: ItemPriors,
): void {
  const { nodes, asked, right } = counts;
  const logA = items.logA[j];
  const delta = items.delta[j];
  const logitC = items.logitC[j];
  const a = Math.exp(logA);
  const c = 1 / (1 + Math.exp(-logitC));

  const precisionA = 1 / (priors.sdLogA * priors.sdLogA);
  const precisionDelta = 1 / (priors.sdDelta * priors.sdDelta);
  const precisionC = 1 / (priors.sdLogitC * priors.sdLogitC);
  let gA = -precisionA * (logA - priors.meanLogA);
  let gD = -precisionDelta * (delta - priors.meanDelta);
  let gC = -precisionC * (logitC - (priors.logitCentres?.[j] ?? priors.meanLogitC));
  let hAA = precisionA;
  let hDD = precisionDelta;
  let hCC = precisionC;
  let hAD = 0;
  let hAC = 0;
  let hDC = 0;
  for (let q = 0; q < counts.count; q++) {
    const n = asked[q];
    if (n === 0) continue;
    const r = right[q];
    const ax = a * nodes[q];
    const z = ax + delta;
    const t = Math.exp(-Math.abs(z));
    const k = 1 / (1 + t);
    const up = z >= 0 ? k : t * k;
    const down = z >= 0 ? t * k : k;
    const p = c + (1 - c) * up;
    const notP = (1 - c) * down;
    // ∂P/∂δ / (PQ) = σ/P, so that no quotient of vanishing numbers is formed.
    const overP = up / p;
    const residual = r * notP - (n - r) * p;
    const weight = n * overP * (1 - c) * up * down;
    gD += overP * residual;
    gA += overP * residual * ax;
    hDD += weight;
    hAD += weight * ax;
    hAA += weight * ax * ax;
    gC += (c / p) * residual;
    const cross = n * overP * c * notP;
    hDC += cross;
    hAC += cross * ax;
    hCC += (n * c * c * notP) / p;
  }

  // Inverse of the symmetric 3 × 3 information by cofactors; its leading minors are positive by the priors.
  const cAA = hDD * hCC - hDC * hDC;
  const cAD = hAC * hDC - hAD * hCC;
  const cAC = hAD * hDC - hAC * hDD;
  const det = hAA * cAA + hAD * cAD + hAC * cAC;
  const cDD = hAA * hCC - hAC * hAC;
  const cDC = hAD * hAC - hAA * hDC;
  const cCC = hAA * hDD - hAD * hAD;
  items.varLogA[j] = cAA / det;
  items.varDelta[j] = cDD / det;
  items.covLogADelta[j] = cAD / det;
  items.varLogitC[j] = cCC / det;
  const limit = (step: number) => Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, step));
  items.logA[j] = logA + limit((cAA * gA + cAD * gD + cAC * gC) / det);
  items.delta[j] = delta + limit((cAD * gA + cDD * gD + cDC * gC) / det);
  items.logitC[j] = logitC + limit((cAC * gA + cDC * gD + cCC * gC) / det);
}
