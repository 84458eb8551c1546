import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { errorOf, fail, type ThetarankError } from '../../../errors.ts';
import type { QueueWorkers, StoppablePool } from '../../../queue/queue-workers.ts';
import { Budget } from '../../../run/budget.ts';
import {
  type BudgetLimits,
  type RunBudgets,
  type Taken,
  tokensOf,
} from '../../../run/run-budgets.ts';
import type { ModelOutcome } from '../../../run/run-models.ts';
import type { RunAnswer } from '../../../run/run-record.ts';
import type { Store } from '../../../store/store.ts';
import { type CalledItems, itemsOfBank } from '../../asking/call-sources.ts';
import { mostOf } from '../synthesis-estimate.ts';
import type { SynthesisJob } from '../synthesis-job.ts';
import { type ChunkData, type ChunkResult, type ChunkTask, SYNTHESIS_WORK } from './chunk-work.ts';

/** Chunks that each thread of the workers is to have at least, so that all end at about the same time. */
const CHUNKS_EACH = 4;
/** Items of a chunk: with few, what calls of an item wait for each other is lost; with many, much is lost with a worker. */
const LEAST_ITEMS = 4;
const MOST_ITEMS = 64;
/** Between two looks whether workers have come, in ms. */
const LOOK = 1_000;

export interface AskOnWorkersServices {
  readonly workers: QueueWorkers;
  readonly limits: BudgetLimits;
  /** Counts what is taken, and knows when the time is over. */
  readonly budgets: RunBudgets;
  /** What the run has taken before this session. */
  readonly before: Taken;
  /** Most calls of one model in flight, of all workers together. */
  readonly concurrency: number;
  /** Ends asking; what is in flight is still kept. */
  readonly stop: AbortSignal;
  /** Ends at once. */
  readonly abort: AbortSignal;
  onAnswer(call: number, item: number, answer: RunAnswer): void;
  onFailure(): void;
  onRetries(retries: Readonly<Record<string, number>>): void;
}

/**
 * Has the missing calls of a synthesis asked by workers, in chunks of items, and waits for them: as `runCalls`, with the same answers.
 * Each chunk has the most that it can take set apart, so that budgets hold however many workers there are.
 * @param run claimed by this process
 * @throws what chunks throw; TASK_SET_ASIDE
 */
export function askOnWorkers(
  store: Store,
  job: SynthesisJob,
  run: number,
  services: AskOnWorkersServices,
): Promise<ModelOutcome[]> {
  return new ChunkAsker(store, job, run, services).run();
}

class ChunkAsker {
  readonly #store: Store;
  readonly #job: SynthesisJob;
  readonly #services: AskOnWorkersServices;
  readonly #run: number;
  readonly #pool: StoppablePool<ChunkTask, ChunkResult, string>;
  readonly #money: Budget;
  readonly #tokens: Budget;
  readonly #itemAt: CalledItems['itemAt'];
  /** By model, of those that have ended. */
  readonly #ended = new Map<string, Omit<ModelOutcome, 'model'>>();
  readonly #left: number[];
  /** Dollars of charges without an answer, as of the last look. */
  #charged = 0;
  #chargedTokens = 0;
  #isSpent = false;
  #open = 0;
  #freed = Promise.withResolvers<void>();

  constructor(store: Store, job: SynthesisJob, run: number, services: AskOnWorkersServices) {
    const { bank, synthesis, design, kept, needed } = job;
    const { limits, before, workers } = services;
    this.#store = store;
    this.#job = job;
    this.#run = run;
    this.#services = services;
    const data: ChunkData = {
      bank: bank.summary.name,
      fingerprint: bank.summary.fingerprint,
      items: bank.ids.length,
      synthesis,
      run,
      reuse: job.others.reuse,
      session: randomUUID(),
    };
    this.#pool = workers.open({ name: SYNTHESIS_WORK, subject: `run ${run}`, data });
    this.#money = new Budget(limits.money ?? Number.POSITIVE_INFINITY);
    this.#tokens = new Budget(limits.tokens ?? Number.POSITIVE_INFINITY);
    this.#money.add(before.dollars);
    this.#tokens.add(before.tokens);
    this.#itemAt = itemsOfBank(store, bank).itemAt;
    this.#left = [];
    for (let item = 0; item < design.items; item++)
      if (needed(item).some((call) => !kept.isKept(call, item))) this.#left.push(item);
  }

  async run(): Promise<ModelOutcome[]> {
    const { stop, abort, budgets } = this.#services;
    const halt = AbortSignal.any([stop, budgets.late]);
    const onHalt = () => {
      void this.#pool.stop();
      this.#freed.resolve();
    };
    halt.addEventListener('abort', onHalt);
    const aborted = new Promise<void>((resolve) =>
      abort.addEventListener('abort', () => resolve()),
    );
    try {
      const charged = await this.#store.charged(this.#run);
      [this.#charged, this.#chargedTokens] = [charged.dollars, charged.tokens];
      await Promise.race([this.#askAll(halt), aborted]);
    } finally {
      halt.removeEventListener('abort', onHalt);
      await this.#pool.close();
    }
    if (budgets.late.aborted) this.#endAll('budget');
    else if (stop.aborted) this.#endAll('stopped');
    const models = [...new Set(this.#job.calls.map(({ model }) => model))];
    return models.map((model) => ({
      model,
      stopped: null,
      error: null,
      ...this.#ended.get(model),
    }));
  }

  async #askAll(halt: AbortSignal): Promise<void> {
    const asking = new Set<Promise<void>>();
    let defect: { error: unknown } | null = null;
    while (this.#left.length > 0 && !halt.aborted && !this.#isSpent && defect === null) {
      const alive = await this.#services.workers.alive();
      const threads = alive.reduce((sum, row) => sum + row.threads, 0);
      // Each chunk has at least one call in flight.
      const most = Math.max(1, Math.min(threads, this.#services.concurrency));
      // One more for each worker waits in the queue, to be begun as soon as one is done.
      const ahead = threads <= this.#services.concurrency ? alive.length : 0;
      if (this.#open >= most + ahead) {
        await Promise.race([this.#nextFreed(), delay(LOOK, undefined, { ref: false })]);
        continue;
      }
      const each = Math.ceil(this.#left.length / (CHUNKS_EACH * most));
      const items = this.#left.splice(0, Math.min(MOST_ITEMS, Math.max(LEAST_ITEMS, each)));
      const chunk = await this.#taskOf(items, alive.length, most, halt);
      if (chunk === null) break;
      this.#open++;
      const one: Promise<void> = this.#ask(chunk)
        .catch((error) => {
          defect ??= { error };
        })
        .finally(() => {
          this.#open--;
          asking.delete(one);
          this.#freed.resolve();
        });
      asking.add(one);
    }
    await Promise.all(asking);
    if (defect !== null) throw (defect as { error: unknown }).error;
    if (this.#isSpent) this.#endAll('budget');
  }

  /** A chunk with its part of the budgets; null if nothing is left of these, or asking has ended. */
  async #taskOf(
    items: readonly number[],
    workers: number,
    chunks: number,
    halt: AbortSignal,
  ): Promise<ChunkTask | null> {
    const { needed, kept } = this.#job;
    const most = await this.#mostOf(items);
    const part = { dollars: 0, tokens: 0 };
    for (const [budget, key] of [
      [this.#money, 'dollars'],
      [this.#tokens, 'tokens'],
    ] as const) {
      if (budget.limit === Number.POSITIVE_INFINITY) {
        part[key] = Number.POSITIVE_INFINITY;
        continue;
      }
      // Where less is left than the chunk may take, it has all of that, and asks what fits.
      for (;;) {
        const left = budget.limit - budget.spent;
        part[key] = Math.min(most[key], left);
        if (left > 0 && (await budget.reserve(part[key]))) break;
        if (left <= 0 || halt.aborted) {
          if (key === 'tokens') this.#settle(this.#money, part.dollars, 0);
          this.#isSpent ||= left <= 0;
          if (left <= 0) this.#services.budgets.note(NOTHING, [key === 'dollars' ? 'money' : key]);
          this.#left.unshift(...items);
          return null;
        }
      }
    }
    return {
      items,
      known: items.map((item) => needed(item).filter((call) => kept.isKept(call, item))),
      ended: [...this.#ended.keys()],
      most: part,
      concurrency: Math.max(1, Math.floor(this.#services.concurrency / chunks)),
      workers: Math.max(1, workers),
    };
  }

  /** The most that the missing calls of items can take. */
  async #mostOf(items: readonly number[]): Promise<Taken> {
    const { plan, calls, needed, kept } = this.#job;
    const { limits } = this.#services;
    const most = { dollars: 0, tokens: 0 };
    if (limits.money === null && limits.tokens === null) return most;
    for (const at of items) {
      const item = await this.#itemAt(at);
      for (const call of needed(at)) {
        if (kept.isKept(call, at)) continue;
        const own = mostOf(plan.calls[call], calls[call], item);
        most.dollars += own.dollars;
        most.tokens += own.tokens;
      }
    }
    return most;
  }

  async #ask(task: ChunkTask): Promise<void> {
    const { kept } = this.#job;
    const { onAnswer, onFailure, onRetries, budgets } = this.#services;
    const taken = { dollars: 0, tokens: 0 };
    let result: ChunkResult | null = null;
    try {
      result = await this.#pool.run(task);
      for (const { call, item, answer } of result.answers) {
        if (kept.isKept(call, item)) continue;
        kept.keep(call, item, answer);
        taken.dollars += answer.cost;
        taken.tokens += tokensOf([answer]) ?? (await this.#mostTokens(call, item));
        onAnswer(call, item, answer);
      }
      for (let k = 0; k < result.failed; k++) onFailure();
      onRetries(result.retries);
      this.#noteOutcomes(task, result);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    } finally {
      const charged = await this.#store.charged(this.#run);
      taken.dollars += charged.dollars - this.#charged;
      taken.tokens += charged.tokens - this.#chargedTokens;
      [this.#charged, this.#chargedTokens] = [charged.dollars, charged.tokens];
      this.#settle(this.#money, task.most.dollars, taken.dollars);
      this.#settle(this.#tokens, task.most.tokens, taken.tokens);
      budgets.note(taken, result?.refused ?? []);
    }
  }

  /** What an answer counts as whose tokens no endpoint counted. */
  async #mostTokens(call: number, item: number): Promise<number> {
    const { plan, calls } = this.#job;
    return mostOf(plan.calls[call], calls[call], await this.#itemAt(item)).tokens;
  }

  /** Gives back what was set apart. */
  #settle(budget: Budget, most: number, taken: number): void {
    budget.settle(budget.limit === Number.POSITIVE_INFINITY ? 0 : most, taken);
  }

  #noteOutcomes(task: ChunkTask, { outcomes, refused }: ChunkResult): void {
    for (const { model, stopped, error } of outcomes) {
      if (stopped !== 'failed' || task.ended.includes(model) || this.#ended.has(model)) continue;
      this.#ended.set(model, {
        stopped,
        error: error && (errorOf(() => fail(error.code, error.details as never)) as ThetarankError),
      });
    }
    if (refused.length > 0) this.#isSpent = true;
  }

  /** What a model ended with first stands. */
  #endAll(stopped: 'budget' | 'stopped'): void {
    for (const { model } of this.#job.calls)
      if (!this.#ended.has(model)) this.#ended.set(model, { stopped, error: null });
  }

  async #nextFreed(): Promise<void> {
    await this.#freed.promise;
    this.#freed = Promise.withResolvers();
  }
}

const NOTHING: Taken = { dollars: 0, tokens: 0 };
