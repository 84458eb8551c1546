import { chiSquareTail } from '../../statistics/chi-square-tail.ts';

/** An answer to a single choice. */
export interface PlacedAnswer {
  /** The letter of the right option. */
  readonly key: string;
  readonly options: number;
  readonly right: boolean;
}

/** How right answers depend on the place of the key. */
export interface PositionEffect {
  /** The probability of so much dependence or more by chance. */
  readonly p: number;
  /** Cramér's V, in [0, 1]: 0 for none, 1 if the place of the key decides alone. */
  readonly v: number;
  /** Where most, and where fewest, are right: letters of neighbouring keys, and their share right in [0, 1]. */
  readonly best: { readonly keys: string; readonly share: number };
  readonly worst: { readonly keys: string; readonly share: number };
}

/** Right and wrong answers expected of each group of keys, for the χ² distribution to hold. */
const EXPECTED = 5;

interface Group {
  keys: string;
  answers: number;
  right: number;
}

/**
 * Tests whether being right is independent of the place of the key, among items with the same number of options: the
 * generalised Mantel–Haenszel test with the numbers of options as strata. Items with more options are harder, and only they have late
 * keys, so the strata must be kept apart. Neighbouring letters are put together until each group has enough expected answers.
 *
 * @returns null with too few answers for two groups
 * @see Landis, Heyman & Koch (1978), International Statistical Review 46, 237–254; Cochran (1954), Biometrics 10, 417–451
 */
export function positionEffect(answers: readonly PlacedAnswer[]): PositionEffect | null {
  const groups = groupsOf(answers);
  if (groups.length < 2) return null;
  const size = groups.length - 1;
  const groupOf = new Map(groups.flatMap(({ keys }, g) => [...keys].map((key) => [key, g])));
  const difference = new Float64Array(size);
  /** Right answers of each group less those of as many items with as many options. */
  const excess = groups.map(({ right }) => right);
  const covariance = new Float64Array(size * size);
  for (const options of new Set(answers.map((answer) => answer.options))) {
    const own = answers.filter((answer) => answer.options === options);
    const n = own.length;
    if (n < 2) continue;
    const counts = new Float64Array(groups.length);
    let right = 0;
    for (const answer of own) {
      const g = groupOf.get(answer.key)!;
      counts[g]++;
      if (!answer.right) continue;
      right++;
      if (g < size) difference[g]++;
    }
    for (let g = 0; g < groups.length; g++) excess[g] -= (counts[g] * right) / n;
    const scale = (right * (n - right)) / (n * n * (n - 1));
    for (let g = 0; g < size; g++) {
      difference[g] -= (counts[g] * right) / n;
      for (let h = 0; h < size; h++)
        covariance[size * g + h] += scale * counts[g] * ((g === h ? n : 0) - counts[h]);
    }
  }
  const { value, rank } = quadraticForm(covariance, difference);
  if (rank === 0) return null;
  const ordered = groups
    .map(({ keys, answers: n, right }, g) => ({ keys, share: right / n, excess: excess[g] / n }))
    .sort((x, y) => y.excess - x.excess)
    .map(({ keys, share }) => ({ keys, share }));
  return {
    p: chiSquareTail(value, rank),
    v: Math.min(1, Math.sqrt(value / answers.length)),
    best: ordered[0],
    worst: ordered[ordered.length - 1],
  };
}

/** Keys, ascending, put together with their neighbours as far as it takes. */
function groupsOf(answers: readonly PlacedAnswer[]): Group[] {
  const byKey = new Map<string, Group>();
  let right = 0;
  for (const answer of answers) {
    const own = byKey.get(answer.key) ?? { keys: answer.key, answers: 0, right: 0 };
    byKey.set(answer.key, own);
    own.answers++;
    if (!answer.right) continue;
    own.right++;
    right++;
  }
  const share = answers.length === 0 ? 0 : right / answers.length;
  const isEnough = (group: Group) => group.answers * Math.min(share, 1 - share) >= EXPECTED;
  const groups: Group[] = [];
  for (const own of [...byKey.values()].sort((x, y) => (x.keys < y.keys ? -1 : 1))) {
    const last = groups.at(-1);
    if (last === undefined || isEnough(last)) groups.push(own);
    else join(last, own);
  }
  const last = groups.pop();
  if (last === undefined) return [];
  const before = groups.at(-1);
  if (before !== undefined && !isEnough(last)) join(before, last);
  else groups.push(last);
  return groups;
}

function join(group: Group, other: Group): void {
  group.keys += other.keys;
  group.answers += other.answers;
  group.right += other.right;
}

/** A pivot below this share of its variance is rounding. */
const NOTHING = 1e-9;

/** d' C⁻ d and the rank of a covariance matrix C, which is overwritten, by elimination without the pivots that are nothing. */
function quadraticForm(c: Float64Array, d: Float64Array): { value: number; rank: number } {
  const size = d.length;
  const variances = Float64Array.from(d, (_, g) => c[size * g + g]);
  let value = 0;
  let rank = 0;
  for (let g = 0; g < size; g++) {
    const pivot = c[size * g + g];
    if (!(pivot > NOTHING * variances[g])) continue;
    rank++;
    value += (d[g] * d[g]) / pivot;
    for (let h = g + 1; h < size; h++) {
      const factor = c[size * h + g] / pivot;
      d[h] -= factor * d[g];
      for (let i = g + 1; i < size; i++) c[size * h + i] -= factor * c[size * g + i];
    }
  }
  return { value, rank };
}
