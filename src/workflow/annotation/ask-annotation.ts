import type { Store } from '../../store/store.ts';
import { type AskCallsOptions, askCalls, type CallsAsked } from '../asking/ask-calls.ts';
import { itemsOfBank } from '../asking/call-sources.ts';
import type { AnnotationJob } from './annotation-job.ts';

/** Asks what is missing of an annotation, and keeps it. @param run claimed by this process @throws as `runCalls` */
export function askAnnotation(
  store: Store,
  { bank, calls, kept, needed, models, retries }: AnnotationJob,
  run: number,
  options: AskCallsOptions,
): Promise<CallsAsked> {
  const callsOf = (name: string) => calls.flatMap(({ model }, k) => (model === name ? [k] : []));
  return askCalls(
    store,
    {
      ...{ ...itemsOfBank(store, bank), calls, kept, needed, retries, doing: 'labelling' },
      participants: models.map(({ name }) => ({ generator: name, critic: null })),
      // The labels of each model that could be read.
      scores: { rows: models.map(({ name }) => callsOf(name)) },
    },
    run,
    options,
  );
}
