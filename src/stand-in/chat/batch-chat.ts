import { ApiError } from '../api-error.ts';
import { Unreplied } from '../batch/answer-line.ts';
import type { ChatDesk } from './chat-desk.ts';
import { completion } from './completion.ts';

/** The reply to a request of a batch. A connection that breaks is a request that gets no reply; there is no latency. */
export function batchChat(desk: ChatDesk, body: unknown): object {
  const planned = desk.ask(body);
  if (planned.request.isStream)
    throw new ApiError(400, 'invalid_value', 'a request of a batch cannot be streamed', {
      param: 'stream',
    });
  if (planned.fault === 'timeout' || planned.fault === 'cut')
    throw new Unreplied(`injected fault ${planned.fault}`);
  return planned.fault === 'garbage' ? { garbage: true } : completion(planned);
}
