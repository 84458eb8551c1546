import { logarithms } from './logarithms.ts';
import type { Products } from './products.ts';

/** The plain twin of the kernel's `curve`: e runs in two sequences, as the kernel does two nodes at a time. */
export const tabulateCurve: Products['curve'] = (
  right,
  sums,
  product,
  nodes,
  count,
  { a, delta, c, rest },
  e,
  ratio,
) => {
  const step = ratio * ratio;
  let even = e;
  let odd = e * ratio;
  for (let k = 0; k < count; k++) {
    const here = k % 2 === 0 ? even : odd;
    right[k] = 1 + c * here;
    product[k] *= 1 + here;
    if (k % 2 === 0) even *= step;
    else odd *= step;
  }
  logarithms(right, 0, count);
  for (let k = 0; k < count; k++) {
    const beyond = a * nodes[k] + delta - rest;
    right[k] += beyond;
    sums[k] -= beyond;
  }
};
