import { logarithms } from './logarithms.ts';
import { tabulateCurve } from './tabulate-curve.ts';

/**
 * The two products of an EM round over 0/1 answers, by table lookup: the sums of all subsets of a few rows of a dense
 * matrix are tabulated once, and each packed byte of answers then adds one tabulated row (the "four Russians" trick of
 * Arlazarov, Dinic, Kronrod & Faradžev 1970). Only the nodes inside an examinee's window are touched.
 *
 * This is the plain version; calibration/kernel/assembly has its twin for WebAssembly.
 */
export interface Products {
  /**
   * out[i, q] += Σ_j bit(i, j) · dense[j, q] for the items of one block.
   * @param packed groups of `bits` items (4 or 8): groups × n bytes, the block's first group first
   * @param dense items × Q, the block's first item first
   * @param out n × Q
   */
  byExaminee(
    packed: Uint8Array,
    n: number,
    bits: 4 | 8,
    items: number,
    dense: Float64Array,
    q: number,
    out: Float64Array,
    windows: Int32Array,
    scratch: Float64Array,
  ): void;
  /**
   * out[j, q] += Σ_i bit(i, j) · dense[i, q] for `items` items from `first` on.
   * @param packed groups of 8 examinees: groups × stride bytes, one for each item of the bank
   * @param dense n × Q, zero outside the windows
   * @param out items × Q
   */
  byItem(
    packed: Uint8Array,
    stride: number,
    first: number,
    items: number,
    n: number,
    dense: Float64Array,
    q: number,
    out: Float64Array,
    windows: Int32Array,
    scratch: Float64Array,
  ): void;
  /** values[k] = ln(values[k]) for from ≤ k < to; see `logarithms`. */
  logarithms(values: Float64Array, from: number, to: number): void;
  /**
   * One item's curve with d = 1 at `count` nodes: right = ln(1 + c·e) + z − rest, sums += rest − z, product *= 1 + e,
   * with z = a·node + delta and e = exp(−z).
   * @param right, sums, product, nodes from the first of these nodes on
   * @param e its value at the first node
   * @param ratio of each e to the one before
   */
  curve(
    right: Float64Array,
    sums: Float64Array,
    product: Float64Array,
    nodes: Float64Array,
    count: number,
    item: CurveItem,
    e: number,
    ratio: number,
  ): void;
}

/** The values of an item that `curve` needs. */
export interface CurveItem {
  a: number;
  delta: number;
  c: number;
  /** ln(1 − c). */
  rest: number;
}

export const PLAIN_PRODUCTS: Products = {
  logarithms,
  curve: tabulateCurve,
  byExaminee(packed, n, bits, items, dense, q, out, windows, scratch) {
    const groups = Math.ceil(items / bits);
    for (let g = 0; g < groups; g++) {
      const rows = Math.min(bits, items - g * bits);
      subsetSums(dense, g * bits * q, q, rows, bits, q, scratch);
      const at = g * n;
      for (let i = 0; i < n; i++) {
        const subset = packed[at + i] * q;
        if (subset === 0) continue;
        const to = windows[2 * i + 1];
        const row = i * q;
        for (let k = windows[2 * i]; k < to; k++) out[row + k] += scratch[subset + k];
      }
    }
  },
  byItem(packed, stride, first, items, n, dense, q, out, windows, scratch) {
    for (let i0 = 0; i0 < n; i0 += 8) {
      const i1 = Math.min(n, i0 + 8);
      let from = q;
      let to = 0;
      for (let i = i0; i < i1; i++) {
        from = Math.min(from, windows[2 * i]);
        to = Math.max(to, windows[2 * i + 1]);
      }
      const width = to - from;
      subsetSums(dense, i0 * q + from, q, i1 - i0, 8, width, scratch);
      const at = (i0 >> 3) * stride + first;
      for (let j = 0; j < items; j++) {
        const subset = packed[at + j] * width;
        if (subset === 0) continue;
        const row = j * q + from;
        for (let k = 0; k < width; k++) out[row + k] += scratch[subset + k];
      }
    }
  },
};

/** Writes the sums of all subsets of `rows` rows of `dense` (stride apart) into `into`, 2^bits rows of `width`. */
function subsetSums(
  dense: Float64Array,
  start: number,
  stride: number,
  rows: number,
  bits: number,
  width: number,
  into: Float64Array,
): void {
  into.fill(0, 0, width);
  for (let b = 0; b < bits; b++) {
    const known = (1 << b) * width;
    if (b >= rows) {
      into.copyWithin(known, 0, known);
      continue;
    }
    const row = start + b * stride;
    for (let subset = 0; subset < known; subset += width)
      for (let k = 0; k < width; k++) into[known + subset + k] = into[subset + k] + dense[row + k];
  }
}
