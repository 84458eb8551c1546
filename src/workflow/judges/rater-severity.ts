import type { FacetFit } from '../../../calibration/facets/facet-types.ts';
import { fitFacets } from '../../../calibration/facets/fit-facets.ts';
import type { GivenScore } from '../../files/judges/read-judgements.ts';
import { studentQuantile } from '../../statistics/student-quantile.ts';
import { type AnswerGroups, byModel, byModelAndRaters, modelScores } from './answer-groups.ts';
import { type NoSeverity, type RatedGrades, ratedGrades } from './rated-grades.ts';

/** How raters got their answers: by chance, or as somebody chose. */
export type Assignment = 'random' | 'unknown';

/** What is unlike other raters: all tests are at 5% over all raters. */
export type RaterWarning =
  | 'one grade only'
  | 'scores scatter'
  | 'scores too regular'
  | 'follows quality little'
  | 'halo';

export interface RaterRow {
  readonly name: string;
  readonly isPerson: boolean;
  readonly ratings: number;
  /** In logits, against the mean of all raters, above 0 for strict raters; 90% interval. Null, like all figures below, if the rater gave one grade only. */
  readonly severity: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** In units of the score: how much higher the rater scores the same answers than one of mean severity. */
  readonly effect: number | null;
  readonly effectLow: number | null;
  readonly effectHigh: number | null;
  /** 1 is expected; null where nothing is expected to vary. */
  readonly infit: number | null;
  readonly outfit: number | null;
  /** Aspects in which the rater is stricter (above 0) or milder than elsewhere, in logits. */
  readonly aspects: readonly { readonly aspect: string; readonly bias: number }[];
  readonly warnings: readonly RaterWarning[];
  /** Raters of one number share answers, directly or through others. */
  readonly connection: number | null;
}

export interface FairRow {
  readonly model: string;
  readonly answers: number;
  /** Mean score of its answers as raters gave them, and the rank by it. */
  readonly plain: number;
  readonly plainRank: number;
  /** The mean score that raters of mean severity would give, with its 90% interval and the rank by it. */
  readonly fair: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly fairRank: number;
}

/** Severities of judges and people, and scores of models without them. */
export interface SeverityReport {
  /** Why there is none, or null. */
  readonly missing: NoSeverity | null;
  readonly raters: readonly RaterRow[];
  readonly models: readonly FairRow[];
  /** Probability of differences like these if all raters were equally severe; null if unknown. */
  readonly equal: number | null;
  readonly reliability: number | null;
  /** What ratings of an answer share beside its quality, and its standard deviation in logits. */
  readonly deviations: FacetFit['deviations'];
  readonly deviationSd: number;
  readonly connections: number;
  readonly converged: boolean;
}

const LEVEL = 0.9;
const ALPHA = 0.05;
/** A mean square within these ends is usual, however sure the difference from 1 is (Wright & Linacre 1994, Rasch Measurement Transactions 8, 370). */
const USUAL_FIT = [0.7, 1.3] as const;
/** Rounds of a fit, about. */
const USUAL_ROUNDS = 8;
/** Fewer points than these per threshold of an aspect: one set of thresholds for all aspects. */
const LEAST_PER_THRESHOLD = 50;

/**
 * Fits severities to all scores, of judges and people alike (`fitFacets`; models are groups, items are clusters).
 * @param reach told about what share is done: how many rounds a fit needs is not known before
 */
export function raterSeverity(
  given: readonly GivenScore[],
  people: readonly string[],
  aspect: string | null,
  reach: (share: number) => void = () => {},
  assignment: Assignment = 'unknown',
): SeverityReport {
  const grades = ratedGrades(given, aspect);
  if (typeof grades === 'string')
    return {
      ...{ missing: grades, raters: [], models: [], equal: null, reliability: null },
      ...{ deviations: 'none', deviationSd: 0, connections: 0, converged: false },
    };
  const { ratings, clusters } = grades;
  const groups = assignment === 'random' ? byModel(grades) : byModelAndRaters(grades);
  const { counts } = ratings;
  const thresholds = counts.aspects * (counts.categories - 1);
  let rounds = 0;
  const fit = fitFacets(ratings, {
    onRound: () => reach(1 - Math.exp(-++rounds / USUAL_ROUNDS)),
    ...{ groups: groups.of, clusters, level: LEVEL },
    thresholds:
      counts.aspects > 1 && ratings.scores.length >= LEAST_PER_THRESHOLD * thresholds
        ? 'aspect'
        : 'common',
  });
  const connections = new Set(fit.raters.components).size;
  return {
    missing: null,
    raters: raterRows(grades, fit, people),
    models: fairRows(grades, fit, groups),
    equal: known(fit.raters.equal.p),
    // Between raters without common answers the differences are unknown.
    reliability: connections > 1 ? null : known(fit.raters.reliability),
    ...{ deviations: fit.deviations, deviationSd: fit.deviationSd, converged: fit.converged },
    connections,
  };
}

function raterRows(
  { raters, constant, aspects, step }: RatedGrades,
  { raters: found, clusters }: FacetFit,
  people: readonly string[],
): RaterRow[] {
  const t = clusters > 1 ? studentQuantile((1 - LEVEL) / 2, clusters - 1) : Number.NaN;
  const rows = raters.map((name, r): RaterRow => {
    const half = t * found.errors[r];
    const effectHalf = t * found.effectErrors[r] * step;
    const effect = found.effects[r] * step;
    const fits = found.misfit[r] < ALPHA;
    const warnings: RaterWarning[] = [];
    if (fits && found.infit[r] > USUAL_FIT[1]) warnings.push('scores scatter');
    if (fits && found.infit[r] < USUAL_FIT[0]) warnings.push('scores too regular');
    if (found.sensitivity.adjusted[r] < ALPHA && found.sensitivity.values[r] < 0)
      warnings.push('follows quality little');
    if (found.halo.adjusted[r] < ALPHA && found.halo.values[r] > 0) warnings.push('halo');
    return {
      ...{ name, isPerson: people.includes(name), ratings: found.ratings[r] },
      severity: found.severities[r],
      low: known(found.severities[r] - half),
      high: known(found.severities[r] + half),
      effect,
      effectLow: known(effect - effectHalf),
      effectHigh: known(effect + effectHalf),
      infit: known(found.infit[r]),
      outfit: known(found.outfit[r]),
      aspects: aspects.flatMap((of, s) => {
        // Of one aspect alone it would be the severity.
        if (aspects.length < 2) return [];
        const at = r * aspects.length + s;
        return found.bias.adjusted[at] < ALPHA ? [{ aspect: of, bias: found.bias.values[at] }] : [];
      }),
      warnings,
      connection: found.components[r],
    };
  });
  const unknown = constant.map(
    ({ name, ratings }): RaterRow => ({
      ...{ name, isPerson: people.includes(name), ratings },
      ...{ severity: null, low: null, high: null, effect: null, effectLow: null, effectHigh: null },
      ...{ infit: null, outfit: null, aspects: [], warnings: ['one grade only'], connection: null },
    }),
  );
  return [...rows, ...unknown].sort((x, y) => (x.name < y.name ? -1 : 1));
}

function fairRows(grades: RatedGrades, fit: FacetFit, groups: AnswerGroups): FairRow[] {
  const { models, plain, low, step } = grades;
  const found = modelScores(fit, groups, grades, LEVEL);
  const ranksOf = (values: Float64Array) =>
    Array.from(values, (value) => 1 + values.filter((other) => other > value).length);
  const [plainRanks, fairRanks] = [ranksOf(plain), ranksOf(found.fair)];
  return models
    .map((model, m) => ({
      ...{ model, answers: found.counts[m] },
      plain: plain[m],
      plainRank: plainRanks[m],
      fair: low + step * found.fair[m],
      low: known(low + step * found.low[m]),
      high: known(low + step * found.high[m]),
      fairRank: fairRanks[m],
    }))
    .sort((x, y) => x.fairRank - y.fairRank);
}

function known(x: number): number | null {
  return Number.isFinite(x) ? x : null;
}
