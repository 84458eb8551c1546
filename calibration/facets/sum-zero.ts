import type { FacetLayout } from './facet-layout.ts';

/** The last of each set is minus the sum of the others. */
function lasts({ blocks }: FacetLayout): Int32Array {
  return Int32Array.from(blocks, ([from, count]) => from + count - 1);
}

/** Positions of the parameters that are free. */
export function freePositions(layout: FacetLayout): Int32Array {
  const bound = new Set(lasts(layout));
  return Int32Array.from({ length: layout.size }, (_, p) => p).filter((p) => !bound.has(p));
}

/** Cᵀg for ξ = C x, x the free parameters: from the gradient in ξ to that in x. */
export function reduceVector(layout: FacetLayout, free: Int32Array, full: Float64Array) {
  const g = full.slice(0, layout.size);
  for (const [from, count] of layout.blocks)
    for (let p = from; p < from + count - 1; p++) g[p] -= g[from + count - 1];
  return Float64Array.from(free, (p) => g[p]);
}

/** CᵀHC. */
export function reduceMatrix(layout: FacetLayout, free: Int32Array, full: Float64Array) {
  const { size, blocks } = layout;
  const h = full.slice();
  for (const [from, count] of blocks) {
    const last = from + count - 1;
    for (let p = from; p < last; p++)
      for (let q = 0; q < size; q++) h[q * size + p] -= h[q * size + last];
    for (let p = from; p < last; p++)
      for (let q = 0; q < size; q++) h[p * size + q] -= h[last * size + q];
  }
  const n = free.length;
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) out[i * n + j] = h[free[i] * size + free[j]];
  return out;
}

/** C x. */
export function expandVector(layout: FacetLayout, free: Int32Array, x: Float64Array) {
  const full = new Float64Array(layout.size);
  free.forEach((p, i) => {
    full[p] = x[i];
  });
  for (const [from, count] of layout.blocks) {
    let sum = 0;
    for (let p = from; p < from + count - 1; p++) sum += full[p];
    full[from + count - 1] = -sum;
  }
  return full;
}

/** C V Cᵀ: from covariances of the free parameters to those of all. */
export function expandMatrix(layout: FacetLayout, free: Int32Array, v: Float64Array) {
  const { size } = layout;
  const n = free.length;
  const rows = Array.from({ length: n }, (_, i) =>
    expandVector(layout, free, v.subarray(i * n, (i + 1) * n)),
  );
  const full = new Float64Array(size * size);
  const column = new Float64Array(n);
  for (let q = 0; q < size; q++) {
    for (let i = 0; i < n; i++) column[i] = rows[i][q];
    full.set(expandVector(layout, free, column), q * size);
  }
  return full;
}
