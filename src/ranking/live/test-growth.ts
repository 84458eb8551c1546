import type { Alarm } from '../../cat/robust/alarm.ts';
import type { RobustSession } from '../../cat/robust/robust-session.ts';
import { predictParts, wholeOf } from '../../cat/robust/score-prediction.ts';

/** Why a test went on beyond its length: its alarm, or a wide interval without one. */
export type GrowthReason = Alarm | 'wide';

/** How a test went on beyond its length. */
export interface Growth {
  /** The length where it was found to go on. */
  readonly from: number;
  readonly why: GrowthReason;
  /** True if it ended at the bound (or the end of the bank), its interval still wider than wanted or its score contradicted. */
  readonly atBound: boolean;
}

/** How long a test may be, in items. */
export interface GrowthBounds {
  readonly from: number;
  /** `from` for a test that does not grow. */
  readonly most: number;
}

/**
 * The standard error of an ordinary test in those that the calibration alone would give it, because its hypotheses disagree a
 * little. Medians are 1.26 (CRUXEval-O with 243 items), 1.33 (SWE-bench Verified with 100) and 1.39 (CRUXEval-O with 100).
 */
const USUAL = 1.33;
/** An interval is wide if it is this many times as wide as an ordinary one. */
const WIDE = 1.25;
/** A test goes on by this share of its length, and at least by so many items, before it is looked at again. */
const STEP = { share: 0.1, least: 10 };

/**
 * Lets a robust test go on while its interval is wider than an ordinary one: than that of a model like the calibration's with the same
 * ability after the same `from` answers. A test goes on if its interval is more than 1.25 times as wide, or wider at all with an alarm.
 * It ends when the interval is as narrow as the ordinary one and the test's random items do not contradict its score.
 *
 * It looks only where all answers so far are there. So the length depends on the answers alone, not on when they arrive.
 */
export class TestGrowth {
  readonly #session: RobustSession;
  readonly #weights: Float64Array;
  readonly #factor: (alarm: Alarm | null) => number;
  readonly #bounds: GrowthBounds;
  #target: number;
  #isSettled: boolean;
  /** Half the width of the ordinary interval; known from the first look on. */
  #ordinary = Number.NaN;
  #growth: Growth | null = null;

  /** @param factor of the standard error in intervals, of tests with this alarm */
  constructor(
    session: RobustSession,
    weights: Float64Array,
    factor: (alarm: Alarm | null) => number,
    bounds: GrowthBounds,
  ) {
    this.#session = session;
    this.#weights = weights;
    this.#factor = factor;
    this.#bounds = bounds;
    this.#target = bounds.from;
    this.#isSettled = bounds.most <= bounds.from;
  }

  /** Items that it asks, as far as that is known. */
  get length(): number {
    this.#settle();
    return this.#target;
  }

  /** True if its length is final. */
  get isSettled(): boolean {
    this.#settle();
    return this.#isSettled;
  }

  /** Null if it did not go on. */
  get growth(): Growth | null {
    this.#settle();
    return this.#growth;
  }

  #settle(): void {
    const session = this.#session;
    while (!this.#isSettled && session.asked.count >= this.#target) {
      const { prediction, alarm, average } = session.preview();
      const half = this.#factor(alarm) * prediction.se;
      if (Number.isNaN(this.#ordinary)) {
        const whole = { count: 1, of: new Uint8Array(this.#weights.length) };
        const { asked } = session;
        const parts = predictParts(average.posterior, asked, this.#weights, whole, 'recorded');
        this.#ordinary = this.#factor(null) * USUAL * wholeOf(parts).se;
        if (alarm === null && half <= WIDE * this.#ordinary) {
          this.#isSettled = true;
          return;
        }
      }
      const isWide = half > this.#ordinary || alarm === 'contradicted';
      const { from, most } = this.#bounds;
      const atBound = isWide && this.#target >= most;
      this.#isSettled = !isWide || atBound;
      if (this.#growth !== null) this.#growth = { ...this.#growth, atBound };
      if (this.#isSettled) return;
      this.#growth ??= { from, why: alarm ?? 'wide', atBound: false };
      const step = Math.max(STEP.least, Math.ceil(STEP.share * this.#target));
      this.#target = Math.min(most, this.#target + step);
    }
  }
}
