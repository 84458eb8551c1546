import type { KeptCalls } from '../../run/kept-calls.ts';
import { keptOutputs } from '../../run/kept-outputs.ts';
import type { CallServices, CallWork } from '../../run/run-calls.ts';
import type { Store } from '../../store/store.ts';
import { itemOf } from '../../tested-bank/live-bank.ts';

/** Items, and their places in the record. */
export interface CalledItems extends Pick<CallServices, 'itemAt' | 'placeOf'> {
  readonly items: number;
}

/** Those of a bank. */
export function itemsOfBank(
  store: Store,
  bank: {
    readonly ids: readonly string[];
    readonly places: ArrayLike<number>;
    readonly summary: { readonly name: string };
  },
): CalledItems {
  const { ids, places, summary } = bank;
  return {
    items: ids.length,
    itemAt: (item) => itemOf(store, summary.name, ids[item]),
    placeOf: (item) => places[item],
  };
}

/** The kept outputs that the missing calls of an item see. */
export function outputsSeen(
  store: Store,
  {
    calls,
    items,
    needed,
    kept,
    placeOf,
  }: CallWork & Pick<CallServices, 'placeOf'> & { readonly kept: KeptCalls },
  run: number,
): CallServices['outputsOf'] {
  const wanted = (item: number) => {
    const missing = needed(item).filter((call) => !kept.isKept(call, item));
    const seen = new Set(missing.flatMap((call) => calls[call].before));
    return [...seen].filter((call) => kept.isKept(call, item));
  };
  return keptOutputs(store, run, {
    ...{ items, wanted, placeOf },
    examineeOf: (call) => calls[call].id,
  });
}
