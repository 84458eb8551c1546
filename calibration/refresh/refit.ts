import type { ItemParameters } from '../../src/irt/parameters.ts';
import { pickItems as pickParameters } from '../../src/irt/parameters.ts';
import { pickItems, type ResponseMatrix } from '../../src/irt/responses.ts';
import { calibrate, type ParameterErrors } from '../fit/calibrate.ts';
import { fitMarginal } from '../fit/marginal/fit-marginal.ts';
import { standardErrors } from '../fit/marginal/standard-errors.ts';
import { linkScales } from '../link/link-scales.ts';
import { linkingGrid } from '../link/linking-grid.ts';
import { errorsOnScale, onScale } from '../link/on-scale.ts';
import { priorsOf } from './item-moments.ts';
import type { RefreshRequest, RefreshResult } from './refresh-types.ts';

/** New parameters on the old scale, one entry per column; NaN where none are estimated. */
export interface Refit {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly c: Float64Array;
  readonly d: Float64Array;
  readonly errors: ParameterErrors;
  readonly link: RefreshResult['link'];
  readonly converged: boolean;
}

/** Which answers an item is estimated from. */
export interface RefitPlan {
  /** Columns whose old answers do not belong to the new curve. */
  readonly hasDrifted: Uint8Array;
  readonly isAnchor: Uint8Array;
  /** Columns to estimate: with `fixed` the others are held. */
  readonly isFree: Uint8Array;
  /** Position in the old calibration, or −1. */
  readonly place: Int32Array;
}

const GRID = linkingGrid(-4, 4, 0.2, 'normal');
const TOLERANCE = 1e-4;
const MOST_ROUNDS = 500;

/**
 * Fixed-parameter calibration: items with `isFree` are estimated on the scale that the others hold, with the distribution of ability of the old and of
 * the new examinees. New answers alone count for items that drifted.
 *
 * @see Kim (2006), Journal of Educational Measurement 43, 355–381: its method MWU-MEM, several updates of the prior and several cycles of EM
 */
export function refitFixed(
  { matrix, isNew, old, engine }: RefreshRequest,
  { hasDrifted, isFree, place }: RefitPlan,
  onRound: (share: number) => void,
): Refit {
  const none = () => new Float64Array(matrix.items.length).fill(Number.NaN);
  const found = { a: none(), b: none(), c: none(), d: none() };
  const errors = { a: none(), b: none(), c: none() };
  const link = { slope: 1, intercept: 0, errors: null };
  const columns = matrix.items.flatMap((_, j) => (place[j] >= 0 || isFree[j] === 1 ? [j] : []));
  if (!isFree.includes(1)) return { ...found, errors, link, converged: true };
  const own = pickItems(matrix, columns);
  const fixed = new Map<number, { a: number; b: number; c: number; d: number }>();
  const { a, b, c, d } = old.parameters;
  columns.forEach((j, k) => {
    const p = place[j];
    if (isFree[j] === 0) fixed.set(k, { a: a[p], b: b[p], c: c[p], d: d[p] });
    else if (hasDrifted[j] === 1)
      for (let i = 0; i < isNew.length; i++)
        if (isNew[i] === 0) own.scores[i * columns.length + k] = Number.NaN;
  });
  const fit = fitMarginal(own, {
    model: c.some((guess) => guess > 0) ? '3pl' : '2pl',
    priors: priorsOf(old.parameters),
    quadrature: 'auto',
    maxIterations: MOST_ROUNDS,
    tolerance: TOLERANCE,
    engine,
    fixed,
    groups: isNew.includes(0) ? isNew : undefined,
    onRound: ({ iteration }) => onRound(iteration / (iteration + 20)),
  });
  const given = standardErrors(fit, engine, 'blockwise');
  columns.forEach((j, k) => {
    if (isFree[j] === 0) return;
    for (const name of ['a', 'b', 'c', 'd'] as const) found[name][j] = fit.parameters[name][k];
    for (const name of ['a', 'b', 'c'] as const) errors[name][j] = given[name][k];
  });
  return { ...found, errors, link, converged: fit.converged };
}

/**
 * Free calibration of all answers, with drifted items as two, one for the old and one for the new answers, brought to the old scale by Stocking and
 * Lord's constants over the anchors. Null if these do not determine the scale.
 *
 * @see Stocking & Lord (1983), Applied Psychological Measurement 7, 201–210
 */
export function refitLinked(
  { matrix, isNew, old, fit, engine }: RefreshRequest,
  { hasDrifted, isAnchor, isFree, place }: RefitPlan,
  onRound: (share: number) => void,
): Refit | null {
  const width = matrix.items.length;
  const used = matrix.items.flatMap((_, j) => (isFree[j] === 1 ? [j] : []));
  const drifted = used.filter((j) => hasDrifted[j] === 1);
  const columns = [...used, ...drifted];
  const split = splitAnswers(matrix, isNew, columns, used.length, hasDrifted);
  const pick = (values: ArrayLike<number> | undefined) =>
    values && Array.from(columns, (j) => values[j]);
  const calibration = calibrate(split, {
    ...fit,
    optionCounts: pick(fit.optionCounts),
    itemGroups: pick(fit.itemGroups),
    examineeGroups: isNew.includes(0) ? isNew : undefined,
    engine,
    onRound: ({ iteration }) => onRound(iteration / (iteration + 20)),
  });
  const anchors = used.flatMap((j, k) => (isAnchor[j] === 1 && hasDrifted[j] === 0 ? [k] : []));
  const link = linkScales(
    pickParameters(calibration.parameters, anchors),
    pickParameters(
      old.parameters,
      anchors.map((k) => place[used[k]]),
    ),
    { method: 'stocking-lord', grid: GRID, keepsDrifted: true },
  );
  if (link === null || !link.converged) return null;
  const parameters: ItemParameters = onScale(calibration.parameters, link);
  const moved = errorsOnScale(calibration.parameters, calibration.standardErrors, link);
  const byColumn = (values: Float64Array) => {
    const into = new Float64Array(width).fill(Number.NaN);
    used.forEach((j, k) => {
      into[j] = values[k];
    });
    return into;
  };
  const { slope, intercept, errors } = link;
  return {
    a: byColumn(parameters.a),
    b: byColumn(parameters.b),
    c: byColumn(parameters.c),
    d: byColumn(parameters.d),
    errors: { a: byColumn(moved.a), b: byColumn(moved.b), c: byColumn(moved.c) },
    link: { slope, intercept, errors },
    converged: calibration.converged,
  };
}

/** The first `kept` columns without the old answers to drifted items; these follow, in columns of their own. */
function splitAnswers(
  matrix: ResponseMatrix,
  isNew: Uint8Array,
  columns: readonly number[],
  kept: number,
  hasDrifted: Uint8Array,
): ResponseMatrix {
  const split = pickItems(matrix, columns);
  const width = columns.length;
  columns.forEach((j, k) => {
    if (hasDrifted[j] === 0) return;
    const belongs = k < kept ? 1 : 0;
    for (let i = 0; i < isNew.length; i++)
      if (isNew[i] !== belongs) split.scores[i * width + k] = Number.NaN;
  });
  const items = split.items.map((item, k) => (k < kept ? item : `${item} (before)`));
  return { ...split, items };
}
