import { logComplement, logProbability } from '../../../src/irt/log-probability.ts';
import type { ItemParameters } from '../../../src/irt/parameters.ts';
import { pickItems, type ResponseMatrix } from '../../../src/irt/responses.ts';
import { chiSquareTail } from '../../../src/statistics/chi-square-tail.ts';
import { DEFAULT_PRIORS } from '../../fit/marginal/default-priors.ts';
import type { CalibrationEngine } from '../../fit/marginal/engine/calibration-engine.ts';
import { fitMarginal } from '../../fit/marginal/fit-marginal.ts';
import { type DifAnswers, fillGroups, NONE } from './dif-answers.ts';
import { fitItem } from './fit-item.ts';
import { addToWindow, emptyWindow } from './item-window.ts';

export const DIF_MODELS = ['rasch', '2pl', '3pl'] as const;
export type DifModel = (typeof DIF_MODELS)[number];

export interface IrtDif {
  /** Likelihood-ratio chi-squares: difficulties differ (1 df), discriminations too (1 df), both (2 df); null where a model has none. */
  readonly uniform: number;
  readonly nonUniform: number | null;
  readonly both: number | null;
  /** Of both; of the uniform one with rasch. */
  readonly p: number;
  readonly pUniform: number;
  readonly pNonUniform: number | null;
  /** Difference of intercepts at one discrimination, in logits: below 0 if the item is harder for the focal group. */
  readonly effect: number | null;
  readonly se: number | null;
  /** The same on the ability scale, b focal − b reference = −effect/a. */
  readonly shift: number | null;
}

/** What an anchor calibration found. */
export interface AnchorFit {
  readonly parameters: ItemParameters;
  /** Mean and standard deviation of ability in the focal group; the reference group has 0 and 1. Null with one distribution. */
  readonly focal: { readonly mean: number; readonly sd: number } | null;
  readonly converged: boolean;
}

const TOLERANCE = 1e-4;
const MOST_ROUNDS = 500;

/**
 * Likelihood-ratio tests of an item's parameters, equal in both groups or free, given the other items. One marginal fit of the anchors, with
 * parameters equal in the groups and a distribution of ability in each, says what the other answers tell of each examinee;
 * then the item's own parameters are fitted three ways. The anchors keep their parameters meanwhile: so the statistic is that of
 * refitting everything, but for what the anchors would follow.
 *
 * @param isAnchor items that define the ability; an item is left out of its own test
 * @param guessing lower asymptotes for items that are no anchors (3pl)
 * @returns one entry per item; null where an item has only one group or equal answers
 * @see Thissen, Steinberg & Wainer (1993), in Holland & Wainer, Differential Item Functioning, 67–113
 */
export function irtDif(
  matrix: ResponseMatrix,
  answers: DifAnswers,
  isAnchor: Uint8Array,
  model: DifModel,
  engine: CalibrationEngine,
  guessing: Float64Array | null,
): { readonly items: (IrtDif | null)[]; readonly fit: AnchorFit } {
  const anchors = Array.from(isAnchor.keys()).filter((j) => isAnchor[j] === 1);
  const own = new Uint8Array(answers.examinees);
  // Groups of pairs have one distribution of ability: every examinee is in both.
  const isShared = answers.dates === null;
  if (isShared) fillGroups(answers.labels, null, 0, own);
  const groups = isShared ? own.slice() : undefined;
  const fit = fitMarginal(pickItems(matrix, anchors), {
    model,
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
    const g = groups?.[i] ?? 0;
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
  const window = emptyWindow(n, nodes);
  const items = Array.from(place, (k, j) => {
    window.count = 0;
    fillGroups(answers.labels, answers.dates, j, own);
    for (let i = 0; i < n; i++) {
      const u = answers.scores[j * n + i];
      if (u === NONE || own[i] === NONE) continue;
      addToWindow(window, log, i * size, k < 0 ? null : tables, (2 * k + u) * size, u, own[i]);
    }
    const c = k >= 0 ? parameters.c[k] : (guessing?.[j] ?? 0);
    const start = k >= 0 ? { a: parameters.a[k], d: -parameters.a[k] * parameters.b[k] } : null;
    return testItem(window, model, c, start);
  });
  const focal = groups === undefined || mean.length < 2 ? null : { mean: mean[1], sd: sd[1] };
  return { items, fit: { parameters, focal, converged: fit.converged } };
}

/** Log-probabilities of a wrong and of a right answer at the nodes, anchor by anchor. */
function anchorTables({ count, a, b, c, d }: ItemParameters, nodes: Float64Array): Float64Array {
  const size = nodes.length;
  const tables = new Float64Array(2 * count * size);
  for (let k = 0; k < count; k++)
    for (let q = 0; q < size; q++) {
      tables[2 * k * size + q] = logComplement(nodes[q], a[k], b[k], c[k], d[k]);
      tables[(2 * k + 1) * size + q] = logProbability(nodes[q], a[k], b[k], c[k], d[k]);
    }
  return tables;
}

function testItem(
  window: ReturnType<typeof emptyWindow>,
  model: DifModel,
  c: number,
  start: { a: number; d: number } | null,
): IrtDif | null {
  let [right, focal] = [0, 0];
  for (let i = 0; i < window.count; i++) {
    right += window.answers[i];
    focal += window.groups[i];
  }
  const { count } = window;
  if (right === 0 || right === count || focal === 0 || focal === count) return null;
  const freeSlope = model !== 'rasch';
  const from = start ?? { a: 1, d: Math.log(right / (count - right)) };
  const given = { c, freeSlope, freeEffect: false, group: null } as const;
  const equal = fitItem(window, given, { ...from, e: 0 });
  const shifted = fitItem(window, { ...given, freeEffect: true }, equal);
  const uniform = Math.max(0, 2 * (shifted.logLikelihood - equal.logLikelihood));
  const isKnown = shifted.error !== null;
  const found = {
    uniform,
    pUniform: chiSquareTail(uniform, 1),
    effect: isKnown ? shifted.e : null,
    se: shifted.error,
    shift: isKnown && Math.abs(shifted.a) > 0.05 ? -shifted.e / shifted.a : null,
  };
  if (!freeSlope)
    return { ...found, nonUniform: null, both: null, p: found.pUniform, pNonUniform: null };
  const apart =
    fitItem(window, { ...given, group: 0 }, { ...shifted, e: 0 }).logLikelihood +
    fitItem(window, { ...given, group: 1 }, { a: shifted.a, d: shifted.d + shifted.e, e: 0 })
      .logLikelihood;
  const both = Math.max(uniform, 2 * (apart - equal.logLikelihood));
  const nonUniform = both - uniform;
  return {
    ...found,
    both,
    nonUniform,
    p: chiSquareTail(both, 2),
    pNonUniform: chiSquareTail(nonUniform, 1),
  };
}
