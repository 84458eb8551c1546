import { median } from '../../src/statistics/median.ts';
import type { BankTaxonomy } from '../taxonomies/bank-taxonomy.ts';
import { type AlikeHard, alikeHard } from './alike-hard.ts';
import { DIFFICULTY_LEVELS, type DifficultyLevel, difficultyLevel } from './difficulty-level.ts';
import { type HumanAccuracy, humanAccuracy } from './human-accuracy.ts';
import { type HumanGap, humanGap } from './human-gap.ts';
import type { HumanItem, HumanWeights } from './human-item.ts';
import { humanStrata, strataTags } from './human-strata.ts';
import { taggedClusters } from './known-clusters.ts';

/** A tag with more values, such as a number of each item, divides by nothing that anyone reads: only if it is chosen. */
const MOST_STRATA = 200;

/** The items of a bank that count and have human figures. */
export interface HumanFigures {
  readonly items: readonly HumanItem[];
  /** Number of items that count, with and without figures. */
  readonly of: number;
  readonly taxonomy: BankTaxonomy | null;
}

/** A model by its scores on these items, 0 to 1; NaN without an answer. */
export interface ModelScores {
  readonly model: string;
  readonly scores: ArrayLike<number>;
}

/** In place of a tag to cluster by: each item counts by itself. */
export const BY_ITSELF = 'none';

export interface HumanChoices {
  /** By respondents unless none of the items has their number. */
  readonly weights?: HumanWeights | undefined;
  /** Tags to divide by, several of them together; by default each tag by itself that has at most 200 values. */
  readonly strata?: readonly (readonly string[])[] | undefined;
  /** Items with one value of this tag hang together; `none`: each item by itself. By default clusters are those of the items. */
  readonly clusterBy?: string | undefined;
  readonly models?: readonly ModelScores[] | undefined;
  /** By item: share of the recorded models that were right; NaN without an answer. */
  readonly sharesRight?: ArrayLike<number> | undefined;
  /** By item: calibrated difficulty; NaN if it has none. */
  readonly difficulties?: ArrayLike<number> | undefined;
}

/** A set of items: people, and each model beside them (null if it answered none of these). */
export interface HumanRow extends HumanAccuracy {
  readonly models: readonly (HumanGap | null)[];
}

export interface HumanBaseline {
  readonly of: number;
  readonly weights: HumanWeights;
  /** Respondents of an item, over the items that have their number; null if none has. */
  readonly perItem: {
    readonly least: number;
    readonly median: number;
    readonly most: number;
  } | null;
  /** Clusters of two and more items, which count together in intervals on items like these; null without any. */
  readonly clusters: {
    readonly count: number;
    /** Items in them. */
    readonly items: number;
    /** Items of the largest. */
    readonly largest: number;
    /** Null: what the bank knows. */
    readonly tag: string | null;
  } | null;
  readonly models: readonly string[];
  readonly overall: HumanRow;
  /** Mean accuracy with all items alike, in points. */
  readonly plainMean: number;
  readonly strata: readonly {
    readonly tags: readonly string[];
    /** Items without a value of these tags. */
    readonly without: number;
    readonly rows: readonly (HumanRow & { readonly values: readonly string[] })[];
  }[];
  /** Items by the level that their accuracy of people implies, from easy to hard: from `from` points. */
  readonly levels: readonly {
    readonly level: DifficultyLevel;
    readonly from: number;
    readonly items: number;
    /** Mean score of each model, in points; null without answers. */
    readonly scores: readonly (number | null)[];
  }[];
  readonly alikeHard: AlikeHard;
}

/**
 * What people score on the items of a bank, overall and by stratum, and models beside them. Every interval holds by itself in 90% of the cases.
 * @param figures with at least one item
 */
export function humanBaseline(figures: HumanFigures, choices: HumanChoices = {}): HumanBaseline {
  const { of, taxonomy } = figures;
  const { models = [], sharesRight, difficulties, clusterBy } = choices;
  const items = clustered(figures.items, clusterBy);
  const known = items.flatMap(({ respondents }) => respondents ?? []);
  const weights = choices.weights ?? (known.length > 0 ? 'respondents' : 'items');
  const rowOf = (places: readonly number[]): HumanRow => {
    const own = places.map((j) => items[j]);
    return {
      ...humanAccuracy(own, weights),
      models: models.map(({ scores }) =>
        humanGap(
          own,
          Float64Array.from(places, (j) => scores[j]),
          weights,
        ),
      ),
    };
  };
  const divided = choices.strata ?? strataTags(items, taxonomy).map((tag) => [tag]);
  return {
    of,
    weights,
    perItem:
      known.length === 0
        ? null
        : {
            least: known.reduce((x, y) => Math.min(x, y)),
            median: median(known),
            most: known.reduce((x, y) => Math.max(x, y)),
          },
    clusters: clustersOf(items, clusterBy ?? null),
    models: models.map(({ model }) => model),
    overall: rowOf([...items.keys()]),
    plainMean: (100 * items.reduce((sum, { accuracy }) => sum + accuracy, 0)) / items.length,
    strata: divided
      .map((tags) => humanStrata(items, tags, taxonomy))
      .filter(({ groups }) => choices.strata !== undefined || groups.length <= MOST_STRATA)
      .map(({ tags, without, groups }) => ({
        tags,
        without,
        rows: groups.map(({ values, places }) => ({ values, ...rowOf(places) })),
      })),
    levels: DIFFICULTY_LEVELS.map(({ level, from }) => {
      const places = [...items.keys()].filter((j) => difficultyLevel(items[j].accuracy) === level);
      return {
        level,
        from: 100 * from,
        items: places.length,
        scores: models.map(({ scores }) => meanOf(places.map((j) => scores[j]))),
      };
    }),
    alikeHard: alikeHard(items, sharesRight, difficulties),
  };
}

function clustered(items: readonly HumanItem[], by: string | undefined): readonly HumanItem[] {
  if (by === undefined) return items;
  const clusters = by === BY_ITSELF ? [] : taggedClusters(items, by);
  return items.map((item, j) => ({ ...item, cluster: clusters[j] }));
}

function clustersOf(items: readonly HumanItem[], tag: string | null): HumanBaseline['clusters'] {
  const sizes = new Map<string, number>();
  for (const { cluster } of items)
    if (cluster !== undefined) sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1);
  const all = [...sizes.values()];
  if (all.length === 0) return null;
  return {
    count: all.length,
    items: all.reduce((sum, size) => sum + size, 0),
    largest: all.reduce((most, size) => Math.max(most, size)),
    tag,
  };
}

/** In points; null without a score. */
function meanOf(scores: readonly number[]): number | null {
  const given = scores.filter((score) => !Number.isNaN(score));
  return given.length === 0
    ? null
    : (100 * given.reduce((sum, score) => sum + score, 0)) / given.length;
}
