import type { ProgramSolver } from '../../../src/cat/assemble/program.ts';
import type { CatBank } from '../../../src/cat/bank.ts';
import { checkConfiguration, type SessionConfiguration } from '../../../src/cat/configuration.ts';
import { EligibleItems } from '../../../src/cat/constrain/eligible-items.ts';
import {
  type EstimateSoFar,
  estimateAtStart,
  estimateSoFar,
} from '../../../src/cat/estimate-so-far.ts';
import type { Selection, Selector } from '../../../src/cat/select/selector.ts';
import { selectorOf } from '../../../src/cat/select/selectors.ts';
import type { StopState } from '../../../src/cat/stop/rules.ts';
import {
  longestTest,
  NO_ITEM_LEFT,
  stopReason,
  usesRule,
} from '../../../src/cat/stop/stop-rules.ts';
import { selectionOf, stopStateOf, type TestInProgress } from '../../../src/cat/test-view.ts';
import type { Answers } from '../../../src/irt/answers.ts';
import { emptyGrid, type LikelihoodGrid } from '../../../src/irt/likelihood-grid.ts';
import { LogTables } from './log-tables.ts';

/** The tables of a bank, shared by the kernels of all cells. @param share of the memory that tables may take */
export function logTables({ items, bounds, gridStep }: CatBank, share = 1): LogTables {
  return new LogTables(items, emptyGrid(...bounds, gridStep).nodes, share);
}

/**
 * Consecutive adaptive tests with known answers. Items and estimates equal those of an AdaptiveSession that is asked for one
 * item at a time. All memory is reused between tests, and an estimate is made only if a rule needs it.
 */
export class SessionKernel {
  /** Positions of the items asked, and their scores, by place from 0: the first `length`. */
  readonly index: Int32Array;
  readonly scores: Float64Array;
  length = 0;
  /** Why the last test ended. */
  stopped = '';
  /** By place from 0: the level of ability at which the item was chosen. */
  readonly #levels: Uint16Array;
  readonly #bank: CatBank;
  readonly #configuration: SessionConfiguration;
  readonly #tables: LogTables;
  #selector: Selector;
  /** The estimate after 1, 2, … answers, if a rule looks at its changes; else null. */
  readonly #path: Float64Array | null;
  readonly #grid: LikelihoodGrid;
  readonly #answers: Answers & { count: number };
  readonly #before: EstimateSoFar;
  readonly #selection: Selection;
  readonly #state: StopState;
  readonly #items: EligibleItems;
  #seed = '';
  /** Null if answers were added since. */
  #estimate: EstimateSoFar | null = null;

  /** @throws SESSION_INVALID */
  constructor(
    bank: CatBank,
    configuration: SessionConfiguration,
    tables: LogTables,
    solver: ProgramSolver | null = null,
  ) {
    checkConfiguration(configuration);
    const { stop } = configuration;
    this.#bank = bank;
    this.#configuration = configuration;
    this.#tables = tables;
    this.#selector = selectorOf(configuration.select);
    const longest = Math.min(longestTest(stop), bank.items.count);
    this.index = new Int32Array(longest);
    this.scores = new Float64Array(longest);
    this.#levels = new Uint16Array(longest);
    this.#path = usesRule(stop, 'estimate-change') ? new Float64Array(longest) : null;
    this.#grid = emptyGrid(...bank.bounds, bank.gridStep);
    this.#answers = { items: bank.items, index: this.index, scores: this.scores, count: 0 };
    this.#items = new EligibleItems(bank, configuration, solver);
    this.#before = estimateAtStart(configuration);
    const test = this.#inProgress();
    this.#selection = selectionOf(test);
    this.#state = stopStateOf(test);
  }

  /** The ability from the answers counted so far; after `run`, from all. */
  get estimate(): EstimateSoFar {
    this.#estimate ??= this.#estimateNow();
    return this.#estimate;
  }

  /** The answers counted so far; after `run`, all. Valid until the next test. */
  get answers(): Answers {
    return this.#answers;
  }

  /** The items asked, in their order, with the level of ability that items were barred for when each was chosen. */
  choices(): { readonly index: number; readonly level: number }[] {
    return Array.from({ length: this.length }, (_, k) => ({
      index: this.index[k],
      level: this.#levels[k],
    }));
  }

  /** By level one entry per item, 1 if the last test had it barred; null if the configuration bars none. */
  get barred(): readonly Uint8Array[] | null {
    return this.#items.barred;
  }

  /** Bars other items, by level of ability, in the next tests; only where the configuration has barred items. */
  bar(items: readonly (readonly number[])[]): void {
    this.#items.bar(items);
  }

  /**
   * One test, from its first item to its last.
   * @param seed of the session's random streams
   * @param answers the score of every item of the bank, in [0, 1]; or a function that returns the score of an item, called once
   * per item asked
   */
  run(seed: string, answers: ArrayLike<number> | ((j: number) => number)): void {
    this.begin(seed);
    const { lag, stop } = this.#configuration;
    const scoreOf = typeof answers === 'function' ? answers : (j: number) => answers[j];
    let reason: string | null = null;
    while (reason === null) {
      let j = this.#selector(this.#selection);
      if (j < 0 && this.#items.admitFlagged()) j = this.#selector(this.#selection);
      if (j < 0) {
        reason = NO_ITEM_LEFT;
        break;
      }
      this.index[this.length] = j;
      this.scores[this.length] = scoreOf(j);
      this.#levels[this.length] = this.#items.level;
      this.length++;
      this.#items.ask(j);
      this.#count(this.length + 1 - lag);
      if (this.#items.followsAbility) this.#items.moveTo(this.estimate.ability);
      reason = stopReason(stop, this.#state);
    }
    this.stopped = reason;
    this.#count(this.length);
  }

  /** Begins a test, as `run` does. @throws QUOTAS_IMPOSSIBLE, NAME_UNKNOWN if the bank cannot meet the quotas */
  begin(seed: string): void {
    this.length = 0;
    this.#seed = seed;
    this.#answers.count = 0;
    this.#grid.logLikelihood.fill(0);
    this.#estimate = this.#before;
    // A selector may remember what it learned of a test.
    this.#selector = selectorOf(this.#configuration.select);
    this.#items.begin();
  }

  /** Counts the answers up to place `until`. */
  #count(until: number): void {
    const answers = this.#answers;
    for (; answers.count < until; answers.count++) {
      const k = answers.count;
      this.#tables.add(this.#grid, this.index[k], this.scores[k]);
      this.#estimate = null;
    }
    if (this.#path !== null && answers.count > 0)
      this.#path[answers.count - 1] = this.estimate.ability;
  }

  #estimateNow(): EstimateSoFar {
    const { estimator, prior, unmixed } = this.#configuration;
    return estimateSoFar(estimator, this.#answers, this.#grid, prior, unmixed);
  }

  #inProgress(): TestInProgress {
    const kernel = this;
    return {
      bank: this.#bank,
      configuration: this.#configuration,
      items: this.#items,
      get seed() {
        return kernel.#seed;
      },
      longest: this.index.length,
      get length() {
        return kernel.length;
      },
      answers: this.#answers,
      grid: this.#grid,
      get estimate() {
        return kernel.estimate;
      },
      path: this.#path,
    };
  }
}
