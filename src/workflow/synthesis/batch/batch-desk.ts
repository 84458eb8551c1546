import type { SynthesisCall } from '../../../../calibration/synthesize/calls.ts';
import { batchExaminee } from '../../../examinee/batch/batch-examinee.ts';
import { idTag } from '../../../examinee/batch/custom-id.ts';
import type { EndpointConfiguration } from '../../../examinee/endpoint/configuration/configuration.ts';
import type { Examinee, ReplyCache } from '../../../examinee/examinee.ts';
import type { Taken } from '../../../run/run-budgets.ts';
import type { Askers } from '../synthesis-calls.ts';
import type { BatchIndex } from './batch-index.ts';

/** Answers the calls of a synthesis from results of batches, once these are read. */
export class BatchDesk implements Askers {
  #cache: ReplyCache | null = null;
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #refusals = new Map<string, { inARow: number }>();
  #index: BatchIndex | null = null;
  #isAgain = false;
  #places: ReadonlyMap<string, number> = new Map();
  #paid: Taken = { dollars: 0, tokens: 0 };

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  /** @param replies those of its run, where replies are kept and looked for */
  withReplies(replies: ReplyCache): this {
    this.#cache = replies;
    return this;
  }

  /** What all results together have taken that were used. */
  get paid(): Taken {
    return this.#paid;
  }

  /**
   * From now on questions are answered from `index`.
   * @param places of the items in the record, by id
   * @param isAgain whether what has no answer is written again
   */
  open(index: BatchIndex, places: ReadonlyMap<string, number>, isAgain: boolean): void {
    this.#isAgain = isAgain;
    this.#index = index;
    this.#places = places;
  }

  /** Nothing is asked again by itself. */
  readonly retries = () => ({});

  readonly examineeOf = (call: SynthesisCall, endpoint: EndpointConfiguration): Examinee => {
    const refusals = this.#refusals.get(call.model) ?? { inARow: 0 };
    this.#refusals.set(call.model, refusals);
    const tag = idTag(call.id);
    return batchExaminee(
      endpoint,
      {
        env: this.#env,
        cache: this.#cache,
        isOpen: ({ item }, request) =>
          this.#isAgain ||
          this.#index?.next({ call: tag, place: this.#places.get(item)!, request }).isAwaited ===
            true,
        resultsOf: ({ item }, request) =>
          this.#index?.resultsOf(
            { call: tag, place: this.#places.get(item)!, request },
            ({ dollars, tokens }) => {
              this.#paid = {
                dollars: this.#paid.dollars + dollars,
                tokens: this.#paid.tokens + tokens,
              };
            },
          ) ?? [],
      },
      refusals,
    );
  };
}
