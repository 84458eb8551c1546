import { alphaInterval } from '../statistics/agreement/alpha-interval.ts';
import { kappa } from '../statistics/agreement/kappa.ts';
import { kappaInterval } from '../statistics/agreement/kappa-interval.ts';
import { type Label, type Rater, raterName, type Vote } from './vote.ts';

/** A coefficient with its 90% interval; null where it is not defined. */
export interface Coefficient {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** How far two who label agree. */
export interface PairAgreement {
  readonly first: string;
  readonly second: string;
  /** Items that both gave a label to. */
  readonly items: number;
  /** Share of them with one label; null without items. */
  readonly share: number | null;
  /** Cohen's κ. */
  readonly kappa: Coefficient;
}

/** Two labels that are taken for each other. */
export interface Confusion {
  readonly labels: readonly [Label, Label];
  /** Pairs of votes on one item with these two labels. */
  readonly pairs: number;
  /** Items with such a pair. */
  readonly items: number;
}

/** The labels of one level by everyone who labelled: rows of items, columns of raters; undefined where there is none. */
export type LabelTable = readonly (readonly (Label | undefined)[])[];

/** The agreement of all who labelled a level. */
export interface LevelAgreement {
  readonly pairs: readonly PairAgreement[];
  /** Krippendorff's α of all raters; null if there are fewer than two. */
  readonly alpha: Coefficient | null;
  /** Most frequent first, at most `MOST_CONFUSIONS`. */
  readonly confusions: readonly Confusion[];
}

const MOST_CONFUSIONS = 20;
/** Pairs of so many raters are compared; α has all of them. */
const MOST_RATERS = 10;

/** @param votes rows of items, columns of raters */
export function labelTable(votes: readonly (readonly Vote[])[]): LabelTable {
  return votes.map((row) => row.map((vote) => (vote.kind === 'label' ? vote.label : undefined)));
}

/**
 * Cohen's κ of every two raters and Krippendorff's nominal α of all, with 90% intervals. "None fits" is a label like any other; refusals and unreadable replies are missing.
 */
export function levelAgreement(table: LabelTable, raters: readonly Rater[]): LevelAgreement {
  const names = raters.map(raterName);
  const some = names.slice(0, MOST_RATERS);
  const pairs = some.flatMap((first, i) =>
    some.slice(i + 1).map((second, k) =>
      pairAgreement(
        first,
        second,
        table.map((row) => [row[i], row[i + 1 + k]] as const),
      ),
    ),
  );
  return {
    pairs,
    alpha: alphaOf(table, raters.length),
    confusions: confusions(table),
  };
}

/** The agreement of two: models, or a model and people, or labels and tags. */
export function pairAgreement(
  first: string,
  second: string,
  labels: readonly (readonly [Label | undefined, Label | undefined])[],
): PairAgreement {
  const both = labels.filter(([x, y]) => x !== undefined && y !== undefined);
  const codes = codesOf(both.flat());
  const x = Int32Array.from(both, ([label]) => codes.get(label)!);
  const y = Int32Array.from(both, ([, label]) => codes.get(label)!);
  const same = both.filter(([a, b]) => a === b).length;
  return {
    ...{ first, second, items: both.length },
    share: both.length === 0 ? null : same / both.length,
    kappa: { value: kappa(x, y, 'none'), ...kappaInterval(x, y, codes.size) },
  };
}

function alphaOf(table: LabelTable, raters: number): Coefficient | null {
  if (raters < 2) return null;
  const all = table.flat();
  const codes = codesOf(all);
  const grades = Float64Array.from(all, (label) =>
    label === undefined ? Number.NaN : codes.get(label)!,
  );
  return alphaInterval(
    grades,
    raters,
    'nominal',
    table.map((_, row) => [row]),
  );
}

function confusions(table: LabelTable): Confusion[] {
  const found = new Map<
    string,
    { labels: readonly [Label, Label]; pairs: number; items: number }
  >();
  for (const row of table) {
    const seen = new Set<string>();
    for (let i = 1; i < row.length; i++)
      for (let j = 0; j < i; j++) {
        const [a, b] = [row[i], row[j]];
        if (a === undefined || b === undefined || a === b) continue;
        const labels = [a, b].sort(order) as [Label, Label];
        const key = JSON.stringify(labels);
        const own = found.get(key) ?? { labels, pairs: 0, items: 0 };
        own.pairs++;
        if (!seen.has(key)) own.items++;
        seen.add(key);
        found.set(key, own);
      }
  }
  return [...found.values()]
    .sort((x, y) => y.items - x.items || order(JSON.stringify(x.labels), JSON.stringify(y.labels)))
    .slice(0, MOST_CONFUSIONS);
}

function codesOf(labels: readonly (Label | undefined)[]): Map<Label | undefined, number> {
  return new Map([...new Set(labels)].map((label, code) => [label, code]));
}

/** "None fits" last. */
function order(x: Label, y: Label): number {
  if (x === y) return 0;
  if (x === null || y === null) return x === null ? 1 : -1;
  return x < y ? -1 : 1;
}
