import { logarithms } from './logarithms.ts';
import { tabulateCurve } from './tabulate-curve.ts';

/**
 * The two products of an EM round over 0/1 answers, by table lookup: the sums of subsets of a few rows of a dense
 * matrix are tabulated once, and each packed byte of answers then adds one tabulated row (the "four Russians" trick of
 * Arlazarov, Dinic, Kronrod & Faradžev 1970). Only the nodes inside an examinee's window are touched.
 *
 * This is the plain version, which tabulates the subsets that occur; calibration/kernel/assembly has its twin for WebAssembly,
 * which tabulates all. Both add the rows of a subset in their order, so that they agree to the last bit.
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
      isSummed.fill(0);
      scratch.fill(0, 0, q);
      const own = (1 << Math.min(bits, items - g * bits)) - 1;
      const at = g * n;
      for (let i = 0; i < n; i++) {
        const byte = packed[at + i] & own;
        if (byte === 0) continue;
        if (isSummed[byte] === 0) sumSubset(byte, dense, g * bits * q, q, q, scratch);
        const subset = byte * q;
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
      isSummed.fill(0);
      scratch.fill(0, 0, width);
      const own = (1 << (i1 - i0)) - 1;
      const at = (i0 >> 3) * stride + first;
      for (let j = 0; j < items; j++) {
        const byte = packed[at + j] & own;
        if (byte === 0) continue;
        if (isSummed[byte] === 0) sumSubset(byte, dense, i0 * q + from, q, width, scratch);
        const subset = byte * width;
        const row = j * q + from;
        for (let k = 0; k < width; k++) out[row + k] += scratch[subset + k];
      }
    }
  },
};

/** Which subsets of the group at hand are in the table. */
const isSummed = new Uint8Array(256);

/**
 * Writes the sum of the rows of `dense` (stride apart) that the bits of `subset` select into its row of the table `into`, and
 * those of its lower bits, from which it is made.
 */
function sumSubset(
  subset: number,
  dense: Float64Array,
  start: number,
  stride: number,
  width: number,
  into: Float64Array,
): void {
  let from = 0;
  for (let b = 0; subset >> b > 0; b++) {
    if (((subset >> b) & 1) === 0) continue;
    const lower = subset & ((2 << b) - 1);
    const to = lower * width;
    if (isSummed[lower] === 0) {
      isSummed[lower] = 1;
      const row = start + b * stride;
      for (let k = 0; k < width; k++) into[to + k] = into[from + k] + dense[row + k];
    }
    from = to;
  }
}
