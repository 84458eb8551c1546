import { fail } from '../errors.ts';
import { withoutPictures } from '../prompt/without-pictures.ts';
import { randomStream } from '../random.ts';
import { span } from '../tracing/span.ts';
import {
  type EndpointConfiguration,
  type EndpointOptions,
  endpointConfiguration,
} from './endpoint/configuration/configuration.ts';
import { readSecrets, type Secrets } from './endpoint/configuration/secrets.ts';
import { FIELD_WORDS, type SettingWords } from './endpoint/configuration/setting-words.ts';
import { answerCost } from './endpoint/cost/answer-cost.ts';
import { mostCost } from './endpoint/cost/most-cost.ts';
import { TokenEstimate } from './endpoint/cost/token-estimate.ts';
import { LONGEST_WAIT, passageOf } from './endpoint/failure/passage-of.ts';
import { afterRetries, withoutAnswer } from './endpoint/failure/status-outcome.ts';
import { type EndpointCounts, noCounts } from './endpoint/reply/counts.ts';
import { replyKey } from './endpoint/reply/reply-key.ts';
import { type Effort, refusedReply, replyOf } from './endpoint/reply/reply-of.ts';
import { type Answer, mayBeBilled, type RequestOutcome } from './endpoint/reply/request-outcome.ts';
import { type EndpointRequest, endpointRequest } from './endpoint/request/endpoint-request.ts';
import { retryDelay } from './endpoint/request/retry-delay.ts';
import type { Send } from './endpoint/request/send.ts';
import { replyFacts, tracedSend } from './endpoint/request/traced-send.ts';
import type { Examinee, Question, Reply } from './examinee.ts';
import type { Passage } from './gate/endpoint-gate.ts';
import type { EndpointServices, ExamineeEvent, RequestNotice } from './services.ts';

/** If this number of questions in a row are refused without an answer between them, the questions are not the cause. */
export const ALL_REFUSED = 10;

/**
 * Retries where no server listens, or a web page comes, and the model has never answered: the address is probably wrong, or
 * the server does not run. A server that has answered before may be restarting, and gets all retries.
 */
const RETRIES_ABSENT = 2;

/** If this number of questions have failed and none was ever answered, the questions are not the cause. */
const ALL_FAILING = 3;

type Retry = Extract<RequestOutcome, { kind: 'retry' }>;
type Refused = Extract<RequestOutcome, { kind: 'refused' }>;

interface Failure {
  /** In a few fixed words, for events. */
  readonly event: string;
  readonly reason: string;
  readonly todo: string;
  /** Whether every question would end so. */
  readonly isForAll: boolean;
  /** Whether the question does not fit into the context of the model. */
  readonly isTooLong?: boolean;
}

/** Whether an endpoint refuses a request in a way that an unknown field of it would explain. */
function isFormRefused(outcome: RequestOutcome): boolean {
  if (outcome.kind === 'failed') return /^HTTP (?:400|404|422)\b/.test(outcome.reason);
  // "Not implemented" is an error of the server, which is otherwise asked again.
  return outcome.kind === 'retry' && /^HTTP 501\b/.test(outcome.detail);
}

/** A model behind an endpoint, with what happened to its questions. */
export interface EndpointExaminee extends Examinee {
  readonly counts: Readonly<EndpointCounts>;
}

/**
 * A model behind an OpenAI-compatible endpoint, which writes answers to chats or scores texts; see docs/endpoints.md.
 *
 * This is the only layer of retries. It is our own loop, because the waits of cockatiel cannot be ended by an interrupt or a
 * test clock, and because a retry here releases its slot at the gate.
 *
 * @throws OPTION_INVALID, KEY_MISSING
 */
export function openAiExaminee(
  options: EndpointOptions,
  services: EndpointServices,
): EndpointExaminee {
  return new OpenAiExaminee(endpointConfiguration(options), services);
}

class OpenAiExaminee implements EndpointExaminee {
  readonly name: string;
  readonly counts = noCounts();
  readonly #configuration: EndpointConfiguration;
  readonly #services: EndpointServices;
  readonly #secrets: Secrets;
  readonly #words: SettingWords;
  readonly #estimate = new TokenEstimate();
  #loaded: Promise<Send> | undefined;
  #hasAnswered: boolean;
  /** Whether the endpoint has not yet refused requests that constrain the form of the reply. */
  #constrains = true;
  #refusedInARow = 0;
  /** Questions of which a request has failed. */
  #failing = 0;
  /** Ends the questions in flight of a model that has never answered, with the failure of one of them. */
  #giveUp = new AbortController();

  constructor(configuration: EndpointConfiguration, services: EndpointServices) {
    this.name = configuration.name;
    this.#configuration = configuration;
    this.#services = services;
    this.#words = services.words ?? FIELD_WORDS;
    this.#secrets = readSecrets(configuration, services.env, this.#words);
    this.#hasAnswered = services.hasAnswered === true;
  }

  ask(question: Question, signal?: AbortSignal, hold?: AbortSignal): Promise<Reply> {
    return span('question', { 'gen_ai.request.model': this.name }, async (traced) => {
      const reply = await this.#ask(question, signal, hold);
      traced.note(replyFacts(reply));
      return reply;
    });
  }

  async #ask(question: Question, signal?: AbortSignal, hold?: AbortSignal): Promise<Reply> {
    signal?.throwIfAborted();
    const { cache } = this.#services;
    this.counts.asked++;
    const key = cache === null ? '' : replyKey(this.#configuration, question);
    const known = await this.#guarded(question, () => cache?.get(key));
    if (known !== undefined) {
      this.#hasAnswered = true;
      this.counts.cached++;
      this.counts.answered++;
      this.#tell(question, { event: 'cached', attempts: 0 }, known.output);
      return { ...known, cached: true, attempts: 0, cost: 0 };
    }
    const reply = await this.#request(question, signal, hold);
    this.counts.answered++;
    // The endpoint may change its mind about a refusal.
    if (reply.refused === null) await this.#guarded(question, () => cache?.put(key, reply));
    return reply;
  }

  async #request(
    question: Question,
    signal: AbortSignal | undefined,
    hold: AbortSignal | undefined,
  ): Promise<Reply> {
    const lost = this.#giveUp.signal;
    const signals = [signal, hold, ...(this.#hasAnswered ? [] : [lost])];
    const given = signals.filter((one) => one !== undefined);
    const waiting = given.length > 1 ? AbortSignal.any(given) : given[0];
    const isFree = question.choices === undefined;
    let constrains = !isFree && this.#constrains;
    const { choices: _, ...free } = question;
    let request = endpointRequest(this.#configuration, constrains ? question : free);
    const tokens = this.#estimate.of(request.messages);
    const send = await this.#loadSend();
    let cost = 0;
    let attempts = 0;
    try {
      for (;;) {
        const { outcome, latency } = await this.#attempt(send, request, tokens, signal, waiting);
        attempts++;
        const dollars = this.#costOf(outcome, request);
        cost += dollars;
        this.counts.cost += dollars;
        if (outcome.kind !== 'answer') this.counts.lostCost += dollars;
        const effort = { latency, attempts, cost };
        if (constrains && isFormRefused(outcome)) {
          // Without the format the labels are read from text.
          this.#constrains = false;
          constrains = false;
          request = endpointRequest(this.#configuration, free);
          continue;
        }
        switch (outcome.kind) {
          case 'answer':
            return this.#answered(question, outcome.answer, effort);
          case 'refused':
            return this.#refused(question, outcome, effort);
          case 'failed':
            return this.#failed(question, effort, {
              event: 'hopeless',
              reason: outcome.reason,
              todo: outcome.todo,
              isForAll: outcome.isBilled !== true,
            });
          case 'retry':
            await this.#waitForRetry(question, outcome, effort, waiting);
        }
      }
    } catch (error) {
      if (!lost.aborted || error !== lost.reason) throw error;
      return this.#failed(question, { latency: 0, attempts, cost }, lost.reason as Failure);
    }
  }

  /** Loaded with the first request: most commands that know of a model send it none, and the package takes a while. */
  #loadSend(): Promise<Send> {
    this.#loaded ??= import('./endpoint/request/send.ts').then(({ sender }) =>
      sender(this.#configuration, this.#secrets, this.#services),
    );
    return this.#loaded;
  }

  /** One request, once the gate lets it through. @param waiting ends the wait at the gate */
  async #attempt(
    send: Send,
    request: EndpointRequest,
    tokens: number,
    signal: AbortSignal | undefined,
    waiting: AbortSignal | undefined,
  ): Promise<{ readonly outcome: RequestOutcome; readonly latency: number }> {
    const { gate, now } = this.#services;
    const slot = await gate.enter(tokens, waiting);
    const isAlone = gate.limit === 1 && gate.inFlight === 1;
    const from = now();
    let passage: Passage = { as: 'other', pause: 0 };
    let isAnswered = false;
    try {
      this.counts.requests++;
      this.#notice({ kind: 'sent', timeoutSeconds: this.#configuration.timeoutSeconds });
      const outcome = await tracedSend(this.name, () => send(request, signal, isAlone));
      const latency = now() - from;
      passage = passageOf(outcome, latency);
      isAnswered = outcome.kind === 'answer' || outcome.kind === 'refused';
      return { outcome, latency };
    } finally {
      this.#notice({ kind: 'over', isAnswered });
      slot.leave(passage);
    }
  }

  /** Dollars of one request, or the most it can have cost where that is not known. */
  #costOf(outcome: RequestOutcome, { messages, configuration }: EndpointRequest): number {
    const { longest } = this.#estimate;
    if (outcome.kind === 'answer')
      return answerCost(configuration, messages, outcome.answer, longest);
    return mayBeBilled(outcome) ? mostCost(configuration, messages, longest) : 0;
  }

  /** @throws EXAMINEE_FAILED if there is to be no other request */
  async #waitForRetry(
    question: Question,
    { reason, detail: said, wait: asked, absent }: Retry,
    effort: Effort,
    waiting: AbortSignal | undefined,
  ): Promise<void> {
    const { attempts } = effort;
    this.counts.retries[reason]++;
    const isSingle = reason === 'interrupted' && this.#services.gate.limit === 1;
    const detail = isSingle ? `${said}; requests go one at a time now` : said;
    const isTooLong = (asked ?? 0) > LONGEST_WAIT;
    const { retries } = this.#configuration;
    const noModel = this.#hasAnswered ? undefined : absent;
    const isLost = noModel !== undefined && retries > RETRIES_ABSENT;
    const most = isLost ? RETRIES_ABSENT : retries;
    const isLast = attempts > most;
    const todo = noModel ?? afterRetries(reason, this.#words);
    if (attempts === 1) this.#failing++;
    if (isLast && !this.#hasAnswered && this.#failing >= ALL_FAILING) {
      const failure = {
        event: reason,
        reason: `none of ${this.counts.requests} requests was answered, the last one: ${detail}`,
        todo: noModel ?? withoutAnswer(reason, this.#words),
        isForAll: true,
      };
      this.#giveUp.abort(failure);
      // Questions that are asked from now on get all retries: a person may have fixed the cause.
      this.#giveUp = new AbortController();
      this.#failed(question, effort, failure);
    }
    if (isLast || isTooLong)
      this.#failed(question, effort, {
        event: reason,
        reason: isLast
          ? `${attempts} request${attempts === 1 ? '' : 's'}, the last one: ${detail}`
          : `${detail}; it asks to wait ${Math.round((asked ?? 0) / 1000)} seconds`,
        todo,
        isForAll: isTooLong || isLost,
      });
    // No retry is told of that is not made.
    waiting?.throwIfAborted();
    // A stream for each question, so that waits depend on no order; made again, since retries are rare.
    const { item, repeat } = question;
    const jitter = randomStream(this.#services.seed, this.name, item, repeat, attempts);
    const wait = retryDelay(attempts, asked, jitter);
    this.#tell(question, { event: 'retry', attempts, reason, wait });
    this.#notice({ kind: 'retry', reason, detail, todo, retry: attempts, of: most, wait });
    await this.#services.sleep(wait, waiting);
  }

  #answered(question: Question, answer: Answer, effort: Effort): Reply {
    this.#hasAnswered = true;
    this.#refusedInARow = 0;
    if (answer.usage !== null) this.#estimate.learn(answer.usage);
    const reply = replyOf(answer, effort, this.#secrets, this.counts);
    this.#tell(question, { event: 'answered', attempts: effort.attempts }, reply.output);
    return reply;
  }

  /** @throws EXAMINEE_FAILED if all questions seem to be refused, or the question is too long and such questions are missing */
  #refused(question: Question, { reason, isTooLong }: Refused, effort: Effort): Reply {
    const { attempts } = effort;
    this.counts.refused++;
    // Items of one kind may all be too long: that says nothing of the endpoint.
    const isMissing = isTooLong === true && this.#services.tooLong === 'missing';
    if (!isMissing) this.#refusedInARow++;
    if (this.#refusedInARow >= ALL_REFUSED)
      return this.#failed(question, effort, {
        event: 'all-refused',
        reason: `each of the last ${this.#refusedInARow} questions was refused, the last one with ${reason}`,
        todo: this.#hasAnswered
          ? 'It answered before: find out what has changed at the endpoint or in the account, then resume.'
          : `Check the name of the model, ${this.#words.sampling} and ${this.#words.extraBody}.`,
        isForAll: true,
      });
    if (isMissing)
      return this.#failed(question, effort, {
        event: 'too-long',
        reason,
        todo: 'The question is longer than the context of the model, and stays missing. To count such questions as wrong: -T toolong=wrong.',
        isForAll: false,
        isTooLong: true,
      });
    // The status alone: what the endpoint says may quote the question.
    this.#tell(question, { event: 'refused', attempts, reason: reason.split(/[,:]/, 1)[0] });
    return refusedReply(reason, isTooLong, effort);
  }

  #failed(
    question: Question,
    { attempts, cost }: Effort,
    { event, reason, todo, isForAll, isTooLong }: Failure,
  ): never {
    this.counts.failed++;
    this.#tell(question, { event: 'failed', attempts, reason: event });
    return fail('EXAMINEE_FAILED', {
      ...{ examinee: this.name, reason, todo, cost, isForAll },
      ...(isForAll ? {} : { item: question.item }),
      ...(isTooLong === true ? { isTooLong } : {}),
    });
  }

  /** A cache that fails must not cost an answer that was paid for. */
  async #guarded<T>(question: Question, use: () => Promise<T> | undefined): Promise<T | undefined> {
    try {
      return await use();
    } catch {
      this.counts.cacheFailed++;
      this.#tell(question, { event: 'cache-failed', attempts: 0 });
      return undefined;
    }
  }

  #notice(notice: RequestNotice): void {
    const { baseUrl } = this.#configuration;
    this.#services.notice?.({ examinee: this.name, baseUrl, ...notice });
  }

  #tell(
    { item, repeat, messages }: Question,
    event: Pick<ExamineeEvent, 'event' | 'attempts'> & Partial<ExamineeEvent>,
    output = '',
  ): void {
    const text =
      this.#services.logsText === true
        ? { text: { messages: messages.map(withoutPictures), output } }
        : {};
    this.#services.log({ examinee: this.name, item, repeat, ...event, ...text });
  }
}
