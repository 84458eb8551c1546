import { invertSymmetric } from '../../statistics/invert-symmetric.ts';
import { jackknifeError } from '../../statistics/jackknife-error.ts';
import { studentQuantile } from '../../statistics/student-quantile.ts';
import { judgeSpread, type SpreadSums, spreadSums } from './judge-spread.ts';
import { type JudgedScores, unitsOf } from './judged-scores.ts';

/** How much more a judge gives answers of its own family. */
export interface FamilyBias {
  readonly judge: string;
  readonly family: string;
  /** Answers that it judged and another judge too: of its own family, and of others. */
  readonly own: number;
  readonly others: number;
  /** How far it spreads its scores, relative to the mean of the judges; null if all were taken to spread alike. */
  readonly spread: number | null;
  /** In units of the score; null if it cannot be told from other effects. */
  readonly bias: number | null;
  /** The ends of its 95% interval; null with two judges, or if fewer than two units show it. */
  readonly low: number | null;
  readonly high: number | null;
}

/** P(T > t) at each end of a 95% interval. */
const TAIL = 0.025;
/** Above twice this number of units, as many groups of units are left out. */
const MOST_GROUPS = 100;
/** Fewer judges show nothing of their spreads. */
const LEAST_JUDGES = 3;

/**
 * The own-family bias γ of each judge: x_aj = b_j α_a + β_j + γ_j [family of a = family of j] + ε by least squares, with an effect of each answer, so that good
 * answers are no bias, of each judge, so that mild judges are none, and a spread b of each judge: one who uses half of the scale gives good models too
 * little and bad ones too much, whoever made them. It is a judge's surplus over the other judges on answers of its own family, less the same on other answers.
 *
 * Spreads come from the answers of the same models to different items (judge-spread.ts), where no bias for a family shows. With two judges they are
 * taken as equal, and there is no interval: a judge with another spread would look biased.
 *
 * Intervals by leaving out one unit at a time, an item with all questions and repeats (jackknife, which is conservative with few), spreads included,
 * with Student's t of units − 1 degrees. They hold for these models: that a judge likes a single model of its family looks the same.
 * @param families of the answers; `own` of the judges, '' for a judge without one
 * @see MacKinnon & White (1985), Journal of Econometrics 29, 305–325
 */
export function familyBias(
  table: JudgedScores,
  families: readonly string[],
  own: readonly string[],
): FamilyBias[] {
  const { judges } = table;
  const n = judges.length;
  const groups = groupsOf(unitsOf(table.items));
  const patterns = new Patterns(table, families, own);
  const spreads = spreadSums(table, groups);
  const all: SpreadSums = {
    products: new Float64Array(n * n),
    counts: new Float64Array(n * n),
  };
  for (const sums of spreads) addSums(all, sums, 1);
  const scales = groups.map((rows) => patterns.count(rows));
  const totals = patterns.count(table.items.map((_, row) => row));
  const isAlike = n < LEAST_JUDGES;
  const alike = new Float64Array(n).fill(1);
  const solve = (): { solution: (number | null)[]; spread: Float64Array | null } => {
    const spread = isAlike ? alike : judgeSpread(all, n);
    if (spread === null) return { solution: Array(2 * n).fill(null), spread };
    const solution = patterns.sums(totals, spread).solve();
    // Nothing tells the quality of answers from the family where a judge does not go by it.
    return { solution: solution.map((value, u) => (spread[u % n] === 0 ? null : value)), spread };
  };
  const whole = solve();
  const without = groups.map((_, g) => {
    addSums(all, spreads[g], -1);
    addCounts(totals, scales[g], -1);
    const { solution } = solve();
    addSums(all, spreads[g], 1);
    addCounts(totals, scales[g], 1);
    return solution;
  });
  const counts = patterns.answers(totals);
  return judges.map((judge, j) => {
    const bias = whole.solution[n + j];
    const others = without.flatMap((solution) => solution[n + j] ?? []);
    const isKnown =
      !isAlike && bias !== null && others.length === without.length && others.length >= 2;
    const half = isKnown ? studentQuantile(TAIL, others.length - 1) * jackknifeError(others) : null;
    return {
      judge,
      family: own[j],
      ...counts[j],
      spread: isAlike ? null : (whole.spread?.[j] ?? null),
      bias,
      low: half === null ? null : bias! - half,
      high: half === null ? null : bias! + half,
    };
  });
}

/** The units, or groups of them that are left out together. */
function groupsOf(units: readonly number[][]): number[][] {
  if (units.length <= 2 * MOST_GROUPS) return [...units];
  const groups = Array.from({ length: MOST_GROUPS }, (): number[] => []);
  for (const [k, rows] of units.entries()) groups[k % MOST_GROUPS].push(...rows);
  return groups;
}

function addSums(into: SpreadSums, { products, counts }: SpreadSums, sign: 1 | -1): void {
  for (let k = 0; k < products.length; k++) {
    into.products[k] += sign * products[k];
    into.counts[k] += sign * counts[k];
  }
}

/** Answers with the same judges and the same family, by pattern: their number, then Σ of the scores by judge. */
type PatternCounts = Float64Array;

function addCounts(into: PatternCounts, own: PatternCounts, sign: 1 | -1): void {
  for (let k = 0; k < own.length; k++) into[k] += sign * own[k];
}

/** What kinds of answers there are: by whom they are judged, and whose family they are of. */
class Patterns {
  readonly #judges: number;
  readonly #scores: Float64Array;
  /** Of each answer; −1 of one with fewer than two judges, which shows nothing. */
  readonly #of: Int32Array;
  readonly #known: number[][] = [];
  readonly #isOwn: Uint8Array[] = [];

  constructor(
    { judges, items, scores }: JudgedScores,
    families: readonly string[],
    own: readonly string[],
  ) {
    const n = judges.length;
    this.#judges = n;
    this.#scores = scores;
    this.#of = new Int32Array(items.length).fill(-1);
    const places = new Map<string, number>();
    for (let a = 0; a < items.length; a++) {
      const known: number[] = [];
      for (let j = 0; j < n; j++) if (!Number.isNaN(scores[a * n + j])) known.push(j);
      if (known.length < 2) continue;
      const isOwn = Uint8Array.from(own, (family) =>
        Number(family !== '' && family === families[a]),
      );
      const key = `${known} ${isOwn}`;
      let place = places.get(key);
      if (place === undefined) {
        place = this.#known.push(known) - 1;
        this.#isOwn.push(isOwn);
        places.set(key, place);
      }
      this.#of[a] = place;
    }
  }

  count(rows: readonly number[]): PatternCounts {
    const n = this.#judges;
    const counts = new Float64Array(this.#known.length * (n + 1));
    for (const row of rows) {
      const place = this.#of[row];
      if (place < 0) continue;
      const at = place * (n + 1);
      counts[at]++;
      for (const j of this.#known[place]) counts[at + 1 + j] += this.#scores[row * n + j];
    }
    return counts;
  }

  /** By judge. */
  answers(counts: PatternCounts): { own: number; others: number }[] {
    const n = this.#judges;
    return Array.from({ length: n }, (_, j) => {
      const answers = { own: 0, others: 0 };
      for (const [place, known] of this.#known.entries())
        if (known.includes(j))
          answers[this.#isOwn[place][j] === 1 ? 'own' : 'others'] += counts[place * (n + 1)];
      return answers;
    });
  }

  /**
   * The equations of least squares, the effect of each answer removed: of a column x over the judges of an answer that is x − b Σ b x/Σ b².
   */
  sums(counts: PatternCounts, spread: Float64Array): Sums {
    const n = this.#judges;
    const sums = new Sums(2 * n);
    for (const [place, known] of this.#known.entries()) {
      const at = place * (n + 1);
      const answers = counts[at];
      if (answers === 0) continue;
      let [norm, projected] = [0, 0];
      for (const j of known) {
        norm += spread[j] ** 2;
        projected += spread[j] * counts[at + 1 + j];
      }
      if (norm === 0) continue;
      // Unknowns of the judges of these answers, each of which is 1 for one judge.
      const unknowns = known.flatMap((j) => (this.#isOwn[place][j] === 1 ? [j, n + j] : [j]));
      for (const u of unknowns) {
        const j = u % n;
        sums.moments[u] += counts[at + 1 + j] - (spread[j] * projected) / norm;
        for (const v of unknowns) {
          const k = v % n;
          const same = j === k ? 1 : 0;
          sums.products[u * 2 * n + v] += answers * (same - (spread[j] * spread[k]) / norm);
        }
      }
    }
    return sums;
  }
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
