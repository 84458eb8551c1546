import { factorPositive, invertPositive, solveFactored } from '../../../src/irt/small-cholesky.ts';
import type { ItemWindow } from './item-window.ts';

/** P(θ) = c + (1 − c)/(1 + e^−(aθ + d + e·g)), g the group. */
export interface ItemCurve {
  readonly a: number;
  readonly d: number;
  readonly e: number;
}

export interface FittedItem extends ItemCurve {
  readonly logLikelihood: number;
  /** Standard error of e, from the observed information; null if e is not estimated or has no finite estimate. */
  readonly error: number | null;
}

export interface ItemModel {
  /** Guessing, which is given. */
  readonly c: number;
  readonly freeSlope: boolean;
  readonly freeEffect: boolean;
  /** The group whose answers count; null for both. */
  readonly group: 0 | 1 | null;
}

/** Parameters stay within this: beyond, curves are steps or constant, and the likelihood no longer changes. */
const MOST = { a: 8, d: 20, e: 20 };
/** An effect beyond this was on its way to a bound. */
const INFINITE = 9;
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
  const gradient = new Float64Array(3);
  const information = new Float64Array(9);
  const own = { gradient: new Float64Array(size), h: new Float64Array(size * size) };
  const step = new Float64Array(size);
  const places = free.map((name) => 'ade'.indexOf(name));
  let best: ItemCurve = { ...start };
  let value = evaluate(window, model, best, tables, gradient, information);
  let damping = 1e-3;
  for (let round = 0; round < ROUNDS; round++) {
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
    const found = evaluate(window, model, next, tables, gradient, information);
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
  return { ...best, logLikelihood: value, error: errorOf(best, places, information) };
}

function errorOf(
  { e }: ItemCurve,
  places: readonly number[],
  information: Float64Array,
): number | null {
  const at = places.indexOf(2);
  if (at === -1 || Math.abs(e) > INFINITE) return null;
  const size = places.length;
  const h = Float64Array.from({ length: size * size }, (_, k) => {
    const [r, s] = [Math.floor(k / size), k % size];
    return information[3 * places[r] + places[s]];
  });
  const variance = invertPositive(h, size)[(size + 1) * at];
  return variance > 0 && variance < 1e4 ? Math.sqrt(variance) : null;
}

/** The log-likelihood at a curve, with its gradient and the observed information of (a, d, e). */
function evaluate(
  window: ItemWindow,
  { c, group }: ItemModel,
  curve: ItemCurve,
  tables: Float64Array,
  gradient: Float64Array,
  information: Float64Array,
): number {
  const { nodes, weights, first, last, at, answers, groups } = window;
  const size = nodes.length;
  for (let g = 0; g < 2; g++)
    for (let q = 0; q < size; q++)
      tabulate(curve.a * nodes[q] + curve.d + g * curve.e, c, tables, PER_NODE * (g * size + q));
  gradient.fill(0);
  information.fill(0);
  let logLikelihood = 0;
  for (let i = 0; i < window.count; i++) {
    const g = groups[i];
    if (group !== null && g !== group) continue;
    const right = answers[i] === 1 ? 0 : 3;
    let [p, s0, s1, t0, t1, t2] = [0, 0, 0, 0, 0, 0];
    let k = at[i];
    for (let q = first[i]; q < last[i]; q++) {
      const w = weights[k++];
      const from = PER_NODE * (g * size + q) + right;
      const theta = nodes[q];
      p += w * tables[from];
      const s = w * tables[from + 1];
      s0 += s;
      s1 += s * theta;
      const t = w * tables[from + 2];
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

/** Writes P, P′ and P″ of a right and of a wrong answer, derivatives by z. */
function tabulate(z: number, c: number, tables: Float64Array, at: number): void {
  const e = Math.exp(-Math.abs(z));
  const star = z >= 0 ? 1 / (1 + e) : e / (1 + e);
  const slope = ((1 - c) * e) / ((1 + e) * (1 + e));
  const bend = slope * (1 - 2 * star);
  // Not 1 − P, which would round to 0.
  const wrong = (1 - c) * (z >= 0 ? e / (1 + e) : 1 / (1 + e));
  tables[at] = c + (1 - c) * star;
  tables[at + 1] = slope;
  tables[at + 2] = bend;
  tables[at + 3] = wrong;
  tables[at + 4] = -slope;
  tables[at + 5] = -bend;
}
