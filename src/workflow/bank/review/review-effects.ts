import type { Item } from '../../../../item-bank/items/item.ts';
import { pretestFlags } from '../../../../item-bank/items/pretest-flags.ts';
import type { ReviewEntry } from '../../../../item-bank/review/decision.ts';
import type { Store } from '../../../store/store.ts';
import { type Difference, differenceOf, differingItems } from './differing-items.ts';
import { type ModelMove, type RecordedEffects, recordedEffects } from './recorded-effects.ts';
import { type TestEffects, testEffects } from './test-effects.ts';

/** What decisions change: items, recorded answers and the order of the recorded models, and answers of tests. */
export interface ReviewEffects {
  readonly items: Readonly<Record<Difference, number>>;
  readonly recorded: RecordedEffects;
  /** Recorded models. */
  readonly models: number;
  readonly ranking: readonly ModelMove[];
  readonly tests: readonly TestEffects[];
  /** Sessions of the service that cannot go on with a changed bank. */
  readonly openSessions: number;
  /** Kept calibrations made before, which leave the changed items out. */
  readonly calibrations: number;
}

const NO_ANSWERS: RecordedEffects = {
  answers: 0,
  rescored: 0,
  changed: 0,
  returned: 0,
  missing: 0,
  leftOut: 0,
};

/** The difference between two logs of a bank, of which one may be only a trial. Nothing is changed. @throws NAME_UNKNOWN */
export async function reviewEffects(
  store: Store,
  bank: string,
  before: readonly ReviewEntry[],
  after: readonly ReviewEntry[],
): Promise<ReviewEffects> {
  const states = [await store.reviewed(bank, before), await store.reviewed(bank, after)] as const;
  const differing = differingItems(...states);
  const items = { corrected: 0, retired: 0, restored: 0, promoted: 0 };
  for (const item of differing) items[differenceOf(item)!]++;
  const isSame = differing.length === 0;
  const kept = isSame ? null : await store.keptResponses(bank);
  const { recorded, ranking } =
    kept === null
      ? { recorded: NO_ANSWERS, ranking: [] }
      : recordedEffects(kept, states, differing, await pretestItems(store, bank));
  const holdings = await store.bankHoldings(bank);
  return {
    items,
    recorded,
    models: kept?.matrix.examinees.length ?? 0,
    ranking,
    tests: await testEffects(store, bank, differing),
    openSessions: isSame ? 0 : (holdings?.openSessions ?? 0),
    calibrations: isSame ? 0 : (holdings?.calibrations ?? 0),
  };
}

async function pretestItems(store: Store, bank: string): Promise<ReadonlySet<string>> {
  const ids: string[] = [];
  const statuses: Item['status'][] = [];
  for await (const { id, status } of store.items(bank)) {
    ids.push(id);
    statuses.push(status);
  }
  const isPretest = pretestFlags(statuses);
  return new Set(ids.filter((_, j) => isPretest[j] === 1));
}
