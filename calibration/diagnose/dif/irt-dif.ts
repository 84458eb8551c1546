import type { ItemParameters } from '../../../src/irt/parameters.ts';
import { pickItems, type ResponseMatrix } from '../../../src/irt/responses.ts';
import { DEFAULT_PRIORS } from '../../fit/marginal/default-priors.ts';
import type { CalibrationEngine } from '../../fit/marginal/engine/calibration-engine.ts';
import { fitMarginal } from '../../fit/marginal/fit-marginal.ts';
import { anchorTables } from './anchor-tables.ts';
import { type DifAnswers, fillGroups, NONE } from './dif-answers.ts';
import { addToWindow, emptyWindow } from './item-window.ts';
import { type DifModel, type IrtDif, testItem } from './test-item.ts';

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
