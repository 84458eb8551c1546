import { fail } from '../../errors.ts';
import { shadowOptions } from '../assemble/assembly-rule.ts';
import { type Laminar, LaminarKeeper, laminarOf } from '../assemble/laminar.ts';
import type { ProgramSolver } from '../assemble/program.ts';
import { type Requirements, requirementsOf } from '../assemble/requirements.ts';
import { type ShadowReport, ShadowTests } from '../assemble/shadow-tests.ts';
import { type CatBank, positionIn } from '../bank.ts';
import type { SessionConfiguration } from '../configuration.ts';
import { ItemSet } from '../item-set.ts';
import { classOf } from '../stop/classification.ts';
import { greatestCost, longestTest, usesRule } from '../stop/stop-rules.ts';
import { barredAt } from './barred.ts';
import { type EnemyKeeper, enemyKeeper } from './enemies.ts';
import { type QuotaKeeper, quotaKeeper } from './quotas.ts';

const WITHOUT_SOLVER =
  'quotas, enemy items or a budget overlap, so shadow tests are needed, and these need a solver: pass the result of loadSolver, or set assembly to greedy';

/** Sums of costs count as equal within their rounding. */
const ROUNDING = 1e-9;

/**
 * Which items a session may ask next, by all its constraints: not excluded, not asked, no enemy of an asked one, within
 * the quotas, not barred at the current level of ability, within the budget; of the shadow test where there is one.
 */
export class EligibleItems {
  readonly isEligible: (j: number) => boolean;
  readonly #isOpen: (j: number) => boolean;
  readonly #bank: CatBank;
  readonly #configuration: SessionConfiguration;
  readonly #excluded: ItemSet;
  /** Asked, or not to be asked. */
  readonly #used: ItemSet;
  readonly #exact: { readonly requirements: Requirements; readonly laminar: Laminar } | null = null;
  readonly #shadow: ShadowTests | null = null;
  #quotas: QuotaKeeper | null = null;
  readonly #enemies: EnemyKeeper | null = null;
  readonly #barEnemy = (j: number): void => {
    this.#used.add(j);
  };
  readonly #cuts: readonly number[];
  readonly #dearest: number = 0;
  /** By level, one entry per item: 1 if it is barred; null if none is. */
  readonly barred: readonly Uint8Array[] | null;
  #level = 0;
  #spent = 0;
  #ability = 0;
  /** Flagged items that wait until no other item is left; null if none does. */
  #waiting: Uint8Array | null = null;
  readonly #flagged: Uint8Array | null;
  /** By level: barred or flagged, if there are items of both. */
  readonly #both: Uint8Array[] = [];
  /** False if the shadow test belongs to an earlier ability. Asking one of its items does not change the best shadow test. */
  #isAssembled = false;

  /**
   * @param solver needed where constraints overlap
   * @throws SESSION_INVALID, QUOTAS_IMPOSSIBLE, ITEM_UNKNOWN, NAME_UNKNOWN for constraints that cannot be met
   */
  constructor(
    bank: CatBank,
    configuration: SessionConfiguration,
    solver: ProgramSolver | null = null,
  ) {
    const { exclude, quotas, enemies = [], barred, stop, assembly, select } = configuration;
    this.#bank = bank;
    this.#configuration = configuration;
    this.#excluded = excludedItems(bank, exclude);
    const used = this.#excluded.copy();
    this.#used = used;
    // Random items are drawn from the whole bank, because leaving some out would bias their mean.
    this.#flagged = select.rule === 'random' ? null : bank.flagged;
    this.#waiting = this.#flagged;
    const checks: ((j: number) => boolean)[] = [(j) => !used.has(j)];
    if (this.#flagged !== null)
      checks.push((j) => this.#waiting === null || this.#waiting[j] === 0);
    if (enemies.length > 0) this.#enemies = enemyKeeper(bank, enemies);
    this.#cuts = barred?.cuts ?? [];
    const levels =
      barred === undefined
        ? null
        : (barredAt(bank, barred) ?? wrong('barred items: found a position outside the bank'));
    this.barred = levels;
    if (levels !== null) checks.push((j) => levels[this.#level][j] === 0);
    if (usesRule(stop, 'budget') && bank.costs === null)
      wrong('a budget needs the costs of the items of the bank');
    if (quotas.length > 0 || assembly?.rule === 'shadow') {
      const requirements = this.#requirements();
      const groupsAlone = { ...requirements, costs: null };
      const laminar = laminarOf(assembly?.rule === 'greedy' ? groupsAlone : requirements);
      if (assembly?.rule !== 'shadow' && laminar !== null) {
        this.#exact = { requirements: groupsAlone, laminar };
        new LaminarKeeper(groupsAlone, laminar);
      } else if (assembly?.rule !== 'greedy') {
        const usable = solver ?? wrong(WITHOUT_SOLVER);
        const options = shadowOptions(assembly);
        this.#shadow = new ShadowTests(bank.items, requirements, usable, options);
        checks.push((j) => this.#shadowTest().has(j));
      }
      checks.push((j) => this.#quotas === null || this.#quotas.allows(j));
    }
    this.#isOpen = all(checks);
    this.begin();
    if (usesRule(stop, 'budget')) {
      const costs = bank.costs!;
      this.#dearest = costs.reduce((most, cost) => Math.max(most, cost), 0);
      const most = greatestCost(stop);
      const limit = most * (1 + ROUNDING);
      checks.push((j) => this.#spent + costs[j] <= limit);
      if (!this.affords(most)) wrong(`every item costs more than the budget of ${most}`);
    }
    this.isEligible = all(checks);
  }

  /** Checks names and shares, and finds the requirements of a whole test. */
  #requirements(): Requirements {
    const { quotas, enemies = [], stop } = this.#configuration;
    const length = longestTest(stop);
    const isIn = (j: number) => !this.#used.has(j);
    if (quotas.length > 0) quotaKeeper(this.#bank, quotas, length, isIn);
    if (!Number.isFinite(length))
      wrong(
        "shadow tests need the test's greatest length; add a length rule to the stopping rules",
      );
    return requirementsOf(this.#bank, {
      length,
      quotas,
      enemies,
      budget: usesRule(stop, 'budget') ? greatestCost(stop) : Number.POSITIVE_INFINITY,
      isOpen: isIn,
    });
  }

  /** The shadow test at the current ability. */
  #shadowTest(): ShadowTests {
    const shadow = this.#shadow!;
    if (!this.#isAssembled) {
      shadow.assembleAt(this.#ability, this.#avoided());
      this.#isAssembled = true;
    }
    return shadow;
  }

  /** Items that a shadow test has only if it must: those barred at this level of ability, and flagged ones. */
  #avoided(): Uint8Array | null {
    const barred = this.barred?.[this.#level] ?? null;
    const flagged = this.#flagged;
    if (flagged === null || barred === null) return flagged ?? barred;
    this.#both[this.#level] ??= barred.map((isBarred, j) => isBarred | flagged[j]);
    return this.#both[this.#level];
  }

  /** Counts of the shadow tests so far; null if there are none. */
  get shadowReport(): ShadowReport | null {
    return this.#shadow?.report ?? null;
  }

  /** Forgets what was asked, for another test of the same configuration. */
  begin(): void {
    const { quotas, stop, start } = this.#configuration;
    this.#used.become(this.#excluded);
    this.#spent = 0;
    this.#level = this.#cuts.length > 0 ? classOf(start, this.#cuts) : 0;
    this.#ability = start;
    this.#isAssembled = false;
    this.#waiting = this.#flagged;
    this.#shadow?.begin();
    if (this.#exact !== null)
      this.#quotas = new LaminarKeeper(this.#exact.requirements, this.#exact.laminar);
    else if (quotas.length > 0 && this.#shadow === null)
      this.#quotas = quotaKeeper(this.#bank, quotas, longestTest(stop), (j) => !this.#used.has(j));
  }

  /** Bars other items at the same levels from now on; only where the configuration has barred items. */
  bar(items: readonly (readonly number[])[]): void {
    this.barred?.forEach((isBarred, level) => {
      isBarred.fill(0);
      for (const j of items[level]) isBarred[j] = 1;
    });
    this.#both.length = 0;
  }

  /** True if eligibility depends on the ability, so that `moveTo` must be called. */
  get followsAbility(): boolean {
    return this.#cuts.length > 0 || this.#shadow !== null;
  }

  /** The level of ability for which items are barred, from 0. */
  get level(): number {
    return this.#level;
  }

  /** Sets the current ability of the examinee. */
  moveTo(ability: number): void {
    if (ability !== this.#ability) this.#isAssembled = false;
    this.#ability = ability;
    if (this.#cuts.length > 0) this.#level = classOf(ability, this.#cuts);
  }

  /** Allows flagged items, when no other item is left. @returns false if they are allowed already, or there are none */
  admitFlagged(): boolean {
    if (this.#waiting === null) return false;
    this.#waiting = null;
    return true;
  }

  /** Counts item j as asked. */
  ask(j: number): void {
    this.#used.add(j);
    this.#quotas?.add(j);
    this.#shadow?.ask(j);
    this.#enemies?.(j, this.#barEnemy);
    if (this.#bank.costs !== null) this.#spent += this.#bank.costs[j];
  }

  /** True if some eligible item keeps the sum of costs within `most`, or if no item is left. */
  affords(most: number): boolean {
    const { costs } = this.#bank;
    const limit = most * (1 + ROUNDING);
    if (costs === null || this.#spent + this.#dearest <= limit) return true;
    // A shadow test as a whole is within the budget, including its unasked items.
    if (this.#shadow !== null && most >= greatestCost(this.#configuration.stop)) return true;
    let isAnyLeft = false;
    for (let j = 0; j < costs.length; j++) {
      if (!this.#isOpen(j)) continue;
      if (this.#spent + costs[j] <= limit) return true;
      isAnyLeft = true;
    }
    return !isAnyLeft;
  }
}

/** The last result of `excludedItems`, with its list: the sessions of one test share the list. */
const known = new WeakMap<readonly string[], { readonly bank: CatBank; readonly set: ItemSet }>();

function excludedItems(bank: CatBank, exclude: readonly string[]): ItemSet {
  const before = known.get(exclude);
  if (before?.bank === bank) return before.set;
  const set = new ItemSet(bank.items.count);
  for (const item of exclude) set.add(positionIn(bank, item));
  known.set(exclude, { bank, set });
  return set;
}

function wrong(reason: string): never {
  return fail('SESSION_INVALID', { reason });
}

/**
 * Combines several checks into one. A single check needs no loop, which matters because it runs for every item of every search.
 */
function all(checks: readonly ((j: number) => boolean)[]): (j: number) => boolean {
  const [first, second] = checks;
  if (checks.length === 1) return first;
  if (checks.length === 2) return (j) => first(j) && second(j);
  const every = [...checks];
  return (j) => {
    for (const check of every) if (!check(j)) return false;
    return true;
  };
}
