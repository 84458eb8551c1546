// Products of a 0/1 matrix with a dense one by table lookup, and logarithms; the plain TypeScript twin is
// calibration/fit/marginal/engine/products.ts with logarithms.ts.

/** dst[0..w) = a[0..w) + b[0..w), f64. */
@inline
function addInto(dst: usize, a: usize, b: usize, w: usize): void {
  let o: usize = 0;
  const even = w & ~1;
  for (; o < even; o += 2) {
    const p = o << 3;
    v128.store(dst + p, f64x2.add(v128.load(a + p), v128.load(b + p)));
  }
  if (o < w) store<f64>(dst + (o << 3), load<f64>(a + (o << 3)) + load<f64>(b + (o << 3)));
}

/** c[0..w) += t[0..w) */
@inline
function accumulate(c: usize, t: usize, w: usize): void {
  let o: usize = 0;
  const four = w & ~3;
  for (; o < four; o += 4) {
    const p = o << 3;
    v128.store(c + p, f64x2.add(v128.load(c + p), v128.load(t + p)));
    v128.store(c + p, f64x2.add(v128.load(c + p, 16), v128.load(t + p, 16)), 16);
  }
  for (; o < w; o++) store<f64>(c + (o << 3), load<f64>(c + (o << 3)) + load<f64>(t + (o << 3)));
}

/** All subset sums of `count` rows (each Q wide, the first at w, stride Q) into table (2^bits rows of Q). */
function subsetSums(w: usize, count: i32, bits: i32, Q: usize, table: usize): void {
  const row = Q << 3;
  memory.fill(table, 0, row);
  for (let b = 0; b < bits; b++) {
    const low = 1 << b;
    let dst = table + (<usize>low) * row;
    if (b < count) {
      const add = w + (<usize>b) * row;
      let src = table;
      for (let m = 0; m < low; m++) { addInto(dst, src, add, Q); dst += row; src += row; }
    } else memory.copy(dst, table, (<usize>low) * row);
  }
}

/** out[i, window of i] += sum of the rows of `w` that the bits of examinee i select; bytes: groups × n. */
export function byExaminee(bytes: usize, n: i32, groups: i32, bits: i32, items: i32, w: usize, Q: i32, out: usize, windows: usize, table: usize): void {
  const row = (<usize>Q) << 3;
  for (let g = 0; g < groups; g++) {
    subsetSums(w + (<usize>(g * bits)) * row, items - g * bits, bits, <usize>Q, table);
    const at = bytes + (<usize>g) * (<usize>n);
    for (let i = 0; i < n; i++) {
      const byte = <usize>load<u8>(at + i);
      if (byte == 0) continue;
      const from = <usize>load<i32>(windows + ((<usize>i) << 3));
      const to = <usize>load<i32>(windows + ((<usize>i) << 3), 4);
      accumulate(out + (<usize>i) * row + (from << 3), table + byte * row + (from << 3), to - from);
    }
  }
}

/** out[j, q] += sum of the rows of `w` (examinees) that the bits of item j select; bytes: groups of 8 examinees × stride. */
export function byItem(bytes: usize, stride: i32, first: i32, count: i32, n: i32, w: usize, Q: i32, out: usize, windows: usize, table: usize): void {
  const row = (<usize>Q) << 3;
  const groups = (n + 7) >> 3;
  for (let g = 0; g < groups; g++) {
    const i0 = g << 3;
    const i1 = min(n, i0 + 8);
    let from = Q, to = 0;
    for (let i = i0; i < i1; i++) {
      from = min(from, load<i32>(windows + ((<usize>i) << 3)));
      to = max(to, load<i32>(windows + ((<usize>i) << 3), 4));
    }
    const width = <usize>(to - from);
    const trow = width << 3;
    memory.fill(table, 0, trow);
    for (let b = 0; b < 8; b++) {
      const low = 1 << b;
      let dst = table + (<usize>low) * trow;
      if (i0 + b < i1) {
        const add = w + (<usize>(i0 + b)) * row + ((<usize>from) << 3);
        let src = table;
        for (let m = 0; m < low; m++) { addInto(dst, src, add, width); dst += trow; src += trow; }
      } else memory.copy(dst, table, (<usize>low) * trow);
    }
    const at = bytes + (<usize>g) * (<usize>stride) + first;
    for (let j = 0; j < count; j++) {
      const byte = <usize>load<u8>(at + j);
      if (byte == 0) continue;
      accumulate(out + (<usize>j) * row + ((<usize>from) << 3), table + byte * trow, width);
    }
  }
}

/** values[0..count) = ln(values[0..count)), two at a time; each operation is that of the twin, in its order. */
export function logarithms(values: usize, count: i32): void {
  const even = count & ~1;
  for (let k = 0; k < even; k += 2) {
    const at = values + ((<usize>k) << 3);
    v128.store(at, twoLogarithms(v128.load(at)));
  }
  if (even < count) {
    const at = values + ((<usize>even) << 3);
    store<f64>(at, f64x2.extract_lane(twoLogarithms(f64x2.splat(load<f64>(at))), 0));
  }
}

@inline
function twoLogarithms(x: v128): v128 {
  // x = 2^e·m with m between √½ and √2. The upper words decide; magic turns e into a number of 64 bits.
  const high = i64x2.sub(x, i64x2.splat(0x3FE6A09E00000000));
  const e = i64x2.shr_s(high, 52);
  const m = i64x2.sub(x, i64x2.shl(e, 52));
  const magic = i64x2.splat(0x4338000000000000);
  const exponent = f64x2.sub(i64x2.add(e, magic), magic);
  const f = f64x2.sub(m, f64x2.splat(1));
  const s = f64x2.div(f, f64x2.add(f, f64x2.splat(2)));
  const z = f64x2.mul(s, s);
  const z2 = f64x2.mul(z, z);
  const z4 = f64x2.mul(z2, z2);
  const p01 = f64x2.add(f64x2.splat(1.0 / 3.0), f64x2.mul(z, f64x2.splat(1.0 / 5.0)));
  const p23 = f64x2.add(f64x2.splat(1.0 / 7.0), f64x2.mul(z, f64x2.splat(1.0 / 9.0)));
  const p45 = f64x2.add(f64x2.splat(1.0 / 11.0), f64x2.mul(z, f64x2.splat(1.0 / 13.0)));
  const p67 = f64x2.add(f64x2.splat(1.0 / 15.0), f64x2.mul(z, f64x2.splat(1.0 / 17.0)));
  const p89 = f64x2.add(f64x2.splat(1.0 / 19.0), f64x2.mul(z, f64x2.splat(1.0 / 21.0)));
  const low = f64x2.add(p01, f64x2.mul(z2, p23));
  const middle = f64x2.add(p45, f64x2.mul(z2, p67));
  const tail = f64x2.add(low, f64x2.mul(z4, f64x2.add(middle, f64x2.mul(z4, p89))));
  const twice = f64x2.add(s, s);
  const rest = f64x2.add(f64x2.mul(f64x2.mul(twice, z), tail), f64x2.mul(exponent, f64x2.splat(1.90821492927058770002e-10)));
  return f64x2.add(f64x2.mul(exponent, f64x2.splat(6.93147180369123816490e-01)), f64x2.add(twice, rest));
}

/**
 * One item's curve at `count` nodes: right = ln(1 + c·e) + z − rest, sums += rest − z, product *= 1 + e, with z = a·node + delta
 * and e = exp(−z), which is `e` at the first node and `ratio` times as much at the next.
 */
export function curve(right: usize, sums: usize, product: usize, nodes: usize, count: i32, a: f64, delta: f64, c: f64, rest: f64, e: f64, ratio: f64): void {
  const one = f64x2.splat(1);
  const step = f64x2.splat(ratio * ratio);
  let es = f64x2.replace_lane(f64x2.splat(e), 1, e * ratio);
  const even = count & ~1;
  for (let k = 0; k < even; k += 2) {
    const o = (<usize>k) << 3;
    const beyond = f64x2.sub(f64x2.add(f64x2.mul(f64x2.splat(a), v128.load(nodes + o)), f64x2.splat(delta)), f64x2.splat(rest));
    v128.store(right + o, f64x2.add(twoLogarithms(f64x2.add(one, f64x2.mul(f64x2.splat(c), es))), beyond));
    v128.store(sums + o, f64x2.sub(v128.load(sums + o), beyond));
    v128.store(product + o, f64x2.mul(v128.load(product + o), f64x2.add(one, es)));
    es = f64x2.mul(es, step);
  }
  if (even < count) {
    const o = (<usize>even) << 3;
    const last = f64x2.extract_lane(es, 0);
    const beyond = a * load<f64>(nodes + o) + delta - rest;
    store<f64>(right + o, f64x2.extract_lane(twoLogarithms(f64x2.splat(1 + c * last)), 0) + beyond);
    store<f64>(sums + o, load<f64>(sums + o) - beyond);
    store<f64>(product + o, load<f64>(product + o) * (1 + last));
  }
}
