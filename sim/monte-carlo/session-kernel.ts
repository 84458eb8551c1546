import type { CatBank } from '../../src/cat/bank.ts';
import { checkConfiguration, type SessionConfiguration } from '../../src/cat/configuration.ts';
import { type QuotaKeeper, quotaKeeper } from '../../src/cat/constrain/quotas.ts';
import { type EstimateSoFar, estimateSoFar } from '../../src/cat/estimate-so-far.ts';
import type { Selection, Selector } from '../../src/cat/select/selector.ts';
import { selectorOf } from '../../src/cat/select/selectors.ts';
import { longestTest, type StopState, stopReason } from '../../src/cat/stop/rules.ts';
import type { Answers } from '../../src/irt/answers.ts';
import { information } from '../../src/irt/information.ts';
import { emptyGrid, type LikelihoodGrid } from '../../src/irt/likelihood-grid.ts';
import { randomStream } from '../../src/random.ts';
import { LogTables } from './log-tables.ts';

/** The tables of a bank, shared by the kernels of all cells. */
export function logTables({ items, bounds, gridStep }: CatBank): LogTables {
  return new LogTables(items, emptyGrid(...bounds, gridStep).nodes);
}

/**
 * Adaptive tests one after another whose answers are all known: item by item, and estimate by estimate, what an AdaptiveSession
 * gives that is asked for one item at a time. Everything is reused from test to test, and an estimate is made only where a rule
 * looks at it.
 */
export class SessionKernel {
  /** Positions of the items asked, and their scores, by place from 0: the first `length`. */
  readonly index: Int32Array;
  readonly scores: Float64Array;
  length = 0;
  readonly #bank: CatBank;
  readonly #configuration: SessionConfiguration;
  readonly #tables: LogTables;
  #selector: Selector;
  readonly #used: Uint8Array;
  readonly #grid: LikelihoodGrid;
  readonly #answers: Answers & { count: number };
  readonly #eligible: (j: number) => boolean;
  readonly #before: EstimateSoFar;
  readonly #selection: Selection;
  readonly #state: StopState;
  readonly #one = new Int32Array(1);
  #quotas: QuotaKeeper | null = null;
  #seed = '';
  /** Null where answers were added since. */
  #estimate: EstimateSoFar | null = null;

  /** @throws SESSION_INVALID */
  constructor(bank: CatBank, configuration: SessionConfiguration, tables: LogTables) {
    checkConfiguration(configuration);
    const { estimator, prior, start, stop } = configuration;
    this.#bank = bank;
    this.#configuration = configuration;
    this.#tables = tables;
    this.#selector = selectorOf(configuration.select);
    const longest = Math.min(longestTest(stop), bank.items.count);
    this.index = new Int32Array(longest);
    this.scores = new Float64Array(longest);
    this.#used = new Uint8Array(bank.items.count);
    this.#grid = emptyGrid(...bank.bounds, bank.gridStep);
    this.#answers = { items: bank.items, index: this.index, scores: this.scores, count: 0 };
    const unused = (j: number) => this.#used[j] === 0;
    this.#eligible =
      configuration.quotas.length === 0
        ? unused
        : (j) => this.#used[j] === 0 && this.#quotas!.allows(j);
    const hasPrior = estimator === 'map' || estimator === 'eap';
    this.#before = {
      ability: start,
      se: hasPrior ? prior.sd : Number.POSITIVE_INFINITY,
      atBound: false,
      estimator,
    };
    const kernel = this;
    this.#selection = {
      bank,
      get ability() {
        return kernel.estimate.ability;
      },
      eligible: this.#eligible,
      chance: () => randomStream(this.#seed, 'select', this.length + 1),
      answers: this.#answers,
      grid: this.#grid,
      estimator,
      prior,
      get place() {
        return kernel.length + 1;
      },
      longest,
    };
    this.#state = {
      get length() {
        return kernel.length;
      },
      get se() {
        return kernel.estimate.se;
      },
      informationLeft: () => this.#informationLeft(),
    };
  }

  /** The ability as of the answers counted so far; after `run`, of all. */
  get estimate(): EstimateSoFar {
    this.#estimate ??= this.#estimateNow();
    return this.#estimate;
  }

  /** The answers counted so far; after `run`, all. Valid until the next test. */
  get answers(): Answers {
    return this.#answers;
  }

  /**
   * One test, from its first item to its last.
   * @param seed of the session's random streams
   * @param answers the score of every item of the bank, in [0, 1]
   */
  run(seed: string, answers: ArrayLike<number>): void {
    this.begin(seed);
    const { lag, stop } = this.#configuration;
    for (;;) {
      const j = this.#selector(this.#selection);
      if (j < 0) break;
      this.index[this.length] = j;
      this.scores[this.length] = answers[j];
      this.length++;
      this.#used[j] = 1;
      this.#quotas?.add(j);
      this.#count(this.length + 1 - lag);
      if (stopReason(stop, this.#state) !== null) break;
    }
    this.#count(this.length);
  }

  /** Begins a test, as `run` does. @throws QUOTAS_IMPOSSIBLE, NAME_UNKNOWN where the bank cannot meet the quotas */
  begin(seed: string): void {
    for (let k = 0; k < this.length; k++) this.#used[this.index[k]] = 0;
    this.length = 0;
    this.#seed = seed;
    this.#answers.count = 0;
    this.#grid.logLikelihood.fill(0);
    this.#estimate = this.#before;
    const { select, quotas, stop } = this.#configuration;
    // A selector may remember what it learned of a test.
    this.#selector = selectorOf(select);
    if (quotas.length > 0)
      this.#quotas = quotaKeeper(this.#bank, quotas, longestTest(stop), (j) => this.#used[j] === 0);
  }

  /** Counts the answers up to place `until`. */
  #count(until: number): void {
    const answers = this.#answers;
    for (; answers.count < until; answers.count++) {
      const k = answers.count;
      this.#tables.add(this.#grid, this.index[k], this.scores[k]);
      this.#estimate = null;
    }
  }

  #estimateNow(): EstimateSoFar {
    const { estimator, prior } = this.#configuration;
    return estimateSoFar(estimator, this.#answers, this.#grid, prior);
  }

  #informationLeft(): number {
    const { items, index } = this.#bank;
    const { ability } = this.estimate;
    if (index.find(ability, this.#eligible, this.#one) === 0) return 0;
    const j = this.#one[0];
    return information(ability, items.a[j], items.b[j], items.c[j], items.d[j]);
  }
}
