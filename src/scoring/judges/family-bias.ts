import { invertSymmetric } from '../../statistics/invert-symmetric.ts';
import { jackknifeError } from '../../statistics/jackknife-error.ts';
import { studentQuantile } from '../../statistics/student-quantile.ts';
import type { JudgedScores } from './judged-scores.ts';

/** How much more a judge gives answers of its own family. */
export interface FamilyBias {
  readonly judge: string;
  readonly family: string;
  /** Answers that it judged and another judge too: of its own family, and of others. */
  readonly own: number;
  readonly others: number;
  /** In units of the score; null if it cannot be told from other effects. */
  readonly bias: number | null;
  /** The ends of its 95% interval; null if fewer than two items show it. */
  readonly low: number | null;
  readonly high: number | null;
}

/** P(T > t) at each end of a 95% interval. */
const TAIL = 0.025;

/**
 * The own-family bias γ of each judge: x_aj = α_a + β_j + γ_j [family of a = family of j] + ε by least squares, with an effect of each answer, so that good
 * answers are no bias, and of each judge, so that mild judges are none. It is a judge's surplus over the other judges on answers of its own
 * family, less the same on other answers.
 *
 * Intervals by leaving out one item at a time (jackknife, which is conservative with few items), with Student's t of items − 1 degrees. They hold for these models:
 * that a judge likes a single model of its family looks the same.
 * @param families of the answers; `own` of the judges, '' for a judge without one
 * @see MacKinnon & White (1985), Journal of Econometrics 29, 305–325
 */
export function familyBias(
  table: JudgedScores,
  families: readonly string[],
  own: readonly string[],
): FamilyBias[] {
  const { judges, items } = table;
  const n = judges.length;
  const width = 2 * n;
  const totals = new Sums(width);
  const byItem = new Map<string, Sums>();
  const counts = judges.map(() => ({ own: 0, others: 0 }));
  for (let a = 0; a < items.length; a++) {
    const known: number[] = [];
    for (let j = 0; j < n; j++) if (!Number.isNaN(table.scores[a * n + j])) known.push(j);
    if (known.length < 2) continue;
    const sums = byItem.get(items[a]) ?? new Sums(width);
    byItem.set(items[a], sums);
    const isOwn = (j: number) => own[j] !== '' && own[j] === families[a];
    for (const j of known) counts[j][isOwn(j) ? 'own' : 'others']++;
    addAnswer(sums, table.scores.subarray(a * n, (a + 1) * n), known, isOwn);
  }
  for (const sums of byItem.values()) totals.add(sums, 1);
  const whole = totals.solve();
  const without = [...byItem.values()].map((sums) => {
    totals.add(sums, -1);
    const solution = totals.solve();
    totals.add(sums, 1);
    return solution;
  });
  return judges.map((judge, j) => {
    const bias = whole[n + j];
    const others = without.flatMap((solution) => solution[n + j] ?? []);
    const isKnown = bias !== null && others.length === without.length && others.length >= 2;
    const half = isKnown ? studentQuantile(TAIL, others.length - 1) * jackknifeError(others) : null;
    return {
      judge,
      family: own[j],
      ...counts[j],
      bias,
      low: half === null ? null : bias! - half,
      high: half === null ? null : bias! + half,
    };
  });
}

/** Sums of least squares: cross products of the unknowns, and with the scores. Unknowns: β of each judge, then γ of each. */
class Sums {
  readonly width: number;
  readonly products: Float64Array;
  readonly moments: Float64Array;

  constructor(width: number) {
    this.width = width;
    this.products = new Float64Array(width * width);
    this.moments = new Float64Array(width);
  }

  add(other: Sums, sign: 1 | -1): void {
    for (let k = 0; k < this.products.length; k++) this.products[k] += sign * other.products[k];
    for (let k = 0; k < this.moments.length; k++) this.moments[k] += sign * other.moments[k];
  }

  /** By unknown; null if the sums do not determine it. */
  solve(): (number | null)[] {
    const n = this.width;
    const { inverse, isDependent } = invertSymmetric(this.products, n);
    const isOpen = Uint8Array.from(isDependent);
    // Moving an unknown that depends on others moves these: none of them is determined.
    for (let d = 0; d < n; d++) {
      if (isDependent[d] === 0) continue;
      for (let i = 0; i < n; i++) {
        let moved = 0;
        for (let j = 0; j < n; j++) moved += inverse[i * n + j] * this.products[j * n + d];
        if (Math.abs(moved) > MOVED) isOpen[i] = 1;
      }
    }
    return Array.from({ length: n }, (_, i) => {
      if (isOpen[i] === 1) return null;
      let value = 0;
      for (let j = 0; j < n; j++) value += inverse[i * n + j] * this.moments[j];
      return value;
    });
  }
}

/** Rounding moves less. */
const MOVED = 1e-8;

/** Adds an answer, its own effect removed: each unknown's column less its mean over the judges of the answer. */
function addAnswer(
  sums: Sums,
  scores: Float64Array,
  known: readonly number[],
  isOwn: (judge: number) => boolean,
): void {
  const n = sums.width / 2;
  const m = known.length;
  const unknowns = known.flatMap((j) => (isOwn(j) ? [j, n + j] : [j]));
  const mean = known.reduce((sum, j) => sum + scores[j], 0) / m;
  for (const u of unknowns) {
    const j = u % n;
    sums.moments[u] += scores[j] - mean;
    // Σ (x_u − x̄_u)(x_v − x̄_v): each unknown is 1 for one judge of the answer, so its mean is 1/m.
    for (const v of unknowns) sums.products[u * sums.width + v] += (j === v % n ? 1 : 0) - 1 / m;
  }
}
