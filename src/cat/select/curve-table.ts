import { information } from '../../irt/information.ts';
import { logComplement, logProbability } from '../../irt/log-probability.ts';
import type { ItemParameters } from '../../irt/parameters.ts';
import { probability } from '../../irt/probability.ts';

/** Curves of an item over ability. */
const CURVES = { information, probability, logProbability, logComplement } as const;
export type CurveName = keyof typeof CURVES;

/** The values of one curve of every item at fixed abilities. */
export interface CurveTable {
  /** One value per node, from the offset that `rowOf` returns. Valid until the next call of `rowOf`. */
  readonly values: Float64Array;
  /** Computes the curve of item j unless it is there already. Returns its offset in `values`. */
  rowOf(j: number): number;
}

/** A table with more values (64 MB) is not kept: it has one row, computed again each time. */
const KEPT = 2 ** 23;

/** Tables by items, which any number of sessions share, then by curve. */
const tables = new WeakMap<
  ItemParameters,
  Map<CurveName, { nodes: Float64Array; table: CurveTable }>
>();

/**
 * A curve of every item of a bank at the nodes of a grid. A row is computed when it is first asked for and shared by all
 * sessions on the same items, so that a session's rules cost sums of products instead of exponentials.
 */
export function curveTable(
  items: ItemParameters,
  nodes: Float64Array,
  name: CurveName,
): CurveTable {
  let own = tables.get(items);
  if (own === undefined) {
    own = new Map();
    tables.set(items, own);
  }
  const known = own.get(name);
  if (known !== undefined && areEqual(known.nodes, nodes)) return known.table;
  const table = newTable(items, nodes, name);
  own.set(name, { nodes, table });
  return table;
}

/** Nodes are equally spaced, so their number and ends identify a grid. */
function areEqual(x: Float64Array, y: Float64Array): boolean {
  const end = x.length - 1;
  return x === y || (x.length === y.length && x[0] === y[0] && x[end] === y[end]);
}

function newTable(
  { count, a, b, c, d }: ItemParameters,
  nodes: Float64Array,
  name: CurveName,
): CurveTable {
  const width = nodes.length;
  const isKept = count * width <= KEPT;
  const values = new Float64Array(isKept ? count * width : width);
  const isThere = new Uint8Array(isKept ? count : 0);
  const curve = CURVES[name];
  return {
    values,
    rowOf(j) {
      const row = isKept ? j * width : 0;
      if (isThere[j] === 1) return row;
      for (let q = 0; q < width; q++) values[row + q] = curve(nodes[q], a[j], b[j], c[j], d[j]);
      if (isKept) isThere[j] = 1;
      return row;
    },
  };
}
