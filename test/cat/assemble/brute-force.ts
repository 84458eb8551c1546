import type { CatBank } from '../../../src/cat/bank.ts';
import { itemsOfQuota, type Quota } from '../../../src/cat/constrain/quotas.ts';

/** What a test must be, said without groups and classes. */
export interface Rules {
  readonly length: number;
  readonly quotas: readonly Quota[];
  readonly enemies: readonly (readonly string[])[];
  readonly budget: number;
}

/** True where these items are a whole test by the rules: each is looked at as it is written. */
export function meets(bank: CatBank, rules: Rules, test: readonly number[]): boolean {
  const { length, quotas, enemies, budget } = rules;
  if (test.length !== length || new Set(test).size !== length) return false;
  for (const quota of quotas) {
    const { values, codes } = bank.tags[quota.tag];
    const found = test.filter((j) => values[codes[j]] === quota.value).length;
    const { least, most } = itemsOfQuota(quota, length);
    if (found < least || found > most) return false;
  }
  const ids = new Set(test.map((j) => bank.ids[j]));
  if (enemies.some((set) => set.filter((id) => ids.has(id)).length > 1)) return false;
  return test.reduce((sum, j) => sum + (bank.costs?.[j] ?? 0), 0) <= budget * (1 + 1e-9);
}

/** The greatest sum of values of a test with the items asked, by trying all; −Infinity where there is none. */
export function bestByTrial(
  bank: CatBank,
  rules: Rules,
  values: ArrayLike<number>,
  asked: readonly number[] = [],
): number {
  let best = Number.NEGATIVE_INFINITY;
  const test = [...asked];
  const from = (j: number) => {
    if (test.length === rules.length) {
      if (!meets(bank, rules, test)) return;
      best = Math.max(
        best,
        test.reduce((sum, item) => sum + values[item], 0),
      );
      return;
    }
    for (let next = j; next < bank.items.count; next++) {
      if (asked.includes(next)) continue;
      test.push(next);
      from(next + 1);
      test.pop();
    }
  };
  from(0);
  return best;
}
