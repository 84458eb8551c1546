import { keptOutputs } from '../../run/kept-outputs.ts';
import type { CallServices } from '../../run/run-calls.ts';
import type { Store } from '../../store/store.ts';
import { itemOf } from '../../tested-bank/live-bank.ts';
import type { SynthesisJob } from './synthesis-job.ts';

/** Where the missing calls of a run find items, places and what they see. */
export function callSources(
  store: Store,
  { bank, calls, kept, needed }: Pick<SynthesisJob, 'bank' | 'calls' | 'kept' | 'needed'>,
  run: number,
): Pick<CallServices, 'itemAt' | 'placeOf' | 'outputsOf'> {
  const { ids, places, summary } = bank;
  const wanted = (item: number) => {
    const missing = needed(item).filter((call) => !kept.isKept(call, item));
    const seen = new Set(missing.flatMap((call) => calls[call].before));
    return [...seen].filter((call) => kept.isKept(call, item));
  };
  return {
    itemAt: (item) => itemOf(store, summary.name, ids[item]),
    placeOf: (item) => places[item],
    outputsOf: keptOutputs(store, run, {
      items: ids.length,
      wanted,
      examineeOf: (call) => calls[call].id,
      placeOf: (item) => places[item],
    }),
  };
}
