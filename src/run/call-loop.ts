import { ThetarankError } from '../errors.ts';
import { AnswerAwaited } from '../examinee/batch/answer-awaited.ts';
import { CallQueue, type CallTask, type OpenItem } from './call-queue.ts';
import { paidAnswer } from './paid-answer.ts';
import type { CallServices, CallWork } from './run-calls.ts';
import type { ModelOutcome } from './run-models.ts';
import { turns } from './turns.ts';

/** Calls that are begun before signals and timers get their turn. */
const A_TURN = 200;
/** Errors of one call: its endpoint gave no answer, or the embeddings did not come that would score it. */
const UNANSWERED: ReadonlySet<string> = new Set(['EXAMINEE_FAILED', 'EMBEDDING_FAILED']);
/** Items begun and not finished, for each call that may be in flight. */
const OPEN_ITEMS = 2;

/** The loop of `runCalls`: it opens items in their order, and starts the calls that are ready, some of each model at once. */
export class CallLoop {
  readonly #work: CallWork;
  readonly #services: CallServices;
  /** By model. */
  readonly #queues = new Map<string, CallQueue>();
  readonly #halt = new AbortController();
  readonly #stop: AbortSignal;
  readonly #turn = turns(A_TURN);
  /** The next item to look at. */
  #next = 0;
  #open = 0;
  /** Items that are being opened and calls in flight. */
  #active = 0;
  #defect: unknown;
  #finish = () => {};

  constructor(work: CallWork, services: CallServices) {
    this.#work = work;
    this.#services = services;
    this.#stop = AbortSignal.any([services.stop, this.#halt.signal, services.budgets.late]);
    for (const { model } of work.calls)
      if (!this.#queues.has(model)) this.#queues.set(model, new CallQueue(model));
  }

  /** @returns how each model ended */
  async run(): Promise<ModelOutcome[]> {
    const onStop = () => this.#endAll();
    this.#stop.addEventListener('abort', onStop);
    if (this.#stop.aborted) this.#endAll();
    await new Promise<void>((resolve) => {
      this.#finish = resolve;
      this.#startAll();
    });
    this.#stop.removeEventListener('abort', onStop);
    if (this.#defect !== undefined) throw this.#defect;
    return [...this.#queues.values()].map(({ outcome }) => outcome);
  }

  /** Starts all calls that can start. */
  #startAll(): void {
    // Opened before calls are started: those that others hang on wait in the queue of their model.
    this.#openItems();
    for (const queue of this.#queues.values())
      while (!queue.hasEnded && queue.inFlight < this.#services.concurrency && queue.length > 0)
        this.#startCall(queue, queue.shift()!);
    if (this.#active === 0) this.#finish();
  }

  #openItems(): void {
    const { items } = this.#work;
    const { kept, concurrency } = this.#services;
    let opening = 0;
    while (!this.#stop.aborted && this.#next < items && opening < concurrency && this.#hasRoom()) {
      const position = this.#next++;
      const missing = this.#work.needed(position).filter((call) => !kept.isKept(call, position));
      if (missing.length === 0) continue;
      opening++;
      this.#open++;
      this.#track(this.#openItem(position, missing));
    }
  }

  #hasRoom(): boolean {
    const { concurrency } = this.#services;
    return (
      this.#open < OPEN_ITEMS * concurrency * this.#queues.size &&
      [...this.#queues.values()].some(
        ({ hasEnded, inFlight, length }) => !hasEnded && inFlight + length < concurrency,
      )
    );
  }

  /** Begins an item that has something missing. */
  async #openItem(position: number, missing: readonly number[]): Promise<void> {
    const [outputs, item] = await Promise.all([
      this.#services.outputsOf(position),
      this.#services.itemAt(position),
    ]);
    const at: OpenItem = {
      position,
      item,
      pending: 1,
      outputs: new Map(outputs),
      missing: new Set(missing),
    };
    for (const call of missing) if (this.#isReady(call, position)) this.#enqueue({ at, call });
    this.#release(at);
  }

  /** True if all that a call sees is kept. */
  #isReady(call: number, position: number): boolean {
    const { kept } = this.#services;
    return this.#work.calls[call].before.every((other) => kept.isKept(other, position));
  }

  #enqueue(task: CallTask): void {
    const queue = this.#queues.get(this.#work.calls[task.call].model)!;
    if (queue.hasEnded) return;
    task.at.pending++;
    queue.add(task);
  }

  #release(at: OpenItem): void {
    at.pending--;
    // What is still missing then hangs on a call that got no answer.
    if (at.pending === 0) this.#open--;
  }

  #startCall(queue: CallQueue, task: CallTask): void {
    queue.inFlight++;
    this.#track(
      this.#ask(queue, task)
        .catch((error) => this.#onError(queue, task, error))
        .finally(() => {
          queue.inFlight--;
          this.#release(task.at);
        }),
    );
  }

  async #ask(queue: CallQueue, { at, call }: CallTask): Promise<void> {
    const { calls } = this.#work;
    await this.#turn();
    const answer = await paidAnswer(calls[call], at, this.#services, this.#stop);
    if (typeof answer === 'string') return this.#end(queue, answer, null);
    queue.noteAnswer();
    this.#services.kept.keep(call, at.position, answer);
    at.missing.delete(call);
    at.outputs.set(call, answer.output);
    for (const other of at.missing)
      if (calls[other].before.includes(call) && this.#isReady(other, at.position))
        this.#enqueue({ at, call: other });
    this.#services.onAnswer(call, at.position, answer);
  }

  #onError(queue: CallQueue, { at, call }: CallTask, error: unknown): void {
    // What is torn off in flight fails in all kinds of ways; what waited for its turn ends with an AbortError.
    const hasWaited = this.#stop.aborted && (error as Error).name === 'AbortError';
    if (this.#services.abort.aborted || hasWaited) this.#end(queue, 'stopped', null);
    // Nothing has failed: the call stays missing until its answer is there.
    else if (error instanceof AnswerAwaited) return;
    else if (error instanceof ThetarankError && UNANSWERED.has(error.code)) {
      this.#services.onFailure(call, at.position, error);
      if (queue.noteFailure(error)) this.#end(queue, 'failed', error);
    } else this.#spoil(error);
  }

  #end(queue: CallQueue, stopped: ModelOutcome['stopped'], error: ThetarankError | null): void {
    for (const { at } of queue.end(stopped, error)) this.#release(at);
  }

  #endAll(): void {
    const why = this.#services.budgets.late.aborted ? 'budget' : 'stopped';
    for (const queue of this.#queues.values()) this.#end(queue, why, null);
  }

  /** Ends asking for all of them. */
  #spoil(error: unknown): void {
    this.#defect ??= error;
    this.#halt.abort();
  }

  #track(doing: Promise<void>): void {
    this.#active++;
    doing
      .catch((error) => this.#spoil(error))
      .finally(() => {
        this.#active--;
        this.#startAll();
      });
  }
}
