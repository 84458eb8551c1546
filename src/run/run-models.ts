import type { Item } from '../../item-bank/items/item.ts';
import { fail, ThetarankError } from '../errors.ts';
import type { Examinee } from '../examinee/examinee.ts';
import { TOO_LONG } from '../scoring/absent.ts';
import { type AskOptions, askItem, unanswered } from './ask-item.ts';
import type { Budget } from './budget.ts';
import { NO_REPLY, type RunAnswer, type RunStore } from './run-record.ts';

/** The part of an adaptive test that a run drives. */
export interface RunnableTest {
  readonly model: string;
  /** Up to `most` items to ask now, by position in the bank; none where answers must come first, or nothing is left. */
  next(most: number): number[];
  record(item: number, score: number): void;
  /** As `record`, of an item without an answer that counts for nothing. Where it is absent, such an item counts as wrong. */
  miss?(item: number): void;
  readonly isOver: boolean;
}

/** A model to be tested: its test, and who answers. */
export interface RunModel {
  readonly test: RunnableTest;
  readonly examinee: Examinee;
  /** The most that asking an item can cost, in dollars. */
  mostCost(item: Item): number;
  /** Answers of this model that are kept already, by item id. */
  readonly known: ReadonlyMap<string, RunAnswer>;
}

/** The services that a run needs. */
export interface RunServices {
  readonly store: Pick<RunStore, 'append' | 'charge'>;
  readonly run: number;
  /** The id of the item at a position of the bank, and the item itself. */
  idAt(position: number): string;
  itemAt(position: number): Promise<Item>;
  /** How an item is asked and read. */
  askOf(item: Item): AskOptions;
  readonly budget: Budget;
  /**
   * What a question counts as that gets no answer, its retries used up: `stop` ends the test of its model, to be gone on
   * with later; `wrong` keeps it as refused, with score 0, until FAILED_IN_A_ROW of them show that it is not the questions.
   */
  readonly unanswered: 'stop' | 'wrong';
  /** Most items of one model in flight. */
  readonly concurrency: number;
  /** The time, ISO 8601. */
  now(): string;
  /** Ends asking; what is in flight is still kept. */
  readonly stop: AbortSignal;
  /** Ends what is in flight too. */
  readonly abort: AbortSignal;
  onAnswer(answer: RunAnswer, isNew: boolean): void;
}

/** This number of questions in a row without an answer ends the test of a model in any case. */
const FAILED_IN_A_ROW = 3;

/** How the test of one model ended. */
export interface ModelOutcome {
  readonly model: string;
  /** Why it ended early; null if it was finished. */
  readonly stopped: 'budget' | 'stopped' | 'failed' | null;
  /** What went wrong; null if nothing. */
  readonly error: ThetarankError | null;
}

/**
 * Tests models at once, each item as soon as its test allows. An answer counts only when the store has it: after a kill at any
 * time, exactly the answers not kept are asked again. A model whose endpoint fails ends alone; the others go on. Anything else
 * that goes wrong ends asking for all of them: nothing more is paid for a run that cannot be finished.
 *
 * @throws SESSION_INVALID if a known answer is at another place than the test has it; RUN_BUSY if another process answers for
 * the same run; any error of the store
 */
export async function runModels(
  models: readonly RunModel[],
  services: RunServices,
): Promise<ModelOutcome[]> {
  const halt = new AbortController();
  const stop = AbortSignal.any([services.stop, halt.signal]);
  const outcomes = await Promise.allSettled(
    models.map((model) => runModel(model, { ...services, stop }, () => halt.abort())),
  );
  // All of them have ended: nothing is written any more once this returns or throws.
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

async function runModel(
  model: RunModel,
  services: RunServices,
  halt: () => void,
): Promise<ModelOutcome> {
  const { test, known } = model;
  const { stop, concurrency } = services;
  let place = 0;
  let inFlight = 0;
  let outcome: Omit<ModelOutcome, 'model'> | null = null;
  let defect: unknown;
  let wake = () => {};
  const end = (stopped: ModelOutcome['stopped'], error: unknown = null) => {
    if (error !== null && !isOfModel(error)) {
      defect ??= error;
      halt();
    }
    outcome ??= { stopped, error: error as ThetarankError | null };
  };
  const onStop = () => {
    end('stopped');
    wake();
  };
  stop.addEventListener('abort', onStop);
  if (stop.aborted) end('stopped');

  let failedInARow = 0;
  const itemOfPlace = new Map([...known.values()].map(({ place: at, item }) => [at, item]));
  const record = (position: number, { score, reason }: RunAnswer) =>
    reason === TOO_LONG && test.miss !== undefined
      ? test.miss(position)
      : test.record(position, score);
  const askOne = async (position: number, at: number) => {
    const id = services.idAt(position);
    const kept = itemOfPlace.get(at);
    if (kept !== undefined && kept !== id)
      fail('SESSION_INVALID', {
        reason: `place ${at} of the kept test of ${test.model} has item ${kept}; this test asks ${id} there. The bank, the calibration or the options have changed: start a new run.`,
      });
    const before = known.get(id);
    if (before !== undefined) {
      record(position, before);
      services.onAnswer(before, false);
      return;
    }
    const mayFail = services.unanswered === 'wrong' && failedInARow < FAILED_IN_A_ROW - 1;
    const answer = await paidAnswer(model, position, at, services, mayFail);
    if (typeof answer === 'string') return end(answer);
    if (answer.reason !== TOO_LONG)
      failedInARow = answer.finishReason === 'cut' ? failedInARow + 1 : 0;
    record(position, answer);
    services.onAnswer(answer, true);
  };

  for (;;) {
    // An outcome means: nothing more is asked, what is in flight is awaited.
    let items: number[] = [];
    try {
      if (outcome === null) items = test.next(concurrency - inFlight);
    } catch (error) {
      end('failed', error);
    }
    for (const position of items) {
      inFlight++;
      askOne(position, ++place)
        .catch((error) => {
          // An aborted request can fail in many ways; a call that waited for its turn ends with an AbortError.
          const hasWaited = stop.aborted && (error as Error).name === 'AbortError';
          if (services.abort.aborted || hasWaited) end('stopped');
          else end('failed', error);
        })
        .finally(() => {
          inFlight--;
          wake();
        });
    }
    if (inFlight === 0) break;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  stop.removeEventListener('abort', onStop);
  if (defect !== undefined) throw defect;
  return { model: test.model, stopped: null, error: null, ...(outcome ?? {}) };
}

/** Whether an error ends the test of one model alone: its endpoint failed, or the judges or embeddings of its answer. */
function isOfModel(error: unknown): boolean {
  return error instanceof ThetarankError && OF_MODEL.has(error.code);
}

const OF_MODEL: ReadonlySet<string> = new Set([
  'EXAMINEE_FAILED',
  'JUDGES_FAILED',
  'EMBEDDING_FAILED',
]);

function isFailedRequest(error: unknown): boolean {
  return error instanceof ThetarankError && error.code === 'EXAMINEE_FAILED';
}

/** The answer to an item, kept; or why it was not asked. */
async function paidAnswer(
  model: RunModel,
  position: number,
  place: number,
  { store, run, askOf, budget, stop, abort, now, itemAt }: RunServices,
  mayFail: boolean,
): Promise<RunAnswer | 'budget' | 'stopped'> {
  const item = await itemAt(position);
  const most = model.mostCost(item);
  if (!(await budget.reserve(most))) return 'budget';
  let cost = 0;
  try {
    if (stop.aborted) return 'stopped';
    const given = await askItem(model.examinee, item, askOf(item), abort, stop).catch((error) => {
      const isFailure = isFailedRequest(error);
      if (error instanceof ThetarankError) cost = Number(error.details.cost ?? 0);
      // Without credit or a key it is not the question: nothing of that is kept as an answer.
      const isOfQuestion = isFailure && error.details.isForAll !== true;
      const isTooLong = isFailure && error.details.isTooLong === true;
      if (!isOfQuestion || !(isTooLong || mayFail) || abort.aborted) throw error;
      const why = isTooLong ? TOO_LONG : 'unanswered';
      return unanswered(item, askOf(item), why, String(error.details.reason), cost);
    });
    cost = given.cost;
    const answer = { examinee: model.test.model, place, ...given, at: now() };
    if ((await store.append(run, [answer])) === 0)
      fail('RUN_BUSY', { run, examinee: answer.examinee, place });
    return answer;
  } catch (error) {
    if (cost > 0) {
      const at = now();
      // A single question that failed has no kept reply.
      const isRequest = item.type !== 'case' && isFailedRequest(error);
      const source = `${isRequest ? NO_REPLY : ''}${model.test.model} at ${place}, ${at}`;
      await store.charge(run, [{ source, at, dollars: cost, tokens: 0 }]);
    }
    throw error;
  } finally {
    budget.settle(most, cost);
  }
}
