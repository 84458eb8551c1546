import { familiesOf } from '../../ranking/families.ts';
import { type FamilyBias, familyBias } from '../../scoring/judges/family-bias.ts';
import { comparedUnits, pairsOf, unitsOf } from '../../scoring/judges/judged-scores.ts';
import { alphaInterval } from '../../statistics/agreement/alpha-interval.ts';
import { chanceDisagreement } from '../../statistics/agreement/disagreement-ends.ts';
import {
  coefficientEnds,
  coefficientInterval,
} from '../../statistics/agreement/jackknife-interval.ts';
import { kappa } from '../../statistics/agreement/kappa.ts';
import { ALPHA_LEVELS, type AlphaLevel } from '../../statistics/agreement/krippendorff-alpha.ts';
import { clusteredJackknife } from '../../statistics/clustered-jackknife.ts';
import { kendall } from '../../statistics/kendall.ts';
import { mean } from '../../statistics/mean.ts';
import { pearson } from '../../statistics/pearson.ts';
import type { Interval } from '../../statistics/percentile-interval.ts';
import { spearman } from '../../statistics/spearman.ts';
import type { JudgeTable } from './judge-table.ts';
import { type PanelWorth, panelWorth } from './panel-worth.ts';
import { type RaterDoubt, raterDoubts } from './rater-doubts.ts';
import type { SeverityReport } from './rater-severity.ts';

/** A value with its 90% interval; null where it is not defined. */
export interface Measured extends Interval {
  readonly value: number | null;
}

export const PAIR_MEASURES = [
  ...(['pearson', 'spearman', 'kendall', 'kappa', 'linear', 'quadratic'] as const),
] as const;
export type PairMeasure = (typeof PAIR_MEASURES)[number];

/** How two raters agree. */
export interface RaterPair {
  readonly first: string;
  readonly second: string;
  /** Answers that both scored. */
  readonly answers: number;
  readonly measures: Readonly<Record<PairMeasure, Measured>>;
}

export interface JudgesReport extends PanelWorth {
  readonly version: 1;
  readonly answers: number;
  readonly aspect: string | null;
  readonly aspects: readonly string[];
  readonly judges: readonly {
    readonly name: string;
    readonly answers: number;
    readonly mean: number | null;
  }[];
  readonly people: readonly string[];
  /** Raters whose scores are doubtful, and why. */
  readonly doubts: readonly RaterDoubt[];
  /** Judges with the mean of people; empty without people. */
  readonly withPeople: readonly RaterPair[];
  readonly pairs: readonly RaterPair[];
  /** Krippendorff's α of the judges, and of the people; null for fewer than two. */
  readonly alpha: Readonly<
    Record<'judges' | 'people', Readonly<Record<AlphaLevel, Measured>> | null>
  >;
  /** Where families come from: `given`, `name prefix`, `each its own`. */
  readonly familiesFrom: string;
  readonly families: readonly FamilyBias[];
  /** Severities of all raters, and scores of models without them. */
  readonly severity: SeverityReport;
}

/** The name of the mean of people's scores in pairs. */
const PEOPLE = 'people';

/**
 * What scores of several judges show: agreement with each other and with people, the effective number of judges, and the bias of each for its own
 * family. Intervals are 90% by leaving out one item at a time, of biases 95%.
 * @param severity told beside, from scores that are not yet means
 * @param familiesGiven of the models, then of the judges; null to go by names
 * @param reach told the share that is done
 */
export function analyseJudges(
  table: JudgeTable,
  severity: SeverityReport,
  aspect: string | null,
  familiesGiven: readonly string[] | null,
  reach: (share: number) => void = () => {},
): JudgesReport {
  const { judges: scored, people, peopleScores, aspects } = table;
  const { judges, scores, models, items } = scored;
  const n = judges.length;
  const rows = [...models.keys()];
  const column = (j: number) => (row: number) => scores[row * n + j];
  const ofPeople = (row: number) => scored.people[row];
  const steps = (n * (n - 1)) / 2 + (people.length > 0 ? n : 0) + 3;
  let done = 0;
  const step = <T>(value: T): T => {
    reach(++done / steps);
    return value;
  };
  const pair = (first: string, second: string, x: Column, y: Column): RaterPair =>
    step({ first, second, ...measured(pairsOf(x, y, rows), items) });
  const withPeople =
    people.length === 0 ? [] : judges.map((name, j) => pair(name, PEOPLE, column(j), ofPeople));
  const pairs = judges.flatMap((first, j) =>
    judges.slice(j + 1).map((second, k) => pair(first, second, column(j), column(j + 1 + k))),
  );
  const doubts = raterDoubts(
    judges.map((name, j) => ({ name, scores: rows.map(column(j)) })),
    people.map((name, p) => ({
      ...{ name, scores: rows.map((row) => peopleScores[row * people.length + p]) },
    })),
    items,
  );
  const families = familiesFor([...new Set(models)], judges, familiesGiven);
  return {
    version: 1,
    answers: rows.length,
    aspect,
    aspects,
    judges: judges.map((name, j) => {
      const own = rows.map(column(j)).filter((score) => !Number.isNaN(score));
      return { name, answers: own.length, mean: own.length === 0 ? null : mean(own) };
    }),
    people,
    doubts,
    withPeople,
    pairs,
    alpha: step({
      judges: alphas(scores, n, items),
      people: alphas(peopleScores, people.length, items),
    }),
    ...step(panelWorth(scored, doubts)),
    severity,
    familiesFrom: families.from,
    families: step(
      n < 2
        ? []
        : familyBias(
            scored,
            models.map((model) => families.ofModel.get(model)!),
            families.ofJudges,
          ),
    ),
  };
}

type Column = (row: number) => number;

function measured(
  { x, y, rows }: ReturnType<typeof pairsOf>,
  items: readonly string[],
): Pick<RaterPair, 'answers' | 'measures'> {
  const units = unitsOf(rows.map((row) => items[row]));
  const chance = x.length === 0 ? 0 : chanceDisagreement(x, y);
  const measure = (
    of: (x: number[], y: number[]) => number | null,
    isOfSquares: boolean,
  ): Measured => {
    const value = of([...x], [...y]);
    const interval = coefficientInterval(
      value,
      units,
      (some) =>
        of(
          Array.from(some, (row) => x[row]),
          Array.from(some, (row) => y[row]),
        ),
      { chance, isOfSquares },
    );
    return { value, ...interval };
  };
  return {
    answers: x.length,
    measures: {
      pearson: measure(pearson, true),
      spearman: measure(spearman, true),
      kendall: kendallOf(x, y, units, chance),
      kappa: measure((a, b) => kappa(a, b, 'none'), false),
      linear: measure((a, b) => kappa(a, b, 'linear'), false),
      quadratic: measure((a, b) => kappa(a, b, 'quadratic'), true),
    },
  };
}

/** Its time grows with the square of the answers: one pass instead of one per draw. */
function kendallOf(
  x: readonly number[],
  y: readonly number[],
  units: readonly number[][],
  chance: number,
): Measured {
  const { value, without } = kendall(x, y);
  const known = without.filter((one) => one !== null);
  if (value === null || units.length < 2 || known.length < without.length)
    return { value, low: null, high: null };
  const error = clusteredJackknife(known, units);
  return { value, ...coefficientEnds(value, error, units, chance) };
}

function alphas(
  scores: Float64Array,
  raters: number,
  items: readonly string[],
): Readonly<Record<AlphaLevel, Measured>> | null {
  if (raters < 2) return null;
  const units = comparedUnits(scores, raters, items);
  const of = (level: AlphaLevel) => [level, alphaInterval(scores, raters, level, units)] as const;
  return Object.fromEntries(ALPHA_LEVELS.map(of)) as Record<AlphaLevel, Measured>;
}

/** A judge has a family if a model has it too. */
function familiesFor(
  models: readonly string[],
  judges: readonly string[],
  given: readonly string[] | null,
) {
  const found = familiesOf([...models, ...judges], given, 2);
  const ofModel = new Map(models.map((model, k) => [model, found.of[k]]));
  const known = new Set(ofModel.values());
  return {
    from: found.source,
    ofModel,
    ofJudges: judges.map((_, j) => {
      const family = found.of[models.length + j];
      return known.has(family) ? family : '';
    }),
  };
}
