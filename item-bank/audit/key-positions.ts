import { chiSquareTail } from '../../src/statistics/chi-square-tail.ts';

/** Where the keys of a bank stand. */
export interface KeyPositions {
  /** Items with one right option that count. */
  readonly items: number;
  /** Keys at each letter, and the number expected if all places were equally likely. */
  readonly letters: readonly {
    readonly letter: string;
    readonly keys: number;
    readonly expected: number;
  }[];
  /** The probability of so uneven keys or more by chance: χ² test of uniform places, with the numbers of options as strata. */
  readonly p: number;
}

/** Keys expected at each place, for the χ² distribution to hold. @see Cochran (1954), Biometrics 10, 417–451 */
const EXPECTED = 5;

/** @param items number of options, and the key's place from 0 */
export function keyPositions(
  items: readonly { readonly options: number; readonly key: number }[],
): KeyPositions | null {
  const strata = new Map<number, number[]>();
  for (const { options, key } of items) {
    if (options < 2 || key < 0 || key >= options) continue;
    const counts = strata.get(options) ?? new Array<number>(options).fill(0);
    counts[key]++;
    strata.set(options, counts);
  }
  let [value, freedom, all] = [0, 0, 0];
  const letters: { letter: string; keys: number; expected: number }[] = [];
  for (const [options, counts] of strata) {
    const n = counts.reduce((sum, one) => sum + one, 0);
    const expected = n / options;
    if (expected < EXPECTED) continue;
    all += n;
    freedom += options - 1;
    for (const [place, keys] of counts.entries()) {
      value += (keys - expected) ** 2 / expected;
      letters[place] ??= { letter: String.fromCharCode(65 + place), keys: 0, expected: 0 };
      letters[place].keys += keys;
      letters[place].expected += expected;
    }
  }
  return freedom === 0 ? null : { items: all, letters, p: chiSquareTail(value, freedom) };
}
