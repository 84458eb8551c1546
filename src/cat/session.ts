import { fail } from '../errors.ts';
import type { Answers } from '../irt/answers.ts';
import { addAnswer, blankGrid, type LikelihoodGrid } from '../irt/likelihood-grid.ts';
import type { ProgramSolver } from './assemble/program.ts';
import type { ShadowReport } from './assemble/shadow-tests.ts';
import { type CatBank, positionIn } from './bank.ts';
import { checkConfiguration, type SessionConfiguration } from './configuration.ts';
import { EligibleItems } from './constrain/eligible-items.ts';
import { type EstimateSoFar, estimateAtStart, estimateSoFar } from './estimate-so-far.ts';
import type { Selection, Selector } from './select/selector.ts';
import { selectorOf } from './select/selectors.ts';
import type { StopState } from './stop/rules.ts';
import { longestTest, NO_ITEM_LEFT, stopReason } from './stop/stop-rules.ts';
import { selectionOf, stopStateOf, type TestInProgress } from './test-view.ts';

/** One item to ask. */
export interface IssuedItem {
  /** Place in the test, from 1. */
  readonly place: number;
  readonly item: string;
  /** Position in the bank. */
  readonly index: number;
}

/** The estimate of ability from the answers counted so far. */
export interface CurrentEstimate extends EstimateSoFar {
  /** Number of these answers. */
  readonly answers: number;
}

/** A session as data: enough to resume it, or to check it step by step. */
export interface SessionRecord {
  readonly format: 'thetarank-session';
  readonly version: 1;
  readonly bank: string;
  readonly configuration: SessionConfiguration;
  /** In the order of the test; the score is null while the answer is awaited. */
  readonly items: readonly { readonly item: string; readonly score: number | null }[];
}

/**
 * One adaptive test of one examinee: a deterministic state machine without input or output of its own. `next` gives items to
 * ask, `record` takes their scores in any order, `estimate` and `stopped` give the state of the test.
 *
 * The same seed, bank, configuration and answers give the same test, in whatever order and at whatever time answers arrive.
 */
export class AdaptiveSession {
  readonly bank: CatBank;
  readonly configuration: SessionConfiguration;
  readonly #selector: Selector;
  readonly #selection: Selection;
  readonly #stopState: StopState;
  readonly #eligible: EligibleItems;
  readonly #grid: LikelihoodGrid;
  /** By place from 0: the item, and its score or NaN while it is awaited. */
  readonly #index: Int32Array;
  readonly #scores: Float64Array;
  /** By place from 0: the level of ability at which the item was chosen. */
  readonly #levels: Uint16Array;
  /** The estimate after 1, 2, … answers. */
  readonly #path: Float64Array;
  #issued = 0;
  /** Number of answers in the grid and the estimate: the first ones, without a gap. */
  readonly #answers: Answers & { count: number };
  #estimate: CurrentEstimate;
  #reason: string | null = null;

  /**
   * @param solver of shadow tests, which are needed where constraints overlap: what `loadSolver` gives
   * @throws SESSION_INVALID, QUOTAS_IMPOSSIBLE, ITEM_UNKNOWN, NAME_UNKNOWN for a configuration that cannot work
   */
  constructor(
    bank: CatBank,
    configuration: SessionConfiguration,
    solver: ProgramSolver | null = null,
  ) {
    checkConfiguration(configuration);
    this.bank = bank;
    this.configuration = configuration;
    const longest = Math.min(longestTest(configuration.stop), bank.items.count);
    this.#index = new Int32Array(longest);
    this.#scores = new Float64Array(longest);
    this.#levels = new Uint16Array(longest);
    this.#path = new Float64Array(longest);
    this.#eligible = new EligibleItems(bank, configuration, solver);
    this.#grid = blankGrid(bank.grid);
    this.#answers = { items: bank.items, index: this.#index, scores: this.#scores, count: 0 };
    this.#selector = selectorOf(configuration.select);
    this.#estimate = { ...estimateAtStart(configuration), answers: 0 };
    this.#eligible.moveTo(configuration.start);
    const test = this.#inProgress();
    this.#selection = selectionOf(test);
    this.#stopState = stopStateOf(test);
  }

  /** Why the test ended; null while it goes on. Answers to items already asked are still taken and counted. */
  get stopped(): string | null {
    return this.#reason;
  }

  /** True when the test has ended and no answer is awaited. */
  get complete(): boolean {
    return this.#reason !== null && this.#answers.count === this.#issued;
  }

  get estimate(): CurrentEstimate {
    return this.#estimate;
  }

  /** Number of items asked so far, answered or not. */
  get length(): number {
    return this.#issued;
  }

  /** The items asked so far, with their scores (null while awaited). */
  items(): (IssuedItem & { readonly score: number | null })[] {
    return Array.from({ length: this.#issued }, (_, place) => ({
      ...this.#issuedAt(place),
      score: Number.isNaN(this.#scores[place]) ? null : this.#scores[place],
    }));
  }

  /**
   * Up to `count` more items to ask now, besides pending ones, as far as the lag allows with the answers so far. An empty list
   * means that answers must come first, or that the test has ended.
   */
  next(count = 1): IssuedItem[] {
    const issued: IssuedItem[] = [];
    while (issued.length < count && this.#reason === null && this.#mayIssue()) {
      const index = this.#choose();
      if (index < 0) break;
      const place = this.#issued++;
      this.#index[place] = index;
      this.#scores[place] = Number.NaN;
      this.#levels[place] = this.#eligible.level;
      this.#eligible.ask(index);
      issued.push(this.#issuedAt(place));
      this.#settle();
    }
    return issued;
  }

  /**
   * Takes the score of an asked item; scores may arrive in any order.
   * @param score in [0, 1]
   * @throws SESSION_INVALID for an item that was not asked or has an answer, or a score outside [0, 1]
   */
  record(item: string, score: number): void {
    this.recordAt(positionIn(this.bank, item), score);
  }

  /** As `record`, by position in the bank. */
  recordAt(index: number, score: number): void {
    // From the end: answers mostly follow their items closely.
    const place = this.#index.lastIndexOf(index, this.#issued - 1);
    const item = this.bank.ids[index];
    if (place < 0 || this.#issued === 0)
      fail('SESSION_INVALID', { reason: `item ${item} was not asked` });
    if (!Number.isNaN(this.#scores[place]))
      fail('SESSION_INVALID', { reason: `item ${item} has an answer already` });
    if (!(score >= 0 && score <= 1))
      fail('SESSION_INVALID', { reason: `item ${item}: score ${score}; accepted: 0 to 1` });
    this.#scores[place] = score;
    this.#settle();
  }

  /** The items in the order of the test, with the level of ability that items were barred for when each was chosen. */
  choices(): { readonly index: number; readonly level: number }[] {
    return Array.from({ length: this.#issued }, (_, place) => ({
      index: this.#index[place],
      level: this.#levels[place],
    }));
  }

  /** Counts of the shadow tests so far; null if items are chosen without them. */
  get shadowTests(): ShadowReport | null {
    return this.#eligible.shadowReport;
  }

  /** The session as data, for `resumeSession`. */
  toRecord(): SessionRecord {
    return {
      format: 'thetarank-session',
      version: 1,
      bank: this.bank.fingerprint,
      configuration: this.configuration,
      items: this.items().map(({ item, score }) => ({ item, score })),
    };
  }

  #issuedAt(place: number): IssuedItem {
    const index = this.#index[place];
    return { place: place + 1, item: this.bank.ids[index], index };
  }

  /** True if all answers have arrived that the next item is chosen from. */
  #mayIssue(): boolean {
    return this.#answers.count >= this.#issued + 1 - this.configuration.lag;
  }

  #choose(): number {
    let index = this.#selector(this.#selection);
    if (index < 0 && this.#eligible.admitFlagged()) index = this.#selector(this.#selection);
    if (index < 0) {
      this.#reason = NO_ITEM_LEFT;
      this.#fold();
    }
    return index;
  }

  /** Counts the answers that may be counted. If the next item could be chosen, checks the stopping rules first. */
  #settle(): void {
    this.#fold();
    if (this.#reason !== null || !this.#mayIssue()) return;
    this.#reason = stopReason(this.configuration.stop, this.#stopState);
    if (this.#reason !== null) this.#fold();
  }

  /**
   * Counts the answers that may be counted: those that the next item is chosen from, and all once the test has ended. Makes one
   * estimate for all added answers. During the test that is one answer at a time, because each place adds one.
   */
  #fold(): void {
    const answers = this.#answers;
    const until = this.#reason === null ? this.#issued + 1 - this.configuration.lag : this.#issued;
    const before = answers.count;
    while (answers.count < until && !Number.isNaN(this.#scores[answers.count])) {
      const place = answers.count++;
      addAnswer(this.#grid, this.bank.items, this.#index[place], this.#scores[place]);
    }
    if (answers.count === before) return;
    this.#estimate = this.#estimateNow();
    this.#path[answers.count - 1] = this.#estimate.ability;
    this.#eligible.moveTo(this.#estimate.ability);
  }

  #estimateNow(): CurrentEstimate {
    const { estimator, prior, unmixed } = this.configuration;
    return {
      ...estimateSoFar(estimator, this.#answers, this.#grid, prior, unmixed),
      answers: this.#answers.count,
    };
  }

  #inProgress(): TestInProgress {
    const session = this;
    return {
      bank: this.bank,
      configuration: this.configuration,
      items: this.#eligible,
      seed: this.configuration.seed,
      longest: this.#index.length,
      get length() {
        return session.#issued;
      },
      answers: this.#answers,
      grid: this.#grid,
      get estimate() {
        return session.#estimate;
      },
      path: this.#path,
    };
  }
}

/**
 * Restores a session from its record. Every recorded item is chosen again and compared, so that a record made with another
 * bank, configuration or version is refused.
 * @param solver of shadow tests, if the session had one
 * @throws SESSION_INVALID if the record does not belong to this bank, or does not follow from its configuration
 */
export function resumeSession(
  bank: CatBank,
  record: SessionRecord,
  solver: ProgramSolver | null = null,
): AdaptiveSession {
  const wrong = (reason: string): never => fail('SESSION_INVALID', { reason });
  if (record.format !== 'thetarank-session' || record.version !== 1)
    wrong(
      `the record is of format ${record.format} ${record.version}; accepted: thetarank-session 1`,
    );
  if (record.bank !== bank.fingerprint)
    wrong('the record was made with another bank, or another calibration of it');
  const session = new AdaptiveSession(bank, record.configuration, solver);
  record.items.forEach(({ item, score }, place) => {
    const [issued] = session.next(1);
    if (issued === undefined)
      wrong(
        `place ${place + 1} of the record: the test cannot have continued without earlier answers`,
      );
    else if (issued.item !== item)
      wrong(
        `place ${place + 1} of the record has item ${item}; its configuration gives ${issued.item}`,
      );
    if (score !== null) session.record(item, score);
  });
  return session;
}
