import { fail } from '../../src/errors.ts';
import { type ItemParameters, itemParameters } from '../../src/irt/parameters.ts';
import { pickItems } from '../../src/irt/responses.ts';
import { chiSquareTail } from '../../src/statistics/chi-square-tail.ts';
import { mean } from '../../src/statistics/mean.ts';
import { CORRECTIONS } from '../diagnose/dif/find-dif.ts';
import type { FittedItem } from '../diagnose/dif/fit-item.ts';
import { tellingAnswers } from '../diagnose/telling-answers.ts';
import type { ParameterErrors } from '../fit/calibrate.ts';
import { anchorDrift, FEWEST_TO_SCREEN } from '../link/drifted-anchors.ts';
import { modelScores, rankingChange } from './compare-models.ts';
import { type Drift, findDrift, type TestedItem } from './find-drift.ts';
import { type Refit, type RefitPlan, refitFixed, refitLinked } from './refit.ts';
import {
  type AbilitySpread,
  type Curve,
  type ItemChange,
  type ItemDrift,
  type ItemFate,
  REFRESH_METHODS,
  type RefreshRequest,
  type RefreshResult,
  type RefreshWarning,
  type Refusal,
} from './refresh-types.ts';
import { findRetirements } from './retirements.ts';

/** Fewer new examinees cannot tell a drifted item from a stable one. */
export const FEWEST_NEW = 10;
/** Fewer tell little of moderate drift: a warning. */
const FEW_NEW = 100;
/** Anchors below this share of the items say that the bank as a whole has changed. */
const FEWEST_ANCHORS = 0.2;
/** A standard error of the scale, in units of ability, above this. */
const UNDETERMINED = 0.5;
/** Answers that an item needs for parameters of its own. */
const FEWEST_ANSWERS = 10;
/** A share of drifted items above this deserves a look at the answers. */
const MANY_DRIFTED = 0.25;
/**
 * Everything is calibrated again where all but `MOST_SPARSE` of the new examinees, and of all, answered this share of the items. `link` is measured to help
 * with full answers, and to harm with adaptive ones to a twelfth of the items (docs/evidence/refresh.md). Between them nothing is measured, so the limit is
 * near full answers; it leaves room for items that drifted before, whose old answers do not count any more.
 */
const FULL_SHARE = 0.75;
const MOST_SPARSE = 0.1;

/**
 * A bank's calibration with the answers that came since, on its old scale. It changes nothing: the caller accepts the result or not.
 *
 * Items are tested for drift (`findDrift`). Stable items keep or pool their answers, drifted ones are estimated from new answers alone, and new
 * ones from all. If there are too few new examinees or anchors, everything stays as it was and `refusal` says why.
 *
 * @throws TOO_FEW_EXAMINEES below 2; NO_ANSWERS for an examinee without any (`link`); OPTION_INVALID for an unknown method; ITEM_UNKNOWN for an item of
 * the old calibration that is no column of the matrix
 */
export function refreshCalibration(request: RefreshRequest): RefreshResult {
  const { matrix, isNew, old, alpha = 0.05, onProgress = () => {} } = request;
  const n = matrix.examinees.length;
  if (n < 2) fail('TOO_FEW_EXAMINEES', { found: n, needed: 2, purpose: 'a refresh' });
  if (request.method !== undefined && !REFRESH_METHODS.includes(request.method))
    fail('OPTION_INVALID', {
      option: 'method',
      found: String(request.method),
      accepted: REFRESH_METHODS.join(', '),
    });
  const place = placesOf(request);
  const told = {
    old: tellingAnswers(
      matrix,
      isNew.map((own) => 1 - own),
    ),
    new: tellingAnswers(matrix, isNew),
  };
  const answers = { old: told.old.all, new: told.new.all };
  const drift = findDrift(
    matrix,
    { place, parameters: old.parameters, errors: old.standardErrors.b },
    {
      isNew,
      families: request.families,
      freeSlope: request.fit.rung !== '1pl',
      onProgress,
    },
  );
  const tested = adjusted(drift, request);
  const known = place.filter((p) => p >= 0).length;
  const anchors = drift.isAnchor.reduce((sum, one) => sum + one, 0);
  let refusal = refusalOf(request, drift, anchors, known);
  const hasDrifted = Uint8Array.from(tested, (item, j) =>
    item !== null &&
    answers.new[j] >= FEWEST_ANSWERS &&
    Math.min(item.adjusted.shift, item.adjusted.slope ?? 1) < alpha
      ? 1
      : 0,
  );
  const sparse = sparseRows(request, place);
  const method = methodOf(request, answers, place, sparse);
  const isEnough = (j: number) =>
    (hasDrifted[j] === 1 ? answers.new[j] : answers.old[j] + answers.new[j]) >= FEWEST_ANSWERS;
  const plan: RefitPlan = {
    hasDrifted,
    isAnchor: drift.isAnchor,
    place,
    isFree: Uint8Array.from(place, (p, j) =>
      isEnough(j) && (method === 'link' || hasDrifted[j] === 1 || p < 0) ? 1 : 0,
    ),
  };
  onProgress('fit', 0);
  const refitted = method === 'link' ? refitLinked : refitFixed;
  const found =
    refusal === null ? refitted(request, plan, (share) => onProgress('fit', share)) : null;
  if (refusal === null && found === null) refusal = 'scale-undetermined';
  const refit = found && withScaleError(found, drift.scaleError, request, plan, answers);
  onProgress('fit', 1);
  const now = keptParameters(request, place, plan, refit);
  onProgress('compare', 0);
  const compared = compareModels(request, place, now, refit === null ? null : hasDrifted);
  onProgress('compare', 1);
  const z = robustZ(request, drift.fromNew, place);
  const changes = matrix.items.map((item, j): ItemChange => {
    const p = place[j];
    const own = tested[j];
    const k = now.columns.indexOf(j);
    return {
      item,
      fate: fateOf(j, plan, refit, k >= 0),
      old: p < 0 ? null : curveAt(old.parameters, old.standardErrors, p),
      new: k < 0 ? null : curveAt(now.parameters, now.standardErrors, k),
      fromNew: curveFromNew(drift.fromNew[j], old.parameters, p),
      answers: { old: answers.old[j], new: answers.new[j] },
      drift:
        own === null
          ? null
          : { ...own, robustZ: { difficulty: z.difficulty[j], slope: z.slope[j] } },
      isAnchor: drift.isAnchor[j] === 1,
      hasDrifted: hasDrifted[j] === 1,
    };
  });
  return {
    method,
    refusal,
    items: now.columns.map((j) => matrix.items[j]),
    parameters: now.parameters,
    standardErrors: now.standardErrors,
    link: refit?.link ?? { slope: 1, intercept: 0, errors: null },
    abilities: spreadsOf(drift, isNew),
    anchors,
    purification: { rounds: drift.rounds, settled: drift.settled },
    designEffect: drift.designEffect,
    changes,
    ...compared,
    ...findRetirements(changes, told, alpha),
    warnings: warningsOf(
      request,
      method === 'link' ? sparse : null,
      drift,
      hasDrifted,
      refit,
      answers,
      known,
      anchors,
      compared.models.map(({ new: { ability } }) => ability),
    ),
  };
}

/**
 * Where new examinees lie on the old scale is not quite known (`scaleError`), and draws along what their answers say: the link by their share among the
 * examinees, drifted and new items by their share among the answers. Anchors do not show it, because the answers to all of them come from the same examinees.
 * Errors of pooled items are without it, so that they compare with the old ones.
 */
function withScaleError(
  refit: Refit,
  scaleError: number,
  { isNew }: RefreshRequest,
  { hasDrifted, place }: RefitPlan,
  answers: Counts,
): Refit {
  const b = refit.errors.b.map((error, j) => {
    if (hasDrifted[j] === 1) return Math.hypot(error, scaleError);
    const share = answers.new[j] / (answers.old[j] + answers.new[j]);
    return place[j] < 0 ? Math.hypot(error, share * scaleError) : error;
  });
  const { errors } = refit.link;
  const intercept = (mean(isNew) * scaleError) ** 2;
  return {
    ...refit,
    errors: { ...refit.errors, b },
    link: {
      ...refit.link,
      errors: errors && { ...errors, intercept: errors.intercept + intercept },
    },
  };
}

function placesOf({ matrix, old }: RefreshRequest): Int32Array {
  const columns = new Map(matrix.items.map((item, j) => [item, j]));
  const place = new Int32Array(matrix.items.length).fill(-1);
  old.items.forEach((item, p) => {
    const j = columns.get(item);
    if (j === undefined) fail('ITEM_UNKNOWN', { item, where: 'the answers to refresh from' });
    place[j] = p;
  });
  return place;
}

/** Number of answers to each item. */
interface Counts {
  readonly old: Int32Array;
  readonly new: Int32Array;
}

type Adjusted = Omit<ItemDrift, 'robustZ'>;

/** All tests of all items are one family of tests. */
function adjusted(
  drift: Drift,
  { correction = 'benjamini-hochberg' }: RefreshRequest,
): (Adjusted | null)[] {
  const tails: number[] = [];
  const put = (chiSquare: number | null) =>
    chiSquare === null ? null : tails.push(chiSquareTail(chiSquare, 1)) - 1;
  const places = drift.items.map(
    (item) => item && { shift: put(item.chiSquare.shift)!, slope: put(item.chiSquare.slope) },
  );
  const ps = CORRECTIONS[correction](Float64Array.from(tails));
  return drift.items.map((item: TestedItem | null, j) => {
    if (item === null) return null;
    const { shift, slope } = places[j]!;
    const of = (values: ArrayLike<number>) => ({
      shift: values[shift],
      slope: slope === null ? null : values[slope],
    });
    return { ...item, p: of(tails), adjusted: of(ps) };
  });
}

function refusalOf(
  { isNew }: RefreshRequest,
  drift: Drift,
  anchors: number,
  known: number,
): Refusal | null {
  const newer = isNew.reduce((sum, one) => sum + one, 0);
  if (newer === 0) return 'no-new-answers';
  if (newer < FEWEST_NEW) return 'few-new-examinees';
  if (anchors < Math.max(FEWEST_TO_SCREEN, FEWEST_ANCHORS * known)) return 'few-anchors';
  return drift.scaleError <= UNDETERMINED ? null : 'scale-undetermined';
}

function methodOf(
  { method = 'auto' }: RefreshRequest,
  answers: Counts,
  place: Int32Array,
  sparse: SparseRows,
): 'fixed' | 'link' {
  if (method !== 'auto') return method;
  const hasOld = place.every((p, j) => p < 0 || answers.old[j] > 0);
  return hasOld && !areTooSparse(sparse) ? 'link' : 'fixed';
}

/** Examinees with answers to less than `FULL_SHARE` of the items with old parameters, and all examinees: old ones first. */
interface SparseRows {
  readonly found: readonly [old: number, since: number];
  readonly of: readonly [old: number, since: number];
}

function sparseRows({ matrix, isNew }: RefreshRequest, place: Int32Array): SparseRows {
  const known = Array.from(place.keys()).filter((j) => place[j] >= 0);
  const width = matrix.items.length;
  const [found, of]: [number, number][] = [
    [0, 0],
    [0, 0],
  ];
  for (let i = 0; i < isNew.length; i++) {
    const answered = known.reduce(
      (sum, j) => sum + (Number.isNaN(matrix.scores[i * width + j]) ? 0 : 1),
      0,
    );
    of[isNew[i]]++;
    if (answered < FULL_SHARE * known.length) found[isNew[i]]++;
  }
  return { found, of };
}

/** Old rows may be sparse too, after a refresh with adaptive answers. */
function areTooSparse({ found: [old, since], of: [olds, newer] }: SparseRows): boolean {
  return since > MOST_SPARSE * newer || old + since > MOST_SPARSE * (olds + newer);
}

interface Kept {
  /** Columns with parameters, ascending; the others have none. */
  readonly columns: readonly number[];
  readonly parameters: ItemParameters;
  readonly standardErrors: ParameterErrors;
}

/** New parameters where there are any, else the old ones. */
function keptParameters(
  { matrix, old }: RefreshRequest,
  place: Int32Array,
  { isFree }: RefitPlan,
  refit: Refit | null,
): Kept {
  const isMoved = (j: number) => refit !== null && isFree[j] === 1;
  const columns = matrix.items.flatMap((_, j) => (place[j] >= 0 || isMoved(j) ? [j] : []));
  const values = (name: 'a' | 'b' | 'c' | 'd') =>
    columns.map((j) => (isMoved(j) ? refit![name][j] : old.parameters[name][place[j]]));
  const errors = (name: 'a' | 'b' | 'c') =>
    Float64Array.from(columns, (j) =>
      isMoved(j) ? refit!.errors[name][j] : old.standardErrors[name][place[j]],
    );
  return {
    columns,
    parameters: itemParameters(
      { a: values('a'), b: values('b'), c: values('c'), d: values('d') },
      (k) => matrix.items[columns[k]],
    ),
    standardErrors: { a: errors('a'), b: errors('b'), c: errors('c') },
  };
}

/** @param hasDrifted null if nothing moved */
function compareModels(
  request: RefreshRequest,
  place: Int32Array,
  now: Kept,
  hasDrifted: Uint8Array | null,
): Pick<RefreshResult, 'models' | 'ranking'> {
  const { matrix, isNew, old } = request;
  const known = Array.from(place.keys()).filter((j) => place[j] >= 0);
  const weightsOf = (columns: readonly number[]) => {
    const own = Float64Array.from(columns, (j) => request.weights?.[j] ?? (place[j] >= 0 ? 1 : 0));
    const sum = own.reduce((x, y) => x + y, 0);
    return own.map((w) => w / sum);
  };
  const before = modelScores(
    pickItems(matrix, known),
    itemParameters({
      a: known.map((j) => old.parameters.a[place[j]]),
      b: known.map((j) => old.parameters.b[place[j]]),
      c: known.map((j) => old.parameters.c[place[j]]),
      d: known.map((j) => old.parameters.d[place[j]]),
    }),
    weightsOf(known),
  );
  const current = pickItems(matrix, now.columns);
  const width = now.columns.length;
  // Old answers to a drifted item do not belong to its new curve.
  now.columns.forEach((j, k) => {
    if (hasDrifted?.[j] !== 1) return;
    for (let i = 0; i < isNew.length; i++)
      if (isNew[i] === 0) current.scores[i * width + k] = Number.NaN;
  });
  const after = modelScores(current, now.parameters, weightsOf(now.columns));
  const all = matrix.items.length;
  return {
    models: matrix.examinees.map((examinee, i) => ({
      examinee,
      isNew: isNew[i] === 1,
      answers: matrix.scores
        .subarray(i * all, (i + 1) * all)
        .reduce((sum, u) => sum + (Number.isNaN(u) ? 0 : 1), 0),
      old: before[i],
      new: after[i],
    })),
    ranking: rankingChange(matrix.examinees, before, after),
  };
}

function fateOf(
  j: number,
  { place, isFree, hasDrifted }: RefitPlan,
  refit: Refit | null,
  isKnown: boolean,
): ItemFate {
  if (!isKnown) return 'none';
  if (refit === null || isFree[j] === 0) return 'held';
  if (place[j] < 0) return 'added';
  return hasDrifted[j] === 1 ? 'redone' : 'pooled';
}

const known = (value: number): number | null => (Number.isFinite(value) ? value : null);

function curveAt({ a, b, c, d }: ItemParameters, errors: ParameterErrors, j: number): Curve {
  return {
    a: a[j],
    b: b[j],
    c: c[j],
    d: d[j],
    errors: { a: known(errors.a[j]), b: known(errors.b[j]), c: known(errors.c[j]) },
  };
}

/** From a and the intercept to a and b, errors by the delta method. */
function curveFromNew(fit: FittedItem | null, { c, d }: ItemParameters, p: number): Curve | null {
  if (fit === null || fit.covariance === null || fit.a === 0) return null;
  const { a, d: intercept, covariance } = fit;
  const b = -intercept / a;
  const variance = (covariance.d + b * b * covariance.a + 2 * b * covariance.ad) / (a * a);
  return {
    a,
    b,
    c: c[p],
    d: d[p],
    errors: { a: known(Math.sqrt(covariance.a)), b: known(Math.sqrt(variance)), c: null },
  };
}

/** Robust z of what new examinees alone say, as differences new − old; null where either is not known. */
function robustZ({ old, matrix }: RefreshRequest, fromNew: Drift['fromNew'], place: Int32Array) {
  const columns = matrix.items.flatMap((_, j) => {
    const fit = fromNew[j];
    return fit !== null && fit.a > 0 && old.parameters.a[place[j]] > 0 ? [j] : [];
  });
  const at = (values: Float64Array) => Float64Array.from(columns, (j) => values[place[j]]);
  const { a, b, c, d } = old.parameters;
  const before = { count: columns.length, a: at(a), b: at(b), c: at(c), d: at(d) };
  const since = {
    ...before,
    a: Float64Array.from(columns, (j) => fromNew[j]!.a),
    b: Float64Array.from(columns, (j) => -fromNew[j]!.d / fromNew[j]!.a),
  };
  const { slope, difficulty } = anchorDrift(since, before);
  const spread = (values: Float64Array, sign: number) => {
    const into: (number | null)[] = matrix.items.map(() => null);
    columns.forEach((j, k) => {
      into[j] = Number.isNaN(values[k]) ? null : sign * values[k];
    });
    return into;
  };
  return { slope: spread(slope, 1), difficulty: spread(difficulty, -1) };
}

function spreadsOf({ spreads, scaleError }: Drift, isNew: Uint8Array): RefreshResult['abilities'] {
  const newer = isNew.reduce((sum, one) => sum + one, 0);
  const of = (
    spread: Drift['spreads']['old'],
    examinees: number,
    error: number,
  ): AbilitySpread | null =>
    spread === null || !Number.isFinite(error)
      ? null
      : { mean: spread.mean, sd: spread.sd, examinees, error };
  const { old, new: recent } = spreads;
  const older = isNew.length - newer;
  return {
    old: of(old, older, old === null ? 0 : Math.sqrt(old.unknown / older)),
    new: of(recent, newer, scaleError),
  };
}

function warningsOf(
  { isNew, matrix }: RefreshRequest,
  linked: SparseRows | null,
  drift: Drift,
  hasDrifted: Uint8Array,
  refit: Refit | null,
  answers: Counts,
  items: number,
  anchors: number,
  abilities: readonly number[],
): RefreshWarning[] {
  const newer = isNew.reduce((sum, one) => sum + one, 0);
  const drifted = hasDrifted.reduce((sum, one) => sum + one, 0);
  const few = matrix.items.filter((_, j) => answers.old[j] + answers.new[j] < FEWEST_ANSWERS);
  const own = (kind: number) => abilities.filter((_, i) => isNew[i] === kind);
  const range = own(0);
  const [low, high] = [Math.min(...range), Math.max(...range)];
  const outside = matrix.examinees.filter(
    (_, i) => isNew[i] === 1 && (abilities[i] < low || abilities[i] > high),
  );
  const warnings: RefreshWarning[] = [];
  if (newer < FEW_NEW) warnings.push({ kind: 'few-new-examinees', found: newer, needed: FEW_NEW });
  if (anchors < items / 2) warnings.push({ kind: 'few-anchors', found: anchors, of: items });
  if (drifted > MANY_DRIFTED * items)
    warnings.push({ kind: 'many-drifted', found: drifted, of: items });
  if (linked !== null && areTooSparse(linked))
    warnings.push({
      kind: 'sparse-link',
      found: linked.found[0] + linked.found[1],
      of: isNew.length,
      share: FULL_SHARE,
    });
  if (!drift.settled) warnings.push({ kind: 'not-settled' });
  if (refit !== null && !refit.converged) warnings.push({ kind: 'not-converged' });
  if (range.length === 0) warnings.push({ kind: 'no-old-answers' });
  if (few.length > 0) warnings.push({ kind: 'few-answers', items: few, needed: FEWEST_ANSWERS });
  if (range.length > 0 && outside.length > 0)
    warnings.push({ kind: 'extrapolated', examinees: outside });
  return warnings;
}
