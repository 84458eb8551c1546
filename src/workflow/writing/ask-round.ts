import type { Store } from '../../store/store.ts';
import { WRITING_CALLS } from '../../writing/writing-calls.ts';
import { type AskCallsOptions, askCalls, type CallsAsked } from '../asking/ask-calls.ts';
import type { RoundJob } from './round-job.ts';

const ALL = WRITING_CALLS.map((_, k) => k);

/** Asks what is missing of a round, and keeps it. @param run claimed by this process @throws as `runCalls` */
export function askRound(
  store: Store,
  { calls, items, kept, tasks, retries, round }: RoundJob,
  run: number,
  options: AskCallsOptions,
): Promise<CallsAsked> {
  return askCalls(
    store,
    {
      ...{ calls, kept, retries, participants: [], scores: { rows: [] } },
      ...{ items: items.length, needed: () => ALL, doing: 'writing questions' },
      itemAt: async (item) => items[item],
      placeOf: (item) => tasks[item].place,
    },
    run,
    { ...options, title: `round ${round}` },
  );
}
