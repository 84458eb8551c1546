import type { EndpointConfiguration } from '../endpoint/configuration/configuration.ts';
import { bodyWithoutStream } from '../endpoint/request/request-body.ts';
import type { Question } from '../examinee.ts';

/** The limits of OpenAI for one file of a batch. Other servers have none that are lower. */
export const MOST_REQUESTS = 50_000;
export const MOST_BYTES = 200_000_000;

const ENDPOINT = '/v1/chat/completions';

/** A line of a batch, its line end included: OpenAI's Batch JSON Lines, which `vllm run-batch` reads as well. */
export function requestLine(
  customId: string,
  configuration: EndpointConfiguration,
  question: Question,
): string {
  const body = bodyWithoutStream(configuration, question);
  return `${JSON.stringify({ custom_id: customId, method: 'POST', url: ENDPOINT, body })}\n`;
}

/** The `custom_id` of a line that `requestLine` wrote, from its begin; null for any other. */
export function customIdOfLine(begin: string): string | null {
  return /^\{"custom_id":"([^"\\]*)","method":"POST"/.exec(begin)?.[1] ?? null;
}

/** Bytes of the start of a line that are enough for `customIdOfLine`. */
export const LINE_BEGIN = 200;
