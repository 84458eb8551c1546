import type { ItemParameters } from '../../src/irt/parameters.ts';
import { probability } from '../../src/irt/probability.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';

/** Examinees of similar ability, and their answers to an item. */
export interface CurveGroup {
  /** Their mean. */
  readonly ability: number;
  readonly answered: number;
  readonly right: number;
  /** The mean of the curve over them. */
  readonly expected: number;
}

const MOST_GROUPS = 10;
const GROUP_EXAMINEES = 8;

/**
 * Groups of equal size by ability among those who answered item `j`, ascending, with the share right and the one that the curve expects.
 * For charts: abilities are estimated from the same answers, so no test is made of the differences.
 */
export function observedCurve(
  { scores, items, examinees }: ResponseMatrix,
  { a, b, c, d }: ItemParameters,
  abilities: ArrayLike<number>,
  j: number,
): CurveGroup[] {
  const width = items.length;
  const known: number[] = [];
  for (let i = 0; i < examinees.length; i++)
    if (!Number.isNaN(scores[i * width + j])) known.push(i);
  known.sort((one, two) => abilities[one] - abilities[two] || one - two);
  const count = known.length;
  const groups = Math.min(count, MOST_GROUPS, Math.max(1, Math.floor(count / GROUP_EXAMINEES)));
  return Array.from({ length: groups }, (_, g) => {
    const [from, to] = [g, g + 1].map((k) => Math.round((k * count) / groups));
    let [ability, right, expected] = [0, 0, 0];
    for (let k = from; k < to; k++) {
      const theta = abilities[known[k]];
      ability += theta;
      right += scores[known[k] * width + j];
      expected += probability(theta, a[j], b[j], c[j], d[j]);
    }
    const answered = to - from;
    return { ability: ability / answered, answered, right, expected: expected / answered };
  });
}
