import type { OpenAI } from 'openai';
import { APIError } from 'openai';
import { Stream } from 'openai/streaming';
import { z } from 'zod';
import type { ServedModel } from '../../examinee.ts';
import { BodyError } from '../request/http-fetch.ts';
import {
  endOf,
  messageSchema,
  servedFields,
  servedOf,
  textsOf,
  usageOf,
  usageSchema,
} from './read-completion.ts';
import { type Answer, garbage, type RequestOutcome, type Usage } from './request-outcome.ts';

const pieceSchema = z.object({
  choices: z
    .array(
      z.object({
        index: z.number().nullish().catch(null),
        delta: messageSchema.nullish().catch(null),
        finish_reason: z.string().nullish().catch(null),
        error: z.unknown().optional(),
      }),
    )
    .nullish()
    .catch(null),
  usage: usageSchema.nullish().catch(null),
  ...servedFields,
});

const END = 'data: [DONE]';

const cut = {
  kind: 'retry',
  reason: 'cut',
  detail: 'the stream ended in the middle',
  wait: null,
} as const;
/** Of a server that gives up an answer for the next request: it ends the stream as always. */
const interrupted = {
  kind: 'retry',
  reason: 'interrupted',
  detail:
    'the stream ended without a reason, as of a server that gives up an answer for the next request',
  wait: null,
} as const;

/**
 * Reads a streamed answer to its end. It is whole where it says why it ended; where it says only that it has ended (`[DONE]`), if no other
 * request was there to interrupt it and there is a text. Otherwise it is worth a retry.
 * @param isAlone whether no other request is in flight from the first piece to the last
 * @throws what reading the body throws, and APIError for an error that comes as a piece
 */
export async function readStream(
  response: Response,
  controller: AbortController,
  client: OpenAI,
  isAlone: boolean,
): Promise<RequestOutcome> {
  const end = { isSeen: false };
  const watched = new Response(response.body?.pipeThrough(watchEnd(end)) ?? null, response);
  let output = '';
  let thinking = '';
  let reason: string | null = null;
  let failure: unknown;
  let usage: Usage | null = null;
  let served: ServedModel | null = null;
  try {
    for await (const event of Stream.fromSSEResponse<unknown>(watched, controller, client)) {
      const piece = pieceSchema.safeParse(event);
      if (!piece.success) return garbage('a stream whose parts are not parts of an answer');
      usage = usageOf(piece.data.usage ?? null) ?? usage;
      served = servedOf(piece.data, served);
      for (const choice of piece.data.choices ?? []) {
        if ((choice.index ?? 0) !== 0) continue;
        const texts = choice.delta == null ? null : textsOf(choice.delta);
        output += texts?.text ?? '';
        thinking += texts?.thinking ?? '';
        reason = choice.finish_reason ?? reason;
        failure ??= choice.error;
      }
    }
  } catch (error) {
    if (error instanceof SyntaxError) return garbage('a stream that is not JSON');
    if (error instanceof APIError || BodyError.of(error) === 'too-large') throw error;
    // A connection that broke. After the end of the answer that does not matter.
  }
  if (reason === null && failure == null) {
    if (!end.isSeen) return cut;
    if (!isAlone || output.trim() === '') return interrupted;
  }
  const ending = endOf(reason, failure);
  if (ending.kind === 'retry') return ending;
  const answer: Answer = {
    output,
    thinking: thinking === '' ? null : thinking,
    finishReason: ending.finishReason,
    usage,
    served,
  };
  return { kind: 'answer', answer };
}

/** Passes bytes on and notes whether the stream says that it ended: the package keeps that to itself. */
function watchEnd(end: { isSeen: boolean }): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  let tail = '';
  return new TransformStream({
    transform(chunk, controller) {
      const last = chunk.byteLength > 64 ? chunk.subarray(chunk.byteLength - 64) : chunk;
      tail = (tail + decoder.decode(last)).slice(-64);
      end.isSeen = tail.trimEnd().endsWith(END);
      controller.enqueue(chunk);
    },
  });
}
