import { type CatBank, positionIn } from '../bank.ts';
import { itemsOfQuota, type Quota } from '../constrain/quotas.ts';

/** A set of items with the least and the greatest number of them in a test. */
export interface Group {
  /** Its name in messages: `subject = law`, `a set of 3 enemy items`. */
  readonly name: string;
  readonly isQuota: boolean;
  readonly least: number;
  readonly most: number;
}

/**
 * The requirements of a whole test. Items in the same groups form a **class**; within it, the groups cannot tell them apart.
 */
export interface Requirements {
  /** Items of the test. */
  readonly length: number;
  readonly groups: readonly Group[];
  /** By class: its groups, ascending. */
  readonly groupsOf: readonly Int32Array[];
  /** By class: its items that the test may have, ascending. */
  readonly members: readonly Int32Array[];
  /** By item: its class; −1 if the test may not have it. */
  readonly classOf: Int32Array;
  /** One per item; null if there is no budget. */
  readonly costs: Float64Array | null;
  /** The greatest sum of costs. */
  readonly budget: number;
}

/** The constraints of a test as its configuration states them. */
export interface TestSpecification {
  readonly length: number;
  readonly quotas: readonly Quota[];
  readonly enemies: readonly (readonly string[])[];
  /** The greatest sum of costs; Infinity for none. */
  readonly budget: number;
  /** False for items that the test may never have. */
  readonly isOpen: (j: number) => boolean;
}

/**
 * Finds groups and classes. Names are known to be in the bank: `quotaKeeper` and `enemyKeeper` check them.
 * @throws ITEM_UNKNOWN
 */
export function requirementsOf(
  bank: Pick<CatBank, 'items' | 'tags' | 'costs' | 'positionOf'>,
  specification: TestSpecification,
): Requirements {
  const { length, quotas, enemies, budget, isOpen } = specification;
  const { count } = bank.items;
  const groups: Group[] = [];
  const classOf = new Int32Array(count);
  /** The groups of the classes so far. */
  let groupsOf: number[][] = [[]];
  /** Splits each class by the group of its items; −1 for items in none. */
  const split = (groupOf: (j: number) => number) => {
    const found = new Map<number, number>();
    const parts: number[][] = [];
    for (let j = 0; j < count; j++) {
      const own = groupOf(j);
      const key = classOf[j] * (groups.length + 1) + own + 1;
      let at = found.get(key);
      if (at === undefined) {
        at = parts.length;
        found.set(key, at);
        parts.push(own < 0 ? groupsOf[classOf[j]] : [...groupsOf[classOf[j]], own]);
      }
      classOf[j] = at;
    }
    groupsOf = parts;
  };
  for (const tag of new Set(quotas.map((quota) => quota.tag))) {
    const { values, codes } = bank.tags[tag];
    const groupOfValue = new Int32Array(values.length).fill(-1);
    for (const quota of quotas) {
      if (quota.tag !== tag) continue;
      groupOfValue[values.indexOf(quota.value)] = groups.length;
      const bounds = itemsOfQuota(quota, length);
      groups.push({ name: `${tag} = ${quota.value}`, isQuota: true, ...bounds });
    }
    split((j) => groupOfValue[codes[j]]);
  }
  const joined = new Map<number, number[]>();
  for (const set of enemies) {
    for (const item of set) {
      const j = positionIn(bank, item);
      joined.set(j, [...(joined.get(j) ?? []), groups.length]);
    }
    const name = `a set of ${set.length} enemy items`;
    groups.push({ name, isQuota: false, least: 0, most: 1 });
  }
  joinEnemies(joined, classOf, groupsOf);
  const members: number[][] = groupsOf.map(() => []);
  for (let j = 0; j < count; j++) {
    if (isOpen(j)) members[classOf[j]].push(j);
    else classOf[j] = -1;
  }
  return {
    length,
    groups,
    groupsOf: groupsOf.map((own) => Int32Array.from(own)),
    members: members.map((own) => Int32Array.from(own)),
    classOf,
    costs: budget < Number.POSITIVE_INFINITY ? bank.costs : null,
    budget,
  };
}

/** Gives items with enemies classes of their own: one for each combination of class and sets. */
function joinEnemies(
  joined: ReadonlyMap<number, readonly number[]>,
  classOf: Int32Array,
  groupsOf: number[][],
): void {
  const found = new Map<string, number>();
  for (const [j, sets] of joined) {
    const key = `${classOf[j]}:${sets.join()}`;
    let at = found.get(key);
    if (at === undefined) {
      at = groupsOf.length;
      found.set(key, at);
      groupsOf.push([...groupsOf[classOf[j]], ...sets]);
    }
    classOf[j] = at;
  }
}

/** A test in progress: the requirements that are still open. */
export interface OpenTest {
  /** Items still to come. */
  left: number;
  /** By group: how many more it needs, and how many more it may have. */
  readonly least: Int32Array;
  readonly most: Int32Array;
  /** 1 for items that are asked. */
  readonly asked: Uint8Array;
  /** The rest of the budget. */
  budget: number;
}

export function openTest({ length, groups, classOf, budget }: Requirements): OpenTest {
  return {
    left: length,
    least: Int32Array.from(groups, ({ least }) => least),
    most: Int32Array.from(groups, ({ most }) => most),
    asked: new Uint8Array(classOf.length),
    budget,
  };
}

/** Counts item j as asked. */
export function askOf(requirements: Requirements, open: OpenTest, j: number): void {
  const { groupsOf, classOf, costs } = requirements;
  open.left--;
  open.asked[j] = 1;
  for (const group of groupsOf[classOf[j]]) {
    open.least[group]--;
    open.most[group]--;
  }
  if (costs !== null) open.budget -= costs[j];
}

/** Sums of costs count as equal within their rounding. */
const ROUNDING = 1e-9;

/** True where these items complete the test. */
export function completes(
  { groups, groupsOf, classOf, costs, budget }: Requirements,
  open: OpenTest,
  items: Int32Array,
): boolean {
  if (items.length !== open.left) return false;
  const found = new Int32Array(groups.length);
  let cost = 0;
  for (const j of items) {
    if (classOf[j] < 0 || open.asked[j] === 1) return false;
    for (const group of groupsOf[classOf[j]]) found[group]++;
    if (costs !== null) cost += costs[j];
  }
  return (
    found.every((n, group) => n >= open.least[group] && n <= open.most[group]) &&
    (costs === null || cost <= open.budget + ROUNDING * budget)
  );
}
