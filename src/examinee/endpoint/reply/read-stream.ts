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
  isFault,
  messageSchema,
  servedFields,
  servedOf,
  textsOf,
  usageOf,
  usageSchema,
} from './read-completion.ts';
import { type Answer, garbage, type RequestOutcome, type Usage } from './request-outcome.ts';

/** As some languages write an object that has nothing in it. Anything else that is no piece of an answer may be a lost one. */
const nothing = z.union([z.literal(''), z.tuple([]), z.strictObject({})]).transform(() => null);
const messageOrNothing = messageSchema.nullish().or(nothing);

const pieceSchema = z.object({
  // Some gateways send a whole message as a piece, also behind the pieces of it.
  choices: z
    .array(z.object({ ...choiceFields, delta: messageOrNothing, message: messageOrNothing }))
    .nullish()
    .or(nothing),
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
  const output = new WrittenText();
  const thinking = new WrittenText();
  let reason: string | null = null;
  let failure: unknown;
  let usage: Usage | null = null;
  let served: ServedModel | null = null;
  try {
    for await (const { event, data } of events(response)) {
      isEndSeen = data.trim() === '[DONE]';
      if (isEndSeen) break;
      if (data.trim() === '') continue;
      const said = pythonJson(data);
      const error = errorIn(said) ?? (event === 'error' ? (said ?? {}) : undefined);
      if (error !== undefined) throw new APIError(undefined, error, undefined, response.headers);
      const piece = pieceSchema.safeParse(said);
      if (!piece.success) return garbage('a stream whose parts are not parts of an answer');
      usage = usageOf(piece.data.usage ?? null) ?? usage;
      served = servedOf(piece.data, served);
      for (const choice of piece.data.choices ?? []) {
        if ((choice.index ?? 0) !== 0) continue;
        const delta = textsOf(choice.delta ?? {});
        const message = textsOf(choice.message ?? {});
        output.add(delta.text, message.text);
        thinking.add(delta.thinking, message.thinking);
        reason = endWordOf(choice) ?? reason;
        if (isFault(choice.error)) failure ??= choice.error;
      }
    }
  } catch (error) {
    if (error instanceof SyntaxError && reason === null)
      return garbage('a stream that is not JSON');
    if (error instanceof APIError || error instanceof RangeError) throw error;
    if (BodyError.of(error) === 'too-large') throw error;
    // A connection that broke, or a piece. After the end of the answer that does not matter.
  }
  if (reason === null && failure == null) {
    if (!isEndSeen) return cut;
    if (!isAlone || output.text.trim() === '') return interrupted;
  }
  const ending = endOf(reason, failure);
  if (ending.kind === 'retry') return ending;
  const answer: Answer = {
    output: output.text,
    thinking: thinking.text === '' ? null : thinking.text,
    finishReason: ending.finishReason,
    usage,
    served,
  };
  return { kind: 'answer', answer };
}

/** A text that is put together. A message counts until there is a piece; one that begins with those before it is all of the text. */
class WrittenText {
  text = '';
  #isInPieces = false;

  add(piece: string, message: string): void {
    this.#isInPieces ||= piece !== '';
    if (this.#isInPieces) this.text += piece;
    else this.text = message.startsWith(this.text) ? message : this.text + message;
  }
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
    // Nothing but a part of a character.
    if (text === '') continue;
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
