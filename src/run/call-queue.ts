import type { Item } from '../../item-bank/items/item.ts';
import type { ThetarankError } from '../errors.ts';
import type { ModelOutcome } from './run-models.ts';

/** An item that is begun and not finished. */
export interface OpenItem {
  readonly position: number;
  readonly item: Item;
  /** Of the calls that others see. */
  readonly outputs: Map<number, string>;
  readonly missing: Set<number>;
  /** Calls that wait for their turn or are in flight. */
  pending: number;
}

/** A call about an item. */
export interface CallTask {
  readonly at: OpenItem;
  readonly call: number;
}

/** This number of calls in a row without an answer ends a model. */
const FAILED_IN_A_ROW = 3;

/** The calls of one model that can be asked, and how it ended. */
export class CallQueue {
  readonly model: string;
  inFlight = 0;
  readonly #tasks: CallTask[] = [];
  #failedInARow = 0;
  #outcome: Omit<ModelOutcome, 'model'> | null = null;

  constructor(model: string) {
    this.model = model;
  }

  get hasEnded(): boolean {
    return this.#outcome !== null;
  }

  get outcome(): ModelOutcome {
    return { model: this.model, stopped: null, error: null, ...(this.#outcome ?? {}) };
  }

  /** Number of calls that wait. */
  get length(): number {
    return this.#tasks.length;
  }

  /** Earlier items first: they are finished, and their texts let go, before later ones are begun in earnest. */
  add(task: CallTask): void {
    const { position } = task.at;
    const after = this.#tasks.findLastIndex(({ at }) => at.position <= position);
    this.#tasks.splice(after + 1, 0, task);
  }

  shift(): CallTask | undefined {
    return this.#tasks.shift();
  }

  /** Ends it; what it ended with first stands. @returns the calls that waited */
  end(stopped: ModelOutcome['stopped'], error: ThetarankError | null): CallTask[] {
    this.#outcome ??= { stopped, error };
    return this.#tasks.splice(0);
  }

  noteAnswer(): void {
    this.#failedInARow = 0;
  }

  /** @returns true if the model is not to be asked on */
  noteFailure(error: ThetarankError): boolean {
    // It says nothing of the endpoint.
    if (error.details.isTooLong === true) return false;
    this.#failedInARow++;
    return error.details.isForAll === true || this.#failedInARow >= FAILED_IN_A_ROW;
  }
}
