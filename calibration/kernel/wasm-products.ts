import type { Products } from '../fit/marginal/engine/products.ts';

interface Exports {
  byExaminee(
    packed: number,
    n: number,
    groups: number,
    bits: number,
    items: number,
    dense: number,
    q: number,
    out: number,
    windows: number,
    scratch: number,
  ): void;
  byItem(
    packed: number,
    stride: number,
    first: number,
    items: number,
    n: number,
    dense: number,
    q: number,
    out: number,
    windows: number,
    scratch: number,
  ): void;
  logarithms(values: number, count: number): void;
  curve(
    right: number,
    sums: number,
    product: number,
    nodes: number,
    count: number,
    a: number,
    delta: number,
    c: number,
    rest: number,
    e: number,
    ratio: number,
  ): void;
}

/**
 * The products by the WebAssembly SIMD kernel. Every array handed to them must be a view on `memory`: the kernel gets its
 * address, not its contents.
 */
export function wasmProducts(module: WebAssembly.Module, memory: WebAssembly.Memory): Products {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const kernel = exports as unknown as Exports;
  return {
    logarithms(values, from, to) {
      kernel.logarithms(values.byteOffset + 8 * from, to - from);
    },
    curve(right, sums, product, nodes, count, { a, delta, c, rest }, e, ratio) {
      kernel.curve(
        right.byteOffset,
        sums.byteOffset,
        product.byteOffset,
        nodes.byteOffset,
        count,
        a,
        delta,
        c,
        rest,
        e,
        ratio,
      );
    },
    byExaminee(packed, n, bits, items, dense, q, out, windows, scratch) {
      kernel.byExaminee(
        packed.byteOffset,
        n,
        Math.ceil(items / bits),
        bits,
        items,
        dense.byteOffset,
        q,
        out.byteOffset,
        windows.byteOffset,
        scratch.byteOffset,
      );
    },
    byItem(packed, stride, first, items, n, dense, q, out, windows, scratch) {
      kernel.byItem(
        packed.byteOffset,
        stride,
        first,
        items,
        n,
        dense.byteOffset,
        q,
        out.byteOffset,
        windows.byteOffset,
        scratch.byteOffset,
      );
    },
  };
}
