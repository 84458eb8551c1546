import type { Prices } from './prices.ts';
import type { Program } from './program.ts';
import type { OpenTest, Requirements } from './requirements.ts';

/** The programme of a test that is chosen from candidates, and how to read its prices. */
export interface TestProgram {
  readonly program: Program;
  readonly pricesOf: (rows: Float64Array) => Prices;
}

/**
 * One column per candidate: 1 if the test has it. The columns add up to the free places, within the bounds of the groups and
 * the budget (van der Linden 2005, ch. 2–3 and 9). Rows that these candidates cannot break are left out. Costs are divided by
 * the greatest of them, because solvers have absolute tolerances.
 *
 * @param items positions in the bank, ascending
 * @param values by item of the bank
 * @param fixed items that the test has in any case
 */
export function programOf(
  requirements: Requirements,
  open: OpenTest,
  values: Float64Array,
  items: Int32Array,
  fixed: ReadonlySet<number> = new Set(),
): TestProgram {
  const { groups, groupsOf, classOf, costs } = requirements;
  const had = new Int32Array(groups.length);
  for (const j of items) for (const group of groupsOf[classOf[j]]) had[group]++;
  const lower = [open.left];
  const upper = [open.left];
  const rowOf = new Int32Array(groups.length).fill(-1);
  for (let group = 0; group < groups.length; group++) {
    if (open.least[group] <= 0 && open.most[group] >= Math.min(had[group], open.left)) continue;
    rowOf[group] = lower.length;
    lower.push(Math.max(0, open.least[group]));
    upper.push(Math.min(open.most[group], open.left));
  }
  const dearest = costs === null ? 0 : items.reduce((most, j) => Math.max(most, costs[j]), 0);
  const costRow = costs !== null && dearest > 0 ? lower.length : -1;
  if (costRow >= 0) {
    lower.push(Number.NEGATIVE_INFINITY);
    upper.push(open.budget / dearest);
  }
  const starts = new Int32Array(items.length + 1);
  const indices: number[] = [];
  const entries: number[] = [];
  items.forEach((j, k) => {
    indices.push(0);
    entries.push(1);
    for (const group of groupsOf[classOf[j]]) {
      if (rowOf[group] < 0) continue;
      indices.push(rowOf[group]);
      entries.push(1);
    }
    if (costRow >= 0 && costs![j] > 0) {
      indices.push(costRow);
      entries.push(costs![j] / dearest);
    }
    starts[k + 1] = indices.length;
  });
  const program: Program = {
    objective: Float64Array.from(items, (j) => values[j]),
    columnLower: Float64Array.from(items, (j) => (fixed.has(j) ? 1 : 0)),
    columnUpper: new Float64Array(items.length).fill(1),
    rowLower: Float64Array.from(lower),
    rowUpper: Float64Array.from(upper),
    starts,
    indices: Int32Array.from(indices),
    values: Float64Array.from(entries),
  };
  return {
    program,
    pricesOf: (rows) => ({
      item: rows[0],
      groups: Float64Array.from(rowOf, (row) => (row < 0 ? 0 : rows[row])),
      cost: costRow < 0 ? 0 : Math.max(0, rows[costRow]) / dearest,
    }),
  };
}
