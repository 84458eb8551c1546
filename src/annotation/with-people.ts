import { NORMAL_90 } from '../statistics/normal-points.ts';
import type { Interval } from '../statistics/percentile-interval.ts';
import { studentQuantile } from '../statistics/student-quantile.ts';
import { type PairAgreement, pairAgreement } from './agreement.ts';
import type { Label } from './vote.ts';

/** One label of a rater, and what people decided about the item. */
export interface PeopleEntry {
  /** Whether models agree on the item, so that people see it only if it is in the audit sample. */
  readonly isAgreed: boolean;
  readonly rater: Label | undefined;
  /** Undefined until it is decided. */
  readonly people: Label | undefined;
}

/** How far a rater agrees with people. */
export interface PeopleAgreement extends PairAgreement {
  /** What the figures are of: all items; those that models do not agree on, if no audited one is decided; or those that models agree on, if no other is decided. */
  readonly of: 'all' | 'doubtful' | 'agreed';
}

/** Fewer decided labels do not show how far the others vary. */
const LEAST = 3;
const Z2 = NORMAL_90 ** 2;
/** Of sums of weights. */
const ROUNDING = 1e-12;

/**
 * The agreement of a rater and people over all items, though people decide nearly all doubtful ones and a sample of the agreed ones. Each decided label stands for
 * N/n labels: of the N doubtful or the N agreed ones, n are decided. The share of equal labels and Cohen's κ are of these weights. If one of the two has no decided
 * label, the figures are of the other alone.
 *
 * The interval is κ ± t s. s² is the jackknife variance of leaving out one item at a time, also those that nobody decided, which only changes the weights; its
 * part of the agreed labels is at least that of the share of changed labels, smoothed as in Wilson's interval: a small sample without a changed label does not show that all
 * are right. t is Student's with n − 1 degrees, n of the agreed ones. Null with fewer than three decided labels of either.
 *
 * @see Kim, Navarro & Fuller (2006), JASA 101, 312–320, on leaving out items of both phases of a sample; Agresti & Coull (1998), The American Statistician 52, 119–126
 */
export function agreementWithPeople(
  rater: string,
  entries: readonly PeopleEntry[],
): PeopleAgreement {
  const strata = [false, true].map((isAgreed) =>
    entries.filter((one) => one.isAgreed === isAgreed),
  );
  const decided = strata.map((own) => own.filter(({ people }) => people !== undefined));
  const plain = pairAgreement(
    rater,
    'people',
    decided.flat().map((one) => [one.rater, one.people] as const),
  );
  const unknown = strata.map((own, s) => own.length > 0 && decided[s].length === 0);
  if (unknown[0] !== unknown[1]) return { ...plain, of: unknown[0] ? 'agreed' : 'doubtful' };
  const sizes = strata.map(({ length }) => length);
  const table = new StratifiedTable(decided, sizes);
  const { kappa, share } = table.figures();
  return {
    ...plain,
    share,
    kappa: { value: kappa, ...(kappa === null ? NOT_KNOWN : table.interval(kappa)) },
    of: 'all',
  };
}

const NOT_KNOWN: Interval = { low: null, high: null };

interface Cell {
  readonly stratum: number;
  /** Codes of the two labels; −1 for a label that the rater did not give. */
  readonly x: number;
  readonly y: number;
  count: number;
}

interface Figures {
  readonly share: number | null;
  readonly kappa: number | null;
  /** 1 − pₑ. */
  readonly room: number;
}

/** Decided labels by stratum, counted by pairs of labels. */
class StratifiedTable {
  readonly #cells: readonly Cell[];
  readonly #labels: number;
  readonly #decided: readonly number[];
  readonly #sizes: readonly number[];

  constructor(decided: readonly (readonly PeopleEntry[])[], sizes: readonly number[]) {
    const codes = new Map<Label | undefined, number>();
    const codeOf = (label: Label | undefined) => {
      const code = codes.get(label) ?? codes.size;
      codes.set(label, code);
      return code;
    };
    const cells = new Map<string, Cell>();
    for (const [stratum, own] of decided.entries())
      for (const { rater, people } of own) {
        const x = rater === undefined ? -1 : codeOf(rater);
        const y = codeOf(people);
        const key = `${stratum} ${x} ${y}`;
        const cell = cells.get(key) ?? { stratum, x, y, count: 0 };
        cell.count++;
        cells.set(key, cell);
      }
    this.#cells = [...cells.values()];
    this.#labels = codes.size;
    this.#decided = decided.map(({ length }) => length);
    this.#sizes = sizes;
  }

  /** @param without a decided label to leave out; @param of a stratum to leave out an item of that nobody decided */
  figures(without?: Cell, of?: number): Figures {
    const weights = this.#sizes.map((size, s) => {
      const left = Number(without?.stratum === s);
      return (size - left - Number(of === s)) / (this.#decided[s] - left);
    });
    const [x, y] = [new Float64Array(this.#labels), new Float64Array(this.#labels)];
    let [total, same] = [0, 0];
    for (const cell of this.#cells) {
      if (cell.x === -1) continue;
      const weight = weights[cell.stratum] * (cell.count - Number(cell === without));
      total += weight;
      x[cell.x] += weight;
      y[cell.y] += weight;
      if (cell.x === cell.y) same += weight;
    }
    if (total === 0) return { share: null, kappa: null, room: 0 };
    const share = same / total;
    const room = 1 - x.reduce((sum, own, label) => sum + own * y[label], 0) / total ** 2;
    const isConstant = (own: Float64Array) => own.some((sum) => sum > (1 - ROUNDING) * total);
    // κ would be 0 whatever the other one says.
    const kappa = isConstant(x) || isConstant(y) ? null : 1 - (1 - share) / room;
    return { share, kappa, room };
  }

  interval(kappa: number): Interval {
    const known = this.#sizes.every((size, s) => size === 0 || this.#decided[s] >= LEAST);
    if (!known) return NOT_KNOWN;
    const variance = this.#variance();
    if (variance === null) return NOT_KNOWN;
    const [doubtful, agreed] = this.#decided;
    const t = studentQuantile(0.05, (this.#sizes[1] > 0 ? agreed : doubtful) - 1);
    const half = t * Math.sqrt(variance);
    return { low: Math.max(-1, kappa - half), high: Math.min(1, kappa + half) };
  }

  /** Null if κ is not defined without one of the items. */
  #variance(): number | null {
    const without = [
      ...this.#cells.map((cell) => ({
        ...{ stratum: cell.stratum, count: cell.count, isDecided: true },
        kappa: this.figures(cell).kappa,
      })),
      ...this.#sizes.flatMap((size, stratum) => {
        const count = size - this.#decided[stratum];
        if (count === 0) return [];
        return [
          { stratum, count, isDecided: false, kappa: this.figures(undefined, stratum).kappa },
        ];
      }),
    ];
    let [count, sum] = [0, 0];
    for (const one of without) {
      if (one.kappa === null) return null;
      count += one.count;
      sum += one.count * one.kappa;
    }
    let [rest, audited] = [0, 0];
    for (const one of without) {
      const square = ((count - 1) / count) * one.count * (one.kappa! - sum / count) ** 2;
      if (one.stratum === 1 && one.isDecided) audited += square;
      else rest += square;
    }
    return rest + Math.max(audited, this.#auditVariance());
  }

  /** The variance of κ that the share of changed labels in the sample of agreed ones gives it. */
  #auditVariance(): number {
    const own = this.#cells.filter(({ stratum, x }) => stratum === 1 && x !== -1);
    const n = own.reduce((sum, { count }) => sum + count, 0);
    if (n === 0) return 0;
    const changed = own.reduce((sum, { x, y, count }) => sum + (x === y ? 0 : count), 0);
    const share = (changed + Z2 / 2) / (n + Z2);
    const part = this.#sizes[1] / (this.#sizes[0] + this.#sizes[1]) / this.figures().room;
    return (part ** 2 * share * (1 - share)) / (n + Z2);
  }
}
