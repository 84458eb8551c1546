import type { Pair, PairDecision } from '../../src/ranking/ordering/decide-pairs.ts';
import { isFalseDecision } from '../../src/ranking/ordering/pair-decision-counts.ts';
import { jackknifeError } from '../../src/statistics/jackknife-error.ts';

/** A share of declared pairs over all seeds; null if none is declared. */
export interface Rate {
  readonly rate: number | null;
  /** Over families: the delete-one jackknife, a family going with all of its pairs; null with fewer than three. */
  readonly se: number | null;
  readonly declared: number;
  readonly false: number;
}

/**
 * How many of the pairs with one of these verdicts are false.
 * @param seeds the pairs of each seed
 * @param actual recorded scores, in [0, 1]
 * @see Efron & Stein (1981), Annals of Statistics 9, 586–596
 */
export function falseRate(
  seeds: readonly (readonly Pair[])[],
  verdicts: readonly PairDecision[],
  actual: ArrayLike<number>,
  families: readonly string[],
  margin: number,
): Rate {
  const names = [...new Set(families)];
  const of = families.map((family) => names.indexOf(family));
  let declared = 0;
  let wrong = 0;
  const without = names.map(() => ({ declared: 0, wrong: 0 }));
  for (const pairs of seeds)
    for (const pair of pairs) {
      if (!verdicts.includes(pair.verdict)) continue;
      const bad = isFalseDecision(pair, actual, margin) ? 1 : 0;
      declared++;
      wrong += bad;
      for (const family of new Set([of[pair.first], of[pair.second]])) {
        without[family].declared++;
        without[family].wrong += bad;
      }
    }
  const left = without.map((own) => ({
    declared: declared - own.declared,
    wrong: wrong - own.wrong,
  }));
  const f = names.length;
  let se: number | null = null;
  if (f >= 3 && left.every((own) => own.declared > 0)) {
    se = jackknifeError(left.map((own) => own.wrong / own.declared));
  }
  return { rate: declared > 0 ? wrong / declared : null, se, declared, false: wrong };
}
