import { fail } from '../../errors.ts';
import { type CatBank, positionIn } from '../bank.ts';
import type { SessionConfiguration } from '../configuration.ts';
import { classOf } from '../stop/classification.ts';
import { greatestCost, longestTest, usesRule } from '../stop/stop-rules.ts';
import { barredAt } from './barred.ts';
import { type EnemyKeeper, enemyKeeper } from './enemies.ts';
import { type QuotaKeeper, quotaKeeper } from './quotas.ts';

/** Sums of costs are compared within their rounding. */
const ROUNDING = 1e-9;

/**
 * Which items a session may ask next, by all its constraints: not excluded, not asked, no enemy of an asked one, within
 * the quotas, not barred at the current level of ability, within the budget.
 */
export class EligibleItems {
  readonly isEligible: (j: number) => boolean;
  readonly #isOpen: (j: number) => boolean;
  readonly #bank: CatBank;
  readonly #configuration: SessionConfiguration;
  readonly #excluded: readonly number[];
  readonly #used: Uint8Array;
  #quotas: QuotaKeeper | null = null;
  readonly #enemies: EnemyKeeper | null = null;
  readonly #barEnemy = (j: number): void => {
    this.#used[j] = 1;
  };
  readonly #cuts: readonly number[];
  readonly #dearest: number = 0;
  /** By level, one entry an item: 1 where it is barred; null where none is. */
  readonly barred: readonly Uint8Array[] | null;
  #level = 0;
  #spent = 0;

  /** @throws SESSION_INVALID, QUOTAS_IMPOSSIBLE, ITEM_UNKNOWN, NAME_UNKNOWN for constraints that cannot be met */
  constructor(bank: CatBank, configuration: SessionConfiguration) {
    const { exclude, quotas, enemies = [], barred, stop } = configuration;
    const wrong = (reason: string): never => fail('SESSION_INVALID', { reason });
    this.#bank = bank;
    this.#configuration = configuration;
    this.#excluded = exclude.map((item) => positionIn(bank, item));
    const used = new Uint8Array(bank.items.count);
    this.#used = used;
    const checks: ((j: number) => boolean)[] = [(j) => used[j] === 0];
    if (quotas.length > 0) checks.push((j) => this.#quotas === null || this.#quotas.allows(j));
    if (enemies.length > 0) this.#enemies = enemyKeeper(bank, enemies);
    this.#cuts = barred?.cuts ?? [];
    const levels =
      barred === undefined
        ? null
        : (barredAt(bank, barred) ?? wrong('barred items: found a position outside the bank'));
    this.barred = levels;
    if (levels !== null) checks.push((j) => levels[this.#level][j] === 0);
    this.#isOpen = all(checks);
    this.begin();
    if (usesRule(stop, 'budget')) {
      const costs = bank.costs ?? wrong('a budget needs the costs of the items of the bank');
      this.#dearest = costs.reduce((most, cost) => Math.max(most, cost), 0);
      const most = greatestCost(stop);
      const limit = most * (1 + ROUNDING);
      checks.push((j) => this.#spent + costs[j] <= limit);
      if (!this.affords(most)) wrong(`no item costs as little as the budget of ${most}`);
    }
    this.isEligible = all(checks);
  }

  /** Forgets what was asked, for another test of the same configuration. */
  begin(): void {
    const { quotas, stop } = this.#configuration;
    this.#used.fill(0);
    for (const j of this.#excluded) this.#used[j] = 1;
    this.#level = 0;
    this.#spent = 0;
    if (quotas.length > 0)
      this.#quotas = quotaKeeper(this.#bank, quotas, longestTest(stop), (j) => this.#used[j] === 0);
  }

  /** Bars other items at the same levels from now on; only where the configuration has barred items. */
  bar(items: readonly (readonly number[])[]): void {
    this.barred?.forEach((isBarred, level) => {
      isBarred.fill(0);
      for (const j of items[level]) isBarred[j] = 1;
    });
  }

  /** The level of ability for which items are barred, from 0. */
  get level(): number {
    return this.#level;
  }

  /** Says where the examinee stands now. */
  moveTo(ability: number): void {
    if (this.#cuts.length > 0) this.#level = classOf(ability, this.#cuts);
  }

  /** Counts item j as asked. */
  ask(j: number): void {
    this.#used[j] = 1;
    this.#quotas?.add(j);
    this.#enemies?.(j, this.#barEnemy);
    if (this.#bank.costs !== null) this.#spent += this.#bank.costs[j];
  }

  /** True where some item that is left keeps the sum of costs within `most`, or where none is left at all. */
  affords(most: number): boolean {
    const { costs } = this.#bank;
    const limit = most * (1 + ROUNDING);
    if (costs === null || this.#spent + this.#dearest <= limit) return true;
    let isAnyLeft = false;
    for (let j = 0; j < costs.length; j++) {
      if (!this.#isOpen(j)) continue;
      if (this.#spent + costs[j] <= limit) return true;
      isAnyLeft = true;
    }
    return !isAnyLeft;
  }
}

/** One check of several; a single one without the loop, as it is made for every item of every search. */
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
