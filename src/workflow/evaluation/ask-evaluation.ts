import { type Asks, neededCalls } from '../../evaluation/call-plan.ts';
import type { Store } from '../../store/store.ts';
import { type AskCallsOptions, askCalls, type CallsAsked } from '../asking/ask-calls.ts';
import { itemsOfBank } from '../asking/call-sources.ts';
import type { EvaluationJob } from './evaluation-job.ts';
import type { EvaluationResult } from './evaluation-result.ts';

/** Calls without an answer that are named of each model. */
const MAX_NAMED = 3;

/** What came of a round. Its outcomes are by model and judge, as `judgeQueue` calls the latter. */
export interface EvaluationAsked extends Omit<CallsAsked, 'sums' | 'unanswered'> {
  /** Calls of this round: answered, those of them with kept replies, and without an answer after all retries. */
  readonly sums: Pick<EvaluationResult, 'asked' | 'cached' | 'failed' | 'tooLong' | 'unanswered'>;
}

/**
 * Asks what is missing of a run, and keeps it: answers, and their judgements as soon as these can be asked. Called again with other
 * `asks`, it asks the next round of the same run.
 * @param run claimed by this process
 * @param asks what is asked in this round; by default what the job says
 * @throws as `runCalls`
 */
export async function askEvaluation(
  store: Store,
  job: EvaluationJob,
  run: number,
  { asks, ...options }: AskCallsOptions & { readonly asks?: Asks },
): Promise<EvaluationAsked> {
  const { bank, calls, kept, plan, models, retries } = job;
  const needed =
    asks === undefined ? job.needed : neededCalls(plan, bank.graded, asks, bank.comparable);
  const { sums, unanswered, ...asked } = await askCalls(
    store,
    {
      ...{ ...itemsOfBank(store, bank), calls, kept, needed, retries, doing: 'evaluating' },
      participants: models.map(({ name }) => ({ generator: name, critic: null })),
      scores: {
        rows: models.map((_, m) =>
          plan.calls.flatMap(({ model, other }, k) => (model === m && other === null ? [k] : [])),
        ),
        // The score of a graded answer is that of its judgements, of which those that could not be read are none.
        counts: (call, item) =>
          bank.graded[item] === 0 || (plan.calls[call].judge !== null && kept.isRead(call, item)),
      },
      isAnswer: () => true,
    },
    run,
    options,
  );
  const failures = [...unanswered].flatMap(([model, own]) => own.map((one) => ({ ...one, model })));
  const long = failures.filter(({ isTooLong }) => isTooLong);
  return {
    ...asked,
    sums: {
      asked: sums.asked,
      cached: sums.cached,
      failed: sums.failed - long.length,
      tooLong: new Set(long.map(({ model, item }) => `${model} ${item}`)).size,
      ...(unanswered.size === 0
        ? {}
        : {
            unanswered: [...unanswered].map(([model, own]) => ({
              model,
              calls: own.length,
              first: [...own]
                .sort((x, y) => x.item - y.item)
                .slice(0, MAX_NAMED)
                .map(({ item, reason }) => ({ item: bank.ids[item], reason })),
            })),
          }),
    },
  };
}
