import type { ItemParameters } from '../../../src/irt/parameters.ts';
import { pickItems, type ResponseMatrix } from '../../../src/irt/responses.ts';
import { DEFAULT_PRIORS } from '../../fit/marginal/default-priors.ts';
import type { CalibrationEngine } from '../../fit/marginal/engine/calibration-engine.ts';
import { fitMarginal } from '../../fit/marginal/fit-marginal.ts';
import { anchorTables } from './anchor-tables.ts';
import { type DifAnswers, fillGroups, NONE } from './dif-answers.ts';
import { fitItem } from './fit-item.ts';
import { addPosterior, emptyWindow, type ItemWindow, posteriorWindows } from './item-window.ts';

/** Curves of the items: without guessing, or with. */
export type DifCurves = '2pl' | '3pl';

/** What an anchor calibration found. */
export interface AnchorFit {
  readonly parameters: ItemParameters;
  /** Mean and standard deviation of ability in the focal group; the reference group has 0 and 1. Null with one distribution. */
  readonly focal: { readonly mean: number; readonly sd: number } | null;
  readonly converged: boolean;
  readonly logLikelihood: number;
}

/** What the answers to the other items tell of the examinees who answered an item. */
export interface MatchedItem {
  /** Shared by all items: valid until the next item is asked for. */
  readonly window: ItemWindow;
  /** The item's curve, the same in both groups. */
  readonly curve: { readonly a: number; readonly d: number; readonly c: number };
  /** Probability of a right answer, by the answers to the other items and the group; NaN for examinees without an answer. */
  readonly predicted: Float64Array;
}

export interface AbilityMatching {
  readonly fit: AnchorFit;
  /** Null where an item has only one group or equal answers. */
  item(j: number): MatchedItem | null;
}

/** Groups by date at most, and examinees per group on average at least. */
const [MOST_GROUPS, PER_GROUP] = [4, 20];
const TOLERANCE = 1e-4;
const MOST_ROUNDS = 500;

/**
 * One marginal fit of the anchors, with parameters equal in the groups and a distribution of ability in each, says what the other answers tell of
 * each examinee. An item is left out of its own match. Sums of right answers are no match where groups differ in ability: with guessing or several
 * discriminations, equal sums are different abilities in the two groups.
 *
 * @param isAnchor items that define the ability
 * @param guessing lower asymptotes for items that are no anchors (3pl)
 * @see Thissen, Steinberg & Wainer (1993), in Holland & Wainer, Differential Item Functioning, 67–113; Choi, Gibbons & Crane (2011), Journal of
 *   Statistical Software 39(8), for abilities in place of sums in logistic regression
 */
export function matchAbilities(
  matrix: ResponseMatrix,
  answers: DifAnswers,
  isAnchor: Uint8Array,
  curves: DifCurves,
  engine: CalibrationEngine,
  guessing: Float64Array | null,
): AbilityMatching {
  const anchors = Array.from(isAnchor.keys()).filter((j) => isAnchor[j] === 1);
  const own = new Uint8Array(answers.examinees);
  const groups = abilityGroups(answers);
  const fit = fitMarginal(pickItems(matrix, anchors), {
    model: curves,
    priors: DEFAULT_PRIORS,
    quadrature: 'auto',
    maxIterations: MOST_ROUNDS,
    tolerance: TOLERANCE,
    engine,
    groups,
  });
  const { parameters, quadrature, groups: abilities } = fit;
  const { mean, sd } = abilities;
  const size = quadrature.nodes;
  const nodes = Float64Array.from(
    { length: size },
    (_, q) => quadrature.low + ((quadrature.high - quadrature.low) * q) / (size - 1),
  );
  const n = answers.examinees;
  const tables = anchorTables(parameters, nodes);
  const log = new Float64Array(n * size);
  for (let i = 0; i < n; i++) {
    const g = groups[i];
    for (let q = 0; q < size; q++) log[i * size + q] = -0.5 * ((nodes[q] - mean[g]) / sd[g]) ** 2;
  }
  anchors.forEach((j, k) => {
    for (let i = 0; i < n; i++) {
      const u = answers.scores[j * n + i];
      if (u === NONE) continue;
      const from = (2 * k + u) * size;
      for (let q = 0; q < size; q++) log[i * size + q] += tables[from + q];
    }
  });
  const place = new Int32Array(answers.items).fill(-1);
  anchors.forEach((j, k) => {
    place[j] = k;
  });
  const posterior = posteriorWindows(log, size);
  const inverses = tables.map((p) => Math.exp(-p));
  const window = emptyWindow(n, nodes);
  const item = (j: number): MatchedItem | null => {
    const k = place[j];
    window.count = 0;
    const rows: number[] = [];
    let [right, focal] = [0, 0];
    fillGroups(answers.labels, answers.dates, j, own);
    for (let i = 0; i < n; i++) {
      const u = answers.scores[j * n + i];
      if (u === NONE || own[i] === NONE) continue;
      const taken = k < 0 ? null : inverses;
      addPosterior(window, posterior, i, taken, (2 * k + u) * size, u, own[i]);
      rows.push(i);
      right += u;
      focal += own[i];
    }
    const { count } = window;
    if (right === 0 || right === count || focal === 0 || focal === count) return null;
    const c = k >= 0 ? parameters.c[k] : (guessing?.[j] ?? 0);
    const isEqual = { c, freeSlope: true, freeEffect: false, group: null };
    const { a, d } =
      k >= 0
        ? { a: parameters.a[k], d: -parameters.a[k] * parameters.b[k] }
        : fitItem(window, isEqual, { a: 1, d: Math.log(right / (count - right)), e: 0 });
    const curve = nodes.map((theta) => c + (1 - c) / (1 + Math.exp(-a * theta - d)));
    const predicted = new Float64Array(n).fill(Number.NaN);
    rows.forEach((i, row) => {
      let [p, at] = [0, window.at[row]];
      for (let q = window.first[row]; q < window.last[row]; q++)
        p += window.weights[at++] * curve[q];
      predicted[i] = p;
    });
    return { window, curve: { a, d, c }, predicted };
  };
  const focal = answers.dates !== null || mean.length < 2 ? null : { mean: mean[1], sd: sd[1] };
  const { converged, logLikelihood } = fit;
  return { fit: { parameters, focal, converged, logLikelihood }, item };
}

/** Groups of examinees with a distribution of ability each: by label; with dates by the quarters of these. */
function abilityGroups({ labels, dates, examinees }: DifAnswers): Uint8Array {
  const groups = new Uint8Array(examinees);
  if (dates === null) {
    fillGroups(labels, null, 0, groups);
    return groups;
  }
  const order = Array.from(labels.keys()).sort((i, j) => labels[i] - labels[j]);
  const parts = Math.max(1, Math.min(MOST_GROUPS, Math.floor(examinees / PER_GROUP)));
  let [last, code] = [0, 0];
  order.forEach((i, rank) => {
    const isTied = rank > 0 && labels[i] === labels[order[rank - 1]];
    const part = isTied ? last : Math.floor((parts * rank) / examinees);
    if (part !== last) code++;
    last = part;
    groups[i] = code;
  });
  return groups;
}
