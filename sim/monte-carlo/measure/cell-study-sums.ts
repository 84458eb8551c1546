import { quantileOfCounts } from '../../../src/statistics/quantile-of-counts.ts';
import type { StudyDesign } from '../design/study-design.ts';
import type { Bin } from './bins.ts';
import { type EndingMeasures, EndingSums, type SearchMeasures, SearchSums } from './ending-sums.ts';
import { BIN_SUMS, type ExposureSearch, type GroupSums } from './group-sums.ts';
import { type Figure, Ratio, rootOf } from './ratio.ts';

/** Measures of ability, of all sessions or those of a bin. */
export interface AbilityMeasures {
  readonly sessions: number;
  readonly bias: Figure;
  readonly rmse: Figure;
  /** Of finite standard errors. */
  readonly meanSe: Figure;
  /** Share of tests whose standard error is infinite. `meanSe` leaves them out; their intervals contain every ability. */
  readonly infiniteSe: Figure;
  /** Share of 95% intervals, estimate ± 1.96 standard errors, that hold the true ability. */
  readonly coverage: Figure;
  /** Share of estimates on a bound. */
  readonly atBound: Figure;
}

/** Classification of examinees above or below a cut. */
export interface ClassMeasures {
  readonly cut: number;
  readonly right: Figure;
  readonly falseAbove: Figure;
  readonly falseBelow: Figure;
}

/** The results of one cell of a study. */
export interface CellMeasures extends AbilityMeasures, EndingMeasures {
  readonly byAbility: readonly (AbilityMeasures & Bin)[];
  readonly meanLength: Figure;
  /** Of the lengths of all tests: the least, quartiles, the greatest; and how many tests had each. */
  readonly lengths: {
    readonly least: number;
    readonly quartiles: readonly [number, number, number];
    readonly most: number;
    readonly counts: readonly (readonly [length: number, sessions: number])[];
  };
  /** Means over replications, in each over its examinees. */
  readonly itemUse: {
    readonly mean: Figure;
    readonly max: Figure;
    /** Share of the bank that no examinee was asked. */
    readonly unused: Figure;
    /** Share of the bank that was asked above the rate of the rule of exposure; null if the design has no rate. */
    readonly above: Figure;
    readonly chiSquare: Figure;
    /**
     * Share of an examinee's items that another examinee was asked too, over all pairs of examinees together, so longer tests
     * have more weight.
     */
    readonly overlap: Figure;
    /** Exposure rates from the most to the least used item, at these shares of the bank. */
    readonly sorted: readonly { readonly share: number; readonly rate: Figure }[];
  };
  /** Figures of the search for control parameters of exposure; undefined if the cell needs none. */
  readonly search: SearchMeasures;
  /** Information at the true ability, divided by that of the same number of best items for it. */
  readonly efficiency: Figure;
  /** Costs of the items of a test; null if the bank has no costs. */
  readonly cost: Figure;
  readonly kendall: Figure;
  readonly spearman: Figure;
  readonly pairs: Figure;
  /** Share of the estimated best k that are truly among the best k. */
  readonly top: readonly ({ readonly k: number } & Figure)[];
  /** Shares of all tests. */
  readonly classes: readonly ClassMeasures[];
  /** Predicted score on the whole bank minus the score there, in [−1, 1]. */
  readonly scoreBias: Figure;
  readonly scoreError: Figure;
}

const AGREEMENTS = ['kendall', 'spearman', 'pairs'] as const;
const CLASSES = ['right', 'falseAbove', 'falseBelow'] as const;
const SESSION_SUMS = ['efficiency', 'cost', 'scoreError', 'absoluteScoreError'] as const;
const EXPOSURES = ['mean', 'max', 'unused', 'above', 'chiSquare', 'overlap'] as const;

/** Shares of the bank at which sorted exposure rates are kept, denser among the most used items. */
const SORTED = [
  ...[0, 0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.075, 0.1, 0.125, 0.15, 0.2, 0.25, 0.3, 0.35],
  ...[0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
];

/** Sums over the blocks of a cluster, which become one entry of a ratio. */
class Part {
  readonly ratio = new Ratio();
  #s = 0;
  #n = 0;

  add(s: number, n: number): void {
    this.#s += s;
    this.#n += n;
  }

  close(): void {
    this.ratio.add(this.#s, this.#n);
    this.#s = 0;
    this.#n = 0;
  }
}

function parts<T extends string>(names: readonly T[]): Record<T, Part> {
  return Object.fromEntries(names.map((name) => [name, new Part()])) as Record<T, Part>;
}

const PER_SESSION = ['error', 'squaredError', 'covered', 'atBound'] as const;
const ABILITY_PARTS = [...PER_SESSION, 'se', 'infiniteSe'] as const;

/** The sums of one cell over the whole study: memory does not grow with it. Groups are added in the order of their blocks. */
export class CellStudySums {
  readonly #bins: readonly Bin[];
  readonly #rate: number | null;
  readonly #hasCosts: boolean;
  readonly #overall = parts(ABILITY_PARTS);
  readonly #byBin: readonly Record<(typeof ABILITY_PARTS)[number], Part>[];
  readonly #agreement = parts(AGREEMENTS);
  readonly #top: readonly { readonly k: number; readonly part: Part }[];
  readonly #classes: readonly ({ readonly cut: number } & Record<(typeof CLASSES)[number], Part>)[];
  readonly #sums = parts(SESSION_SUMS);
  readonly #length = new Part();
  readonly #lengths = new Map<number, number>();
  readonly #endings = new EndingSums();
  readonly #searches = new SearchSums();
  #search: ExposureSearch | null = null;
  readonly #exposure = Object.fromEntries(EXPOSURES.map((name) => [name, new Ratio()])) as Record<
    (typeof EXPOSURES)[number],
    Ratio
  >;
  readonly #sorted = SORTED.map(() => new Ratio());
  /** For the present replication: the number of examinees per item, and in total. */
  readonly #asked: Float64Array;
  #sessions = 0;

  /** @param rate that items are compared with; null if there is none */
  constructor(
    bins: readonly Bin[],
    items: number,
    rate: number | null,
    hasCosts: boolean,
    { top, cuts }: Pick<StudyDesign, 'top' | 'cuts'>,
  ) {
    this.#bins = bins;
    this.#hasCosts = hasCosts;
    this.#rate = rate;
    this.#top = top.map((k) => ({ k, part: new Part() }));
    this.#classes = cuts.map((cut) => ({ cut, ...parts(CLASSES) }));
    this.#byBin = bins.map(() => parts(ABILITY_PARTS));
    this.#asked = new Float64Array(items);
  }

  add(sums: GroupSums): void {
    let sessions = 0;
    this.#bins.forEach((_, k) => {
      const bin = sums.bins.slice(k * BIN_SUMS.count, (k + 1) * BIN_SUMS.count);
      const n = bin[BIN_SUMS.sessions];
      sessions += n;
      const finite = bin[BIN_SUMS.seCount];
      for (const to of [this.#overall, this.#byBin[k]]) {
        for (const name of PER_SESSION) to[name].add(bin[BIN_SUMS[name]], n);
        to.se.add(bin[BIN_SUMS.se], finite);
        to.infiniteSe.add(n - finite, n);
      }
    });
    for (const name of AGREEMENTS) {
      const value = sums.agreement[name];
      if (value !== null) this.#agreement[name].add(value, 1);
    }
    this.#top.forEach(({ part }, k) => {
      const share = sums.agreement.top[k];
      if (share !== null) part.add(share, 1);
    });
    this.#classes.forEach(({ right, falseAbove, falseBelow }, k) => {
      const [above, below] = sums.classes[k];
      right.add(sessions - above - below, sessions);
      falseAbove.add(above, sessions);
      falseBelow.add(below, sessions);
    });
    for (const name of SESSION_SUMS) this.#sums[name].add(sums[name], sessions);
    for (const [length, n] of sums.lengths) {
      this.#length.add(length * n, n);
      this.#lengths.set(length, (this.#lengths.get(length) ?? 0) + n);
    }
    this.#endings.add(sums);
    // The same for all groups of the replication.
    this.#search = sums.search;
    for (const [item, n] of sums.exposures) this.#asked[item] += n;
    this.#sessions += sessions;
  }

  /** Ends a cluster: what was added since the last one is one entry of the standard errors. */
  closeCluster(): void {
    for (const part of [this.#overall, ...this.#byBin, this.#agreement, this.#sums].flatMap(
      (of) => Object.values(of) as Part[],
    ))
      part.close();
    this.#length.close();
    this.#endings.close();
    for (const { part } of this.#top) part.close();
    for (const sums of this.#classes) for (const name of CLASSES) sums[name].close();
  }

  /** Ends a replication, whose exposures are one entry. */
  closeReplication(): void {
    const n = this.#sessions;
    const asked = this.#asked;
    let total = 0;
    let most = 0;
    let unused = 0;
    let above = 0;
    // A rate of 0.1 allows 3 of 30 examinees, in spite of the rounding of 0.1 × 30.
    const allowed = (this.#rate ?? 1) * n + 1e-9;
    let pairs = 0;
    let squares = 0;
    for (const m of asked) {
      total += m;
      most = Math.max(most, m);
      if (m === 0) unused++;
      if (m > allowed) above++;
      pairs += m * (m - 1);
      squares += (m / n) ** 2;
    }
    const mean = total / n / asked.length;
    const add = (name: (typeof EXPOSURES)[number], value: number) =>
      this.#exposure[name].add(value, 1);
    add('mean', mean);
    add('max', most / n);
    add('unused', unused / asked.length);
    if (this.#rate !== null) add('above', above / asked.length);
    add('chiSquare', (squares - asked.length * mean * mean) / mean);
    if (n > 1) add('overlap', pairs / ((n - 1) * total));
    const sorted = asked.toSorted();
    SORTED.forEach((share, k) => {
      const place = Math.round(share * (asked.length - 1));
      this.#sorted[k].add(sorted[asked.length - 1 - place] / n, 1);
    });
    this.#searches.add(this.#search);
    asked.fill(0);
    this.#sessions = 0;
  }

  measures(): CellMeasures {
    const { kendall, spearman, pairs } = this.#agreement;
    return {
      ...abilityMeasures(this.#overall),
      byAbility: this.#bins.map((bin, k) => ({ ...bin, ...abilityMeasures(this.#byBin[k]) })),
      meanLength: this.#length.ratio.figure(),
      lengths: lengthDistribution(this.#lengths),
      itemUse: {
        mean: this.#exposure.mean.figure(),
        max: this.#exposure.max.figure(),
        unused: this.#exposure.unused.figure(),
        above: this.#exposure.above.figure(),
        chiSquare: this.#exposure.chiSquare.figure(),
        overlap: this.#exposure.overlap.figure(),
        sorted: SORTED.map((share, k) => ({ share, rate: this.#sorted[k].figure() })),
      },
      ...this.#endings.measures(),
      search: this.#searches.measures(),
      efficiency: this.#sums.efficiency.ratio.figure(),
      cost: this.#hasCosts ? this.#sums.cost.ratio.figure() : { value: null, se: null },
      kendall: kendall.ratio.figure(),
      spearman: spearman.ratio.figure(),
      pairs: pairs.ratio.figure(),
      top: this.#top.map(({ k, part }) => ({ k, ...part.ratio.figure() })),
      classes: this.#classes.map(({ cut, right, falseAbove, falseBelow }) => ({
        cut,
        right: right.ratio.figure(),
        falseAbove: falseAbove.ratio.figure(),
        falseBelow: falseBelow.ratio.figure(),
      })),
      scoreBias: this.#sums.scoreError.ratio.figure(),
      scoreError: this.#sums.absoluteScoreError.ratio.figure(),
    };
  }
}

function abilityMeasures(of: Record<(typeof ABILITY_PARTS)[number], Part>): AbilityMeasures {
  return {
    sessions: of.error.ratio.total,
    bias: of.error.ratio.figure(),
    rmse: rootOf(of.squaredError.ratio.figure()),
    meanSe: of.se.ratio.figure(),
    infiniteSe: of.infiniteSe.ratio.figure(),
    coverage: of.covered.ratio.figure(),
    atBound: of.atBound.ratio.figure(),
  };
}

function lengthDistribution(lengths: ReadonlyMap<number, number>): CellMeasures['lengths'] {
  const counts = [...lengths].sort(([x], [y]) => x - y);
  const quantile = (share: number) => quantileOfCounts(counts, share);
  return {
    least: counts[0][0],
    quartiles: [quantile(0.25), quantile(0.5), quantile(0.75)],
    most: counts[counts.length - 1][0],
    counts,
  };
}
