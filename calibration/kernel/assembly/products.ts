// Products of a 0/1 matrix with a dense one by table lookup; the plain TypeScript twin is calibration/fit/marginal/products.ts.

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
