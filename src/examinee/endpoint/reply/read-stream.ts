import { APIError } from 'openai';
import { z } from 'zod';
import { pythonJson } from '../../../text/python-json.ts';
import type { ServedModel } from '../../examinee.ts';
import { BodyError } from '../request/http-fetch.ts';
import {
  choiceFields,
  endOf,
  endWordOf,
  errorIn,
  messageSchema,
  servedFields,
  servedOf,
  textsOf,
  usageOf,
  usageSchema,
} from './read-completion.ts';
import { type Answer, garbage, type RequestOutcome, type Usage } from './request-outcome.ts';

const pieceSchema = z.object({
  // Some gateways send a whole message as a piece.
  choices: z
    .array(
      z.object({
        ...choiceFields,
        delta: messageSchema.nullish().catch(null),
        message: messageSchema.nullish().catch(null),
      }),
    )
    .nullish()
    .catch(null),
  usage: usageSchema.nullish().catch(null),
  ...servedFields,
});

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
export async function readStream(response: Response, isAlone: boolean): Promise<RequestOutcome> {
  let isEndSeen = false;
  let output = '';
  let thinking = '';
  let reason: string | null = null;
  let failure: unknown;
  let usage: Usage | null = null;
  let served: ServedModel | null = null;
  try {
    for await (const { event, data } of events(response)) {
      isEndSeen = data === '[DONE]';
      if (isEndSeen) break;
      const said = pythonJson(data);
      const error = errorIn(said) ?? (event === 'error' ? (said ?? {}) : undefined);
      if (error !== undefined) throw new APIError(undefined, error, undefined, response.headers);
      const piece = pieceSchema.safeParse(said);
      if (!piece.success) return garbage('a stream whose parts are not parts of an answer');
      usage = usageOf(piece.data.usage ?? null) ?? usage;
      served = servedOf(piece.data, served);
      for (const choice of piece.data.choices ?? []) {
        if ((choice.index ?? 0) !== 0) continue;
        const message = choice.delta ?? choice.message;
        const texts = message == null ? null : textsOf(message);
        output += texts?.text ?? '';
        thinking += texts?.thinking ?? '';
        reason = endWordOf(choice) ?? reason;
        failure ??= choice.error;
      }
    }
  } catch (error) {
    if (error instanceof SyntaxError) return garbage('a stream that is not JSON');
    if (error instanceof APIError || error instanceof RangeError) throw error;
    if (BodyError.of(error) === 'too-large') throw error;
    // A connection that broke. After the end of the answer that does not matter.
  }
  if (reason === null && failure == null) {
    if (!isEndSeen) return cut;
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

/** The events of a stream (server-sent events). A line of JSON without a field's name is one as well: some servers leave the name out. */
async function* events(response: Response): AsyncGenerator<{ event: string; data: string }> {
  let event = '';
  let data: string[] = [];
  for await (const line of linesOf(response)) {
    if (line === '') {
      if (data.length > 0) yield { event, data: data.join('\n') };
      event = '';
      data = [];
    }
    if (line.startsWith('{')) yield { event: '', data: line };
    const [, name, value] = /^(data|event):? ?(.*)$/s.exec(line) ?? [];
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
  }
  if (data.length > 0) yield { event, data: data.join('\n') };
}

/** Lines that end with CRLF, LF or CR; the last one need not end. In time linear in the body. */
async function* linesOf({ body }: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let line: string[] = [];
  let isHalf = false;
  for await (const bytes of body ?? []) {
    const text = decoder.decode(bytes, { stream: true });
    const [first, ...others] = (isHalf ? text.replace(/^\n/, '') : text).split(/\r\n|\n|\r/);
    line.push(first);
    for (const next of others) {
      yield line.join('');
      line = [next];
    }
    // The next piece may begin with the other half of a CRLF.
    isHalf = text.endsWith('\r');
  }
  yield line.join('');
}
