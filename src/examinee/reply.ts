import type { Reply } from './examinee.ts';

/** The reply of an examinee that is no endpoint: whole, at once, for nothing. */
export function plainReply(output: string): Reply {
  return {
    output,
    thinking: null,
    finishReason: 'stop',
    tokens: { prompt: 0, completion: 0, reasoning: 0 },
    cost: 0,
    latency: 0,
    attempts: 1,
    cached: false,
    refused: null,
  };
}
