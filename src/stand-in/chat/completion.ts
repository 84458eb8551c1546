import { STAND_IN_FINGERPRINT } from '../../examinee/stand-in-fingerprint.ts';
import type { PlannedReply } from './chat-desk.ts';
import { estimateTokens } from './tokens.ts';

/** Tokens of a message in addition to its text. */
const TOKENS_PER_MESSAGE = 4;
/** Tokens of a picture, whatever its size: an assumption, as OpenAI counts one of 1024 by 1024 pixels. */
const TOKENS_PER_PICTURE = 765;
/** Characters per piece of a streamed text, and the most pieces of a long one. */
const PIECE = 24;
const MOST_PIECES = 40;

/** The reply to a request that is not streamed. */
export function completion(planned: PlannedReply): object {
  const choices = [...planned.choices, ...(planned.fault === 'duplicate' ? planned.choices : [])];
  return {
    ...head(planned, 'chat.completion'),
    choices: choices.map(({ text, thinking, finishReason }, index) => ({
      index,
      message: {
        role: 'assistant',
        content: text,
        refusal: null,
        ...(thinking === null ? {} : { reasoning_content: thinking }),
      },
      logprobs: null,
      finish_reason: finishReason,
    })),
    usage: usage(planned),
  };
}

/** The reply to a streamed request as the events of a stream, `[DONE]` last. */
export function* completionEvents(planned: PlannedReply): Generator<string> {
  const { choices, fault, request } = planned;
  const frame = head(planned, 'chat.completion.chunk');
  const nothing = request.wantsUsage ? { usage: null } : {};
  const event = (index: number, delta: object, finishReason: string | null) =>
    `data: ${JSON.stringify({
      ...frame,
      choices: [{ index, delta, logprobs: null, finish_reason: finishReason }],
      ...nothing,
    })}\n\n`;
  for (const [index, { text, thinking, finishReason }] of choices.entries()) {
    yield event(index, { role: 'assistant', content: '' }, null);
    for (const reasoning_content of pieces(thinking ?? ''))
      yield event(index, { reasoning_content }, null);
    for (const content of pieces(text)) yield event(index, { content }, null);
    if (fault === 'duplicate')
      for (const content of pieces(text)) yield event(index, { content }, null);
    yield event(index, {}, finishReason);
  }
  if (request.wantsUsage)
    yield `data: ${JSON.stringify({ ...frame, choices: [], usage: usage(planned) })}\n\n`;
  yield 'data: [DONE]\n\n';
}

function head({ id, request }: PlannedReply, object: string): object {
  return {
    id,
    object,
    created: Math.floor(Date.now() / 1000),
    model: request.model,
    system_fingerprint: STAND_IN_FINGERPRINT,
  };
}

function usage({ request, choices, fault }: PlannedReply): object {
  const prompt = request.messages.reduce(
    (sum, { content, images = [] }) =>
      sum + TOKENS_PER_MESSAGE + estimateTokens(content) + TOKENS_PER_PICTURE * images.length,
    0,
  );
  const times = fault === 'duplicate' ? 2 : 1;
  const sum = (of: (choice: PlannedReply['choices'][number]) => string) =>
    times * choices.reduce((total, choice) => total + estimateTokens(of(choice)), 0);
  const reasoning = sum(({ thinking }) => thinking ?? '');
  const written = reasoning + sum(({ text }) => text);
  return {
    prompt_tokens: prompt,
    completion_tokens: written,
    total_tokens: prompt + written,
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}

/** A text in pieces that break no character. */
function* pieces(text: string): Generator<string> {
  const length = Math.max(PIECE, Math.ceil(text.length / MOST_PIECES));
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + length);
    const isHigh = (text.charCodeAt(to - 1) & 0xfc00) === 0xd800;
    if (isHigh && to < text.length) to++;
    yield text.slice(from, to);
    from = to;
  }
}
