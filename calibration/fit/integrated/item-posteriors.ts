import { curveKernel, scratchMemory } from '../../../src/irt/curve-kernel.ts';
import type { ItemPriors } from '../item-priors.ts';

/**
 * Gauss–Hermite rules. Three nodes are enough for log a and logit c. With guessing, the posterior of δ is skewed, and three
 * nodes understate its variance by a tenth. The learned priors of thousands of items would amplify this, and guessing would be
 * lost.
 */
const THREE = [
  { at: -Math.sqrt(3), weight: 1 / 6 },
  { at: 0, weight: 2 / 3 },
  { at: Math.sqrt(3), weight: 1 / 6 },
];
const FIVE = [
  { at: -2.8569700138728056, weight: 0.01125741132772068 },
  { at: -1.355626179974266, weight: 0.22207592200561266 },
  { at: 0, weight: 8 / 15 },
  { at: 1.355626179974266, weight: 0.22207592200561266 },
  { at: 2.8569700138728056, weight: 0.01125741132772068 },
];
const ACROSS = THREE.length;
const DELTAS = FIVE.length;
/** log weight of a point of a rule, times the normal density it was made for. */
const logWeights = (rule: typeof THREE) =>
  Float64Array.from(rule, ({ at, weight }) => Math.log(weight) + at ** 2 / 2);
const LOG_THREE = logWeights(THREE);
const LOG_FIVE = logWeights(FIVE);
const FIVE_AT = Float64Array.from(FIVE, ({ at }) => at);

/** Fisher-scoring steps to the mode in one round, at most; a step this short, in posterior SDs, is the last. */
const MOST_STEPS = 12;
const SHORT_STEP = 0.02;
/** Posterior variances are at least this share of the normal approximation's, correlations at most this. */
const NARROWEST = 1e-3;
const MOST_CORRELATED = 0.999;
/** The longest step of a coordinate: scoring overshoots far from the mode. */
const LONGEST_STEP = 1;
/** e^{aθ} and e^δ are kept within this, also by the kernel, so that no product of them is 0 or infinite. */
const MOST_POWER = 1e35;

/**
 * The posterior of every item given the abilities: log a, δ = −ab and, where guessing is learned, logit c on a grid of
 * Q = 15 or 45 nodes around the mode. J items; arrays of QJ hold nodes item by item.
 */
export interface ItemPosteriors {
  readonly nodes: number;
  /** Modes, where the next round starts. */
  readonly modeLogA: Float64Array;
  readonly modeDelta: Float64Array;
  readonly modeLogitC: Float64Array;
  /** Posterior means, variances and the covariance of log a and δ. */
  readonly logA: Float64Array;
  readonly delta: Float64Array;
  readonly varLogA: Float64Array;
  readonly varDelta: Float64Array;
  readonly covariance: Float64Array;
  readonly logitC: Float64Array;
  readonly varLogitC: Float64Array;
  readonly nodeA: Float64Array;
  readonly nodeDelta: Float64Array;
  readonly nodeC: Float64Array;
  readonly weight: Float64Array;
}

/** Answers of one item and the abilities behind them: right answers that count once, wrong ones that do, then all others. */
export interface ItemAnswers {
  readonly scores: Float64Array;
  readonly abilities: Float64Array;
  /** How often each answer counts. */
  readonly weights: Float64Array;
  /** End of the right answers that count once, of the wrong ones, of all. */
  right: number;
  wrong: number;
  count: number;
}

export function openAnswers(examinees: number): ItemAnswers {
  const zeros = () => new Float64Array(examinees);
  return {
    scores: zeros(),
    abilities: zeros(),
    weights: zeros(),
    right: 0,
    wrong: 0,
    count: 0,
  };
}

/** The priors as far as a posterior needs them. */
export type PriorValues = Pick<ItemPriors, 'of' | 'groups' | 'sdLogitC'>;

/** Q. */
export function nodesPerItem(learnsC: boolean): number {
  return DELTAS * ACROSS * (learnsC ? ACROSS : 1);
}

/** The information, and its inverse, at the start of the last step to the mode. */
const curvature = { aa: 0, ad: 0, ac: 0, dd: 0, dc: 0, cc: 0 };
/** Distance of a node from the mode in log a, δ and logit c. */
const away = { logA: 0, delta: 0, logitC: 0 };

/**
 * The posterior of item `j` by adaptive Gauss–Hermite quadrature: its mode by Fisher scoring, nodes spread by the information
 * there, and each node weighted by likelihood × prior ÷ the normal density it was drawn from, so that the rule corrects the
 * normal approximation (Laplace).
 *
 * @param expected filled with the slope of each answer's log-likelihood in the ability, expected over the posterior
 * @returns log ∫ likelihood × prior, up to a fixed constant
 * @see Naylor & Smith (1982), Applied Statistics 31, 214–225; Tierney & Kadane (1986), JASA 81, 82–86
 */
export function itemPosterior(
  items: ItemPosteriors,
  j: number,
  answers: ItemAnswers,
  priors: PriorValues,
  expected: Float64Array,
): number {
  const { right, wrong, count } = answers;
  for (let step = 0; step < MOST_STEPS; step++)
    if (modeStep(items, j, answers, priors) < SHORT_STEP) break;
  const prior = priors.groups[priors.of[j]];
  const { nodes } = items;
  const spread = spreads(priors.sdLogitC > 0);
  const first = nodes * j;
  const own = scratchOf(answers, nodes);
  const { even, weights, likelihoods, sums } = own;
  const rises = FIVE_AT.map((at) => Math.exp(spread.d * at));
  for (let row = 0; row < nodes / DELTAS; row++) {
    const logRow = place(row, spread, nodes);
    const logA = items.modeLogA[j] + away.logA;
    const logitC = items.modeLogitC[j] + away.logitC;
    const delta = items.modeDelta[j] + away.delta;
    const a = Math.exp(logA);
    const c = 1 / (1 + Math.exp(-logitC));
    const power = Math.exp(delta);
    const zA = (logA - prior.meanLogA) / prior.sdLogA;
    const zC = priors.sdLogitC > 0 ? (logitC - prior.meanLogitC) / priors.sdLogitC : 0;
    // 1 − P = (1 − c)/far: the first factor is the same for all wrong answers.
    const wrongs = wrong > right ? (wrong - right) * Math.log1p(-c) : 0;
    const shared = wrongs - (zA * zA + zC * zC) / 2 + logRow;
    for (let y = 0; y < DELTAS; y++) {
      const q = DELTAS * row + y;
      const here = delta + spread.d * FIVE_AT[y];
      items.nodeA[first + q] = a;
      items.nodeDelta[first + q] = here;
      items.nodeC[first + q] = c;
      own.nodes[3 * q] = a;
      own.nodes[3 * q + 1] = within(power * rises[y]);
      own.nodes[3 * q + 2] = c;
      const zDelta = (here - prior.meanDelta) / prior.sdDelta;
      weights[q] = shared - (zDelta * zDelta) / 2 + LOG_FIVE[y];
    }
  }
  const { itemNodes, weightedRows } = curveKernel();
  itemNodes(
    own.abilities.byteOffset,
    count,
    right,
    wrong,
    own.nodes.byteOffset,
    nodes,
    DELTAS,
    own.powers.byteOffset,
    own.slopes.byteOffset,
    likelihoods.byteOffset,
  );
  let top = Number.NEGATIVE_INFINITY;
  for (let q = 0; q < nodes; q++) {
    weights[q] += likelihoods[2 * q] + otherLikelihood(answers, own, q);
    top = Math.max(top, weights[q]);
  }
  let mass = 0;
  for (let q = 0; q < nodes; q++) {
    // The factors are above 1e-242, so that the heaviest weight is, too.
    weights[q] = likelihoods[2 * q + 1] * Math.exp(weights[q] - top);
    mass += weights[q];
  }
  weightedRows(own.slopes.byteOffset, weights.byteOffset, nodes, even, sums.byteOffset);
  for (let i = 0; i < count; i++) expected[i] = sums[i] / mass;
  for (let q = 0; q < nodes; q++) items.weight[first + q] = weights[q] / mass;
  moments(items, j, spread);
  return (
    top + Math.log((mass * spread.volume) / (prior.sdLogA * prior.sdDelta * (priors.sdLogitC || 1)))
  );
}

/** Copies the posterior of item `from` to item `to`, which has the same answers and starting values. */
export function copyPosterior(items: ItemPosteriors, from: number, to: number): void {
  const { nodes } = items;
  items.modeLogA[to] = items.modeLogA[from];
  items.modeDelta[to] = items.modeDelta[from];
  items.modeLogitC[to] = items.modeLogitC[from];
  items.logA[to] = items.logA[from];
  items.delta[to] = items.delta[from];
  items.logitC[to] = items.logitC[from];
  items.varLogA[to] = items.varLogA[from];
  items.varDelta[to] = items.varDelta[from];
  items.varLogitC[to] = items.varLogitC[from];
  items.covariance[to] = items.covariance[from];
  for (let q = 0; q < nodes; q++) {
    items.nodeA[nodes * to + q] = items.nodeA[nodes * from + q];
    items.nodeDelta[nodes * to + q] = items.nodeDelta[nodes * from + q];
    items.nodeC[nodes * to + q] = items.nodeC[nodes * from + q];
    items.weight[nodes * to + q] = items.weight[nodes * from + q];
  }
}

/** A triangular root of the inverse information: of logit c, log a given it, δ given both. */
interface Spread {
  readonly c: number;
  readonly aOnC: number;
  readonly a: number;
  readonly dOnC: number;
  readonly dOnA: number;
  readonly d: number;
  readonly volume: number;
}

function spreads(learnsC: boolean): Spread {
  const { aa, ad, ac, dd, dc, cc } = curvature;
  // δ is integrated first: what is left is the information of log a and logit c, then of logit c alone.
  const aLeft = aa - (ad * ad) / dd;
  const acLeft = ac - (ad * dc) / dd;
  const ccLeft = cc - (dc * dc) / dd - (acLeft * acLeft) / aLeft;
  const c = learnsC ? 1 / Math.sqrt(ccLeft) : 0;
  const a = 1 / Math.sqrt(aLeft);
  const d = 1 / Math.sqrt(dd);
  const aOnC = (-acLeft / aLeft) * c;
  const volume = a * d * (learnsC ? c : 1);
  return { c, aOnC, a, dOnC: (-ad * aOnC - dc * c) / dd, dOnA: (-ad / dd) * a, d, volume };
}

/** Puts the middle of a row of nodes, which differ in δ alone, into `away`; the log weight of the row. */
function place(row: number, { c, aOnC, a, dOnC, dOnA }: Spread, nodes: number): number {
  const x = row % ACROSS;
  const w = nodes > DELTAS * ACROSS ? Math.floor(row / ACROSS) : -1;
  const third = w < 0 ? 0 : THREE[w].at;
  away.logitC = c * third;
  away.logA = aOnC * third + a * THREE[x].at;
  away.delta = dOnC * third + dOnA * THREE[x].at;
  return LOG_THREE[x] + (w < 0 ? 0 : LOG_THREE[w]);
}

/** The log-likelihood at node `q` of the answers that are weighted or neither right nor wrong; leaves their slopes. */
function otherLikelihood(
  { scores, weights, wrong, count }: ItemAnswers,
  { nodes, powers, slopes, even }: Scratch,
  q: number,
): number {
  if (wrong === count) return 0;
  const [a, power, c] = nodes.subarray(3 * q);
  const row = even * Math.floor(q / DELTAS);
  let log = 0;
  for (let i = wrong; i < count; i++) {
    const u = scores[i];
    const odds = powers[row + i] * power;
    const near = c + odds;
    const far = 1 + odds;
    const inverse = 1 / (near * far);
    const p = near * near * inverse;
    slopes[even * q + i] = weights[i] * a * odds * far * inverse * (u - p);
    log += weights[i] * (u * Math.log(p) + (1 - u) * Math.log((1 - c) * near * inverse));
  }
  return log;
}

/** Arrays in the kernel's memory, in rows of `even` answers. */
interface Scratch {
  readonly even: number;
  readonly abilities: Float64Array;
  /** By node: a, e^δ and c. */
  readonly nodes: Float64Array;
  /** By node: two parts of its log-likelihood, the second before its logarithm is taken. */
  readonly likelihoods: Float64Array;
  readonly weights: Float64Array;
  /** Rows of each a, and of each node. */
  readonly powers: Float64Array;
  readonly slopes: Float64Array;
  readonly sums: Float64Array;
}

let scratch: Scratch | null = null;

/** The same arrays as for the item before, if its rows were as long. */
function scratchOf({ abilities, count }: ItemAnswers, nodes: number): Scratch {
  const even = count + (count % 2);
  const lengths = [even, 3 * nodes, 2 * nodes, nodes, (nodes / DELTAS) * even, nodes * even, even];
  const { buffer } = scratchMemory(8 * lengths.reduce((sum, length) => sum + length, 0));
  const isSame =
    scratch?.even === even && scratch.weights.length === nodes && scratch.sums.buffer === buffer;
  if (!isSame) {
    let at = 0;
    const [own, node, likelihoods, weights, powers, slopes, sums] = lengths.map((length) => {
      const view = new Float64Array(buffer, at, length);
      at += 8 * length;
      return view;
    });
    scratch = { even, abilities: own, nodes: node, likelihoods, weights, powers, slopes, sums };
  }
  for (let i = 0; i < even; i++) scratch!.abilities[i] = i < count ? abilities[i] : 0;
  return scratch!;
}

/**
 * The information of item `j`, whose posterior was found last, in each ability: expected over its nodes, or at the middle one alone,
 * where the mode is.
 * @param into one entry per answer
 */
export function abilityInformation(
  items: ItemPosteriors,
  j: number,
  { count }: ItemAnswers,
  isExpected: boolean,
  into: Float64Array,
): void {
  const { nodes, nodeA, nodeC, weight } = items;
  const { even, powers, nodes: own } = scratch!;
  into.fill(0, 0, count);
  const middle = nodes >> 1;
  for (let q = isExpected ? 0 : middle; q <= (isExpected ? nodes - 1 : middle); q++) {
    const at = nodes * j + q;
    const a = nodeA[at];
    const c = nodeC[at];
    const power = own[3 * q + 1];
    const factor = (isExpected ? weight[at] : 1) * a * a * (1 - c);
    const row = even * Math.floor(q / DELTAS);
    for (let i = 0; i < count; i++) {
      const odds = powers[row + i] * power;
      const share = odds / (1 + odds);
      // (∂P/∂θ)² / (PQ) = a² σ/P · (1 − c) σ (1 − σ)
      into[i] += (factor * share * share) / (c + odds);
    }
  }
}

function powerOf(z: number): number {
  return within(Math.exp(z));
}

function within(power: number): number {
  return power < MOST_POWER ? (power > 1 / MOST_POWER ? power : 1 / MOST_POWER) : MOST_POWER;
}

/** Posterior means, variances and the covariance from the weighted nodes. */
function moments(items: ItemPosteriors, j: number, spread: Spread): void {
  const { nodes, weight } = items;
  let meanA = 0;
  let meanD = 0;
  let meanC = 0;
  let squareA = 0;
  let squareD = 0;
  let squareC = 0;
  let product = 0;
  for (let row = 0; row < nodes / DELTAS; row++) {
    place(row, spread, nodes);
    // From the mode: sums of squares would lose digits where the posterior is narrow.
    const { logA, logitC } = away;
    let all = 0;
    let deltas = 0;
    for (let y = 0; y < DELTAS; y++) {
      const w = weight[nodes * j + DELTAS * row + y];
      const delta = away.delta + spread.d * FIVE_AT[y];
      all += w;
      deltas += w * delta;
      squareD += w * delta * delta;
    }
    meanA += all * logA;
    meanD += deltas;
    meanC += all * logitC;
    squareA += all * logA * logA;
    squareC += all * logitC * logitC;
    product += deltas * logA;
  }
  items.logA[j] = items.modeLogA[j] + meanA;
  items.delta[j] = items.modeDelta[j] + meanD;
  items.logitC[j] = items.modeLogitC[j] + meanC;
  // If one node has all the weight, the posterior is narrower than the rule can resolve.
  items.varLogA[j] = Math.max(squareA - meanA * meanA, NARROWEST * spread.a ** 2);
  items.varDelta[j] = Math.max(squareD - meanD * meanD, NARROWEST * spread.d ** 2);
  items.varLogitC[j] = Math.max(squareC - meanC * meanC, NARROWEST * spread.c ** 2);
  const most = MOST_CORRELATED * Math.sqrt(items.varLogA[j] * items.varDelta[j]);
  items.covariance[j] = Math.max(-most, Math.min(most, product - meanA * meanD));
}

/**
 * One Fisher-scoring step of log a, δ and, where guessing is learned, logit c: gradient Σ (u − P)/(PQ) ∂P, information
 * Σ ∂P∂Pᵀ/(PQ), plus the priors' terms. Leaves the information where it started from in `curvature`.
 *
 * @returns the longest step in units of the posterior standard deviation given the others
 * @see Mislevy (1986), Psychometrika 51, 177–195
 */
function modeStep(
  items: ItemPosteriors,
  j: number,
  { scores, abilities, weights, count }: ItemAnswers,
  priors: PriorValues,
): number {
  const prior = priors.groups[priors.of[j]];
  const learnsC = priors.sdLogitC > 0;
  const a = Math.exp(items.modeLogA[j]);
  const delta = items.modeDelta[j];
  const c = 1 / (1 + Math.exp(-items.modeLogitC[j]));
  const precisionA = 1 / (prior.sdLogA * prior.sdLogA);
  const precisionDelta = 1 / (prior.sdDelta * prior.sdDelta);
  const precisionC = learnsC ? 1 / (priors.sdLogitC * priors.sdLogitC) : 1;
  const power = powerOf(delta);
  let gA = -precisionA * (items.modeLogA[j] - prior.meanLogA);
  let gD = -precisionDelta * (delta - prior.meanDelta);
  let gC = learnsC ? -precisionC * (items.modeLogitC[j] - prior.meanLogitC) : 0;
  let hAA = precisionA;
  let hDD = precisionDelta;
  let hCC = precisionC;
  let hAD = 0;
  let hAC = 0;
  let hDC = 0;
  for (let i = 0; i < count; i++) {
    const u = scores[i];
    const ax = a * abilities[i];
    const odds = powerOf(ax) * power;
    const down = 1 / (1 + odds);
    const wrong = (1 - c) * down;
    const p = 1 - wrong;
    const share = c === 0 ? 1 : odds / (c + odds);
    const residual = weights[i] * (u * wrong - (1 - u) * p);
    const weight = weights[i] * share * wrong * odds * down;
    gD += share * residual;
    gA += share * residual * ax;
    hDD += weight;
    hAD += weight * ax;
    hAA += weight * ax * ax;
    if (!learnsC) continue;
    gC += (c / p) * residual;
    const cross = weights[i] * share * c * wrong;
    hDC += cross;
    hAC += cross * ax;
    hCC += (weights[i] * (c * c * wrong)) / p;
  }
  // Inverse of the symmetric 3 × 3 information by cofactors; its leading minors are positive by the priors.
  const cAA = hDD * hCC - hDC * hDC;
  const cAD = hAC * hDC - hAD * hCC;
  const cAC = hAD * hDC - hAC * hDD;
  const det = hAA * cAA + hAD * cAD + hAC * cAC;
  const cDD = hAA * hCC - hAC * hAC;
  const cDC = hAD * hAC - hAA * hDC;
  const cCC = hAA * hDD - hAD * hAD;
  curvature.aa = hAA;
  curvature.ad = hAD;
  curvature.ac = hAC;
  curvature.dd = hDD;
  curvature.dc = hDC;
  curvature.cc = hCC;
  const limit = (step: number) => Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, step));
  const stepA = limit((cAA * gA + cAD * gD + cAC * gC) / det);
  const stepD = limit((cAD * gA + cDD * gD + cDC * gC) / det);
  items.modeLogA[j] += stepA;
  items.modeDelta[j] += stepD;
  const longest = Math.max(Math.abs(stepA) * Math.sqrt(hAA), Math.abs(stepD) * Math.sqrt(hDD));
  if (!learnsC) return longest;
  const stepC = limit((cAC * gA + cDC * gD + cCC * gC) / det);
  items.modeLogitC[j] += stepC;
  return Math.max(longest, Math.abs(stepC) * Math.sqrt(hCC));
}
