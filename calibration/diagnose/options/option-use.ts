import { mcnemarExact } from '../../../src/statistics/mcnemar.ts';
import { mean } from '../../../src/statistics/mean.ts';
import { pearson } from '../../../src/statistics/pearson.ts';
import type { ItemChoices } from './item-choices.ts';

/** Who chooses one option of an item. */
export interface OptionUse {
  readonly option: string;
  readonly isKey: boolean;
  /** Examinees who chose it, and their share of those whose choice is known. */
  readonly count: number;
  readonly share: number;
  /** Mean ability of those who chose it; null if nobody did. */
  readonly ability: number | null;
  /** Point-biserial correlation of choosing it with the rest score; null if that does not vary. */
  readonly correlation: number | null;
  /** Share that chose it in the lowest, the middle and the highest third by ability; null for fewer than three examinees. */
  readonly thirds: readonly [low: number, middle: number, high: number] | null;
  /** Share that chose it in each of `groups`. */
  readonly curve: readonly number[];
  /** A wrong option that the highest third chooses more often than the key, beyond chance, and that attracts the stronger more than the key does. */
  readonly beatsKey: boolean;
}

/** The options of an item, from the lowest letter on. */
export interface OptionAnalysis {
  /** Examinees whose choice is known. */
  readonly answered: number;
  /** Mean ability of groups of the same size, ascending. */
  readonly groups: readonly number[];
  readonly options: readonly OptionUse[];
}

/** One-sided 5%, of a test that is two-sided. */
const CLEAR = 0.1;
const MOST_GROUPS = 8;
const GROUP_EXAMINEES = 8;

/**
 * Distractor analysis of one item: how many examinees chose each option, and whether they are the stronger ones. A wrong option should
 * attract weaker examinees: a negative correlation, and a share that falls from the lowest third to the highest. `beatsKey` marks a wrong
 * option that more examinees of the highest third chose than the key (exact binomial test of the two counts, one-sided 5%), with a
 * higher correlation than the key's (than 0 if nobody chose the key): the key may be wrong, or the option right as well. Of an item that
 * is only hard, the key has the higher correlation.
 *
 * @param abilities one per examinee
 * @param rests score of each examinee on the other items; NaN without any
 * @see Haladyna & Rodriguez (2013), Developing and Validating Test Items, chapter 18; Attali & Fraenkel (2000), Journal of Educational
 *   Measurement 37, 77–86, for the point-biserial
 */
export function optionUse(
  { options, chosen, key }: ItemChoices,
  abilities: ArrayLike<number>,
  rests: ArrayLike<number>,
): OptionAnalysis {
  const known = [...chosen.keys()]
    .filter((i) => chosen[i] >= 0)
    .sort((i, j) => abilities[i] - abilities[j] || i - j);
  const thirds = known.length < 3 ? null : equalParts(known, 3);
  const parts = equalParts(
    known,
    Math.max(1, Math.min(MOST_GROUPS, Math.floor(known.length / GROUP_EXAMINEES))),
  );
  const countOf = (part: readonly number[], o: number) =>
    part.reduce((sum, i) => sum + (chosen[i] === o ? 1 : 0), 0);
  const shareOf = (part: readonly number[], o: number) =>
    part.length === 0 ? 0 : countOf(part, o) / part.length;
  const withRest = known.filter((i) => !Number.isNaN(rests[i]));
  const restsOf = withRest.map((i) => rests[i]);
  const correlations = options.map((_, o) =>
    pearson(
      withRest.map((i) => (chosen[i] === o ? 1 : 0)),
      restsOf,
    ),
  );
  return {
    answered: known.length,
    groups: known.length === 0 ? [] : parts.map((part) => mean(part.map((i) => abilities[i]))),
    options: options.map((option, o) => {
      const own = known.filter((i) => chosen[i] === o);
      const isKey = o === key;
      return {
        option,
        isKey,
        count: own.length,
        share: shareOf(known, o),
        ability: own.length === 0 ? null : mean(own.map((i) => abilities[i])),
        correlation: correlations[o],
        thirds:
          thirds === null
            ? null
            : [shareOf(thirds[0], o), shareOf(thirds[1], o), shareOf(thirds[2], o)],
        curve: known.length === 0 ? [] : parts.map((part) => shareOf(part, o)),
        beatsKey:
          thirds !== null &&
          key !== null &&
          !isKey &&
          isMoreOften(countOf(thirds[2], o), countOf(thirds[2], key)) &&
          (correlations[o] ?? Number.NEGATIVE_INFINITY) > (correlations[key] ?? 0),
      };
    }),
  };
}

function isMoreOften(option: number, key: number): boolean {
  const p = option > key ? mcnemarExact(option, key) : null;
  return p !== null && p < CLEAR;
}

/** Cuts a list into parts whose sizes differ by at most one. */
function equalParts<T>(list: readonly T[], parts: number): T[][] {
  const end = (k: number) => Math.round((k * list.length) / parts);
  return Array.from({ length: parts }, (_, k) => list.slice(end(k), end(k + 1)));
}
