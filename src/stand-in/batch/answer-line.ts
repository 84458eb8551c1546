import { ApiError } from '../api-error.ts';
import type { BatchLine } from './read-batch.ts';

/** Thrown where a request of a batch gets no reply at all. */
export class Unreplied extends Error {}

/** The line that a request of a batch becomes, for the file of outputs or the one of errors. */
export function answerLine(
  id: string,
  { custom_id, body }: BatchLine,
  answer: (body: unknown) => object,
): { isError: boolean; reply: object } {
  const line = (status_code: number, body: object) => ({
    id,
    custom_id,
    response: { status_code, request_id: id, body },
    error: null,
  });
  try {
    return { isError: false, reply: line(200, answer(body)) };
  } catch (error) {
    if (error instanceof ApiError) return { isError: true, reply: line(error.status, error.body) };
    if (!(error instanceof Unreplied)) throw error;
    const expired = { code: 'batch_expired', message: error.message };
    return { isError: true, reply: { id, custom_id, response: null, error: expired } };
  }
}
