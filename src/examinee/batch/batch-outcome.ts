import { z } from 'zod';
import type { ChatMessage } from '../../prompt/message.ts';
import { errorFields } from '../endpoint/failure/error-body.ts';
import type { ErrorReader } from '../endpoint/failure/error-reader.ts';
import { withoutQuestion } from '../endpoint/failure/without-question.ts';
import { errorIn, readCompletion } from '../endpoint/reply/read-completion.ts';
import { garbage, type RequestOutcome } from '../endpoint/reply/request-outcome.ts';

const RESULT = z.object({
  custom_id: z.string(),
  response: z
    .object({ status_code: z.int().min(100).max(599), body: z.unknown().optional() })
    .nullish(),
  error: z.unknown().optional(),
});

/** A line of results: what an endpoint said to one request, or why it said nothing. */
export type BatchResultLine = z.output<typeof RESULT>;

/** Null if the text is not a line of results. */
export function batchResultLine(value: unknown): BatchResultLine | null {
  const parsed = RESULT.safeParse(value);
  if (!parsed.success) return null;
  const { response, error } = parsed.data;
  return response == null && error == null ? null : parsed.data;
}

/** What came of a request of a batch, as if it had been sent by itself. */
export function batchOutcome(
  { response, error }: BatchResultLine,
  errors: ErrorReader,
  question: readonly ChatMessage[],
): RequestOutcome {
  try {
    return withoutQuestion(outcomeOf(), question);
  } catch (problem) {
    // Lists in lists in lists: whoever reads them runs out of stack.
    if (problem instanceof RangeError) return garbage('JSON that is nested too deeply');
    throw problem;
  }

  function outcomeOf(): RequestOutcome {
    const headers = new Headers();
    if (response == null)
      return errors.withoutStatus(errorFields(error) ?? error, headers, question);
    const { status_code: status, body } = response;
    if (status < 200 || status > 299) {
      // vLLM writes the error of its server next to the response.
      const said = body ?? error;
      return errors.withStatus(status, errorFields(said) ?? said ?? '', headers, question);
    }
    const within = errorIn(body);
    return within === undefined
      ? readCompletion(body)
      : errors.withoutStatus(within, headers, question);
  }
}
