import type { ChatMessage } from '../../../prompt/message.ts';
import type { Secrets } from '../configuration/secrets.ts';
import { FIELD_WORDS, type SettingWords } from '../configuration/setting-words.ts';
import { garbage, type RequestOutcome } from '../reply/request-outcome.ts';
import { errorKind } from './error-kind.ts';
import { retryAfter } from './retry-after.ts';
import { type EndpointError, NO_STATUS, statusOutcome } from './status-outcome.ts';
import { hideQuestion } from './without-question.ts';

/** The most characters of a message that are passed on. */
const LONGEST = 300;
/** The most that is read of an error to tell what it is about. */
const LONGEST_READ = 4000;

type Messages = readonly ChatMessage[];

/** Reads what endpoints say about errors. Everything it gives is without keys, on one line and short. */
export interface ErrorReader {
  /** The body of a response, or its field `error`. */
  withStatus(status: number, error: unknown, headers: Headers, question: Messages): RequestOutcome;
  /** An error that came with status 200, or in a stream: some gateways put a status into it. */
  withoutStatus(error: unknown, headers: Headers, question: Messages): RequestOutcome;
  shorten(message: string): string;
}

/** @param now milliseconds since 1970 @param words for settings in hints */
export function errorReader(
  baseUrl: string,
  secrets: Secrets,
  now: () => number,
  words: SettingWords = FIELD_WORDS,
): ErrorReader {
  const shorten = (message: string): string => {
    const redacted = secrets.redact(message).replace(/\s+/g, ' ').trim();
    return redacted.length > LONGEST ? `${redacted.slice(0, LONGEST)}…` : redacted;
  };

  const word = (value: unknown): string | null => {
    const found = textOf(value);
    return found === null ? null : shorten(found);
  };

  const describe = (
    status: number,
    error: unknown,
    headers: Headers,
    question: Messages,
  ): EndpointError => {
    const fields = (typeof error === 'object' && error !== null ? error : {}) as Fields;
    const location = headers.get('location');
    return {
      status,
      message: word(error) ?? word(fields.message) ?? shorten(inFull(fields)),
      code: word(fields.code) ?? word(fields.type),
      param: word(fields.param),
      // Whose words are those of the question ("credit", "safety") is not read as what the error is about.
      said: hideQuestion(
        secrets.redact(textOf(error) ?? inFull(fields)).slice(0, LONGEST_READ),
        question,
      ),
      hasImages: question.some(({ images = [] }) => images.length > 0),
      wait: retryAfter(headers, now()),
      // The host is enough, and a path may hold a key in any spelling.
      location:
        location !== null && URL.canParse(location, baseUrl)
          ? shorten(new URL(location, baseUrl).origin)
          : null,
    };
  };

  return {
    withStatus: (status, error, headers, question) =>
      statusOutcome(describe(status, error, headers, question), words),
    withoutStatus: (error, headers, question) => {
      const described = describe(0, error, headers, question);
      const status = Number(described.code);
      if (status >= 400 && status <= 599)
        return statusOutcome({ ...described, status, code: null }, words);
      const isOfQuestion = ['content', 'context'].includes(errorKind(described) ?? '');
      return isOfQuestion
        ? statusOutcome(described, words)
        : garbage(`${NO_STATUS}: ${described.message}`);
    },
    shorten,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

function inFull(fields: Fields): string {
  try {
    return Object.keys(fields).length === 0 ? '' : JSON.stringify(fields);
  } catch {
    // Lists in lists in lists: whoever writes them runs out of stack.
    return 'JSON that is nested too deeply';
  }
}
