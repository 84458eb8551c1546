/** What items cost, and what one test may cost. Plain data. */
export interface ItemCosts {
  /** Dollars, one entry per item, above 0 and finite; 0 for an item that cannot be asked. */
  readonly dollars: Float64Array;
  /** The most that the items of one test may cost together; no bound by default. */
  readonly most?: number | undefined;
  /** False to choose items as if all of them cost the same; by default they are chosen by information per dollar. */
  readonly perDollar?: boolean | undefined;
}

/** Sums of costs are equal within this share of the bound: 0.1 + 0.2 fits into 0.3. */
const ROUNDING = 1e-9;

/** What a test has spent, and which items the rest pays for. Without costs everything is free. */
export class Spending {
  readonly #dollars: Float64Array | null;
  readonly #rates: Float64Array | null;
  readonly #most: number;
  /** Items that can be asked, cheapest first, and how many of the first ones are closed. */
  readonly #cheapest: Int32Array | null;
  #closed = 0;
  #spent = 0;

  constructor(costs: ItemCosts | undefined) {
    const { dollars = null, most = Number.POSITIVE_INFINITY, perDollar = true } = costs ?? {};
    this.#dollars = dollars;
    this.#most = most * (1 + ROUNDING);
    this.#rates =
      dollars === null || !perDollar ? null : dollars.map((cost) => (cost > 0 ? 1 / cost : 0));
    this.#cheapest = dollars === null || most === Number.POSITIVE_INFINITY ? null : byCost(dollars);
  }

  /** Dollars of the items asked; null without costs. */
  get spent(): number | null {
    return this.#dollars === null ? null : this.#spent;
  }

  /** What a unit of gain by item `j` counts: 1 / cost where items are chosen per dollar, else 1. */
  rate(j: number): number {
    return this.#rates === null ? 1 : this.#rates[j];
  }

  /** Whether item `j` can be paid for. */
  fits(j: number): boolean {
    return this.#dollars === null || this.#spent + this.#dollars[j] <= this.#most;
  }

  spend(j: number): void {
    if (this.#dollars !== null) this.#spent += this.#dollars[j];
  }

  /** True if none of the open items can be paid for. @param isOpen an item that is closed once stays so */
  isUsedUp(isOpen: (item: number) => boolean): boolean {
    const cheapest = this.#cheapest;
    if (cheapest === null) return false;
    while (this.#closed < cheapest.length && !isOpen(cheapest[this.#closed])) this.#closed++;
    return this.#closed === cheapest.length || !this.fits(cheapest[this.#closed]);
  }
}

function byCost(dollars: Float64Array): Int32Array {
  const items = Int32Array.from(dollars.keys()).filter((j) => dollars[j] > 0);
  return items.sort((j, k) => dollars[j] - dollars[k] || j - k);
}

/** The most items that one test can have: the cheapest ones, as far as the money goes. */
export function mostItems({ dollars, most }: ItemCosts): number {
  return affordable(byCost(dollars), { dollars, most });
}

/**
 * How many of the first items of an order can be asked. The first one beyond the money ends it, and none is passed over for a
 * cheaper one: what is left is as random as the order is.
 */
export function affordable(order: ArrayLike<number>, costs: ItemCosts | undefined): number {
  const spending = new Spending(costs && { ...costs, perDollar: false });
  let count = 0;
  while (count < order.length && spending.fits(order[count])) spending.spend(order[count++]);
  return count;
}

/** Dollars of the first `count` items of an order. */
export function costOf(
  order: ArrayLike<number>,
  count: number,
  { dollars }: Pick<ItemCosts, 'dollars'>,
): number {
  let sum = 0;
  for (let k = 0; k < count; k++) sum += dollars[order[k]];
  return sum;
}
