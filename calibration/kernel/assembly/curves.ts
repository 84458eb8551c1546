// Logistic curves of many items, two at a time. `npm run build:curves` compiles this to src/irt/curves-wasm.ts.

import { logistic, pair, exponentials, total } from './numbers';

export { findMode, invertHessian } from './posterior';

/**
 * Attenuated curves of `count` items (an even number) at one ability, as ExamineePosterior places them.
 *
 * @param coefficients count × size: δ, then a
 * @param covariances count × size²
 * @param x size pairs of equal numbers: 1, then the abilities
 * @param up count numbers: what groups add to the logits; on return σ of the logits
 * @param along count × (size − 1): how the logits move with the abilities
 */
export function placeItems(coefficients: usize, covariances: usize, count: i32, size: i32, x: usize, up: usize, along: usize): void {
  const row = (<usize>size) << 3;
  const square = row * <usize>size;
  const abilities = row - 8;
  const attenuation = f64x2.splat(Math.PI / 8);
  const one = f64x2.splat(1);
  let a = coefficients;
  let c = covariances;
  let out = along;
  for (let j = 0; j < count; j += 2) {
    let z = f64x2.splat(0);
    let variance = f64x2.splat(0);
    let at = c;
    for (let r: usize = 0; r < row; r += 8) {
      let sum = f64x2.splat(0);
      for (let s: usize = 0; s < row; s += 8)
        sum = f64x2.add(sum, f64x2.mul(pair(at + s, at + square + s), v128.load(x + (s << 1))));
      const here = v128.load(x + (r << 1));
      variance = f64x2.add(variance, f64x2.mul(sum, here));
      z = f64x2.add(z, f64x2.mul(pair(a + r, a + row + r), here));
      if (r > 0) {
        v128.store64_lane(out + r - 8, sum, 0);
        v128.store64_lane(out + abilities + r - 8, sum, 1);
      }
      at += row;
    }
    const flat = f64x2.div(one, f64x2.sqrt(f64x2.add(one, f64x2.mul(attenuation, variance))));
    const bend = f64x2.mul(f64x2.mul(attenuation, z), f64x2.mul(flat, f64x2.mul(flat, flat)));
    for (let d: usize = 0; d < abilities; d += 8) {
      const sum = pair(out + d, out + abilities + d);
      const slope = f64x2.sub(f64x2.mul(pair(a + d + 8, a + row + d + 8), flat), f64x2.mul(bend, sum));
      v128.store64_lane(out + d, slope, 0);
      v128.store64_lane(out + abilities + d, slope, 1);
    }
    v128.store(up, logistic(f64x2.add(f64x2.mul(z, flat), v128.load(up))));
    up += 16;
    a += row << 1;
    c += square << 1;
    out += abilities << 1;
  }
}

/**
 * σ of the attenuated logits of `count` items alone, as `placeItems` finds them.
 *
 * @param up count numbers: what groups add to the logits; on return σ of the logits
 */
export function placeChances(coefficients: usize, covariances: usize, count: i32, size: i32, x: usize, up: usize): void {
  const row = (<usize>size) << 3;
  const square = row * <usize>size;
  const attenuation = f64x2.splat(Math.PI / 8);
  const one = f64x2.splat(1);
  let a = coefficients;
  let c = covariances;
  for (let j = 0; j < count; j += 2) {
    let z = f64x2.splat(0);
    let variance = f64x2.splat(0);
    let at = c;
    for (let r: usize = 0; r < row; r += 8) {
      let sum = f64x2.splat(0);
      for (let s: usize = 0; s < r; s += 8)
        sum = f64x2.add(sum, f64x2.mul(pair(at + s, at + square + s), v128.load(x + (s << 1))));
      const here = v128.load(x + (r << 1));
      sum = f64x2.add(f64x2.add(sum, sum), f64x2.mul(pair(at + r, at + square + r), here));
      variance = f64x2.add(variance, f64x2.mul(sum, here));
      z = f64x2.add(z, f64x2.mul(pair(a + r, a + row + r), here));
      at += row;
    }
    const flat = f64x2.div(one, f64x2.sqrt(f64x2.add(one, f64x2.mul(attenuation, variance))));
    v128.store(up, logistic(f64x2.add(f64x2.mul(z, flat), v128.load(up))));
    up += 16;
    a += row << 1;
    c += square << 1;
  }
}

/** Residual and weight of two examinees' answers at attenuated curves from c to 1; 0 where there is no answer. */
let residual: v128 = f64x2.splat(0);
let weight: v128 = f64x2.splat(0);
let flattened: v128 = f64x2.splat(0);

/**
 * @param a size coefficients, δ first
 * @param v packed lower triangle of their covariance, off the diagonal doubled
 * @param x size rows of n: 1, then the abilities
 * @param products a row of n for each entry of the triangle: products of these
 * @param o bytes to the two examinees
 */
@inline
function derive(a: usize, v: usize, scores: usize, x: usize, products: usize, row: usize, size: usize, entries: usize, c: f64, o: usize): void {
  const one = f64x2.splat(1);
  let z = f64x2.splat(0);
  let at = x + o;
  for (let r: usize = 0; r < size; r++) {
    z = f64x2.add(z, f64x2.mul(v128.load64_splat(a + (r << 3)), v128.load(at)));
    at += row;
  }
  let variance = f64x2.splat(0);
  at = products + o;
  for (let k: usize = 0; k < entries; k++) {
    variance = f64x2.add(variance, f64x2.mul(v128.load64_splat(v + (k << 3)), v128.load(at)));
    at += row;
  }
  const u = v128.load(scores + o);
  const isThere = f64x2.eq(u, u);
  flattened = f64x2.div(one, f64x2.sqrt(f64x2.add(one, f64x2.mul(f64x2.splat(Math.PI / 8), variance))));
  const up = logistic(f64x2.mul(z, flattened));
  const rest = f64x2.splat(1 - c);
  const p = f64x2.add(f64x2.splat(c), f64x2.mul(rest, up));
  const slope = f64x2.div(up, p);
  residual = v128.and(f64x2.mul(slope, f64x2.sub(u, p)), isThere);
  weight = v128.and(
    f64x2.mul(f64x2.mul(f64x2.mul(slope, rest), f64x2.mul(up, f64x2.sub(one, up))), flattened),
    isThere,
  );
}

/**
 * Sums over n examinees (an even number) for a step of one item's coefficients: their gradient, and the packed information.
 *
 * @param out size sums of residual × x, then those of weight × products
 */
export function itemSums(a: usize, v: usize, scores: usize, x: usize, products: usize, n: i32, size: i32, c: f64, out: usize): void {
  const row = (<usize>n) << 3;
  const width = <usize>size;
  const entries = (width * (width + 1)) >> 1;
  memory.fill(out, 0, (width + entries) << 4);
  for (let o: usize = 0; o < row; o += 16) {
    derive(a, v, scores, x, products, row, width, entries, c, o);
    let sum = out;
    let at = x + o;
    for (let r: usize = 0; r < width; r++) {
      v128.store(sum, f64x2.add(v128.load(sum), f64x2.mul(residual, v128.load(at))));
      sum += 16;
      at += row;
    }
    at = products + o;
    for (let k: usize = 0; k < entries; k++) {
      v128.store(sum, f64x2.add(v128.load(sum), f64x2.mul(weight, v128.load(at))));
      sum += 16;
      at += row;
    }
  }
  for (let k: usize = 0; k < width + entries; k++) store<f64>(out + (k << 3), total(v128.load(out + (k << 4))));
}

/**
 * Sums over items for a step of all examinees' abilities.
 *
 * @param times how often each item counts; 0 for those that are left out
 * @param out rows of n, added to: gradient by ability, then the packed information
 */
export function abilitySums(a: usize, v: usize, guessing: usize, times: usize, scores: usize, items: i32, x: usize, products: usize, n: i32, size: i32, out: usize): void {
  const row = (<usize>n) << 3;
  const width = <usize>size;
  const entries = (width * (width + 1)) >> 1;
  for (let j: usize = 0; j < <usize>items; j++) {
    const count = load<f64>(times + (j << 3));
    if (count == 0) continue;
    const own = a + ((j * width) << 3);
    const c = load<f64>(guessing + (j << 3));
    for (let o: usize = 0; o < row; o += 16) {
      derive(own, v + ((j * entries) << 3), scores + j * row, x, products, row, width, entries, c, o);
      const moves = f64x2.mul(f64x2.splat(count), f64x2.mul(residual, flattened));
      const informs = f64x2.mul(f64x2.splat(count), f64x2.mul(weight, flattened));
      let sum = out + o;
      for (let d: usize = 1; d < width; d++) {
        v128.store(sum, f64x2.add(v128.load(sum), f64x2.mul(moves, v128.load64_splat(own + (d << 3)))));
        sum += row;
      }
      for (let d: usize = 1; d < width; d++) {
        const along = f64x2.mul(informs, v128.load64_splat(own + (d << 3)));
        for (let e: usize = 1; e <= d; e++) {
          v128.store(sum, f64x2.add(v128.load(sum), f64x2.mul(along, v128.load64_splat(own + (e << 3)))));
          sum += row;
        }
      }
    }
  }
}

/** A product of probabilities that falls below this, whose factors are above 1e-71, is taken times 1e100. */
const SMALL: f64 = 1e-100;
const LOG_RAISED: f64 = 230.25850929940457;
const MOST_POWER: f64 = 1e35;

/** Raises what has become small in a pair of products; what that takes off their logarithms. */
@inline
function raised(product: v128): v128 {
  const isSmall = f64x2.lt(product, f64x2.splat(SMALL));
  return v128.bitselect(f64x2.splat(1e100), f64x2.splat(1), isSmall);
}

/**
 * The likelihood of an item's answers at each of its nodes, and the slope of each answer's logarithm in the ability. Right answers
 * come first, then wrong ones, without their factor 1 − c; others get powers alone.
 *
 * @param count of all answers; rows are as long as the next even number
 * @param nodes by node a, e^δ and c; `shared` nodes in turn have the same a
 * @param powers a row for each a: e^(a·ability) within 10^±35
 * @param slopes a row for each node
 * @param likelihoods by node a logarithm and what it is to be added to the logarithm of
 */
export function itemNodes(abilities: usize, count: i32, right: i32, wrong: i32, nodes: usize, number: i32, shared: i32, powers: usize, slopes: usize, likelihoods: usize): void {
  const row = (<usize>((count + 1) & ~1)) << 3;
  const one = f64x2.splat(1);
  const most = f64x2.splat(MOST_POWER);
  const least = f64x2.splat(1 / MOST_POWER);
  let power = powers - row;
  let slope = slopes;
  for (let q: i32 = 0; q < number; q++) {
    const node = nodes + (<usize>q) * 24;
    const a = load<f64>(node);
    const e = load<f64>(node, 8);
    const c = load<f64>(node, 16);
    if (q % shared == 0) {
      power += row;
      for (let o: usize = 0; o < row; o += 16) {
        const own = exponentials(f64x2.mul(f64x2.splat(a), v128.load(abilities + o)));
        v128.store(power + o, f64x2.min(most, f64x2.max(least, own)));
      }
    }
    const both = f64x2.splat(e);
    const rise = f64x2.splat(a * (1 - c));
    const fall = f64x2.splat(-a);
    const guess = f64x2.splat(c);
    let times: f64 = 0;
    let product = one;
    let i: i32 = 0;
    for (; i + 1 < right; i += 2) {
      const o = (<usize>i) << 3;
      const odds = f64x2.mul(v128.load(power + o), both);
      const near = f64x2.add(guess, odds);
      // P = near/far, its slope in z over P (1 − c) odds/(near far), by one division.
      const inverse = f64x2.div(one, f64x2.mul(near, f64x2.add(one, odds)));
      product = f64x2.mul(product, f64x2.mul(near, f64x2.mul(near, inverse)));
      v128.store(slope + o, f64x2.mul(f64x2.mul(rise, odds), inverse));
      if (v128.any_true(f64x2.lt(product, f64x2.splat(SMALL)))) {
        const by = raised(product);
        times += (f64x2.extract_lane(by, 0) > 1 ? 1 : 0) + (f64x2.extract_lane(by, 1) > 1 ? 1 : 0);
        product = f64x2.mul(product, by);
      }
    }
    let last: f64 = 1;
    if (i < right) {
      const o = (<usize>i) << 3;
      const odds = load<f64>(power + o) * e;
      const near = c + odds;
      const inverse = 1 / (near * (1 + odds));
      last = near * near * inverse;
      store<f64>(slope + o, a * (1 - c) * odds * inverse);
    }
    for (i = right; i + 1 < wrong; i += 2) {
      const o = (<usize>i) << 3;
      const odds = f64x2.mul(v128.load(power + o), both);
      const inverse = f64x2.div(one, f64x2.add(one, odds));
      product = f64x2.mul(product, inverse);
      v128.store(slope + o, f64x2.mul(f64x2.mul(fall, odds), inverse));
      if (v128.any_true(f64x2.lt(product, f64x2.splat(SMALL)))) {
        const by = raised(product);
        times += (f64x2.extract_lane(by, 0) > 1 ? 1 : 0) + (f64x2.extract_lane(by, 1) > 1 ? 1 : 0);
        product = f64x2.mul(product, by);
      }
    }
    if (i < wrong) {
      const o = (<usize>i) << 3;
      const odds = load<f64>(power + o) * e;
      const inverse = 1 / (1 + odds);
      last *= inverse;
      store<f64>(slope + o, -a * odds * inverse);
    }
    // Each of the three is above 1e-142, and so is the product of the pair above 1e-200.
    let all = f64x2.extract_lane(product, 0) * f64x2.extract_lane(product, 1);
    if (all < SMALL) {
      all *= 1e100;
      times += 1;
    }
    store<f64>(likelihoods + ((<usize>q) << 4), -times * LOG_RAISED);
    store<f64>(likelihoods + ((<usize>q) << 4), all * last, 8);
    slope += row;
  }
}

/** sums = Σ weight × row. @param count an even number */
export function weightedRows(rows: usize, weights: usize, number: i32, count: i32, sums: usize): void {
  const row = (<usize>count) << 3;
  for (let o: usize = 0; o < row; o += 16) {
    let sum = f64x2.splat(0);
    let at = rows + o;
    for (let q: i32 = 0; q < number; q++) {
      sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(weights + ((<usize>q) << 3)), v128.load(at)));
      at += row;
    }
    v128.store(sums + o, sum);
  }
}
