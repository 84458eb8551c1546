import type { Item } from '../../../item-bank/items/item.ts';
import {
  type Asks,
  type CallPlan,
  type ComparedAnswers,
  callPlan,
  neededCalls,
} from '../../evaluation/call-plan.ts';
import { comparableQuestions, judgedQuestions } from '../../evaluation/judging.ts';
import { configurationHash } from '../../run/configuration-hash.ts';
import { KeptCalls } from '../../run/kept-calls.ts';
import { mostOfCall } from '../../run/most-of-call.ts';
import type { Taken } from '../../run/run-budgets.ts';
import type { RunCall } from '../../run/run-calls.ts';
import type { RunConfiguration, RunSummary } from '../../run/run-record.ts';
import { RunReplies, replySourceOf } from '../../run/run-replies.ts';
import type { Store } from '../../store/store.ts';
import { type Caller, LIBRARY } from '../asking/caller.ts';
import { readKeptCalls } from '../asking/read-kept-calls.ts';
import { refuseOtherRun } from '../asking/refuse-other-run.ts';
import type { ReusableReplies } from '../asking/reusable-replies.ts';
import { reusableOf } from '../synthesis/reusable-calls.ts';
import { type Askers, endpointAskers } from '../synthesis/synthesis-calls.ts';
import type { EvaluationBank } from './evaluation-bank.ts';
import { type EvaluationParties, evaluationCalls, judgeQueue } from './evaluation-calls.ts';
import { evaluationIdentity } from './evaluation-run.ts';

/** Number of items sampled for the length of prompts. */
const SAMPLE = 20;

/** An evaluation that is ready to begin. */
export interface EvaluationJob extends EvaluationParties {
  readonly bank: EvaluationBank;
  readonly plan: CallPlan;
  readonly calls: readonly RunCall[];
  /** The calls that an item needs. */
  readonly needed: (item: number) => readonly number[];
  readonly kept: KeptCalls;
  /** The use of the run so far. */
  readonly taken: Taken;
  readonly configuration: RunConfiguration;
  readonly hash: string;
  /** The run to continue; null for a new one. */
  readonly before: RunSummary | null;
  /** Whether it is to continue a run, if there is one. */
  readonly isResumed: boolean;
  /** The newest run of the same configuration. */
  readonly same: RunSummary | undefined;
  /** The replies that the calls use; told of the run as soon as it has a number. */
  readonly replies: RunReplies;
  /** What earlier runs have of the replies; null where they are not to be used. */
  readonly reusable: ReusableReplies | null;
  /** Requests that had to be repeated since the job was made, by reason. */
  readonly retries: Askers['retries'];
  /** Dollars of requests since the job was made that came to nothing, at most. */
  readonly lostCost: NonNullable<Askers['lostCost']>;
  readonly sample: readonly Item[];
  readonly caller: Caller;
}

/** What is to be asked of whom. */
export interface EvaluationRequest extends EvaluationParties {
  readonly bank: EvaluationBank;
  /** As `evaluationRun` makes it. */
  readonly configuration: RunConfiguration;
  readonly seed: number;
  /** Which answers judges compare; none by default. */
  readonly compared?: ComparedAnswers | null;
  /** Continues with the last run of the same configuration. */
  readonly resume?: boolean | undefined;
  /** Uses replies of earlier runs to the same requests. */
  readonly reuse?: boolean | undefined;
  /** What is asked; all by default. */
  readonly asks?: Asks;
  /** The library by default. */
  readonly caller?: Caller | undefined;
}

const ALL: Asks = () => true;

/**
 * Plans an evaluation, and finds what is kept of it. Nothing is asked yet.
 * @param askersOf who answers, with the replies of the run; by default the endpoints
 * @throws OPTIONS_CONFLICT, KEY_MISSING
 */
export async function prepareEvaluation(
  request: EvaluationRequest,
  store: Store,
  askersOf: (replies: RunReplies) => Askers = (replies) =>
    endpointAskers(
      { seed: request.seed },
      replies,
      callerOf(request),
      // A judge that cannot read an answer gives no judgement of it.
      (model) =>
        request.configuration.tooLong !== 'wrong' &&
        request.models.some(({ name }) => name === model)
          ? 'missing'
          : 'wrong',
    ),
): Promise<EvaluationJob> {
  const { bank, models, conditions, judges, judging, configuration } = request;
  const caller = request.caller ?? LIBRARY;
  const parties: EvaluationParties = { models, conditions, judges, judging };
  const plan = callPlan(
    models.map(({ name }) => name),
    conditions,
    judges.map(({ name }) => name),
    mostGraded(bank),
    request.compared ?? null,
  );
  const hash = configurationHash(evaluationIdentity(configuration));
  const runs = await store.runs();
  const identityOf = (run: RunSummary) => evaluationIdentity(run.configuration);
  const same = runs.find((run) => configurationHash(identityOf(run)) === hash);
  const isResumed = request.resume === true;
  const before = isResumed ? (same ?? null) : null;
  if (isResumed && before === null)
    refuseOtherRun(
      evaluationIdentity(configuration),
      runs.map((run) => ({ ...run, configuration: identityOf(run) })),
      'models',
      caller.resume,
    );
  const kept = new KeptCalls(plan.calls.length, bank.ids.length);
  const sample = await sampleOf(store, bank);
  const reuse = request.reuse === true;
  const source = before === null ? null : replySourceOf(before.id);
  const replies = new RunReplies(store.replies, source, reuse);
  const askers = askersOf(replies);
  const calls = evaluationCalls(plan, parties, askers);
  const needed = neededCalls(plan, bank.graded, request.asks ?? ALL, bank.comparable);
  const job = {
    ...{ ...parties, bank, plan, calls, needed, kept, configuration, hash, before, isResumed },
    ...{
      same,
      replies,
      sample,
      caller,
      retries: askers.retries,
      lostCost: () => askers.lostCost?.() ?? 0,
    },
    taken: { dollars: 0, tokens: 0 },
  };
  const taken = before === null ? job.taken : await readEvaluated(store, before.id, job);
  const reusable = reuse
    ? await reusableOf(store, job, bank.ids.length, (examineeOf) =>
        evaluationCalls(plan, parties, { examineeOf }),
      )
    : null;
  return { ...job, taken, reusable };
}

/** The words for the settings of a judge are those of its name. */
function callerOf({ caller = LIBRARY, judges }: EvaluationRequest): Caller {
  const names = new Map(judges.map(({ name }) => [judgeQueue(name), name]));
  return { ...caller, wordsOf: (name) => caller.wordsOf(names.get(name) ?? name) };
}

/** Notes what a run has, in `kept`. @returns what it has taken */
export function readEvaluated(
  store: Store,
  run: number,
  {
    plan,
    bank,
    kept,
    calls,
    sample,
    conditions,
  }: Pick<EvaluationJob, 'plan' | 'bank' | 'kept' | 'calls' | 'sample' | 'conditions'>,
): Promise<Taken> {
  const callOf = new Map(plan.calls.map(({ id }, k) => [id, k]));
  const itemOf = new Map(Array.from(bank.places, (place, j) => [place, j]));
  return readKeptCalls(store, run, {
    callOf: (examinee) => callOf.get(examinee),
    itemOf: (place) => itemOf.get(place),
    kept,
    longest: () =>
      Math.max(0, ...sampledCalls({ plan, calls, sample, conditions }, LONGEST).map(tokensOf)),
  });
}

const tokensOf = ({ tokens }: { readonly tokens: number }) => tokens;
/** The most of an answer that a judge is shown, in characters. */
const LONGEST = 20_000;

/** What a call about a sampled item can take at most. */
export interface SampledCall extends Taken {
  readonly call: number;
  readonly item: Item;
}

/** The most that calls about sampled items can take. @param characters of each graded answer */
export function sampledCalls(
  job: Pick<EvaluationJob, 'plan' | 'calls' | 'sample' | 'conditions'>,
  characters: number,
): SampledCall[] {
  const text = 'x'.repeat(characters);
  return job.plan.calls.flatMap((_, k) => {
    const call = job.calls[k];
    return itemsOfCall(job, k).map((item) => {
      const seen = call.before.map(() => answerLike(item, text));
      return { call: k, item, ...mostOfCall(call, call.conversation(item, seen), item) };
    });
  });
}

/** The sampled items that a call can be about: of a judgement those with the question that it grades. */
export function itemsOfCall(
  { plan, sample, conditions }: Pick<EvaluationJob, 'plan' | 'sample' | 'conditions'>,
  k: number,
): Item[] {
  const { judge, other, question, condition } = plan.calls[k];
  const questionsOf = other === null ? judgedQuestions : comparableQuestions;
  const { change } = conditions[condition];
  return sample.filter(
    (item) =>
      (judge === null || question < questionsOf(item)) &&
      (change === undefined || change(item) !== null),
  );
}

/** An output of an item with that text as the answer to each question. */
export function answerLike(item: Item, text: string): string {
  return item.type === 'case' ? JSON.stringify(item.key.map(() => text)) : text;
}

/** The most graded questions of an item. */
function mostGraded({ graded }: Pick<EvaluationBank, 'graded'>): number {
  return graded.reduce((most, questions) => Math.max(most, questions), 0);
}

/** Items at equal distances, and the one with the most graded questions. */
async function sampleOf(store: Store, { summary, ids, graded }: EvaluationBank): Promise<Item[]> {
  const step = Math.max(1, Math.floor(ids.length / SAMPLE));
  const widest = graded.indexOf(mostGraded({ graded }));
  const some = ids.filter((_, j) => j % step === 0 || j === widest);
  const sample: Item[] = [];
  for await (const item of store.items(summary.name, some)) sample.push(item);
  return sample;
}
