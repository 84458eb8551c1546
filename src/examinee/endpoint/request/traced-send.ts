import { span } from '../../../tracing/span.ts';
import type { SpanFacts } from '../../../tracing/span-facts.ts';
import type { Reply } from '../../examinee.ts';
import type { RequestOutcome } from '../reply/request-outcome.ts';

/** One request to an endpoint as a span: the name of the model, and what came of it in one word, never what was said. */
export function tracedSend(
  model: string,
  send: () => Promise<RequestOutcome>,
): Promise<RequestOutcome> {
  const work = async ({ note }: { note(facts: SpanFacts): void }) => {
    const outcome = await send();
    note({
      'thetarank.outcome': outcome.kind,
      ...(outcome.kind === 'retry' && { 'thetarank.retry_reason': outcome.reason }),
      ...(outcome.kind === 'answer' &&
        outcome.answer.usage !== null &&
        tokenFacts(outcome.answer.usage)),
    });
    return outcome;
  };
  return span('request', { 'gen_ai.request.model': model }, work, { kind: 'client' });
}

/** What a span says of a reply: counts, and in one word what came of the question. */
export function replyFacts({ cached, refused, attempts, tokens }: Reply): SpanFacts {
  return {
    'thetarank.outcome': cached ? 'cached' : refused === null ? 'answer' : 'refused',
    'thetarank.retries': Math.max(0, attempts - 1),
    ...tokenFacts(tokens),
  };
}

function tokenFacts({ prompt, completion }: { prompt: number; completion: number }): SpanFacts {
  return { 'gen_ai.usage.input_tokens': prompt, 'gen_ai.usage.output_tokens': completion };
}
