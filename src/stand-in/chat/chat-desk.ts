import { hash } from 'node:crypto';
import { randomStream } from '../../random.ts';
import type { Answerer } from '../answerer.ts';
import { ApiError } from '../api-error.ts';
import { Attempts } from '../attempts.ts';
import type { Counter } from '../counts.ts';
import { type Fault, faultPlan } from '../faults.ts';
import type { StandInOptions } from '../options.ts';
import { type ChatRequest, chatRequest } from './chat-request.ts';
import { cutToTokens, estimateTokens } from './tokens.ts';

export interface Choice {
  readonly text: string;
  readonly thinking: string | null;
  readonly finishReason: 'stop' | 'length' | 'content_filter';
}

/** A request with everything that is to become of it. */
export interface PlannedReply {
  readonly id: string;
  readonly request: ChatRequest;
  readonly choices: readonly Choice[];
  /** A fault of the connection or of the form; those of the text are in the choices already. */
  readonly fault: Fault | null;
  /** Milliseconds before the reply. */
  readonly delay: number;
}

/** Works out what becomes of requests, without sending anything: for single requests and those of batches alike. */
export interface ChatDesk {
  /** @throws ApiError: what the request, or a fault, is refused with */
  ask(body: unknown): PlannedReply;
  /** Forgets which questions were asked before. */
  reset(): void;
}

const SLOW_MS = 2000;

export function chatDesk(options: StandInOptions, counter: Counter): ChatDesk {
  const { seed = 1, faults = {}, latency, slow = SLOW_MS, retryAfter = 1 } = options;
  const byModel = answererOfModel(options.answerers);
  const faultOf = faultPlan(faults, seed);
  const hasChance = Object.values(faults).some((rate) => rate > 0) || (latency?.jitter ?? 0) > 0;
  const attempts = new Attempts();
  let served = 0;

  const ask = (body: unknown): PlannedReply => {
    const request = chatRequest(body);
    const answerer = byModel.get(request.model);
    if (answerer === undefined) {
      counter.add('requests', 'unknown model');
      throw new ApiError(404, 'model_not_found', `no model "${request.model.slice(0, 200)}"`, {
        param: 'model',
      });
    }
    counter.add('requests', request.model);
    const choices = answersOf(request, answerer);
    const question = hasChance ? questionHash(request) : '';
    const attempt = hasChance ? attempts.next(`${request.model} ${question}`) : 0;
    const fault = faultOf(request.model, question, attempt);
    if (fault !== null) {
      counter.add('faults', fault);
      refuse(fault, retryAfter);
    }
    let delay = latency?.mean ?? 0;
    if (latency !== undefined && latency.jitter > 0) {
      const random = randomStream(seed, 'latency', request.model, question, attempt);
      delay = Math.max(0, delay + latency.jitter * (2 * random() - 1));
    }
    served++;
    return {
      id: `chatcmpl-stand-in-${served}`,
      request,
      choices: withFault(choices, fault),
      fault,
      delay: fault === 'slow' ? delay + slow : delay,
    };
  };
  return { ask, reset: () => attempts.clear() };
}

function answererOfModel(answerers: readonly Answerer[]): ReadonlyMap<string, Answerer> {
  const byModel = new Map<string, Answerer>();
  for (const answerer of answerers)
    for (const model of answerer.models) if (!byModel.has(model)) byModel.set(model, answerer);
  return byModel;
}

/** What tells a question from others, whatever the sampling settings: its messages, and the seed of repeats. */
function questionHash({ messages, seed }: ChatRequest): string {
  const parts = messages.map(({ role, content }) => [role, content]);
  return hash('sha1', JSON.stringify([parts, seed]), 'base64');
}

/** @throws ApiError 404 where there is no answer */
function answersOf(request: ChatRequest, answerer: Answerer): Choice[] {
  const { model, messages } = request;
  return Array.from({ length: request.choices }, (_, k) => {
    const answer = answerer.answer({ model, messages, repeat: request.seed + k });
    if (answer === 'question_unknown')
      throw new ApiError(404, answer, 'no known question in the last message of the user', {
        param: 'messages',
      });
    if (answer === 'output_unknown')
      throw new ApiError(404, answer, `model ${model} has no answer to this question`, {
        param: 'messages',
      });
    return limited(answer.text, answer.thinking, request);
  });
}

/** Thinking counts against the limit of tokens, and comes first. */
function limited(whole: string, thinking: string | null, request: ChatRequest): Choice {
  let text = whole;
  for (const stop of request.stops) {
    const at = stop === '' ? -1 : text.indexOf(stop);
    if (at !== -1) text = text.slice(0, at);
  }
  const { mostTokens } = request;
  if (mostTokens === Number.POSITIVE_INFINITY) return { text, thinking, finishReason: 'stop' };
  const thought = thinking === null ? null : cutToTokens(thinking, mostTokens);
  const left = mostTokens - estimateTokens(thought ?? '');
  const said = thought === thinking ? cutToTokens(text, left) : '';
  const isWhole = thought === thinking && said === text;
  return { text: said, thinking: thought, finishReason: isWhole ? 'stop' : 'length' };
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

function withFault(choices: readonly Choice[], fault: Fault | null): readonly Choice[] {
  switch (fault) {
    case 'empty':
      return choices.map((choice) => ({ ...choice, text: '', thinking: null }));
    case 'filter':
      return choices.map((choice) => ({
        ...choice,
        text: cutToTokens(choice.text, 2),
        finishReason: 'content_filter',
      }));
    default:
      return choices;
  }
}
