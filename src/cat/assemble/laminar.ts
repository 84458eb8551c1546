import { fail } from '../../errors.ts';
import { askOf, type OpenTest, openTest, type Requirements } from './requirements.ts';

/** The most groups that a message names. */
const NAMED = 8;

/** The groups as a forest: any two are disjoint, or one contains the other. */
export interface Laminar {
  /** By group: the smallest group that contains it; −1 for none. */
  readonly parent: Int32Array;
  /** By class: the smallest group that has it; −1 for none. */
  readonly home: Int32Array;
  /** Groups from the smallest to the largest. */
  readonly order: Int32Array;
}

/**
 * The forest of the groups; null where two of them overlap without one containing the other, or where there is a budget.
 *
 * Sorts the groups of each class by size. The family is laminar if the same larger group follows a group in all its classes:
 * the group then lies within the larger one, and two groups that share a class are in one such chain.
 */
export function laminarOf({ groups, groupsOf, members, costs }: Requirements): Laminar | null {
  if (costs !== null) return null;
  const size = new Int32Array(groups.length);
  groupsOf.forEach((own, c) => {
    for (const group of own) size[group] += members[c].length;
  });
  const parent = new Int32Array(groups.length).fill(-2);
  const home = new Int32Array(groupsOf.length).fill(-1);
  for (const [c, own] of groupsOf.entries()) {
    if (members[c].length === 0) continue;
    const row = Array.from(own).sort((x, y) => size[x] - size[y] || x - y);
    for (const [k, group] of row.entries()) {
      const next = row[k + 1] ?? -1;
      if (parent[group] !== -2 && parent[group] !== next) return null;
      parent[group] = next;
    }
    home[c] = row[0] ?? -1;
  }
  for (let group = 0; group < parent.length; group++) if (parent[group] === -2) parent[group] = -1;
  const order = Int32Array.from(groups.keys()).sort((x, y) => size[x] - size[y] || x - y);
  return { parent, home, order };
}

/**
 * Keeps a test within laminar requirements so that it can still meet all of them. An item is allowed if some complete test that
 * meets them contains it and the items asked so far. A group can then still get any number of items from `low` to `high`,
 * because sums of whole numbers between bounds take every value in between.
 *
 * **Asking the most informative allowed item is exact.** Tests of one length that meet laminar bounds are the bases of a
 * matroid: {x : l(S) ≤ x(S) ≤ u(S), S laminar} is a generalised polymatroid, and its integral points of one sum are bases of an
 * integral base polyhedron (Frank & Tardos 1988; Schrijver 2003, ch. 49). On a matroid the greedy choice gives the basis of
 * greatest weight (Edmonds 1971), so its first item is the most informative item of the shadow test. No solver is needed.
 *
 * @see Edmonds (1971), Mathematical Programming 1, 127–136; Frank & Tardos (1988), Mathematical Programming 42, 489–563;
 * Schrijver (2003), Combinatorial Optimization, Springer
 */
export class LaminarKeeper {
  readonly #requirements: Requirements;
  readonly #laminar: Laminar;
  readonly #open: OpenTest;
  /** By class: number of items not asked yet. */
  readonly #available: Int32Array;
  /** By group: the least and greatest number of items that the test can still take from it. */
  readonly #low: Int32Array;
  readonly #high: Int32Array;
  /** By group: sum of the least numbers of its child groups. */
  readonly #below: Int32Array;
  /** By class: 1 if its items are allowed. */
  readonly #allowed: Uint8Array;

  /** @throws QUOTAS_IMPOSSIBLE if no test meets the requirements */
  constructor(requirements: Requirements, laminar: Laminar) {
    const { groups, members } = requirements;
    this.#requirements = requirements;
    this.#laminar = laminar;
    this.#open = openTest(requirements);
    this.#available = Int32Array.from(members, ({ length }) => length);
    this.#low = new Int32Array(groups.length);
    this.#high = new Int32Array(groups.length);
    this.#below = new Int32Array(groups.length);
    this.#allowed = new Uint8Array(members.length);
    this.#bound();
    this.#check();
    this.#allow();
  }

  /** True if the test can have item j next. */
  allows(j: number): boolean {
    const own = this.#requirements.classOf[j];
    return own >= 0 && this.#allowed[own] === 1 && this.#open.asked[j] === 0;
  }

  /** Counts item j as asked. */
  add(j: number): void {
    askOf(this.#requirements, this.#open, j);
    this.#available[this.#requirements.classOf[j]]--;
    this.#bound();
    this.#allow();
  }

  /** From the smallest groups to the largest: how many items the test can still take from each. */
  #bound(): void {
    const { parent, home, order } = this.#laminar;
    const { least, most } = this.#open;
    this.#low.fill(0);
    this.#high.fill(0);
    this.#below.fill(0);
    for (const [c, n] of this.#available.entries()) if (home[c] >= 0) this.#high[home[c]] += n;
    for (const group of order) {
      this.#low[group] = Math.max(least[group], this.#below[group], 0);
      this.#high[group] = Math.min(most[group], this.#high[group]);
      const up = parent[group];
      if (up < 0) continue;
      this.#below[up] += this.#low[group];
      this.#high[up] += this.#high[group];
    }
  }

  #allow(): void {
    const { parent, home } = this.#laminar;
    const { left } = this.#open;
    const owed = this.#owed();
    for (const [c, available] of this.#available.entries()) {
      let isAllowed = available > 0 && left > 0;
      // One more from this class: the groups around it need one more in total, unless the item fills a need of theirs.
      let more = 1;
      for (let group = home[c]; isAllowed && group >= 0; group = parent[group]) {
        const low = Math.max(this.#low[group], this.#below[group] + more);
        isAllowed = low <= this.#high[group];
        more = low - this.#low[group];
      }
      this.#allowed[c] = isAllowed && owed + more <= left ? 1 : 0;
    }
  }

  /** The least number of items that the root groups need together. */
  #owed(): number {
    let owed = 0;
    this.#laminar.parent.forEach((up, group) => {
      if (up < 0) owed += this.#low[group];
    });
    return owed;
  }

  #check(): void {
    const { groups, length } = this.#requirements;
    const impossible = (reason: string): never => fail('QUOTAS_IMPOSSIBLE', { reason });
    for (const group of this.#laminar.order)
      if (this.#low[group] > this.#high[group])
        impossible(
          `${groups[group].name} needs ${this.#low[group]} of ${length} items; ${this.#high[group]} are available`,
        );
    const { parent, home } = this.#laminar;
    const owed = this.#owed();
    const needy = groups.flatMap(({ name }, group) =>
      parent[group] < 0 && this.#low[group] > 0 ? [`${name} (at least ${this.#low[group]})`] : [],
    );
    if (owed > length)
      impossible(`${needy.slice(0, NAMED).join(', ')} add up to ${owed} of ${length} items`);
    let had = 0;
    parent.forEach((up, group) => {
      if (up < 0) had += this.#high[group];
    });
    for (const [c, n] of this.#available.entries()) if (home[c] < 0) had += n;
    if (had < length)
      impossible(
        `the greatest shares and the enemy items allow only ${had} items; the test has ${length}`,
      );
  }
}
