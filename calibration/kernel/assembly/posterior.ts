// The posterior of one examinee's abilities and effects: its mode, the evidence by Laplace's approximation (Tierney & Kadane 1986, JASA 81,
// 82–86), and the inverse of its information there.
import { logistic, pair, total } from './numbers';

@external('env', 'log')
declare function log(x: f64): f64;
@external('env', 'log1p')
declare function log1p(x: f64): f64;

const MOST_STEPS: i32 = 25;
/** A step that makes the posterior less probable is halved, by more than rounding. */
const ROUNDING: f64 = 1e-9;
const MOST_HALVINGS: i32 = 6;
const SHORT_STEP: f64 = 1e-3;
const LONGEST_STEP: f64 = 1;
const NEAR_STEP: f64 = 0.2;

/** Numbers of abilities, of groupings, of coordinates in the head and in all. */
let dimensions: usize = 0;
let groups: usize = 0;
let head: usize = 0;
let size: usize = 0;
/**
 * The information: a block of head × head, of which the lower triangle is read; a border of a row of `head` for each coordinate
 * behind them, which are the groups of the last grouping and do not meet each other; and the diagonal of these.
 */
let block: usize = 0;
let border: usize = 0;
let diagonal: usize = 0;
/** Of the last `factor`: the Cholesky root of the block without what the border explains, border ÷ diagonal, 1 ÷ diagonal, */
let root: usize = 0;
let scaled: usize = 0;
let inverse: usize = 0;
/** and of each row of the border how many of its entries are not 0, and their bytes from its start. */
let counts: usize = 0;
let columns: usize = 0;
let gradient: usize = 0;
let step: usize = 0;
/** Pairs of numbers: 1 and the abilities, and of two answers how their logits move with these, times their weight too. */
let x: usize = 0;
let along: usize = 0;
let weighted: usize = 0;
/** Sums over pairs of answers: the gradient in the abilities, and the packed information in them. */
let sums: usize = 0;

/** Sets where all is. @param work `workBytes` of memory; its contents before are not read */
function open(abilities: i32, inner: i32, all: i32, hessian: usize, work: usize): void {
  dimensions = <usize>abilities;
  head = <usize>inner;
  size = <usize>all;
  const tail = size - head;
  const width = dimensions + 1;
  block = hessian;
  border = block + ((head * head) << 3);
  diagonal = border + ((tail * head) << 3);
  root = work;
  scaled = root + ((head * head) << 3);
  inverse = scaled + ((tail * head) << 3);
  gradient = inverse + (tail << 3);
  step = gradient + (size << 3);
  x = step + (size << 3);
  along = x + (width << 4);
  weighted = along + (width << 4);
  sums = weighted + (width << 4);
  counts = sums + ((dimensions * (dimensions + 3)) << 3);
  columns = counts + (tail << 2);
}

/**
 * Newton steps to the mode of the log-posterior of abilities and effects: Σ log P of the answers on attenuated curves from c to the
 * ceiling, and normal priors around 0. Leaves the information there in `hessian`.
 *
 * @param answers for every two answers: pairs of their coefficients (δ, then a), of the packed lower triangle of the covariance of
 * these, of c and of their scores, NaN where there is no second one
 * @param at for every answer: the coordinates of its effects, ascending
 * @param precision of the prior, one entry per coordinate; `logs` is half the sum of their logarithms
 * @param mean where to start; left at the mode
 * @returns the logarithm of the evidence, by Laplace's approximation
 */
export function findMode(
  answers: usize, at: usize, count: i32, abilities: i32, groupings: i32, inner: i32, all: i32, ceiling: f64,
  precision: usize, logs: f64, mean: usize, hessian: usize, work: usize,
): f64 {
  open(abilities, inner, all, hessian, work);
  groups = <usize>groupings;
  let longest: f64 = Infinity;
  let before: f64 = Infinity;
  let joint: f64 = -Infinity;
  let scale: f64 = 1;
  let halvings: i32 = 0;
  let pass: i32 = 0;
  while (true) {
    // Near the mode the curvature hardly changes: one factor serves the last steps, as long as they shrink.
    const isLast = longest < SHORT_STEP || pass === MOST_STEPS;
    const isCurved = isLast || longest > NEAR_STEP || longest > 0.5 * before;
    const here = logs + derive(answers, at, count, ceiling, precision, mean, isCurved);
    if (here < joint - ROUNDING && halvings < MOST_HALVINGS) {
      halvings++;
      scale /= 2;
      for (let d: usize = 0; d < size << 3; d += 8) store<f64>(mean + d, load<f64>(mean + d) - scale * load<f64>(step + d));
      longest = Infinity;
      continue;
    }
    joint = here;
    halvings = 0;
    if (isCurved) factor();
    if (isLast) break;
    pass++;
    solve();
    before = longest;
    longest = 0;
    for (let d: usize = 0; d < size << 3; d += 8) longest = max(longest, abs(load<f64>(step + d)));
    scale = min(1, LONGEST_STEP / max(longest, 1e-9));
    for (let d: usize = 0; d < size << 3; d += 8) store<f64>(mean + d, load<f64>(mean + d) + scale * load<f64>(step + d));
  }
  let determinant: f64 = 0;
  for (let d: usize = 0; d < head; d++) determinant += 2 * log(load<f64>(root + (((head + 1) * d) << 3)));
  for (let k: usize = 0; k < size - head; k++) determinant += log(load<f64>(diagonal + (k << 3)));
  return joint - 0.5 * determinant;
}

/** The gradient at the mean, and the information where it is asked for. @returns the log-posterior but for a constant */
function derive(answers: usize, at: usize, count: i32, ceiling: f64, precision: usize, mean: usize, isCurved: bool): f64 {
  const width = dimensions + 1;
  const one = f64x2.splat(1);
  const attenuation = f64x2.splat(Math.PI / 8);
  let joint: f64 = 0;
  for (let d: usize = 0; d < size << 3; d += 8) {
    const own = load<f64>(mean + d);
    const pull = load<f64>(precision + d) * own;
    store<f64>(gradient + d, -pull);
    joint -= 0.5 * pull * own;
  }
  v128.store(x, one);
  for (let d: usize = 0; d < dimensions; d++) v128.store(x + ((d + 1) << 4), v128.load64_splat(mean + (d << 3)));
  memory.fill(sums, 0, (dimensions * (dimensions + 3)) << 3);
  if (isCurved) memory.fill(block, 0, diagonal - block);
  if (isCurved) {
    for (let d: usize = 0; d < head; d++) store<f64>(block + (((head + 1) * d) << 3), load<f64>(precision + (d << 3)));
    memory.copy(diagonal, precision + (head << 3), (size - head) << 3);
  }
  let record = answers;
  let effects = at;
  for (let t: i32 = 0; t < count; t += 2) {
    let z = f64x2.splat(0);
    memory.fill(along, 0, width << 4);
    let entry = record + (width << 4);
    for (let r: usize = 0; r < width; r++) {
      const here = v128.load(x + (r << 4));
      z = f64x2.add(z, f64x2.mul(v128.load(record + (r << 4)), here));
      let sum = f64x2.splat(0);
      for (let s: usize = 0; s < r; s++) {
        const own = v128.load(entry);
        sum = f64x2.add(sum, f64x2.mul(own, v128.load(x + (s << 4))));
        v128.store(along + (s << 4), f64x2.add(v128.load(along + (s << 4)), f64x2.mul(own, here)));
        entry += 16;
      }
      v128.store(along + (r << 4), f64x2.add(sum, f64x2.mul(v128.load(entry), here)));
      entry += 16;
    }
    let variance = f64x2.splat(0);
    for (let r: usize = 0; r < width; r++) variance = f64x2.add(variance, f64x2.mul(v128.load(along + (r << 4)), v128.load(x + (r << 4))));
    const flat = f64x2.div(one, f64x2.sqrt(f64x2.add(one, f64x2.mul(attenuation, variance))));
    const bend = f64x2.mul(f64x2.mul(attenuation, z), f64x2.mul(flat, f64x2.mul(flat, flat)));
    for (let r: usize = 16; r < width << 4; r += 16)
      v128.store(along + r, f64x2.sub(f64x2.mul(v128.load(record + r), flat), f64x2.mul(bend, v128.load(along + r))));
    let logit = f64x2.mul(z, flat);
    for (let g: usize = 0; g < groups; g++) {
      const first = mean + (<usize>load<u32>(effects + (g << 2)) << 3);
      const second = mean + (<usize>load<u32>(effects + ((groups + g) << 2)) << 3);
      logit = f64x2.add(logit, pair(first, second));
    }
    const c = v128.load(entry);
    const u = v128.load(entry, 16);
    const isThere = f64x2.eq(u, u);
    const up = logistic(logit);
    const range = f64x2.sub(f64x2.splat(ceiling), c);
    const p = f64x2.add(c, f64x2.mul(range, up));
    const slope = f64x2.mul(f64x2.mul(range, up), f64x2.sub(one, up));
    const score = f64x2.div(slope, f64x2.max(f64x2.mul(p, f64x2.sub(one, p)), f64x2.splat(1e-9)));
    const residual = v128.and(f64x2.mul(score, f64x2.sub(u, p)), isThere);
    const weight = v128.and(f64x2.mul(score, slope), isThere);
    joint += logLikelihood(f64x2.extract_lane(u, 0), f64x2.extract_lane(p, 0));
    if (t + 1 < count) joint += logLikelihood(f64x2.extract_lane(u, 1), f64x2.extract_lane(p, 1));
    let sum = sums;
    for (let r: usize = 16; r < width << 4; r += 16) {
      const own = v128.load(along + r);
      v128.store(sum, f64x2.add(v128.load(sum), f64x2.mul(residual, own)));
      v128.store(weighted + r, f64x2.mul(weight, own));
      sum += 16;
    }
    addEffects(effects, f64x2.extract_lane(residual, 0));
    addEffects(effects + (groups << 2), f64x2.extract_lane(residual, 1));
    if (isCurved) {
      for (let r: usize = 16; r < width << 4; r += 16)
        for (let s: usize = 16; s <= r; s += 16) {
          v128.store(sum, f64x2.add(v128.load(sum), f64x2.mul(v128.load(weighted + r), v128.load(along + s))));
          sum += 16;
        }
      addInformation(effects, weighted + 16, f64x2.extract_lane(weight, 0));
      addInformation(effects + (groups << 2), weighted + 24, f64x2.extract_lane(weight, 1));
    }
    record = entry + 32;
    effects += groups << 3;
  }
  let sum = sums;
  for (let d: usize = 0; d < dimensions << 3; d += 8) {
    store<f64>(gradient + d, load<f64>(gradient + d) + total(v128.load(sum)));
    sum += 16;
  }
  if (!isCurved) return joint;
  for (let d: usize = 0; d < dimensions; d++)
    for (let e: usize = 0; e <= d; e++) {
      const into = block + ((head * d + e) << 3);
      store<f64>(into, load<f64>(into) + total(v128.load(sum)));
      sum += 16;
    }
  return joint;
}

@inline
function logLikelihood(u: f64, probability: f64): f64 {
  const p = min(1 - 1e-12, max(1e-12, probability));
  return u == 1 ? log(p) : u == 0 ? log1p(-p) : u * log(p) + (1 - u) * log1p(-p);
}

/** Adds an answer's residual to the gradient in its effects. */
@inline
function addEffects(effects: usize, residual: f64): void {
  for (let g: usize = 0; g < groups; g++) {
    const into = gradient + (<usize>load<u32>(effects + (g << 2)) << 3);
    store<f64>(into, load<f64>(into) + residual);
  }
}

/** Adds an answer's information in its effects. @param moves every second number: weight × how its logit moves with the abilities */
@inline
function addInformation(effects: usize, moves: usize, weight: f64): void {
  for (let g: usize = 0; g < groups; g++) {
    const at = <usize>load<u32>(effects + (g << 2));
    const isInner = at < head;
    const row = isInner ? block + ((head * at) << 3) : border + ((head * (at - head)) << 3);
    const own = isInner ? row + (at << 3) : diagonal + ((at - head) << 3);
    store<f64>(own, load<f64>(own) + weight);
    for (let d: usize = 0; d < dimensions; d++)
      store<f64>(row + (d << 3), load<f64>(row + (d << 3)) + load<f64>(moves + (d << 4)));
    for (let h: usize = 0; h < g; h++) {
      const cross = row + (<usize>load<u32>(effects + (h << 2)) << 3);
      store<f64>(cross, load<f64>(cross) + weight);
    }
  }
}

/**
 * Eliminates the coordinates behind the head and takes the Cholesky root of what is left of the block: some head³ operations instead
 * of size³, and most entries of the border are 0.
 *
 * @see Golub & Van Loan (2013), Matrix Computations, 3.2.11 and 4.2, for block elimination
 */
function factor(): void {
  const row = head << 3;
  memory.copy(root, block, head * row);
  let own = border;
  let out = scaled;
  let places = columns;
  for (let k: usize = 0; k < size - head; k++) {
    const part = 1 / load<f64>(diagonal + (k << 3));
    let count: usize = 0;
    for (let c: usize = 0; c < row; c += 8) {
      const value = load<f64>(own + c);
      if (value == 0) continue;
      store<u32>(places + (count << 2), <u32>c);
      store<f64>(out + c, value * part);
      count++;
    }
    store<u32>(counts + (k << 2), <u32>count);
    store<f64>(inverse + (k << 3), part);
    for (let d: usize = 0; d < count; d++) {
      const r = <usize>load<u32>(places + (d << 2));
      const share = load<f64>(out + r);
      for (let e: usize = 0; e <= d; e++) {
        const s = <usize>load<u32>(places + (e << 2));
        const into = root + head * r + s;
        store<f64>(into, load<f64>(into) - share * load<f64>(own + s));
      }
    }
    own += row;
    out += row;
    places += head << 2;
  }
  for (let r: usize = 0; r < head; r++) {
    const first = root + r * row;
    for (let s: usize = 0; s <= r; s++) {
      const second = root + s * row;
      let both = f64x2.splat(0);
      let t: usize = 0;
      for (; t + 8 < s << 3; t += 16) both = f64x2.add(both, f64x2.mul(v128.load(first + t), v128.load(second + t)));
      let sum = load<f64>(first + (s << 3)) - total(both);
      if (t < s << 3) sum -= load<f64>(first + t) * load<f64>(second + t);
      // A pivot lost to rounding: nothing is known about this direction.
      store<f64>(first + (s << 3), r == s ? Math.sqrt(max(sum, 1e-12)) : sum / load<f64>(second + (s << 3)));
    }
  }
}

/** step = information⁻¹ gradient, by the last factors. */
function solve(): void {
  const row = head << 3;
  memory.copy(step, gradient, row);
  let out = scaled;
  let places = columns;
  for (let k: usize = 0; k < size - head; k++) {
    const own = load<f64>(gradient + row + (k << 3));
    const count = <usize>load<u32>(counts + (k << 2));
    for (let d: usize = 0; d < count; d++) {
      const c = <usize>load<u32>(places + (d << 2));
      store<f64>(step + c, load<f64>(step + c) - load<f64>(out + c) * own);
    }
    out += row;
    places += head << 2;
  }
  for (let r: usize = 0; r < row; r += 8) {
    const own = root + head * r;
    let sum = load<f64>(step + r);
    for (let s: usize = 0; s < r; s += 8) sum -= load<f64>(own + s) * load<f64>(step + s);
    store<f64>(step + r, sum / load<f64>(own + r));
  }
  for (let r: usize = row; r > 0; ) {
    r -= 8;
    const own = root + head * r;
    const value = load<f64>(step + r) / load<f64>(own + r);
    store<f64>(step + r, value);
    for (let s: usize = 0; s < r; s += 8) store<f64>(step + s, load<f64>(step + s) - load<f64>(own + s) * value);
  }
  out = scaled;
  places = columns;
  for (let k: usize = 0; k < size - head; k++) {
    const here = row + (k << 3);
    let sum = load<f64>(gradient + here) * load<f64>(inverse + (k << 3));
    const count = <usize>load<u32>(counts + (k << 2));
    for (let d: usize = 0; d < count; d++) {
      const c = <usize>load<u32>(places + (d << 2));
      sum -= load<f64>(out + c) * load<f64>(step + c);
    }
    store<f64>(step + here, sum);
    out += row;
    places += head << 2;
  }
}

/**
 * The inverse of the information that `findMode` left. With S the block without what the border B explains and D the diagonal:
 * S⁻¹ for the head, −D⁻¹B S⁻¹ between it and the coordinates behind, D⁻¹ + D⁻¹B S⁻¹ B'D⁻¹ for these.
 *
 * @param into size × size
 */
export function invertHessian(inner: i32, all: i32, hessian: usize, work: usize, into: usize): void {
  open(0, inner, all, hessian, work);
  factor();
  invertHead(into);
  const length = size << 3;
  let out = scaled;
  let places = columns;
  let row = into + head * length;
  for (let k: usize = 0; k < size - head; k++) {
    const count = <usize>load<u32>(counts + (k << 2));
    for (let r: usize = 0; r < head; r++) {
      let sum: f64 = 0;
      for (let d: usize = 0; d < count; d++) {
        const c = <usize>load<u32>(places + (d << 2));
        sum -= load<f64>(out + c) * load<f64>(into + size * c + (r << 3));
      }
      store<f64>(row + (r << 3), sum);
      store<f64>(into + r * length + ((head + k) << 3), sum);
    }
    let other = scaled;
    let others = columns;
    for (let l: usize = 0; l <= k; l++) {
      let sum = k == l ? load<f64>(inverse + (k << 3)) : 0;
      const number = <usize>load<u32>(counts + (l << 2));
      for (let d: usize = 0; d < number; d++) {
        const c = <usize>load<u32>(others + (d << 2));
        sum -= load<f64>(row + c) * load<f64>(other + c);
      }
      store<f64>(row + ((head + l) << 3), sum);
      store<f64>(into + (head + l) * length + ((head + k) << 3), sum);
      other += head << 3;
      others += head << 2;
    }
    row += length;
    out += head << 3;
    places += head << 2;
  }
}

/** S⁻¹ = R'R, R the inverse of the root: a sum over its rows. Overwrites the root with R. */
function invertHead(into: usize): void {
  const row = head << 3;
  const length = size << 3;
  for (let r: usize = 0; r < row; r += 8) {
    const own = root + head * r;
    const pivot = 1 / load<f64>(own + r);
    for (let s: usize = 0; s < r; s += 8) {
      let sum: f64 = 0;
      for (let t = s; t < r; t += 8) sum += load<f64>(own + t) * load<f64>(root + head * t + s);
      store<f64>(own + s, -sum * pivot);
    }
    store<f64>(own + r, pivot);
  }
  for (let r: usize = 0; r < head; r++) memory.fill(into + r * length, 0, row);
  for (let t: usize = 0; t < head; t++) {
    const own = root + t * row;
    for (let r: usize = 0; r <= t; r++) {
      const share = load<f64>(own + (r << 3));
      const out = into + r * length;
      for (let s: usize = 0; s <= r << 3; s += 8) store<f64>(out + s, load<f64>(out + s) + share * load<f64>(own + s));
    }
  }
  for (let r: usize = 0; r < head; r++)
    for (let s: usize = 0; s < r; s++) store<f64>(into + s * length + (r << 3), load<f64>(into + r * length + (s << 3)));
}
