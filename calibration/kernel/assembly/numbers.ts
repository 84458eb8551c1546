// Numbers in pairs.

/** Two numbers that are not neighbours. */
@inline
export function pair(first: usize, second: usize): v128 {
  return v128.load64_lane(second, v128.load64_zero(first), 1);
}

/** eˣ of two numbers within ±700: x = n·ln 2 + r, |r| ≤ ½ ln 2, a Taylor polynomial of degree 12 in r; error below 2 units in the last place. */
@inline
export function exponentials(x: v128): v128 {
  const bounded = f64x2.max(f64x2.splat(-700), f64x2.min(f64x2.splat(700), x));
  const magic = f64x2.splat(6755399441055744);
  const shifted = f64x2.add(f64x2.mul(bounded, f64x2.splat(1.4426950408889634074)), magic);
  const n = f64x2.sub(shifted, magic);
  const high = f64x2.sub(bounded, f64x2.mul(n, f64x2.splat(6.93147180369123816490e-01)));
  const r = f64x2.sub(high, f64x2.mul(n, f64x2.splat(1.90821492927058770002e-10)));
  const r2 = f64x2.mul(r, r);
  const r4 = f64x2.mul(r2, r2);
  const p23 = f64x2.add(f64x2.splat(1.0 / 2.0), f64x2.mul(r, f64x2.splat(1.0 / 6.0)));
  const p45 = f64x2.add(f64x2.splat(1.0 / 24.0), f64x2.mul(r, f64x2.splat(1.0 / 120.0)));
  const p67 = f64x2.add(f64x2.splat(1.0 / 720.0), f64x2.mul(r, f64x2.splat(1.0 / 5040.0)));
  const p89 = f64x2.add(f64x2.splat(1.0 / 40320.0), f64x2.mul(r, f64x2.splat(1.0 / 362880.0)));
  const p1011 = f64x2.add(f64x2.splat(1.0 / 3628800.0), f64x2.mul(r, f64x2.splat(1.0 / 39916800.0)));
  const low = f64x2.add(p23, f64x2.mul(r2, p45));
  const middle = f64x2.add(p67, f64x2.mul(r2, p89));
  const top = f64x2.add(p1011, f64x2.mul(r2, f64x2.splat(1.0 / 479001600.0)));
  const tail = f64x2.add(low, f64x2.mul(r4, f64x2.add(middle, f64x2.mul(r4, top))));
  const value = f64x2.add(f64x2.splat(1), f64x2.add(r, f64x2.mul(r2, tail)));
  return i64x2.add(value, i64x2.shl(shifted, 52));
}

/** σ of two logits. */
@inline
export function logistic(logits: v128): v128 {
  const one = f64x2.splat(1);
  return f64x2.div(one, f64x2.add(one, exponentials(f64x2.neg(logits))));
}

/** The sum of a pair. */
@inline
export function total(pair: v128): f64 {
  return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
}
