/** The test of one checkpoint whose items are known from the start: any number of them can be asked at once. */
export class PlannedTest {
  readonly model: string;
  readonly items: Int32Array;
  #next = 0;

  constructor(model: string, items: Int32Array) {
    this.model = model;
    this.items = items;
  }

  get length(): number {
    return this.items.length;
  }

  get isOver(): boolean {
    return this.#next >= this.items.length;
  }

  next(most: number): number[] {
    const items = Array.from(this.items.subarray(this.#next, this.#next + most));
    this.#next += items.length;
    return items;
  }

  /** What is asked does not depend on answers. */
  record(): void {}
}
