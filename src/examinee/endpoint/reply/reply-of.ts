import type { Reply } from '../../examinee.ts';
import type { Secrets } from '../configuration/secrets.ts';
import type { EndpointCounts } from './counts.ts';
import type { Answer } from './request-outcome.ts';

/** What a reply took: milliseconds of the last request, the number of requests, and dollars for all of them. */
export interface Effort {
  readonly latency: number;
  readonly attempts: number;
  readonly cost: number;
}

/** Makes the reply of an answer, and counts it. */
export function replyOf(
  answer: Answer,
  effort: Effort,
  secrets: Secrets,
  counts: EndpointCounts,
): Reply {
  const { usage, finishReason } = answer;
  const output = secrets.clean(answer.output);
  const thinking = answer.thinking === null ? null : secrets.clean(answer.thinking);
  const { prompt, completion, reasoning } = usage ?? { prompt: 0, completion: 0, reasoning: 0 };
  if (usage === null) counts.usageUnknown++;
  if (finishReason === 'length') counts.truncated++;
  if (finishReason === 'content_filter') counts.filtered++;
  if (output.trim() === '') counts.empty++;
  counts.promptTokens += prompt;
  counts.completionTokens += completion;
  const tokens = { prompt, completion, reasoning };
  const clean = (text: string | null) => (text === null ? null : secrets.clean(text));
  const served =
    answer.served === null
      ? {}
      : {
          served: {
            model: clean(answer.served.model),
            fingerprint: clean(answer.served.fingerprint),
          },
        };
  const rest = { cached: false, refused: null, ...served };
  return { output, thinking, finishReason, tokens, ...effort, ...rest };
}

/** The reply to a question that the endpoint refused for good. */
export function refusedReply(
  reason: string,
  isTooLong: boolean | undefined,
  effort: Effort,
): Reply {
  const tokens = { prompt: 0, completion: 0, reasoning: 0 };
  const nothing = { output: '', thinking: null, finishReason: 'other' as const, tokens };
  const refused = { cached: false, refused: reason };
  return { ...nothing, ...effort, ...refused, ...(isTooLong === true ? { isTooLong } : {}) };
}
