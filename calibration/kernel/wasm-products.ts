import type { Products } from '../fit/marginal/products.ts';

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
}

/**
 * The products by the WebAssembly SIMD kernel. Every array handed to them must be a view on `memory`: the kernel gets
 * its place, not its contents.
 */
export function wasmProducts(module: WebAssembly.Module, memory: WebAssembly.Memory): Products {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const kernel = exports as unknown as Exports;
  return {
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
