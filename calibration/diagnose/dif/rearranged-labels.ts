import { randomStream, shuffle } from '../../../src/random.ts';

/** Labels of the examinees with families rearranged at random. */
export interface Rearranged {
  /** arrangements × examinees. */
  readonly labels: Float64Array;
  readonly count: number;
  /** Natural logarithm of the number of different arrangements. */
  readonly logArrangements: number;
  /** Families of one label, whose labels are exchanged, and families that have several, within which they are. */
  readonly pure: number;
  readonly mixed: number;
}

/**
 * Arrangements of labels that are as probable as the given ones if labels have nothing to do with answers, but members of a family answer alike:
 * families of one label exchange these, and within a family of several labels its members do.
 *
 * @param families one name per examinee
 * @see Winkler et al. (2015), NeuroImage 123, 253–268, on exchangeable blocks
 */
export function rearrangedLabels(
  labels: Float64Array,
  families: readonly string[],
  count: number,
  seed: string | number,
): Rearranged {
  const members = new Map<string, number[]>();
  families.forEach((family, i) => {
    const own = members.get(family);
    if (own === undefined) members.set(family, [i]);
    else own.push(i);
  });
  const all = [...members.values()];
  const isPure = (own: readonly number[]) => own.every((i) => labels[i] === labels[own[0]]);
  const pure = all.filter(isPure);
  const mixed = all.filter((own) => !isPure(own));
  const random = randomStream(seed, 'dif', 'families');
  const n = labels.length;
  const found = new Float64Array(count * n);
  const ofPure = Float64Array.from(pure, ([first]) => labels[first]);
  for (let b = 0; b < count; b++) {
    shuffle(ofPure, random);
    pure.forEach((own, f) => {
      for (const i of own) found[b * n + i] = ofPure[f];
    });
    for (const own of mixed) {
      const values = shuffle(
        own.map((i) => labels[i]),
        random,
      );
      own.forEach((i, k) => {
        found[b * n + i] = values[k];
      });
    }
  }
  const logArrangements = [
    pure.map(([first]) => labels[first]),
    ...mixed.map((own) => own.map((i) => labels[i])),
  ].reduce((sum, values) => sum + logOrders(values), 0);
  return { labels: found, count, logArrangements, pure: pure.length, mixed: mixed.length };
}

/** ln of the number of different orders of some values: n! / Π m!, m how often each occurs. */
function logOrders(values: readonly number[]): number {
  const times = new Map<number, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return [...times.values()].reduce((sum, m) => sum - logFactorial(m), logFactorial(values.length));
}

function logFactorial(n: number): number {
  let sum = 0;
  for (let k = 2; k <= n; k++) sum += Math.log(k);
  return sum;
}
