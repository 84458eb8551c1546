import { lengthGrids, type Tolerance, widest } from './length-grid.ts';
import { type ErrorRates, RacePoint, type TargetStatus } from './race-point.ts';
import { replicationsNeeded } from './replications-needed.ts';
import type { Goal } from './target.ts';

export interface RaceSettings {
  readonly goals: readonly Goal[];
  /** Whether a longer test always reaches a target that a shorter one reaches. */
  readonly improves: boolean;
  /** The longest length to look at. */
  readonly longest: number;
  readonly tolerance: Tolerance;
  /** Of the interval of the length. */
  readonly confidence: number;
  readonly maxReplications: number;
  /** Whether additional lengths cost little compared with replications; then all are measured from the start. */
  readonly lengthsAreCheap: boolean;
  /** Of the confidence sequences on the finest grid, see halfWidth: narrowest at 10 / prior replications. */
  readonly prior: number;
}

/** The next replications, and the lengths, ascending, at which they are measured. */
export interface Round {
  /** Of the first replication, from 1, and how many there are. */
  readonly first: number;
  readonly count: number;
  readonly lengths: readonly number[];
}

/** The bounds of the lengths still in the race. */
export interface Bracket {
  /** The target is missed there; 0 if no length is known to miss it. */
  readonly low: number;
  /** It is reached there, and at all longer lengths looked at; null if none is known. */
  readonly high: number | null;
}

/** No status is decided before this number of replications, which is needed to estimate the variance. */
const LEAST = 10;
const MOST_IN_ROUND = 64;
/** A length that is undecided after this number of replications is left for longer ones, if no length is known to reach the target. */
const PATIENCE = 40;
/** The longest length of the first replications. */
const FIRST_CAP = 64;
/** The next finer grid starts when this few lengths are open, or after this many replications. */
const FEW_OPEN = [2, 4];
const LONG_ON_GRID = [40, 80];
/** The share of the error probability for each grid. */
const SHARES = [0.1, 0.1, 0.8];
/** The priors of the coarse grids: they are decided after tens of replications. */
const PRIORS = [0.5, 0.2];

/**
 * The race for the shortest length from which on all targets hold. It begins with few replications at few lengths. A length
 * leaves the race when its confidence sequences show that it reaches the targets, or that it misses one. These sequences hold
 * at all times simultaneously, so the race may look after each round. The remaining lengths get the next replications, and a
 * finer grid. Decisions:
 *
 * - the length is at most `high` if all measured lengths from there on reach the targets. This is wrong only if the last length
 *   that misses them, one fixed length of each grid, was wrongly said to reach them; no union over lengths is needed.
 * - it is above `low` if all measured lengths up to there miss a target. This is wrong only if the first length that reaches
 *   all of them was wrongly said to miss one. Where longer tests may be worse (`improves` is false), above any length that
 *   misses one: a union over the lengths of the grid.
 *
 * The race depends only on the values, not on when or where they are simulated.
 */
export class Race {
  readonly #settings: RaceSettings;
  readonly #grids: readonly (readonly number[])[];
  readonly #caps: readonly number[];
  readonly #points = new Map<number, RacePoint>();
  readonly #statuses = new Map<number, TargetStatus>();
  readonly #shares: readonly number[];
  readonly #priors: readonly number[];
  #grid = 0;
  #cap = 0;
  #low = 0;
  #high: number | null = null;
  #replications = 0;
  #onGrid = 0;
  #unreached = false;

  constructor(settings: RaceSettings) {
    this.#settings = settings;
    const grids = lengthGrids(settings.longest, settings.tolerance);
    this.#grids = settings.lengthsAreCheap ? grids.slice(-1) : grids;
    this.#shares = settings.lengthsAreCheap ? [1] : SHARES;
    this.#priors = [...(settings.lengthsAreCheap ? [] : PRIORS), settings.prior];
    const caps = grids[0].filter((length) => length >= FIRST_CAP);
    const mayGrow = settings.improves && !settings.lengthsAreCheap && caps.length > 0;
    this.#caps = mayGrow ? caps : [settings.longest];
  }

  get bracket(): Bracket {
    return { low: this.#low, high: this.#high };
  }

  /** True if the longest length clearly misses a target. */
  get isUnreached(): boolean {
    return this.#unreached;
  }

  get replications(): number {
    return this.#replications;
  }

  /** Approximate number of replications needed; null before the finest grid, when the interval is as wide as the steps. */
  get expected(): number | null {
    if (this.#high === null || this.#grid < this.#grids.length - 1) return null;
    const { tolerance, maxReplications } = this.#settings;
    const bracket = { low: this.#low, high: this.#high };
    const needed = replicationsNeeded(this.#replications, bracket, tolerance);
    return Math.min(maxReplications, Math.max(this.#replications, needed));
  }

  /** All lengths that were looked at, ascending. */
  get points(): RacePoint[] {
    return [...this.#points.values()].sort((x, y) => x.length - y.length);
  }

  /** What was last said of a length. */
  statusOf(length: number): TargetStatus {
    return this.#statuses.get(length) ?? 'open';
  }

  /** The longest length that was looked at, or is to be. */
  get longest(): number {
    return this.#caps[this.#cap];
  }

  /** What is to be simulated next; null if the race is over. */
  next(): Round | null {
    if (this.isDecided || this.#replications >= this.#settings.maxReplications) return null;
    const lengths = this.#inRace();
    if (lengths.length === 0) return null;
    const wanted = Math.max(LEAST, Math.min(MOST_IN_ROUND, Math.ceil(this.#replications / 3)));
    const count = Math.min(wanted, this.#settings.maxReplications - this.#replications);
    return { first: this.#replications + 1, count, lengths };
  }

  /** @param values of each replication of the round, in order: one entry per length, with one value per target */
  add(round: Round, values: readonly (readonly (readonly number[])[])[]): void {
    for (const ofReplication of values)
      round.lengths.forEach((length, k) => {
        let point = this.#points.get(length);
        if (point === undefined) {
          point = new RacePoint(length, this.#settings.goals);
          this.#points.set(length, point);
        }
        point.add(ofReplication[k]);
      });
    this.#replications += values.length;
    this.#onGrid += values.length;
    this.#decide();
  }

  /** Whether the interval is as narrow as requested, or no length reaches the targets. */
  get isDecided(): boolean {
    if (this.#unreached) return true;
    if (this.#high === null) return false;
    const half = (this.#high - this.#low - 1) / 2;
    const middle = (this.#high + this.#low + 1) / 2;
    return half <= widest(this.#settings.tolerance, middle);
  }

  /** Lengths of the grid that are still to be decided. */
  #inRace(): number[] {
    const below = this.#high ?? this.longest + 1;
    return this.#grids[this.#grid].filter((length) => length > this.#low && length < below);
  }

  /** Lengths of the present grid. */
  get rates(): ErrorRates {
    const { confidence, goals, improves } = this.#settings;
    const grid = this.#grids[this.#grid];
    // Each further cap has a different last length that misses the targets.
    const caps = this.#grid === 0 ? this.#caps.length : 1;
    const share = ((1 - confidence) * this.#shares[this.#grid]) / caps;
    const lengths = improves ? 1 : grid.length;
    const prior = this.#priors[this.#grid];
    return { reaches: share, misses: share / (goals.length * lengths), prior };
  }

  #decide(): void {
    const last = this.#grids.length - 1;
    for (;;) {
      const open = this.#narrow();
      if (this.isDecided || this.#lengthen()) return;
      const isFew = open <= (FEW_OPEN[this.#grid] ?? 0) || this.#onGrid >= LONG_ON_GRID[this.#grid];
      const isBounded = this.#high !== null || this.#cap === this.#caps.length - 1;
      if (this.#grid === last || !isFew || !isBounded) return;
      this.#grid++;
      this.#onGrid = 0;
    }
  }

  /** Moves both ends of the bracket as far as the statuses allow; returns how many lengths stay open. */
  #narrow(): number {
    const rates = this.rates;
    const statusAt = (length: number) => {
      const point = this.#points.get(length);
      return point === undefined || point.count < LEAST ? 'open' : point.status(rates);
    };
    const lengths = this.#inRace();
    const statuses = lengths.map(statusAt);
    for (const [k, length] of lengths.entries()) this.#statuses.set(length, statuses[k]);
    const { improves, longest } = this.#settings;
    if (this.longest === longest && statuses[lengths.indexOf(longest)] === 'misses')
      this.#unreached = true;
    for (let k = lengths.length - 1; k >= 0 && statuses[k] === 'reaches'; k--)
      this.#high = lengths[k];
    const below = this.#high ?? longest + 1;
    for (const [k, length] of lengths.entries()) {
      if (length >= below || (improves && statuses[k] !== 'misses')) break;
      if (statuses[k] === 'misses') this.#low = length;
    }
    return this.#inRace().length;
  }

  /** Continues with longer tests if the longest ones so far do not seem to reach the targets. */
  #lengthen(): boolean {
    const point = this.#points.get(this.longest);
    if (this.#high !== null || this.#cap === this.#caps.length - 1 || point === undefined)
      return false;
    if (point.seemsToReach && point.count < PATIENCE) return false;
    this.#cap++;
    return true;
  }
}
