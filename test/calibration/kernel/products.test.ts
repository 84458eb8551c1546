import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PLAIN_PRODUCTS } from '../../../calibration/fit/marginal/engine/products.ts';
import { wasmProducts } from '../../../calibration/kernel/wasm-products.ts';
import { randomInteger, randomStream } from '../../../src/random.ts';
import { largest } from '../fit/marginal/golden.ts';

/** The promise. Both sides add the same numbers in the same order. */
const PRECISION = 1e-9;

const PAGES = 64;
const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES, shared: true });
const kernel = new URL('../../../assets/kernel.wasm', import.meta.url);
const wasm = wasmProducts(new WebAssembly.Module(readFileSync(kernel)), memory);

/** Hands out arrays on the kernel's memory, one behind another, behind its own first page. */
let free = 65536;
function take(bytes: number): number {
  const here = free;
  free = Math.ceil((free + bytes) / 64) * 64;
  return here;
}
const f64 = (length: number) => new Float64Array(memory.buffer, take(8 * length), length);
const i32 = (length: number) => new Int32Array(memory.buffer, take(4 * length), length);
const u8 = (length: number) => new Uint8Array(memory.buffer, take(length), length);

function fill<T extends Float64Array | Uint8Array>(array: T, value: () => number): T {
  for (let k = 0; k < array.length; k++) array[k] = value();
  return array;
}

/** Numbers of examinees, items and nodes: multiples of 8 and 4, and not; single ones. */
const SIZES = [
  [40, 32, 61],
  [13, 11, 7],
  [1, 1, 1],
  [8, 3, 2],
  [9, 25, 121],
  [64, 8, 5],
  [23, 17, 33],
] as const;

describe.each(SIZES)('%d examinees, %d items, %d nodes', (n, items, q) => {
  const random = randomStream('products', n, items, q);
  const windows = i32(2 * n);
  for (let i = 0; i < n; i++) {
    const ends = [randomInteger(random, q + 1), randomInteger(random, q + 1)];
    windows.set([Math.min(...ends), Math.max(...ends)], 2 * i);
  }
  const scratch = f64(256 * q);
  const value = () => random() - 0.5;

  test.each([4, 8] as const)('sums by examinee, %d items a table', (bits) => {
    // Bits beyond the last item are set too: they must not count.
    const packed = fill(u8(Math.ceil(items / bits) * n), () => randomInteger(random, 2 ** bits));
    const dense = fill(f64(items * q), value);
    const outs = [f64(n * q), f64(n * q)];
    const start = fill(f64(n * q), value);
    for (const [k, products] of [PLAIN_PRODUCTS, wasm].entries()) {
      outs[k].set(start);
      products.byExaminee(packed, n, bits, items, dense, q, outs[k], windows, scratch);
    }
    expect(largest(outs[1], outs[0])).toBeLessThan(PRECISION);
    const expected = start.slice();
    for (let i = 0; i < n; i++)
      for (let j = 0; j < items; j++) {
        if (((packed[Math.floor(j / bits) * n + i] >> (j % bits)) & 1) === 0) continue;
        for (let k = windows[2 * i]; k < windows[2 * i + 1]; k++)
          expected[i * q + k] += dense[j * q + k];
      }
    expect(largest(outs[0], expected)).toBeLessThan(PRECISION);
  });

  test('sums by item, of a block inside the bank', () => {
    const before = 5;
    const stride = before + items + 3;
    const packed = fill(u8(Math.ceil(n / 8) * stride), () => randomInteger(random, 256));
    const dense = f64(n * q).fill(0);
    for (let i = 0; i < n; i++)
      for (let k = windows[2 * i]; k < windows[2 * i + 1]; k++) dense[i * q + k] = value();
    const outs = [f64(items * q), f64(items * q)];
    const start = fill(f64(items * q), value);
    for (const [k, products] of [PLAIN_PRODUCTS, wasm].entries()) {
      outs[k].set(start);
      products.byItem(packed, stride, before, items, n, dense, q, outs[k], windows, scratch);
    }
    expect(largest(outs[1], outs[0])).toBeLessThan(PRECISION);
    const expected = start.slice();
    for (let j = 0; j < items; j++)
      for (let i = 0; i < n; i++) {
        if (((packed[(i >> 3) * stride + before + j] >> (i & 7)) & 1) === 0) continue;
        for (let k = 0; k < q; k++) expected[j * q + k] += dense[i * q + k];
      }
    expect(largest(outs[0], expected)).toBeLessThan(PRECISION);
  });
});

describe('logarithms', () => {
  /** Two units in the last place. */
  const CLOSE = 2 ** -51;
  const random = randomStream('logarithms');
  const near = Array.from({ length: 500 }, () => 1 + random() * Math.exp(-36 * random()));
  const far = Array.from({ length: 500 }, () => Math.exp(1400 * (random() - 0.5)));
  const values = [1, 2, 0.5, 1 + 2 ** -52, 1 - 2 ** -53, Math.SQRT1_2, 2 ** -1022, ...near, ...far];
  values.push(Number.MAX_VALUE, 1e300, 3);

  test.each([0, 1])(
    'the kernel and its twin have the same bits, that of Node nearly, from %d on',
    (from) => {
      const plain = Float64Array.from(values);
      const fast = f64(values.length);
      fast.set(plain);
      const to = values.length - 2 * from;
      PLAIN_PRODUCTS.logarithms(plain, from, to);
      wasm.logarithms(fast, from, to);
      expect(fast).toEqual(plain);
      for (const [k, value] of values.entries()) {
        const expected = k < from || k >= to ? value : Math.log(value);
        expect(Math.abs(plain[k] - expected)).toBeLessThanOrEqual(CLOSE * Math.abs(expected));
      }
    },
  );
});

describe.each([1, 2, 7, 61])('a curve at %d nodes', (count) => {
  /** The geometric sequence of e is a little off after many steps. */
  const CLOSE = 1e-11;
  const random = randomStream('curve', count);
  const nodes = Float64Array.from({ length: count }, (_, k) => -6 + (12 * k) / 60);

  test.each([0, 0.2])(
    'the kernel and its twin have the same bits, and those are the curve, c = %d',
    (c) => {
      const item = { a: 0.3 + random(), delta: random() - 0.5, c, rest: Math.log1p(-c) };
      const z = Array.from(nodes, (node) => item.a * node + item.delta);
      const outs = [PLAIN_PRODUCTS, wasm].map((products) => {
        const [right, sums, product, at] = [f64(count), f64(count), f64(count), f64(count)];
        at.set(nodes);
        sums.fill(2);
        product.fill(3);
        const ratio = Math.exp(-item.a * 0.2);
        products.curve(right, sums, product, at, count, item, Math.exp(-z[0]), ratio);
        return { right, sums, product };
      });
      expect(outs[1]).toEqual(outs[0]);
      for (let k = 0; k < count; k++) {
        const p = c + (1 - c) / (1 + Math.exp(-z[k]));
        expect(Math.abs(outs[0].right[k] - Math.log(p / (1 - p)))).toBeLessThan(CLOSE);
        const logWrong = outs[0].sums[k] - 2 - Math.log(outs[0].product[k] / 3);
        expect(Math.abs(logWrong - Math.log(1 - p))).toBeLessThan(CLOSE);
      }
    },
  );
});
