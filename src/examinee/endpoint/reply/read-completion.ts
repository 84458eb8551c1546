import { z } from 'zod';
import { type FinishReason, finishReasonOf } from '../../../finish-reason.ts';
import type { ServedModel } from '../../examinee.ts';
import { type Answer, garbage, type RequestOutcome, type Usage } from './request-outcome.ts';

/** Whole tokens, up to what every store keeps; anything else is no count. */
const count = z
  .int()
  .nonnegative()
  .max(2 ** 31 - 1)
  .nullish()
  .catch(null);

export const usageSchema = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count }).nullish().catch(null),
  completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
});

/** What identifies the model that answers, in a completion and in each piece of a stream. */
export const servedFields = {
  model: z.string().nullish().catch(null),
  system_fingerprint: z.string().nullish().catch(null),
};

/** A message, or a piece of one in a stream. Content is a text, or a list of parts. */
export const messageSchema = z.object({
  content: z.union([z.string(), z.array(z.unknown())]).nullish(),
  reasoning_content: z.string().nullish().catch(null),
  reasoning: z.string().nullish().catch(null),
  refusal: z.string().nullish().catch(null),
});

/** What a choice has, whole or in pieces. Providers name the reason why it ended in other fields as well. */
export const choiceFields = {
  index: z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
    .nullish()
    .catch(null),
  // SGLang has an object; any other value is a word that is not known.
  finish_reason: z
    .union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)])
    .nullish()
    .catch(({ value }) => JSON.stringify(value)),
  native_finish_reason: z.string().nullish().catch(null),
  stop_reason: z.string().nullish().catch(null),
  finish_details: z.object({ type: z.string() }).nullish().catch(null),
  error: z.unknown().optional(),
};

const completionSchema = z.object({
  choices: z.array(z.object({ ...choiceFields, message: messageSchema.nullish() })).min(1),
  usage: usageSchema.nullish().catch(null),
  ...servedFields,
});

type Message = z.infer<typeof messageSchema>;

/** Reads the body of a response that is not a stream. A body that is not a completion is garbage, which is worth a retry. */
export function readCompletion(body: unknown): RequestOutcome {
  const parsed = completionSchema.safeParse(body);
  if (!parsed.success) {
    const path = parsed.error.issues[0].path.join('.');
    return garbage(`not a chat completion${path === '' ? '' : ` at ${path}`}`);
  }
  const { choices } = parsed.data;
  const chosen = choices.find(({ index }) => index === 0) ?? choices[0];
  const end = endOf(endWordOf(chosen), chosen.error);
  if (end.kind === 'retry') return end;
  if (chosen.message == null) return garbage('not a chat completion at choices.0.message');
  const { text, thinking } = textsOf(chosen.message);
  const answer: Answer = {
    output: text,
    thinking: thinking === '' ? null : thinking,
    finishReason: end.finishReason,
    usage: usageOf(parsed.data.usage ?? null),
    served: servedOf(parsed.data),
  };
  return { kind: 'answer', answer };
}

/** What a message, or a piece of one, says and thinks. A refusal is what it says. */
export function textsOf(message: Message): { text: string; thinking: string } {
  let text = '';
  let thinking = message.reasoning_content ?? message.reasoning ?? '';
  if (typeof message.content === 'string') text = message.content;
  else
    for (const part of message.content ?? []) {
      const { type, value } = partOf(part);
      if (type === 'thinking' || type === 'reasoning') thinking += value;
      else text += value;
    }
  return { text: text === '' ? (message.refusal ?? '') : text, thinking };
}

/** A part of a content: a text, `{type, text}`, or `{type: 'thinking', thinking: [parts]}`. */
function partOf(part: unknown): { type: string; value: string } {
  if (typeof part === 'string') return { type: 'text', value: part };
  if (typeof part !== 'object' || part === null) return { type: '', value: '' };
  const { type, text, thinking, reasoning, refusal } = part as Record<string, unknown>;
  const value = [text, thinking, reasoning, refusal].find((found) => found !== undefined);
  const inner = Array.isArray(value) ? value.map((each) => partOf(each).value).join('') : value;
  return { type: String(type ?? ''), value: typeof inner === 'string' ? inner : '' };
}

/** Words for a reply that is not whole. */
const GIVEN_UP =
  /^(?:error|abort(?:ed)?|cancell?ed|timeout|network_error|insufficient_system_resource)$/i;

/** What a word for an end may look like. */
const WORD = /^[a-z]{2,16}(?:_[a-z]{1,16}){0,3}$/i;

/**
 * The word for why a choice ended, null if there is none: some servers send '' or "null" until it has ended. A word in another field than
 * `finish_reason` counts only if it is known: vLLM puts the text at which it stopped into `stop_reason`.
 */
export function endWordOf(choice: z.infer<z.ZodObject<typeof choiceFields>>): string | null {
  const { finish_reason, native_finish_reason, stop_reason, finish_details } = choice;
  const own =
    finish_reason != null && !/^(?:null|false)?$/i.test(finish_reason) ? finish_reason : null;
  const native = finishReasonOf(native_finish_reason ?? '');
  // A gateway may call it a stop where the provider behind it says otherwise.
  if (own !== null && finishReasonOf(own) === 'stop' && (native ?? 'other') !== 'other')
    return native_finish_reason!;
  if (own !== null) return own;
  const others = [native_finish_reason, stop_reason, finish_details?.type];
  const isKnown = (word: string) => finishReasonOf(word) !== undefined || GIVEN_UP.test(word);
  return others.find((word) => word != null && isKnown(word)) ?? null;
}

/**
 * The error in a body, or a piece of one, that came as a success: `error`; `{"object": "error", "message": …}` (vLLM, FastChat);
 * `error_code` (FastChat, Qianfan); `base_resp` (MiniMax). Undefined if there is none.
 */
export function errorIn(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return undefined;
  const { error, object, error_code, error_msg, text, base_resp } = body as Record<string, unknown>;
  if (isFault(error)) return error;
  if (object === 'error') return body;
  if (isFault(error_code)) return { code: error_code, message: error_msg ?? text };
  const { status_code, status_msg } = (base_resp ?? {}) as Record<string, unknown>;
  return isFault(status_code) ? { code: status_code, message: status_msg } : undefined;
}

/** Some servers say in each reply, or piece of one, that it is no error: `"error": ""`, `"error_code": 0`. */
export function isFault(said: unknown): boolean {
  if (said == null || said === false) return false;
  return typeof said === 'object' || !/^[\s0]*$/.test(String(said));
}

/**
 * How a reply ended. A choice with an error, or a word that is not known to mean that the reply is whole (`error`, `abort`,
 * `network_error`, `insufficient_system_resource`), is a reply that was cut, and worth a retry.
 * @param found null: a whole reply of a server that says nothing
 */
export function endOf(
  found: string | null,
  error: unknown,
):
  | { readonly kind: 'whole'; readonly finishReason: FinishReason }
  | Extract<RequestOutcome, { kind: 'retry' }> {
  const end = found === null ? 'other' : finishReasonOf(found);
  if (end !== undefined && !isFault(error)) return { kind: 'whole', finishReason: end };
  const word = found !== null && WORD.test(found) ? `: ${found.toLowerCase()}` : '';
  return { kind: 'retry', reason: 'given-up', detail: `the endpoint gave up${word}`, wait: null };
}

/** Longer names are cut: they are shown in warnings, and an endpoint may send anything. */
const LONGEST_NAME = 200;

/** The model that an endpoint reports; null if it reports none. */
export function servedOf(
  { model, system_fingerprint }: z.infer<z.ZodObject<typeof servedFields>>,
  before: ServedModel | null = null,
): ServedModel | null {
  const name = (text: string | null | undefined) =>
    text == null || text.trim() === '' ? null : text.slice(0, LONGEST_NAME);
  const served = {
    model: name(model) ?? before?.model ?? null,
    fingerprint: name(system_fingerprint) ?? before?.fingerprint ?? null,
  };
  return served.model === null && served.fingerprint === null ? null : served;
}

export function usageOf(usage: z.infer<typeof usageSchema> | null): Usage | null {
  if (usage?.prompt_tokens == null || usage.completion_tokens == null) return null;
  return {
    prompt: usage.prompt_tokens,
    cachedPrompt: Math.min(usage.prompt_tokens, usage.prompt_tokens_details?.cached_tokens ?? 0),
    completion: usage.completion_tokens,
    reasoning: usage.completion_tokens_details?.reasoning_tokens ?? 0,
  };
}
