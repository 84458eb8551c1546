import { hash } from 'node:crypto';
import type { Answerer } from '../answerer.ts';
import { ApiError } from '../api-error.ts';
import type { Fault } from '../faults.ts';
import type { RequestDesk } from '../request-desk.ts';
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
}

export function chatDesk(desk: RequestDesk): ChatDesk {
  return {
    ask(body) {
      const request = chatRequest(body);
      const { answered, number, fault, delay } = desk.plan(
        request.model,
        () => questionHash(request),
        (answerer) => answersOf(request, answerer),
      );
      return {
        id: `chatcmpl-stand-in-${number}`,
        request,
        choices: withFault(answered, fault),
        fault,
        delay,
      };
    },
  };
}

/** What tells a question from others, whatever the sampling settings: its messages, and the seed of repeats. */
function questionHash({ messages, seed }: ChatRequest): string {
  const parts = messages.map(({ role, content, images = [] }) => [role, content, ...images]);
  return hash('sha1', JSON.stringify([parts, seed]), 'base64');
}

/** @throws ApiError 404 where there is no answer */
function answersOf(request: ChatRequest, answerer: Answerer): Choice[] {
  const { model, messages, temperature } = request;
  return Array.from({ length: request.choices }, (_, k) => {
    const answer = answerer.answer({ model, messages, repeat: request.seed + k, temperature });
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
