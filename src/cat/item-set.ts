/** A set of positions in a bank: a bit per item, since a service holds thousands of them. */
export class ItemSet {
  readonly #bits: Uint32Array;

  /** @param items of the bank; the set is empty */
  constructor(items: number) {
    this.#bits = new Uint32Array((items + 31) >>> 5);
  }

  has(j: number): boolean {
    return ((this.#bits[j >>> 5] >>> (j & 31)) & 1) === 1;
  }

  add(j: number): void {
    this.#bits[j >>> 5] |= 1 << (j & 31);
  }

  /** Takes over what another set of the same bank has. */
  become(other: ItemSet): void {
    this.#bits.set(other.#bits);
  }

  copy(): ItemSet {
    const copy = new ItemSet(32 * this.#bits.length);
    copy.become(this);
    return copy;
  }
}
