import type { ItemParameters } from '../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { chiSquareTail } from '../../src/statistics/chi-square-tail.ts';
import { anchorTables } from '../diagnose/dif/anchor-tables.ts';
import { type FittedItem, fitItem, interceptScores } from '../diagnose/dif/fit-item.ts';
import {
  addPosterior,
  emptyWindow,
  type PosteriorWindows,
  posteriorWindows,
} from '../diagnose/dif/item-window.ts';
import { purify } from '../diagnose/dif/purify.ts';
import { testItem } from '../diagnose/dif/test-item.ts';
import {
  addPriors,
  anchorLikelihoods,
  refreshNodes,
  type Spread,
  spreadOf,
} from './group-posteriors.ts';
import { robustCentre } from './robust-centre.ts';
import { scaleError } from './scale-error.ts';

/** What is known of the items before: one entry per column, with a position in the old calibration or −1. */
export interface OldItems {
  readonly place: Int32Array;
  readonly parameters: ItemParameters;
  /** Standard errors of b, NaN if not known. */
  readonly errors: Float64Array;
}

export interface DriftOptions {
  readonly isNew: Uint8Array;
  readonly families: readonly string[] | null;
  /** False: one discrimination for all items. */
  readonly freeSlope: boolean;
  readonly onProgress?: ((step: 'anchors' | 'drift', share: number) => void) | undefined;
}

/** Whether the new examinees follow the old curve of an item. */
export interface TestedItem {
  readonly shift: number | null;
  readonly se: number | null;
  readonly chiSquare: { readonly shift: number; readonly slope: number | null };
}

export interface Drift {
  readonly isAnchor: Uint8Array;
  /** Null for items without old parameters, or without answers of both kinds. */
  readonly items: readonly (TestedItem | null)[];
  /** Curves of the new examinees alone; null where their answers do not determine one. */
  readonly fromNew: readonly (FittedItem | null)[];
  readonly spreads: { readonly old: Spread | null; readonly new: Spread | null };
  /** Standard error of the place of the new examinees on the scale, with undetected drift in it. */
  readonly scaleError: number;
  readonly designEffect: number;
  readonly rounds: number;
  readonly settled: boolean;
}

/**
 * An item is no anchor if a test of it alone is below this. With 0.05 half of the items that drifted by two errors would stay, and draw the scale
 * along; 0.3 leaves out more stable items too, on both sides alike (docs/evidence/refresh.md).
 */
const ANCHOR_ALPHA = 0.3;
const MOST_ROUNDS = 12;
/** Steps of Newton's method from the old curve, which is nearly that of the old examinees: more move a shift by less than a hundredth of its error. */
const FEW_STEPS = 3;
/** A slope below this tells hardly anything of ability, and a shift along it nothing. */
const LEAST_SLOPE = 0.05;

/**
 * Tests each item for drift: do new examinees follow its old curve, up to the scale? The test is that of differential item functioning, with
 * the old examinees as the reference group; it has the uncertainty of the old curve in it because it refits it from the old answers.
 * What the answers to the anchors say of each ability enters by the old parameters of the anchors, an item's own answers left out. The
 * distribution of ability of the old and of the new examinees is estimated.
 *
 * Anchors are chosen in rounds: in each, the shifts of all items have a robust centre, and items that lie clearly off it are no
 * anchors in the next. From the centre of all shifts, many items that drift in one direction cannot hide by drawing the scale along.
 *
 * In an adaptive test the choice of items depends on earlier answers alone. It can be ignored where the likelihood has all of these answers
 * (Mislevy & Wu 1996; Glas 2009). Here it has those to the anchors, and the item's own by the curve under test. Answers to other items that are no
 * anchors are left out although they steered the test, so the choice cannot be ignored exactly: an approximation, the better the more items
 * are anchors. Its false alarms are measured in docs/evidence/refresh.md.
 *
 * @see Thissen, Steinberg & Wainer (1993) for the test; Mislevy & Wu (1996), ETS Research Report 96-30; Glas (2009), in van der Linden & Glas, Elements of Adaptive Testing, 269–288
 */
export function findDrift(matrix: ResponseMatrix, old: OldItems, options: DriftOptions): Drift {
  const { isNew, families, freeSlope, onProgress = () => {} } = options;
  const { place, parameters } = old;
  const [n, width] = [matrix.examinees.length, matrix.items.length];
  const nodes = refreshNodes(parameters);
  const size = nodes.length;
  const tables = anchorTables(parameters, nodes);
  const inverses = tables.map((log) => Math.exp(-log));
  const groups = [0, 1].map((g) => Array.from(isNew.keys()).filter((i) => isNew[i] === g));
  const window = emptyWindow(n, nodes);
  const rows = new Int32Array(n);
  const own = new Float64Array(size);
  const familyOf = families === null ? null : codesOf(families);

  const posteriors = (isAnchor: Uint8Array) => {
    const log = anchorLikelihoods(matrix, isAnchor, tables, place, size);
    const spreads = groups.map((of) => spreadOf(log, nodes, of));
    addPriors(log, nodes, spreads, isNew);
    return { posterior: posteriorWindows(log, size), spreads };
  };
  const fill = (posterior: PosteriorWindows, j: number, isAnchor: boolean) => {
    window.count = 0;
    let [before, since] = [0, 0];
    for (let i = 0; i < n; i++) {
      const u = matrix.scores[i * width + j];
      if (Number.isNaN(u)) continue;
      rows[window.count] = i;
      const at = 2 * place[j] * size;
      const isWhole = u === 0 || u === 1;
      if (isAnchor && !isWhole)
        for (let q = 0; q < size; q++)
          own[q] = inverses[at + size + q] ** u * inverses[at + q] ** (1 - u);
      const taken = isAnchor ? (isWhole ? inverses : own) : null;
      addPosterior(window, posterior, i, taken, isWhole ? at + u * size : 0, u, isNew[i]);
      if (isNew[i] === 1) since++;
      else before++;
    }
    return { before, since };
  };
  const curveOf = (j: number) => {
    const p = place[j];
    const [a, b, c, upper] = [parameters.a, parameters.b, parameters.c, parameters.d].map(
      (values) => values[p],
    );
    return { a, b, c, upper, start: { a, d: -a * b, e: 0 } };
  };
  /** Old parameters alone against the new answers, where there are no old ones. */
  const againstParameters = (j: number): { shift: number; se: number } | null => {
    const { a, b, c, upper, start } = curveOf(j);
    const model = { c, upper, freeSlope: false, freeEffect: false, group: 1 } as const;
    const { d, covariance } = fitItem(window, model, start);
    const error = old.errors[place[j]];
    if (covariance === null || !(error >= 0)) return null;
    return { shift: -d / a - b, se: Math.hypot(Math.sqrt(covariance.d) / a, error) };
  };
  const isTestable = (j: number) =>
    place[j] >= 0 && Math.abs(parameters.a[place[j]]) >= LEAST_SLOPE;

  const contributions = new Float64Array(n);
  const dependence = { squares: 0, variance: 0 };
  const addDependence = (start: { a: number; d: number }, c: number, upper: number) => {
    if (familyOf === null) return;
    interceptScores(window, { c, upper }, { ...start, e: 0 }, contributions);
    addClusters(contributions, window.groups, window.count, rows, familyOf, dependence);
  };

  const first = (isMatching: Uint8Array, round: number) => {
    const isAnchor = isMatching.map((one, j) => (one === 1 && isTestable(j) ? 1 : 0));
    const { posterior, spreads } = posteriors(isAnchor);
    const shifts = new Float64Array(width).fill(Number.NaN);
    const errors = new Float64Array(width).fill(Number.NaN);
    dependence.squares = 0;
    dependence.variance = 0;
    for (let j = 0; j < width; j++) {
      onProgress('anchors', Math.min(1, (round - 1 + j / width) / (MOST_ROUNDS / 2)));
      if (!isTestable(j)) continue;
      const { before, since } = fill(posterior, j, isAnchor[j] === 1);
      if (since === 0) continue;
      const { a, c, upper, start } = curveOf(j);
      if (before === 0) {
        const found = againstParameters(j);
        if (found === null) continue;
        [shifts[j], errors[j]] = [found.shift, found.se];
        continue;
      }
      const model = {
        c,
        upper,
        freeSlope: false,
        freeEffect: true,
        group: null,
        rounds: FEW_STEPS,
      };
      const { e, error } = fitItem(window, model, start);
      addDependence(start, c, upper);
      if (error === null) continue;
      shifts[j] = -e / a;
      errors[j] = error / Math.abs(a);
    }
    const designEffect = effectOf(dependence);
    const isEmpty = !shifts.some((x) => Number.isFinite(x));
    const widened = errors.map((error) => error * Math.sqrt(designEffect));
    const centre = isEmpty ? 0 : robustCentre(shifts, widened);
    const p = shifts.map((x, j) => chiSquareTail(((x - centre) / widened[j]) ** 2, 1));
    return { p, isAnchor, posterior, spreads, shifts, widened, designEffect };
  };
  const purified = purify(width, first, (ps) => ps, ANCHOR_ALPHA, MOST_ROUNDS);
  const { isAnchor, posterior, spreads, shifts, widened, designEffect } = purified.tests;

  const items: (TestedItem | null)[] = [];
  const fromNew: (FittedItem | null)[] = [];
  for (let j = 0; j < width; j++) {
    onProgress('drift', j / width);
    items.push(null);
    fromNew.push(null);
    if (place[j] < 0) continue;
    const { before, since } = fill(posterior, j, isAnchor[j] === 1);
    if (since === 0) continue;
    const { c, upper, start } = curveOf(j);
    const given = { c, upper, freeSlope, freeEffect: false, group: 1 } as const;
    const alone = fitItem(window, given, start);
    fromNew[j] = alone.covariance === null ? null : alone;
    if (!isTestable(j)) continue;
    if (before === 0) {
      const found = againstParameters(j);
      if (found === null) continue;
      const chiSquare = { shift: (found.shift / found.se) ** 2 / designEffect, slope: null };
      items[j] = { ...found, se: found.se * Math.sqrt(designEffect), chiSquare };
      continue;
    }
    const tested = testItem(window, freeSlope, c, start, upper);
    if (tested === null) continue;
    const { shift, se, uniform, nonUniform, effect } = tested;
    items[j] = {
      shift,
      // An effect of exactly 0 leaves the slope, and so the error in units of ability, unknown.
      se:
        shift === null || se === null || !effect
          ? null
          : Math.abs(shift / effect) * se * Math.sqrt(designEffect),
      chiSquare: {
        shift: uniform / designEffect,
        slope: nonUniform === null ? null : nonUniform / designEffect,
      },
    };
  }
  onProgress('drift', 1);
  return {
    isAnchor: isAnchor.map((one, j) => (one === 1 && purified.tests.p[j] >= 0 ? 1 : 0)),
    items,
    fromNew,
    spreads: { old: spreads[0], new: spreads[1] },
    scaleError: scaleError(shifts, widened),
    designEffect,
    rounds: purified.rounds,
    settled: purified.settled,
  };
}

function codesOf(names: readonly string[]): Int32Array {
  const codes = new Map<string, number>();
  return Int32Array.from(names, (name) => {
    if (!codes.has(name)) codes.set(name, codes.size);
    return codes.get(name)!;
  });
}

/**
 * Adds the squared sums by family of what each examinee says of a difference between the groups, and the squares of each alone.
 * @see Rao & Scott (1984), Annals of Statistics 12, 46–60, for design effects; Boos (1992), American Statistician 46, 327–333, for scores by cluster
 */
function addClusters(
  scores: Float64Array,
  groups: Uint8Array,
  count: number,
  rows: Int32Array,
  familyOf: Int32Array,
  into: { squares: number; variance: number },
): void {
  const weights = [0, 0];
  for (let i = 0; i < count; i++) weights[groups[i]] += scores[i] * scores[i];
  const share = weights[1] / (weights[0] + weights[1]);
  if (!(share > 0 && share < 1)) return;
  const sums = new Map<number, number>();
  let variance = 0;
  for (let i = 0; i < count; i++) {
    const own = (groups[i] - share) * scores[i];
    const family = familyOf[rows[i]];
    sums.set(family, (sums.get(family) ?? 0) + own);
    variance += own * own;
  }
  let squares = 0;
  for (const sum of sums.values()) squares += sum * sum;
  // Each item counts the same, however many answers it has.
  into.squares += squares / variance;
  into.variance += 1;
}

function effectOf({ squares, variance }: { squares: number; variance: number }): number {
  return variance > 0 ? Math.max(1, squares / variance) : 1;
}
