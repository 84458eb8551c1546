import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../endpoint/configuration/configuration.ts';
import { readSecrets, type Secrets } from '../endpoint/configuration/secrets.ts';
import { answerCost } from '../endpoint/cost/answer-cost.ts';
import { mostCost, withSystemPrompt } from '../endpoint/cost/most-cost.ts';
import { TokenEstimate } from '../endpoint/cost/token-estimate.ts';
import { errorReader } from '../endpoint/failure/error-reader.ts';
import { noCounts } from '../endpoint/reply/counts.ts';
import { replyKey } from '../endpoint/reply/reply-key.ts';
import { refusedReply, replyOf } from '../endpoint/reply/reply-of.ts';
import { mayBeBilled, type RequestOutcome } from '../endpoint/reply/request-outcome.ts';
import type { Examinee, Question, Reply, ReplyCache } from '../examinee.ts';
import { ALL_REFUSED } from '../open-ai-examinee.ts';
import { AnswerAwaited } from './answer-awaited.ts';
import { type BatchResultLine, batchOutcome } from './batch-outcome.ts';
import { requestTag } from './custom-id.ts';

/** A result that was found for a request. */
export interface BatchResult {
  /** Of the request it answers, from 1. */
  readonly attempt: number;
  /** What it says; null if the file has changed. */
  read(): BatchResultLine | null;
  /** It is of no use, for that reason: its request is to be written again. @param dollars that it may be charged with */
  fail(reason: string, dollars: number): void;
  /** It is what counts; what else was found for the request counts no more. */
  use(taken: { readonly dollars: number; readonly tokens: number }): void;
}

type Failure = Extract<RequestOutcome, { kind: 'failed' }>;

export interface BatchServices {
  /** Where keys are found that are to be taken out of outputs; none is needed. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cache: ReplyCache | null;
  /** @param request its `requestTag` */
  resultsOf(question: Question, request: string): readonly BatchResult[];
  /** Whether another result may come: the request was written again since, or is to be written again whatever was said. */
  isOpen(question: Question, request: string): boolean;
}

/**
 * A model that is not asked online: its answers come from batch results or the cache, as the same replies that its endpoint
 * would give. Calls of one model share `refusals`: if ten questions in a row are refused, the questions are not the cause.
 *
 * `ask` @throws AnswerAwaited where there is no result, or none of use; EXAMINEE_FAILED where all is refused, and where what was
 *   said would be said to every question
 */
export function batchExaminee(
  configuration: EndpointConfiguration,
  services: BatchServices,
  refusals: { inARow: number } = { inARow: 0 },
): Examinee {
  const { name, baseUrl } = configuration;
  const secrets = secretsKnown(configuration, services.env);
  const errors = errorReader(baseUrl, secrets, () => 0);
  const estimate = new TokenEstimate();
  const counts = noCounts();

  const ask = async (question: Question, signal?: AbortSignal): Promise<Reply> => {
    signal?.throwIfAborted();
    const key = replyKey(configuration, question);
    const messages = withSystemPrompt(configuration, question.messages);
    let hopeless: Failure | null = null;
    for (const result of services.resultsOf(question, requestTag(key))) {
      const line = result.read();
      if (line === null) continue;
      const outcome = batchOutcome(line, errors, messages);
      const effort = { latency: 0, attempts: result.attempt };
      if (outcome.kind === 'answer') {
        const { answer } = outcome;
        refusals.inARow = 0;
        if (answer.usage !== null) estimate.learn(answer.usage);
        const cost = answerCost(configuration, messages, answer, estimate.longest);
        const reply = replyOf(answer, { ...effort, cost }, secrets, counts);
        await services.cache?.put(key, reply);
        const { prompt, completion } = reply.tokens;
        result.use({ dollars: cost, tokens: prompt + completion });
        return reply;
      }
      if (outcome.kind === 'refused') {
        refusals.inARow++;
        if (refusals.inARow >= ALL_REFUSED) return allRefused(outcome.reason);
        result.use({ dollars: 0, tokens: 0 });
        return refusedReply(outcome.reason, outcome.isTooLong, { ...effort, cost: 0 });
      }
      // Batches charge for every answer, even useless ones.
      const isBilled = mayBeBilled(outcome) && line.response?.status_code === 200;
      const dollars = isBilled ? mostCost(configuration, messages, estimate.longest) : 0;
      if (outcome.kind === 'failed' && outcome.isBilled !== true) hopeless = outcome;
      result.fail(failureOf(outcome), dollars);
    }
    const known = await services.cache?.get(key);
    if (known === undefined) {
      // As online: errors of the model, its key or its settings affect every question.
      if (hopeless !== null && !services.isOpen(question, requestTag(key))) return ended(hopeless);
      throw new AnswerAwaited(question);
    }
    return { ...known, cached: true, attempts: 0, cost: 0 };
  };

  const ended = ({ reason, todo }: Failure): never =>
    fail('EXAMINEE_FAILED', {
      examinee: name,
      reason,
      isForAll: true,
      todo: `${todo} Then continue with --rewrite, which writes its requests again.`,
    });

  const allRefused = (reason: string): never =>
    fail('EXAMINEE_FAILED', {
      examinee: name,
      reason: `each of the last ${refusals.inARow} questions was refused, the last one with ${reason}`,
      todo: 'Check the name of the model, its sampling settings and extraBody.',
      isForAll: true,
    });

  return { name, ask };
}

function failureOf(outcome: Exclude<RequestOutcome, { kind: 'answer' | 'refused' }>): string {
  return outcome.kind === 'failed' ? `${outcome.reason}. ${outcome.todo}` : outcome.detail;
}

/** What is to be taken out of texts, as far as it is known here: files can be read without any key. */
function secretsKnown(configuration: EndpointConfiguration, env: BatchServices['env']): Secrets {
  const isSet = (variable: string) => (env[variable]?.trim() ?? '') !== '';
  const { keyVariable, extraHeaders } = configuration;
  return readSecrets(
    {
      ...configuration,
      keyVariable: keyVariable !== null && isSet(keyVariable) ? keyVariable : null,
      extraHeaders: Object.fromEntries(
        Object.entries(extraHeaders).filter(
          ([, value]) => !/^\$\w+$/.test(value) || isSet(value.slice(1)),
        ),
      ),
    },
    env,
  );
}
