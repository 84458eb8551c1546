import { hash } from 'node:crypto';
import { STAND_IN_FINGERPRINT } from '../../examinee/stand-in-fingerprint.ts';
import { scoreOutput } from '../../scoring/score-output.ts';
import type { Answerer } from '../answerer.ts';
import { ApiError } from '../api-error.ts';
import { cutToTokens } from '../chat/tokens.ts';
import type { Fault } from '../faults.ts';
import type { RequestDesk } from '../request-desk.ts';
import type { ReadyReply } from '../send-reply.ts';
import { type CompletionRequest, completionRequest } from './completion-request.ts';
import { type OptionAfter, optionAfter } from './option-after.ts';
import { textTokens } from './text-tokens.ts';
import { optionLikelihood, type TokenScore, tokenScores } from './token-scores.ts';

/** Works out what becomes of requests for completions of texts, without sending anything. */
export interface CompletionDesk {
  /** @throws ApiError: what the request, or a fault, is refused with */
  ask(body: unknown): ReadyReply;
}

/** A text with what was written after it. */
interface Completed {
  readonly prompt: readonly TokenScore[];
  readonly written: readonly TokenScore[];
}

/** A token that is likelier than any of an option that the model does not answer with. */
const LIKELIER = '\u2026';
const LIKELIER_LOGPROB = -0.05;

export function completionDesk(desk: RequestDesk, seed: number): CompletionDesk {
  return {
    ask(body) {
      const request = completionRequest(body);
      const { answered, number, fault, delay } = desk.plan(
        request.model,
        () => hash('sha1', JSON.stringify([request.prompts, request.seed]), 'base64'),
        (answerer) => request.prompts.map((text) => completed(text, request, answerer, seed)),
      );
      return {
        fault,
        delay,
        body: () => completionBody(number, request, answered, fault),
        events: null,
      };
    },
  };
}

/** @throws ApiError 404 where a question is known and the model has no answer to it */
function completed(
  text: string,
  request: CompletionRequest,
  answerer: Answerer,
  seed: number,
): Completed {
  const { model, mostTokens } = request;
  const asked = (content: string) => [{ role: 'user', content }];
  const after = optionAfter(text, answerer.itemsIn?.(asked(text)) ?? []);
  const context = after?.context ?? text;
  const answer = answerer.answer({ model, messages: asked(context), repeat: request.seed });
  if (answer === 'output_unknown')
    throw new ApiError(404, answer, `model ${model} has no answer to this question`, {
      param: 'prompt',
    });
  const said = answer === 'question_unknown' ? '' : answer.text;
  const prompt = [...tokenScores(context, model, seed)];
  if (after !== null) {
    const { item, letter, continuation } = after;
    const isAnswer = letterOf(said, item) === letter;
    const words = continuation.trim();
    const total = optionLikelihood(words, isAnswer, model, item?.id ?? context, seed);
    const tokens = textTokens(continuation);
    for (const token of tokens)
      prompt.push({ token, logprob: total / tokens.length, isGreedy: isAnswer });
  }
  // After an option, or a text that is no known question, a line ends.
  const wanted = after === null && said !== '' ? ` ${said}` : '\n';
  const next = textTokens(cutToTokens(wanted, mostTokens)).slice(0, mostTokens);
  const written = [...tokenScores(`.${next.join('')}`, model, seed)].slice(1);
  return { prompt, written };
}

/** The letter that an answer names: as the item's rules read it, or of the form "(B)" where no item is known. */
function letterOf(said: string, item: OptionAfter['item']): string | null {
  if (item !== null) return scoreOutput(item, said).extracted;
  return /\(([A-Z])\)/.exec(said)?.[1] ?? null;
}

function completionBody(
  number: number,
  request: CompletionRequest,
  answered: readonly Completed[],
  fault: Fault | null,
): object {
  const { hasEcho, hasLogprobs, model } = request;
  const choices = answered.map(({ prompt, written }, index) => {
    const tokens = fault === 'empty' ? [] : [...(hasEcho ? prompt : []), ...written];
    return {
      index,
      text: tokens.map(({ token }) => token).join(''),
      logprobs: hasLogprobs && fault !== 'empty' ? logprobsOf(tokens) : null,
      finish_reason: fault === 'filter' ? 'content_filter' : 'length',
    };
  });
  const promptTokens = answered.reduce((sum, { prompt }) => sum + prompt.length, 0);
  const completionTokens = answered.reduce((sum, { written }) => sum + written.length, 0);
  return {
    id: `cmpl-stand-in-${number}`,
    object: 'text_completion',
    created: Math.floor(Date.now() / 1000),
    model,
    system_fingerprint: STAND_IN_FINGERPRINT,
    choices: fault === 'duplicate' ? [...choices, ...choices] : choices,
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  };
}

/** In the form of OpenAI's completions; offsets count Unicode characters. */
function logprobsOf(tokens: readonly TokenScore[]): object {
  let offset = 0;
  return {
    tokens: tokens.map(({ token }) => token),
    token_logprobs: tokens.map(({ logprob }) => logprob),
    top_logprobs: tokens.map(({ token, logprob, isGreedy }) => {
      if (logprob === null) return null;
      return isGreedy ? { [token]: logprob } : { [LIKELIER]: LIKELIER_LOGPROB, [token]: logprob };
    }),
    text_offset: tokens.map(({ token }) => {
      const at = offset;
      offset += [...token].length;
      return at;
    }),
  };
}
