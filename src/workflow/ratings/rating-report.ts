import { comparedUnits, pairsOf, unitsOf } from '../../scoring/judges/judged-scores.ts';
import { alphaInterval } from '../../statistics/agreement/alpha-interval.ts';
import { chanceDisagreement } from '../../statistics/agreement/disagreement-ends.ts';
import {
  coefficientInterval,
  type RowStatistic,
  shareInterval,
} from '../../statistics/agreement/jackknife-interval.ts';
import { kappa } from '../../statistics/agreement/kappa.ts';
import { mean } from '../../statistics/mean.ts';
import { pearson } from '../../statistics/pearson.ts';
import { spearman } from '../../statistics/spearman.ts';
import type { Measured } from '../judges/analyse-judges.ts';
import { raterSeverity, type SeverityReport } from '../judges/rater-severity.ts';
import { type GradeTable, gradeTable, meanGrades, type PanelRatings } from './grade-table.ts';
import { gradedPairs, pooled, RATER_MEASURE, type RaterMeasure } from './pooled-measures.ts';

/** How raters agree with each other on one aspect. */
export interface AspectAgreement extends Readonly<Record<RaterMeasure, Measured>> {
  readonly aspect: string;
  /** Items that have such answers. */
  readonly items: number;
  /** Answers with at least two ratings, and pairs of ratings of one answer. */
  readonly answers: number;
  readonly pairs: number;
  /** Krippendorff's α of ordered grades. */
  readonly alpha: Measured;
}

/** How two raters agree on one aspect. */
export interface PairAgreement extends Readonly<Record<RaterMeasure, number | null>> {
  readonly aspect: string;
  readonly first: string;
  readonly second: string;
  readonly answers: number;
}

/** How the mean of the raters agrees with a judging model on one aspect. */
export interface JudgeAgreement {
  readonly aspect: string;
  readonly judge: string;
  readonly answers: number;
  readonly pearson: Measured;
  readonly spearman: Measured;
  readonly quadratic: Measured;
}

/** What the ratings of a panel show. Intervals are 90%, by leaving out one item at a time. */
export interface RatingReport {
  readonly version: 1;
  /** Of the panel; answers with a rating; ratings. */
  readonly answers: number;
  readonly rated: number;
  readonly ratings: number;
  readonly raters: readonly {
    readonly name: string;
    readonly assigned: number;
    readonly rated: number;
    /** Mean grade by aspect; null without ratings. */
    readonly means: Readonly<Record<string, number | null>>;
  }[];
  /** Mean over answers of the mean grade, by aspect: as raters gave them, whoever rated which. */
  readonly models: readonly {
    readonly model: string;
    readonly answers: number;
    readonly means: Readonly<Record<string, number | null>>;
  }[];
  readonly agreement: readonly AspectAgreement[];
  readonly pairs: readonly PairAgreement[];
  readonly judges: readonly JudgeAgreement[];
  /** Severities of the raters, and the models' scores without them. */
  readonly severity: SeverityReport;
}

/** @param reach told the share that is done */
export function ratingReport(
  panel: PanelRatings,
  reach: (share: number) => void = () => {},
): RatingReport {
  const { aspects, answers, assignments, ratings } = panel;
  const raters = [...new Set(assignments.map(({ rater }) => rater))].sort();
  const items = answers.map(({ item }) => item);
  const judges = [...new Set(answers.flatMap(({ judgements }) => Object.keys(judgements)))].sort();
  const tables = aspects.map(({ name }) => gradeTable(panel, name, raters));
  const means = tables.map(meanGrades);
  const steps = aspects.length * (5 + 3 * judges.length);
  let done = 0;
  const step: Step = (measured) => {
    reach(++done / steps);
    return measured;
  };
  const agreement = aspects.map(({ name }, a) => aspectAgreement(name, tables[a], items, step));
  const withJudges = judges.flatMap((judge) =>
    aspects.map(({ name: aspect }, a): JudgeAgreement => {
      const graded = (row: number) => answers[row].judgements[judge]?.[aspect] ?? Number.NaN;
      const { x, y, rows } = pairsOf((row) => means[a][row], graded, answers.keys());
      const units = unitsOf(rows.map((row) => items[row]));
      const grading = { chance: x.length === 0 ? 0 : chanceDisagreement(x, y), isOfSquares: true };
      const of = (measure: (x: number[], y: number[]) => number | null) => {
        const value = measure(x, y);
        const interval = coefficientInterval(
          value,
          units,
          (some) =>
            measure(
              Array.from(some, (k) => x[k]),
              Array.from(some, (k) => y[k]),
            ),
          grading,
        );
        return step({ value, ...interval });
      };
      return {
        ...{ aspect, judge, answers: x.length },
        pearson: of(pearson),
        spearman: of(spearman),
        quadratic: of((one, other) => kappa(one, other, 'quadratic')),
      };
    }),
  );
  const rated = new Set(ratings.map(({ answer }) => answer));
  return {
    ...{ version: 1, answers: answers.length, rated: rated.size, ratings: ratings.length },
    raters: raters.map((name) => {
      const own = ratings.filter(({ rater }) => rater === name);
      return {
        name,
        assigned: assignments.filter(({ rater }) => rater === name).length,
        rated: own.length,
        means: byAspect(panel, (aspect) => own.flatMap(({ grades }) => grades[aspect] ?? [])),
      };
    }),
    models: [...new Set(answers.map(({ model }) => model))].sort().map((model) => {
      const own = answers.filter((one) => one.model === model && rated.has(one.answer));
      return {
        ...{ model, answers: own.length },
        means: byAspect(panel, (_, a) => own.map(({ answer }) => means[a][answer])),
      };
    }),
    agreement,
    pairs: aspects.flatMap(({ name: aspect }, a) =>
      gradedPairs(tables[a]).map(
        ({ first, second, x, y }): PairAgreement => ({
          ...{ aspect, first: raters[first], second: raters[second], answers: x.length },
          exact: RATER_MEASURE.exact(x, y),
          kappa: RATER_MEASURE.kappa(x, y),
          quadratic: RATER_MEASURE.quadratic(x, y),
          spearman: RATER_MEASURE.spearman(x, y),
        }),
      ),
    ),
    judges: withJudges,
    severity: severityOf(panel, raters),
  };
}

/** A rating gives all aspects, so all are in one model. */
function severityOf({ answers, ratings }: PanelRatings, raters: readonly string[]) {
  const given = ratings.flatMap(({ answer, rater, grades }) => {
    const { model, label } = answers[answer];
    return Object.entries(grades).map(([aspect, score]) => ({
      ...{ model, item: label, judge: rater, aspect, score, where: 'a rating' },
    }));
  });
  return raterSeverity(given, raters, null, undefined, 'random');
}

/** Tells the progress. */
type Step = (measured: Measured) => Measured;

function aspectAgreement(
  aspect: string,
  table: GradeTable,
  items: readonly string[],
  step: Step,
): AspectAgreement {
  const { raters, grades } = table;
  const pairs = gradedPairs(table);
  const units = comparedUnits(grades, raters.length, items);
  const chance = chanceDisagreement(grades);
  const measured = (of: RowStatistic, isShare: boolean, isOfSquares: boolean) => {
    const value = of(Int32Array.from(items.keys()));
    const interval = isShare
      ? shareInterval(value, units, of)
      : coefficientInterval(value, units, of, { chance, isOfSquares });
    return step({ value, ...interval });
  };
  const of = (measure: RaterMeasure) =>
    measured(
      (rows) => pooled(gradedPairs(table, rows), measure),
      measure === 'exact',
      measure !== 'kappa',
    );
  return {
    ...{ aspect, items: units.length },
    answers: units.reduce((sum, rows) => sum + rows.length, 0),
    pairs: pairs.reduce((sum, { x }) => sum + x.length, 0),
    exact: of('exact'),
    kappa: of('kappa'),
    quadratic: of('quadratic'),
    spearman: of('spearman'),
    alpha: step(alphaInterval(grades, Math.max(1, raters.length), 'ordinal', units)),
  };
}

function byAspect(
  { aspects }: PanelRatings,
  gradesOf: (aspect: string, a: number) => readonly number[],
): Record<string, number | null> {
  return Object.fromEntries(
    aspects.map(({ name }, a) => {
      const grades = gradesOf(name, a);
      return [name, grades.length === 0 ? null : mean(grades)];
    }),
  );
}
