import { fail } from '../../errors.ts';
import { type CatBank, positionIn } from '../bank.ts';

/** Bars the enemies of an item: those that share a set with it. */
export type EnemyKeeper = (asked: number, bar: (enemy: number) => void) => void;

/**
 * Enemy items: sets of items of which a test asks at most one, because one gives away the answer of another or rewords it. An
 * item may stand in several sets.
 *
 * Quotas do not take enemies into account. If quotas need most items of a value, a test can run out of eligible items; it then
 * ends and says so.
 *
 * @param sets identifiers, two or more in each set
 * @throws ITEM_UNKNOWN; SESSION_INVALID for a set with fewer than two items or the same item twice
 * @see Theunissen (1986), Applied Psychological Measurement 10, 381–389; van der Linden (2005), Linear Models for Optimal
 * Test Design, section 3.2.3
 */
export function enemyKeeper(bank: CatBank, sets: readonly (readonly string[])[]): EnemyKeeper {
  const known = keepers.get(sets);
  if (known !== undefined && known.bank === bank) return known.keeper;
  const keeper = newKeeper(bank, sets);
  keepers.set(sets, { bank, keeper });
  return keeper;
}

/** Keepers have no state: sessions of the same configuration share one. */
const keepers = new WeakMap<object, { bank: CatBank; keeper: EnemyKeeper }>();

function newKeeper(bank: CatBank, sets: readonly (readonly string[])[]): EnemyKeeper {
  const setsOf = new Map<number, Int32Array[]>();
  for (const set of sets) {
    if (new Set(set).size !== set.length || set.length < 2)
      fail('SESSION_INVALID', {
        reason: `a set of enemy items has ${set.length} items, ${new Set(set).size} of them different; accepted: two or more different items`,
      });
    const members = Int32Array.from(set, (item) => positionIn(bank, item));
    for (const j of members) {
      const own = setsOf.get(j);
      if (own === undefined) setsOf.set(j, [members]);
      else own.push(members);
    }
  }
  return (asked, bar) => {
    for (const members of setsOf.get(asked) ?? [])
      for (const enemy of members) if (enemy !== asked) bar(enemy);
  };
}
