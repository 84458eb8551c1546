import { randomStream } from '../random.ts';
import type { Answerer } from './answerer.ts';
import { ApiError } from './api-error.ts';
import { Attempts } from './attempts.ts';
import type { Counter } from './counts.ts';
import { type Fault, faultPlan } from './faults.ts';
import type { StandInOptions } from './options.ts';

/** What a request comes to, whatever it asks for. */
export interface PlannedRequest<T> {
  readonly answered: T;
  /** Counts requests that get a reply, from 1. */
  readonly number: number;
  /** A fault of the connection or of the form; null for none. */
  readonly fault: Fault | null;
  /** Milliseconds before the reply. */
  readonly delay: number;
}

/** Plans all requests to models: who answers, after how long, and with which fault. */
export interface RequestDesk {
  /**
   * @param hashOf tells a question from others, whatever the sampling settings
   * @throws ApiError: what the request, or a fault, is refused with
   */
  plan<T>(
    model: string,
    hashOf: () => string,
    answer: (answerer: Answerer) => T,
  ): PlannedRequest<T>;
  /** Forgets which questions were asked before. */
  reset(): void;
}

const SLOW_MS = 2000;

export function requestDesk(options: StandInOptions, counter: Counter): RequestDesk {
  const { seed = 1, faults = {}, latency, slow = SLOW_MS, retryAfter = 1 } = options;
  const byModel = answererOfModel(options.answerers);
  const faultOf = faultPlan(faults, seed);
  const hasChance = Object.values(faults).some((rate) => rate > 0) || (latency?.jitter ?? 0) > 0;
  const attempts = new Attempts();
  let served = 0;

  return {
    plan(model, hashOf, answer) {
      const answerer = byModel.get(model);
      if (answerer === undefined) {
        counter.add('requests', 'unknown model');
        throw new ApiError(404, 'model_not_found', `no model "${model.slice(0, 200)}"`, {
          param: 'model',
        });
      }
      counter.add('requests', model);
      const answered = answer(answerer);
      const question = hasChance ? hashOf() : '';
      const attempt = hasChance ? attempts.next(`${model} ${question}`) : 0;
      const fault = faultOf(model, question, attempt);
      if (fault !== null) {
        counter.add('faults', fault);
        refuse(fault, retryAfter);
      }
      let delay = latency?.mean ?? 0;
      if (latency !== undefined && latency.jitter > 0) {
        const random = randomStream(seed, 'latency', model, question, attempt);
        delay = Math.max(0, delay + latency.jitter * (2 * random() - 1));
      }
      served++;
      return { answered, number: served, fault, delay: fault === 'slow' ? delay + slow : delay };
    },
    reset: () => attempts.clear(),
  };
}

function answererOfModel(answerers: readonly Answerer[]): ReadonlyMap<string, Answerer> {
  const byModel = new Map<string, Answerer>();
  for (const answerer of answerers)
    for (const model of answerer.models) if (!byModel.has(model)) byModel.set(model, answerer);
  return byModel;
}

/** @throws ApiError for faults that are a refusal */
function refuse(fault: Fault, retryAfter: number): void {
  switch (fault) {
    case '429':
      throw new ApiError(429, 'rate_limit_exceeded', 'injected fault 429');
    case '429-retry-after':
      throw new ApiError(429, 'rate_limit_exceeded', 'injected fault 429-retry-after', {
        headers: { 'retry-after': String(retryAfter) },
      });
    case '500':
    case '503':
      throw new ApiError(Number(fault), 'injected_fault', `injected fault ${fault}`);
    case 'context':
      throw new ApiError(400, 'context_length_exceeded', 'injected fault: context too long', {
        param: 'messages',
      });
  }
}
