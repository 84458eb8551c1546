import { firstFraction } from '../e-step/likelihood-block.ts';
import type { Products } from '../engine/products.ts';
import type { Workspace } from '../engine/workspace.ts';
import { itemMode } from './item-mode.ts';

/** The counts and the M-step of one block of items: its expected counts from the posteriors, then a step of each item. */
export function maximiseBlock(workspace: Workspace, block: number, products: Products): void {
  const { size, firsts, columns, askedColumns, posterior, table, wrong, windows, scratch } =
    workspace;
  const { examinees: n, items: all, nodes: q, missing } = size;
  const first = firsts[block];
  const items = firsts[block + 1] - first;
  const room = scratch.subarray(block * 256 * q, (block + 1) * 256 * q);
  const right = table.subarray(first * q, (first + items) * q);
  right.fill(0);
  products.byItem(columns, all, first, items, n, posterior, q, right, windows, room);
  if (missing) {
    const asked = wrong.subarray(first * q, (first + items) * q);
    asked.fill(0);
    products.byItem(askedColumns, all, first, items, n, posterior, q, asked, windows, room);
  }
  const { fractionAt, fraction } = workspace;
  for (let f = firstFraction(fractionAt, first); f < size.fractions; f++) {
    const j = fractionAt[2 * f];
    if (j >= first + items) break;
    const i = fractionAt[2 * f + 1];
    for (let k = windows[2 * i]; k < windows[2 * i + 1]; k++)
      table[j * q + k] += fraction[f] * posterior[i * q + k];
  }
  for (let j = first; j < first + items; j++) itemMode(workspace, j);
}
