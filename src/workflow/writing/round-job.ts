import type { Item } from '../../../item-bank/items/item.ts';
import { mostTokens } from '../../examinee/endpoint/cost/most-cost.ts';
import { usualPromptTokens } from '../../examinee/endpoint/cost/token-estimate.ts';
import type { WriteRequest } from '../../prompt/write/write-conversation.ts';
import { configurationHash } from '../../run/configuration-hash.ts';
import { KeptCalls } from '../../run/kept-calls.ts';
import type { Taken } from '../../run/run-budgets.ts';
import type { RunCall } from '../../run/run-calls.ts';
import type { RunConfiguration } from '../../run/run-record.ts';
import { RunReplies } from '../../run/run-replies.ts';
import type { Store } from '../../store/store.ts';
import type { Passage } from '../../writing/passage.ts';
import { focusesOf, similarPassages } from '../../writing/slots.ts';
import {
  taskItem,
  WRITING_CALLS,
  type WritingTask,
  writingCalls,
} from '../../writing/writing-calls.ts';
import { type Caller, LIBRARY } from '../asking/caller.ts';
import { readKeptCalls } from '../asking/read-kept-calls.ts';
import type { Estimate } from '../live/live-estimate.ts';
import { type Askers, endpointAskers } from '../synthesis/synthesis-calls.ts';
import type { RoundPlan } from './round-plan.ts';
import type { WritingConfiguration } from './writing-panel.ts';

export const WRITING_FORMAT = 'thetarank-writing';

/** Usual tokens and seconds of a call: a question, a list of issues, an answer. */
const USUAL = [
  { tokens: 300, seconds: 6 },
  { tokens: 120, seconds: 3 },
  { tokens: 40, seconds: 2 },
] as const;

/** A round that is ready to be asked. */
export interface RoundJob {
  readonly panel: string;
  readonly round: number;
  readonly tasks: readonly WritingTask[];
  readonly items: readonly Item[];
  readonly calls: readonly RunCall[];
  readonly kept: KeptCalls;
  readonly configuration: RunConfiguration;
  readonly hash: string;
  readonly replies: RunReplies;
  readonly retries: Askers['retries'];
  readonly writing: WritingConfiguration;
}

/** What a round is made of. */
export interface RoundRequest {
  readonly panel: string;
  readonly bank: string | null;
  readonly round: number;
  readonly plan: RoundPlan;
  readonly passages: readonly Passage[];
  readonly writing: WritingConfiguration;
  readonly caller?: Caller | undefined;
}

/** Prepares a round; nothing is asked yet. @throws KEY_MISSING */
export function roundJob(
  store: Store,
  { panel, bank, round, plan, passages, writing, caller = LIBRARY }: RoundRequest,
): RoundJob {
  const similar = similarPassages(passages);
  const { language, guideline, seed } = writing;
  const focuses = focusesOf(plan.slots, passages, seed, round);
  const tasks = plan.slots.map(({ place, passage, type, rejected }, k): WritingTask => {
    const request: WriteRequest = {
      ...{ language, type, guideline, rejected, feedback: plan.feedback },
      passage: passages[passage].text,
      focus: rejected === null ? focuses[k] : null,
      others: type === 'open' ? [] : similar[passage].map((k) => passages[k].text),
    };
    return { round, place, seed, request };
  });
  const replies = new RunReplies(store.replies, null, false);
  const askers = endpointAskers({ seed }, replies, caller);
  const calls = writingCalls(tasks, {
    writer: writing.writer,
    auditor: writing.auditor,
    examineeOf: (model, endpoint) => askers.examineeOf({ model, temperature: null }, endpoint),
  });
  const configuration: RunConfiguration = {
    ...{ format: WRITING_FORMAT, bank, panel, round, items: tasks.length },
    models: [writing.writer, writing.auditor].map(({ name, model }) => ({ name, model })),
  };
  return {
    ...{ panel, round, tasks, calls, configuration, replies, writing },
    items: tasks.map(taskItem),
    kept: new KeptCalls(WRITING_CALLS.length, tasks.length),
    hash: configurationHash(configuration),
    retries: askers.retries,
  };
}

/** Notes what a run has, in `kept`. @returns what it has taken */
export function readRound(store: Store, run: number, job: RoundJob): Promise<Taken> {
  const itemOf = new Map(job.tasks.map(({ place }, k) => [place, k]));
  const callOf = new Map<string, number>(WRITING_CALLS.map((id, k) => [id, k]));
  return readKeptCalls(store, run, {
    callOf: (examinee) => callOf.get(examinee),
    itemOf: (place) => itemOf.get(place),
    kept: job.kept,
    longest: () => 0,
  });
}

/** What a round will take, from its first questions. Tokens as `most` of dollars; null without limits of answers. */
export function roundEstimate(
  job: RoundJob,
  inFlight: number,
): Estimate & { readonly mostTokens: number | null } {
  const { calls, items, kept, writing } = job;
  const sample = items.slice(0, 20);
  const total = { calls: 0, prompt: 0, completion: 0, cost: 0, dollars: 0, tokens: 0, seconds: 0 };
  const endpoints = [writing.writer, writing.auditor, writing.auditor];
  for (const [k, call] of calls.entries()) {
    const missing = items.filter((_, item) => !kept.isKept(k, item)).length;
    const { price, concurrency } = endpoints[k];
    const asked = sample.map((item) =>
      call.conversation(
        item,
        call.before.map(() => ''),
      ),
    );
    const prompt =
      asked.reduce((sum, one) => sum + usualPromptTokens(one.next([]).messages), 0) / sample.length;
    const most = asked.map((one) => call.most(one));
    total.calls += missing;
    total.prompt += missing * prompt;
    total.completion += missing * USUAL[k].tokens;
    total.cost +=
      (missing * (prompt * (price?.prompt ?? 0) + USUAL[k].tokens * (price?.completion ?? 0))) /
      1e6;
    total.dollars += missing * Math.max(...most.map(({ dollars }) => dollars));
    total.tokens += missing * Math.max(...most.map(({ tokens }) => tokens));
    total.seconds += (missing * USUAL[k].seconds) / Math.min(inFlight, concurrency);
  }
  const isPriced = endpoints.every(({ price }) => price !== null);
  const isBounded = endpoints.every((endpoint) => mostTokens(endpoint) !== null);
  return {
    ...{ calls: total.calls, seconds: total.seconds },
    promptTokens: Math.round(total.prompt),
    completionTokens: Math.round(total.completion),
    cost: isPriced ? total.cost : null,
    most: isPriced && isBounded ? total.dollars : null,
    mostTokens: isBounded ? Math.round(total.tokens) : null,
  };
}
