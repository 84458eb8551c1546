import { information } from '../../irt/information.ts';
import type { ItemParameters } from '../../irt/parameters.ts';
import { type Assembled, assemble } from './assemble.ts';
import { firstTest } from './first-test.ts';
import type { ProgramSolver } from './program.ts';
import { askOf, type OpenTest, openTest, type Requirements } from './requirements.ts';

/** How often shadow tests are assembled. */
export interface ShadowOptions {
  /** A new shadow test is assembled after this number of items; in between the test uses the last one. */
  readonly every: number;
  /** The last one is kept while it loses at most this share of the information; 0 keeps it only while it is the best. */
  readonly within: number;
}

/** Counts of the shadow tests of a session. */
export interface ShadowReport {
  /** Shadow tests requested. */
  readonly assembled: number;
  /** Of these, how many reused the last one without the solver. */
  readonly kept: number;
  /** Programmes solved. */
  readonly solved: number;
  /** The most information that a shadow test may lack compared with the best, if its search ended early. */
  readonly gap: number;
}

/**
 * Shadow tests (van der Linden & Reese 1998): before each item, a whole test is assembled. It contains the asked items, meets
 * all requirements, and has the most information at the current ability. The next item is one of its unasked items. Because the
 * previous shadow test always remains possible, sessions never run out of items and every test meets all requirements.
 *
 * If no test without barred items exists, a shadow test has as few of them as possible, as later items.
 *
 * @see van der Linden & Reese (1998), Applied Psychological Measurement 22, 259–270; van der Linden (2005), Linear Models
 * for Optimal Test Design, ch. 9
 */
export class ShadowTests {
  readonly #items: ItemParameters;
  readonly #requirements: Requirements;
  readonly #solver: ProgramSolver;
  readonly #options: ShadowOptions;
  /** A test that meets the requirements, for any ability. */
  readonly #first: Int32Array;
  readonly #values: Float64Array;
  readonly #isShadow: Uint8Array;
  #open: OpenTest;
  #shadow: Assembled;
  /** The ability that the shadow test is for, and the barred items; NaN before the first. */
  #ability = Number.NaN;
  #barred: Uint8Array | null = null;
  #sinceAssembly = 0;
  #assembled = 0;
  #kept = 0;
  #solved = 0;
  #gap = 0;
  /** The first shadow test of all sessions that begin at one ability with no item barred. */
  #start: { readonly ability: number; readonly shadow: Assembled } | null = null;

  /** @throws QUOTAS_IMPOSSIBLE if no test meets the requirements; SOLVER_FAILED */
  constructor(
    items: ItemParameters,
    requirements: Requirements,
    solver: ProgramSolver,
    options: ShadowOptions,
  ) {
    this.#items = items;
    this.#requirements = requirements;
    this.#solver = solver;
    this.#options = options;
    this.#first = firstTest(requirements, solver);
    this.#values = new Float64Array(items.count);
    this.#isShadow = new Uint8Array(items.count);
    this.#open = openTest(requirements);
    this.#shadow = { items: this.#first, prices: null, gap: 0, solved: 0 };
  }

  get report(): ShadowReport {
    return {
      assembled: this.#assembled,
      kept: this.#kept,
      solved: this.#solved,
      gap: this.#gap,
    };
  }

  /** Forgets what was asked, for another test. */
  begin(): void {
    this.#open = openTest(this.#requirements);
    this.#take({ items: this.#first, prices: null, gap: 0, solved: 0 });
    this.#ability = Number.NaN;
    this.#barred = null;
    this.#sinceAssembly = 0;
    this.#assembled = 0;
    this.#kept = 0;
    this.#solved = 0;
    this.#gap = 0;
  }

  /** True for an unasked item of the shadow test. */
  has(j: number): boolean {
    return this.#isShadow[j] === 1;
  }

  /** Counts item j, of the shadow test, as asked. */
  ask(j: number): void {
    askOf(this.#requirements, this.#open, j);
    this.#isShadow[j] = 0;
    this.#sinceAssembly++;
    this.#shadow = { ...this.#shadow, items: this.#shadow.items.filter((other) => other !== j) };
  }

  /**
   * Makes the shadow test for an ability, if it is time.
   * @param barred 1 for items that cannot be asked at this ability; null if there are none
   */
  assembleAt(ability: number, barred: Uint8Array | null): void {
    if (this.#open.left === 0) return;
    // The best test at an ability stays the best one when an item of it has been asked.
    if (ability === this.#ability && barred === this.#barred) return;
    const isFirst = Number.isNaN(this.#ability);
    const isUsable = this.#shadow.items.some((j) => barred === null || barred[j] === 0);
    if (!isFirst && this.#sinceAssembly < this.#options.every && isUsable) return;
    this.#ability = ability;
    this.#barred = barred;
    this.#sinceAssembly = 0;
    this.#assembled++;
    // Each session bars other items.
    const isStart = isFirst && barred === null;
    const shadow =
      isStart && this.#start?.ability === ability
        ? this.#start.shadow
        : this.#assemble(ability, barred);
    if (isStart) this.#start = { ability, shadow };
    this.#take(shadow);
    this.#solved += shadow.solved;
    if (shadow.solved === 0) this.#kept++;
    this.#gap = Math.max(this.#gap, shadow.gap);
  }

  #assemble(ability: number, barred: Uint8Array | null): Assembled {
    const { a, b, c, d } = this.#items;
    const values = this.#values;
    let most = 0;
    for (const own of this.#requirements.members)
      for (const j of own) {
        values[j] = information(ability, a[j], b[j], c[j], d[j]);
        if (values[j] > most) most = values[j];
      }
    // One barred item fewer outweighs all information.
    const fine = 1 + most * this.#open.left;
    if (barred !== null)
      for (const own of this.#requirements.members)
        for (const j of own) if (barred[j] === 1) values[j] -= fine;
    const { items, prices } = this.#shadow;
    const isPlain = barred === null || items.every((j) => barred[j] === 0);
    return assemble(
      this.#requirements,
      this.#open,
      values,
      items,
      prices,
      this.#solver,
      isPlain ? this.#options.within : 0,
    );
  }

  #take(shadow: Assembled): void {
    this.#isShadow.fill(0);
    for (const j of shadow.items) this.#isShadow[j] = 1;
    this.#shadow = shadow;
  }
}
