import { mean } from '../../../src/statistics/mean.ts';
import { variance } from '../../../src/statistics/variance.ts';

/** The best description of a table by one ability a row: `table[m][s]` ≈ slope[s] · theta[m] + intercept[s]. */
export interface CommonAbility {
  /** One entry per row: mean 0, variance 1 over the rows. */
  readonly theta: Float64Array;
  /** One entry per column; their sum is positive. */
  readonly slope: Float64Array;
  readonly intercept: Float64Array;
}

/** On the published table the residual sum of squares stops changing after some ten. */
const SWEEPS = 100;

/**
 * Least squares over the finite cells of `table`, rows and columns in turn (the congeneric model of one common factor;
 * Jöreskog 1971, Psychometrika 36). The residuals are the interaction of rows and columns.
 *
 * @param table rows × columns; a cell that is not finite is left out. Every row and every column needs two others,
 *   and the row means must differ
 */
export function commonAbility(table: readonly (readonly number[])[]): CommonAbility {
  const columns = table[0].length;
  const slope = new Float64Array(columns).fill(1);
  const intercept = new Float64Array(columns);
  let theta = new Float64Array(table.length);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    theta = standardise(
      theta.map((_, m) => {
        let product = 0;
        let square = 0;
        for (let s = 0; s < columns; s++) {
          if (!Number.isFinite(table[m][s])) continue;
          product += slope[s] * (table[m][s] - intercept[s]);
          square += slope[s] ** 2;
        }
        return product / square;
      }),
    );
    for (let s = 0; s < columns; s++) {
      const rows = [...table.keys()].filter((m) => Number.isFinite(table[m][s]));
      const meanOf = (of: (m: number) => number) => mean(rows.map(of));
      const x = meanOf((m) => theta[m]);
      const y = meanOf((m) => table[m][s]);
      slope[s] =
        meanOf((m) => (theta[m] - x) * (table[m][s] - y)) / meanOf((m) => (theta[m] - x) ** 2);
      intercept[s] = y - slope[s] * x;
    }
  }
  return { theta, slope, intercept };
}

function standardise(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const [centre, spread] = [mean(values), Math.sqrt(variance(values))];
  return values.map((value) => (value - centre) / spread);
}
