import { logistic } from '../../../../src/irt/logistic.ts';
import type { Products } from '../engine/products.ts';
import type { Workspace } from '../engine/workspace.ts';
import { slopeOf } from '../signs/slope-of.ts';

/** Factors multiplied before one logarithm is taken of their product; each is below e^700 by far. */
const FACTORS = 8;
/** Beyond this |z|, e^z is not formed. */
const FAR = 80;

/**
 * The E-step's part of one block of items: tabulates log(P/(1 − P)) and log(1 − P) at every node, and adds up each
 * examinee's log-likelihood over the block's items in `parts`.
 *
 * With e = exp(−z): P/(1 − P) = (d + ce)/((1 − d) + (1 − c)e), so one logarithm per node is enough (two with d < 1). Along
 * equally spaced nodes e is a geometric sequence: two exponentials per item.
 */
export function likelihoodBlock(workspace: Workspace, block: number, products: Products): void {
  const { size, firsts, table, wrong, parts, windows, scratch, fractionAt, fraction } = workspace;
  const { examinees: n, nodes: q, missing } = size;
  const first = firsts[block];
  const items = firsts[block + 1] - first;
  tabulate(workspace, block, products);
  const part = parts.subarray(block * n * q, (block + 1) * n * q);
  for (let i = 0; i < n; i++) part.fill(0, i * q + windows[2 * i], i * q + windows[2 * i + 1]);
  if (items === 0) return;
  const room = scratch.subarray(block * 256 * q, (block + 1) * 256 * q);
  const bits = cheaperBits(n, q, windows);
  const packed = bits === 8 ? workspace.bytes : workspace.nibbles;
  const own = packed.subarray((first / bits) * n, Math.ceil((first + items) / bits) * n);
  const dense = table.subarray(first * q, (first + items) * q);
  products.byExaminee(own, n, bits, items, dense, q, part, windows, room);
  if (missing) {
    const asked = bits === 8 ? workspace.askedBytes : workspace.askedNibbles;
    const ownAsked = asked.subarray((first / bits) * n, Math.ceil((first + items) / bits) * n);
    const denseWrong = wrong.subarray(first * q, (first + items) * q);
    products.byExaminee(ownAsked, n, bits, items, denseWrong, q, part, windows, room);
  }
  for (let f = firstFraction(fractionAt, first); f < size.fractions; f++) {
    const j = fractionAt[2 * f];
    if (j >= first + items) break;
    const i = fractionAt[2 * f + 1];
    for (let k = windows[2 * i]; k < windows[2 * i + 1]; k++)
      part[i * q + k] += fraction[f] * table[j * q + k];
  }
}

/** Index of the first fractional score of an item from `first` on, by bisection: they are kept item by item. */
export function firstFraction(fractionAt: Int32Array, first: number): number {
  let low = 0;
  let high = fractionAt.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fractionAt[2 * middle] < first) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Eight items to a table cost 256 rows of Q to make; four cost 16, but twice the look-ups. */
function cheaperBits(n: number, q: number, windows: Int32Array): 4 | 8 {
  let open = 0;
  for (let i = 0; i < n; i++) open += windows[2 * i + 1] - windows[2 * i];
  return (256 * q + open) / 8 < (16 * q + open) / 4 ? 8 : 4;
}

function tabulate(workspace: Workspace, block: number, products: Products): void {
  const { size, firsts, from, nodes, table, wrong, scratch } = workspace;
  const { items: all, nodes: q, missing } = size;
  const step = q > 1 ? nodes[1] - nodes[0] : 0;
  const { low, high } = openNodes(workspace);
  const open = high - low;
  const sums = wrong.subarray(block * q + low, block * q + high);
  const product = scratch.subarray(block * 256 * q, block * 256 * q + open);
  const openAt = nodes.subarray(low, high);
  if (!missing) {
    sums.fill(0);
    product.fill(1);
  }
  let factors = 0;
  for (let j = firsts[block]; j < firsts[block + 1]; j++) {
    const a = slopeOf(workspace, j, from);
    const delta = from[all + j];
    const c = logistic(from[2 * all + j]);
    const d = logistic(from[3 * all + j]);
    const rest = Math.log1p(-c);
    const ratio = Math.exp(-a * step);
    const z0 = a * nodes[low] + delta;
    const zLast = a * nodes[high - 1] + delta;
    const isTame = d === 1 && Math.abs(z0) < FAR && Math.abs(zLast) < FAR;
    const right = table.subarray(j * q + low, j * q + high);
    const not = missing ? wrong.subarray(j * q + low, j * q + high) : sums;
    if (!isTame)
      for (let k = 0; k < open; k++) {
        const [logRight, logNot] = logProbabilities(a * openAt[k] + delta, c, d);
        right[k] = logRight - logNot;
        if (missing) not[k] = logNot;
        else not[k] += logNot;
      }
    else if (missing) {
      let e = Math.exp(-z0);
      for (let k = 0; k < open; k++, e *= ratio) {
        right[k] = 1 + c * e;
        not[k] = 1 + e;
      }
      products.logarithms(right, 0, open);
      products.logarithms(not, 0, open);
      for (let k = 0; k < open; k++) {
        const beyond = a * openAt[k] + delta - rest;
        right[k] += beyond;
        not[k] = -beyond - not[k];
      }
    } else {
      products.curve(
        right,
        sums,
        product,
        openAt,
        open,
        { a, delta, c, rest },
        Math.exp(-z0),
        ratio,
      );
      if (++factors === FACTORS) {
        factors = 0;
        takeLogs(products, product, sums);
      }
    }
  }
  if (!missing) takeLogs(products, product, sums);
}

/** The nodes within any examinee's window; other nodes are never read. */
function openNodes({ size, windows }: Workspace): { low: number; high: number } {
  let low = size.nodes;
  let high = 0;
  for (let i = 0; i < size.examinees; i++) {
    low = Math.min(low, windows[2 * i]);
    high = Math.max(high, windows[2 * i + 1]);
  }
  return low < high ? { low, high } : { low: 0, high: size.nodes };
}

/** Subtracts the logarithms of the products from the sums, and starts new products. */
function takeLogs(products: Products, product: Float64Array, sums: Float64Array): void {
  products.logarithms(product, 0, product.length);
  for (let k = 0; k < product.length; k++) {
    sums[k] -= product[k];
    product[k] = 1;
  }
}

/** log P and log(1 − P) for any z, without overflow. */
function logProbabilities(z: number, c: number, d: number): [number, number] {
  const t = Math.exp(-Math.abs(z));
  const soft = Math.log1p(t);
  const logRight =
    c === 0
      ? Math.log(d) + Math.min(z, 0) - soft
      : Math.log(c + ((d - c) * (z >= 0 ? 1 : t)) / (1 + t));
  const logNot =
    d === 1
      ? Math.log1p(-c) - Math.max(z, 0) - soft
      : Math.log(1 - d + ((d - c) * (z >= 0 ? t : 1)) / (1 + t));
  return [logRight, logNot];
}
