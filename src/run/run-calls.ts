import type { Item } from '../../item-bank/items/item.ts';
import { fail, ThetarankError } from '../errors.ts';
import { AnswerAwaited } from '../examinee/batch/answer-awaited.ts';
import type { Examinee, Reply } from '../examinee/examinee.ts';
import type { Conversation } from '../prompt/conversation.ts';
import { askConversation, conversationAnswer, type ReadAnswer } from './ask-conversation.ts';
import type { KeptCalls } from './kept-calls.ts';
import { type RunBudgets, type Taken, tokensOf } from './run-budgets.ts';
import type { ModelOutcome } from './run-models.ts';
import type { RunAnswer, RunStore } from './run-record.ts';
import { turns } from './turns.ts';

/** What one model is asked about an item, where other calls may have to be answered first. */
export interface RunCall {
  /** Kept as the examinee of its answers. */
  readonly id: string;
  readonly model: string;
  /** The calls whose outputs it sees, by position. */
  readonly before: readonly number[];
  /** Shared by all calls that ask one model in one way. */
  readonly examinee: Examinee;
  /** The `repeat` of its questions. */
  readonly repeat: number;
  /** The `draw` of its questions. */
  readonly draw?: string;
  /** @param seen outputs as they are kept, in the order of `before` */
  conversation(item: Item, seen: readonly string[]): Conversation;
  /** The most that a conversation can take. */
  most(conversation: Conversation): Taken;
  /** What is kept of the outputs of a conversation, fewer than it has turns where one was refused. */
  read(item: Item, outputs: readonly string[]): ReadAnswer;
}

/** What is to be asked. Calls and items go by their positions. */
export interface CallWork {
  /** Every call after those it sees. */
  readonly calls: readonly RunCall[];
  readonly items: number;
  /** The calls that an item needs, ascending, with all that they see. */
  needed(item: number): readonly number[];
}

/** What asking calls needs of the world. */
export interface CallServices {
  readonly store: Pick<RunStore, 'append' | 'charge'>;
  readonly run: number;
  /** What is kept; kept up to date here. */
  readonly kept: KeptCalls;
  itemAt(item: number): Promise<Item>;
  /** The place of an item in the record, from 1. */
  placeOf(item: number): number;
  /** The outputs that missing calls of an item see, of those that are kept: asked for once an item, in their order. */
  outputsOf(item: number): Promise<ReadonlyMap<number, string>>;
  readonly budgets: Pick<RunBudgets, 'reserve' | 'settle' | 'late'>;
  /** Most calls of one model in flight. */
  readonly concurrency: number;
  /** The time, ISO 8601. */
  now(): string;
  /** Ends asking; what is in flight is still kept. */
  readonly stop: AbortSignal;
  /** Ends what is in flight too. */
  readonly abort: AbortSignal;
  onAnswer(call: number, item: number, answer: RunAnswer): void;
  /** A call got no answer, and stays missing. */
  onFailure(call: number, item: number, error: ThetarankError): void;
}

/** So many calls of a model without an answer, none in between, end it. */
const FAILED_IN_A_ROW = 3;
/** Calls that are begun before signals and timers get their turn. */
const A_TURN = 200;
/** Items begun and not finished, for each call that may be in flight. */
const OPEN_ITEMS = 2;

const NOTHING: Taken = { dollars: 0, tokens: 0 };

interface OpenItem {
  readonly position: number;
  readonly item: Item;
  /** Of the calls that others see. */
  readonly outputs: Map<number, string>;
  readonly missing: Set<number>;
  /** Calls that wait for their turn or are in flight. */
  pending: number;
}

interface Task {
  readonly at: OpenItem;
  readonly call: number;
}

interface Asker {
  readonly model: string;
  readonly queue: Task[];
  inFlight: number;
  failedInARow: number;
  outcome: Omit<ModelOutcome, 'model'> | null;
}

/**
 * Asks every call that is needed and not kept, once: items in their order, a call as soon as all that it sees is kept. An
 * answer counts only when the store has it: whatever is killed whenever, what is asked again is what was not kept. A call
 * whose question gets no answer stays missing, and so do those that see it. A model whose endpoint fails ends alone; the
 * others go on. Anything else that goes wrong ends asking for all of them. Memory does not grow with the number of items:
 * few are open at once, and only these have texts.
 *
 * @returns how each model ended; what is still missing is what `kept` lacks
 * @throws RUN_BUSY where another process answers for the same run; whatever the store throws
 */
export async function runCalls(work: CallWork, services: CallServices): Promise<ModelOutcome[]> {
  const { calls, items } = work;
  const { kept, concurrency } = services;
  const halt = new AbortController();
  const { late } = services.budgets;
  const stop = AbortSignal.any([services.stop, halt.signal, late]);
  const askers = new Map<string, Asker>();
  for (const { model } of calls)
    if (!askers.has(model))
      askers.set(model, { model, queue: [], inFlight: 0, failedInARow: 0, outcome: null });
  const mostOpen = OPEN_ITEMS * concurrency * askers.size;
  let next = 0;
  let open = 0;
  /** Items that are being opened and calls in flight. */
  let active = 0;
  let defect: unknown;
  let finish = () => {};

  const end = (asker: Asker, stopped: ModelOutcome['stopped'], error: ThetarankError | null) => {
    asker.outcome ??= { stopped, error };
    for (const { at } of asker.queue.splice(0)) release(at);
  };
  const endAll = () => {
    const why = late.aborted ? 'budget' : 'stopped';
    for (const asker of askers.values()) end(asker, why, null);
  };
  const spoil = (error: unknown) => {
    defect ??= error;
    halt.abort();
  };
  const release = (at: OpenItem) => {
    at.pending--;
    // What is still missing then hangs on a call that got no answer.
    if (at.pending === 0) open--;
  };
  const enqueue = (at: OpenItem, call: number) => {
    const asker = askers.get(calls[call].model)!;
    if (asker.outcome !== null) return;
    at.pending++;
    // Earlier items first: they are finished, and their texts let go, before later ones are begun in earnest.
    const { queue } = asker;
    const after = queue.findLastIndex((task) => task.at.position <= at.position);
    queue.splice(after + 1, 0, { at, call });
  };
  const isReady = (call: number, position: number) =>
    calls[call].before.every((other) => kept.isKept(other, position));

  /** Begins an item that has something missing. */
  const openItem = async (position: number, missing: readonly number[]) => {
    const [outputs, item] = await Promise.all([
      services.outputsOf(position),
      services.itemAt(position),
    ]);
    const at = {
      position,
      item,
      pending: 1,
      outputs: new Map(outputs),
      missing: new Set(missing),
    };
    for (const call of missing) if (isReady(call, position)) enqueue(at, call);
    release(at);
  };

  const turn = turns(A_TURN);
  const askTask = async (asker: Asker, { at, call }: Task) => {
    await turn();
    const answer = await paidAnswer(calls[call], at, services, stop);
    if (typeof answer === 'string') return end(asker, answer, null);
    asker.failedInARow = 0;
    kept.keep(call, at.position, answer);
    at.missing.delete(call);
    at.outputs.set(call, answer.output);
    for (const other of at.missing)
      if (calls[other].before.includes(call) && isReady(other, at.position)) enqueue(at, other);
    services.onAnswer(call, at.position, answer);
  };

  const onError = (asker: Asker, { at, call }: Task, error: unknown) => {
    // What is torn off in flight fails in all kinds of ways; what waited for its turn ends with an AbortError.
    const hasWaited = stop.aborted && (error as Error).name === 'AbortError';
    if (services.abort.aborted || hasWaited) return end(asker, 'stopped', null);
    // Nothing has failed: the call stays missing until its answer is there.
    if (error instanceof AnswerAwaited) return;
    if (!(error instanceof ThetarankError && error.code === 'EXAMINEE_FAILED')) return spoil(error);
    services.onFailure(call, at.position, error);
    asker.failedInARow++;
    if (error.details.isForAll === true || asker.failedInARow >= FAILED_IN_A_ROW)
      end(asker, 'failed', error);
  };

  const track = (doing: Promise<void>) => {
    active++;
    doing.catch(spoil).finally(() => {
      active--;
      pump();
    });
  };
  const hasRoom = () =>
    open < mostOpen &&
    [...askers.values()].some(
      ({ outcome, inFlight, queue }) => outcome === null && inFlight + queue.length < concurrency,
    );
  /** Starts whatever can be started. */
  const pump = () => {
    // Opened before calls are started: those that others hang on wait in the queue of their model.
    let opening = 0;
    while (!stop.aborted && next < items && opening < concurrency && hasRoom()) {
      const position = next++;
      const missing = work.needed(position).filter((call) => !kept.isKept(call, position));
      if (missing.length === 0) continue;
      opening++;
      open++;
      track(openItem(position, missing));
    }
    for (const asker of askers.values())
      while (asker.outcome === null && asker.inFlight < concurrency && asker.queue.length > 0) {
        const task = asker.queue.shift()!;
        asker.inFlight++;
        track(
          askTask(asker, task)
            .catch((error) => onError(asker, task, error))
            .finally(() => {
              asker.inFlight--;
              release(task.at);
            }),
        );
      }
    if (active === 0) finish();
  };

  const onStop = () => endAll();
  stop.addEventListener('abort', onStop);
  if (stop.aborted) endAll();
  await new Promise<void>((resolve) => {
    finish = resolve;
    pump();
  });
  stop.removeEventListener('abort', onStop);
  if (defect !== undefined) throw defect;
  return [...askers.values()].map(({ model, outcome }) => ({
    model,
    stopped: null,
    error: null,
    ...(outcome ?? {}),
  }));
}

/** The answer to a call, kept; or why it was not asked. */
async function paidAnswer(
  call: RunCall,
  { item, position, outputs }: OpenItem,
  { store, run, budgets, abort, now, placeOf }: CallServices,
  stop: AbortSignal,
): Promise<RunAnswer | 'budget' | 'stopped'> {
  const conversation = call.conversation(
    item,
    call.before.map((other) => outputs.get(other) ?? ''),
  );
  const most = call.most(conversation);
  if (!(await budgets.reserve(most))) return 'budget';
  let taken: Taken = NOTHING;
  const place = placeOf(position);
  try {
    if (stop.aborted) return 'stopped';
    const paid: Reply[] = [];
    const examinee = noting(call.examinee, paid);
    const { repeat, draw } = call;
    const about = { item: item.id, repeat, ...(draw === undefined ? {} : { draw }) };
    try {
      const asked = await askConversation(examinee, about, conversation, abort, stop);
      taken = takenBy(asked.replies, most);
      const read = call.read(
        item,
        asked.replies.map(({ output }) => keepable(output)),
      );
      const given = conversationAnswer(item, asked, read);
      const answer = { examinee: call.id, place, ...given, at: now() };
      if ((await store.append(run, [answer])) === 0)
        fail('RUN_BUSY', { run, examinee: answer.examinee, place });
      return answer;
    } catch (error) {
      // An answer that is awaited comes again with those before it, which are paid then.
      if (error instanceof AnswerAwaited) throw error;
      // Questions of a case that were answered before come from the cache next time, and cost nothing there.
      taken = takenBy(paid, most);
      if (error instanceof ThetarankError && error.code === 'EXAMINEE_FAILED')
        taken = { ...taken, dollars: Number(error.details.cost ?? 0) };
      if (taken.dollars > 0 || taken.tokens > 0) {
        const at = now();
        await store.charge(run, [{ source: `${call.id} at ${place}, ${at}`, at, ...taken }]);
      }
      throw error;
    }
  } finally {
    budgets.settle(most, taken);
  }
}

/** What replies have taken; at most where no endpoint counted their tokens. */
function takenBy(replies: readonly Reply[], most: Taken): Taken {
  const dollars = replies.reduce((sum, reply) => sum + reply.cost, 0);
  return { dollars, tokens: tokensOf(replies) ?? most.tokens };
}

/** An examinee whose replies are noted in `paid`, whatever becomes of their conversation. */
function noting(examinee: Examinee, paid: Reply[]): Examinee {
  return {
    name: examinee.name,
    async ask(...question) {
      const reply = await examinee.ask(...question);
      paid.push(reply);
      return reply;
    },
  };
}

/** As stores keep texts: what others see must not depend on whether it was read back. */
function keepable(output: string): string {
  return output.toWellFormed().replaceAll('\0', '\ufffd');
}
