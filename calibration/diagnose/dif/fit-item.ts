import { factorPositive, invertPositive, solveFactored } from '../../../src/irt/small-cholesky.ts';
import type { ItemWindow } from './item-window.ts';

/** P(θ) = c + (u − c)/(1 + e^−(aθ + d + e·g)), g the group, c and u the asymptotes. */
export interface ItemCurve {
  readonly a: number;
  readonly d: number;
  readonly e: number;
}

export interface FittedItem extends ItemCurve {
  readonly logLikelihood: number;
  /** Standard error of e, from the observed information; null if e is not estimated or has no finite estimate. */
  readonly error: number | null;
  /** Variances and covariance of a and d from the observed information; 0 of a if it is held; null if these have no finite estimates. */
  readonly covariance: { readonly a: number; readonly d: number; readonly ad: number } | null;
}

export interface ItemModel {
  /** Guessing, which is given. */
  readonly c: number;
  /** The upper asymptote; default 1. */
  readonly upper?: number | undefined;
  readonly freeSlope: boolean;
  readonly freeEffect: boolean;
  /** The group whose answers count; null for both. */
  readonly group: 0 | 1 | null;
  /** Steps of the search at most; few are enough from a start that is nearly right. Default 80. */
  readonly rounds?: number | undefined;
}

/** Parameters stay within this: beyond, curves are steps or constant, and the likelihood no longer changes. */
const MOST = { a: 8, d: 20, e: 20 };
/** An effect beyond this was on its way to a bound. */
const INFINITE = 9;
/** A variance from here on belongs to a parameter that the answers do not determine. */
const UNKNOWN = 1e4;
const ROUNDS = 80;
const GAIN = 1e-9;
/** Per node: P, P·s and P·(s² + t) of a right and of a wrong answer; s, t the first two derivatives of ln P. */
const PER_NODE = 6;

/**
 * Maximum-likelihood parameters of one item, with abilities integrated over what the other items say: Σ_i ln Σ_q w_iq P(u_i | θ_q), by
 * Newton's method with Marquardt's damping, from the exact second derivatives.
 *
 * @see Bock & Aitkin (1981), Psychometrika 46, 443–459, for the likelihood; Marquardt (1963)
 */
export function fitItem(window: ItemWindow, model: ItemModel, start: ItemCurve): FittedItem {
  const free = [
    ...(model.freeSlope ? (['a'] as const) : []),
    'd' as const,
    ...(model.freeEffect ? (['e'] as const) : []),
  ];
  const size = free.length;
  const tables = new Float64Array(2 * PER_NODE * window.nodes.length);
  const fraction = new Float64Array(tables.length);
  const gradient = new Float64Array(3);
  const information = new Float64Array(9);
  const own = { gradient: new Float64Array(size), h: new Float64Array(size * size) };
  const step = new Float64Array(size);
  const places = free.map((name) => 'ade'.indexOf(name));
  let best: ItemCurve = { ...start };
  let value = evaluate(window, model, best, tables, fraction, gradient, information);
  let damping = 1e-3;
  for (let round = 0; round < (model.rounds ?? ROUNDS); round++) {
    places.forEach((from, r) => {
      own.gradient[r] = gradient[from];
      places.forEach((to, s) => {
        own.h[r * size + s] = information[3 * from + to];
      });
      own.h[r * size + r] += damping * (1 + Math.abs(own.h[r * size + r]));
    });
    factorPositive(own.h, size);
    solveFactored(own.h, own.gradient, size, step);
    const next = { ...best };
    free.forEach((name, r) => {
      next[name] = Math.max(-MOST[name], Math.min(MOST[name], best[name] + step[r]));
    });
    const kept = [gradient.slice(), information.slice()];
    const found = evaluate(window, model, next, tables, fraction, gradient, information);
    if (found >= value) {
      const gain = found - value;
      [best, value] = [next, found];
      damping = Math.max(1e-12, damping / 10);
      if (gain < GAIN) break;
    } else {
      gradient.set(kept[0]);
      information.set(kept[1]);
      damping *= 10;
      if (damping > 1e12) break;
    }
  }
  return { ...best, logLikelihood: value, ...errorsOf(best, places, information) };
}

function errorsOf(
  { a, d, e }: ItemCurve,
  places: readonly number[],
  information: Float64Array,
): Pick<FittedItem, 'error' | 'covariance'> {
  const size = places.length;
  const h = Float64Array.from({ length: size * size }, (_, k) => {
    const [r, s] = [Math.floor(k / size), k % size];
    return information[3 * places[r] + places[s]];
  });
  const inverse = invertPositive(h, size);
  const isKnown = (variance: number) => variance > 0 && variance < UNKNOWN;
  const entry = (row: number, column: number) => {
    const [r, s] = [places.indexOf(row), places.indexOf(column)];
    return r === -1 || s === -1 ? 0 : inverse[size * r + s];
  };
  const variance = entry(2, 2);
  const found = { a: entry(0, 0), d: entry(1, 1), ad: entry(0, 1) };
  const isInside = Math.abs(a) < MOST.a && Math.abs(d) < MOST.d;
  const isSlopeKnown = !places.includes(0) || isKnown(found.a);
  return {
    error: isKnown(variance) && Math.abs(e) <= INFINITE ? Math.sqrt(variance) : null,
    covariance: isInside && isSlopeKnown && isKnown(found.d) ? found : null,
  };
}

/**
 * The derivative by d of each examinee's log-likelihood at a curve with e = 0, into `into`, in the order of the window: the residual of its
 * answer, as far as its other answers tell the ability.
 */
export function interceptScores(
  window: ItemWindow,
  { c, upper = 1 }: Pick<ItemModel, 'c' | 'upper'>,
  curve: ItemCurve,
  into: Float64Array,
): void {
  const { nodes, weights, first, last, at, answers } = window;
  const size = nodes.length;
  const tables = new Float64Array(PER_NODE * size);
  const fraction = new Float64Array(tables.length);
  for (let q = 0; q < size; q++)
    tabulate(curve.a * nodes[q] + curve.d, c, upper, tables, PER_NODE * q);
  for (let i = 0; i < window.count; i++) {
    const u = answers[i];
    const isWhole = u === 0 || u === 1;
    if (!isWhole) mixAnswers(tables, first[i], last[i], u, fraction);
    const own = isWhole ? tables : fraction;
    let p = 0;
    let s = 0;
    let k = at[i];
    for (let q = first[i]; q < last[i]; q++) {
      const w = weights[k++];
      const from = PER_NODE * q + (u === 0 ? 3 : 0);
      p += w * own[from];
      s += w * own[from + 1];
    }
    into[i] = s / p;
  }
}

/** The log-likelihood at a curve, with its gradient and the observed information of (a, d, e). */
function evaluate(
  window: ItemWindow,
  { c, upper = 1, group }: ItemModel,
  curve: ItemCurve,
  tables: Float64Array,
  fraction: Float64Array,
  gradient: Float64Array,
  information: Float64Array,
): number {
  const { nodes, weights, first, last, at, answers, groups } = window;
  const size = nodes.length;
  for (let g = 0; g < 2; g++)
    for (let q = 0; q < size; q++)
      tabulate(
        curve.a * nodes[q] + curve.d + g * curve.e,
        c,
        upper,
        tables,
        PER_NODE * (g * size + q),
      );
  gradient.fill(0);
  information.fill(0);
  let logLikelihood = 0;
  for (let i = 0; i < window.count; i++) {
    const g = groups[i];
    if (group !== null && g !== group) continue;
    const u = answers[i];
    const isWhole = u === 0 || u === 1;
    if (!isWhole) mixAnswers(tables, g * size + first[i], g * size + last[i], u, fraction);
    const own = isWhole ? tables : fraction;
    const right = u === 0 ? 3 : 0;
    let p = 0;
    let s0 = 0;
    let s1 = 0;
    let t0 = 0;
    let t1 = 0;
    let t2 = 0;
    let k = at[i];
    for (let q = first[i]; q < last[i]; q++) {
      const w = weights[k++];
      const from = PER_NODE * (g * size + q) + right;
      const theta = nodes[q];
      p += w * own[from];
      const s = w * own[from + 1];
      s0 += s;
      s1 += s * theta;
      const t = w * own[from + 2];
      t0 += t;
      t1 += t * theta;
      t2 += t * theta * theta;
    }
    logLikelihood += Math.log(p);
    const [d, a] = [s0 / p, s1 / p];
    const dd = d * d - t0 / p;
    const ad = a * d - t1 / p;
    gradient[0] += a;
    gradient[1] += d;
    gradient[2] += g * d;
    information[0] += a * a - t2 / p;
    information[1] += ad;
    information[2] += g * ad;
    information[4] += dd;
    information[5] += g * dd;
    information[8] += g * dd;
  }
  information[3] = information[1];
  information[6] = information[2];
  information[7] = information[5];
  return logLikelihood;
}

/** Writes P, P′ and P″ of an answer between wrong and right, of the quasi-likelihood P^u Q^(1 − u), in the places of a right answer. */
function mixAnswers(
  tables: Float64Array,
  first: number,
  last: number,
  u: number,
  into: Float64Array,
): void {
  for (let at = PER_NODE * first; at < PER_NODE * last; at += PER_NODE) {
    const [p, p1, p2] = [tables[at], tables[at + 1], tables[at + 2]];
    const [q, q1, q2] = [tables[at + 3], tables[at + 4], tables[at + 5]];
    const value = Math.exp(u * Math.log(p) + (1 - u) * Math.log(q));
    const slope = (u * p1) / p + ((1 - u) * q1) / q;
    const bend = (u * (p2 * p - p1 * p1)) / (p * p) + ((1 - u) * (q2 * q - q1 * q1)) / (q * q);
    into[at] = value;
    into[at + 1] = value * slope;
    into[at + 2] = value * (slope * slope + bend);
  }
}

/** Writes P, P′ and P″ of a right and of a wrong answer, derivatives by z. */
function tabulate(z: number, c: number, upper: number, tables: Float64Array, at: number): void {
  const e = Math.exp(-Math.abs(z));
  const star = z >= 0 ? 1 / (1 + e) : e / (1 + e);
  const span = upper - c;
  const slope = (span * e) / ((1 + e) * (1 + e));
  const bend = slope * (1 - 2 * star);
  // Not 1 − P, which would round to 0.
  const wrong = 1 - upper + span * (z >= 0 ? e / (1 + e) : 1 / (1 + e));
  tables[at] = c + span * star;
  tables[at + 1] = slope;
  tables[at + 2] = bend;
  tables[at + 3] = wrong;
  tables[at + 4] = -slope;
  tables[at + 5] = -bend;
}
